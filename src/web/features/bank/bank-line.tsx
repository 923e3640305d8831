/** A bank row beside the bill that it pays. */
import { Button, Checkbox } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { ReactNode } from 'react';
import type { BankBill } from '#shared/calls/bank-files.ts';
import { formatDay, monthNames } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { bankWords, reasonWords } from '#shared/words/bank.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './bank-lines.module.css';
import { aroundMark, type Choice, differenceOf, type Line, mayChoose, saidBy, usualChoice } from './rules.ts';

/** `5 Nov`, without the year, which is the same in the whole file. */
const shortDay = (day: string): string => formatDay(day).replace(/ \d{4}$/, '');

function Said({ line }: { line: Line }) {
  const [before, mark, after] = aroundMark(saidBy(line), line.judged.mark);
  return (
    <span className={classes.said} dir="auto">
      {before}
      {mark && <mark>{mark}</mark>}
      {after}
    </span>
  );
}

const placeOf = ({ regNum, month, year }: BankBill): string =>
  [regNum && bankWords.reg(regNum), month && `${monthNames[month - 1]} ${year ?? ''}`.trim()]
    .filter(Boolean)
    .join(' · ');

function Payee({ line, choice }: { line: Line; choice: Choice | undefined }) {
  const { bill, campus, reason } = line.judged;
  const shown = choice?.bill ?? bill;
  if (!shown)
    return (
      <div className={classes.payee}>
        <span>{campus === null ? reason && reasonWords[reason] : <bdi>{campus}</bdi>}</span>
      </div>
    );
  return (
    <div className={classes.payee}>
      <b>
        <NameText text={shown.name} />
      </b>
      <small>
        {placeOf(shown)}
        {choice?.isByHand && ` · ${bankWords.chosen}`}
      </small>
    </div>
  );
}

function Asked({ line, bill }: { line: Line; bill: BankBill | undefined }) {
  if (!bill || !line.day) return <div className={classes.asked} />;
  return (
    <div className={classes.asked}>
      <b>{formatAmount(bill.asked)}</b>
      <small>{bankWords.onDay(shortDay(line.day))}</small>
    </div>
  );
}

function Difference({ line, bill }: { line: Line; bill: BankBill | undefined }) {
  // A row joined to an existing payment has no difference.
  const difference = bill && !line.judged.payment ? differenceOf(line, bill) : 0;
  if (!bill || difference === 0) return <b className={classes.difference} />;
  const amount = formatAmount(Math.abs(difference));
  return (
    <b className={classes.difference} data-short={difference < 0 || undefined}>
      {difference < 0 ? bankWords.short(amount) : bankWords.over(amount)}
    </b>
  );
}

type ActsProps = {
  line: Line;
  choice: Choice | undefined;
  onChoose: (choice: Choice | undefined) => void;
  onSearch: () => void;
};

const Act = ({
  isOn = false,
  onPress,
  children,
}: {
  isOn?: boolean;
  onPress: () => void;
  children: ReactNode;
}) => (
  <Button
    size="compact-sm"
    variant="default"
    aria-pressed={isOn}
    data-on={isOn || undefined}
    onClick={onPress}
  >
    {children}
  </Button>
);

/** The actions on a row beside its tick; a second press takes an action back. */
function Acts({ line, choice, onChoose, onSearch }: ActsProps) {
  const { say } = useMoney();
  const { verdict, bill, payment, suggestions } = line.judged;
  const usual = usualChoice(line);
  const isOn = (other: Choice): boolean =>
    choice?.act === other.act && choice.bill.billID === other.bill.billID;
  const act = (next: Choice, label: ReactNode) => (
    <Act
      key={`${next.act} ${next.bill.billID}`}
      isOn={isOn(next)}
      onPress={() => onChoose(isOn(next) ? undefined : next)}
    >
      {label}
    </Act>
  );
  const other = mayChoose(line) && (
    <Act onPress={onSearch}>{bill ? bankWords.otherBill : bankWords.chooseBill}</Act>
  );
  if (verdict === 'exact' || verdict === 'late') return null;
  if (!usual || !bill)
    return (
      <>
        {suggestions.map((one) => {
          const next: Choice = { act: 'pay', bill: one, isByHand: true };
          return act(
            next,
            <>
              <bdi>{one.name}</bdi>
              {one.regNum && ` · ${one.regNum}`}
            </>,
          );
        })}
        {other}
      </>
    );
  const credit: Choice = { act: 'credit', bill, isByHand: false };
  if (verdict === 'short') return act(usual, bankWords.asPart);
  if (verdict === 'fineOpen')
    return (
      <>
        {act(usual, bankWords.asPart)}
        {act({ ...usual, act: 'waive' }, bankWords.waive(say(-differenceOf(line, bill))))}
      </>
    );
  if (verdict === 'over') return act(usual, bankWords.withCredit);
  if (payment) return act(usual, bankWords.join(payment.receiptNo));
  if (verdict === 'paidAlready') return act(credit, bankWords.credit);
  return (
    <>
      {verdict === 'registration' && act(usual, bankWords.take)}
      {verdict === 'carried' && act(usual, usual.act === 'credit' ? bankWords.credit : bankWords.take)}
      {other}
    </>
  );
}

type Props = ActsProps;

export function BankLine({ line, choice, onChoose, onSearch }: Props) {
  const bill = choice?.bill ?? line.judged.bill ?? undefined;
  const usual = usualChoice(line);
  const name = bill?.name ?? saidBy(line);
  const amount = formatAmount(line.amount);
  return (
    <>
      <Checkbox
        className={classes.tick}
        aria-label={bankWords.tick(name, amount)}
        checked={choice !== undefined}
        disabled={!usual && !choice}
        onChange={() => onChoose(choice ? undefined : usual)}
      />
      <span className={classes.day}>{line.day === null ? '' : shortDay(line.day)}</span>
      <Said line={line} />
      <b className={classes.amount}>{amount}</b>
      <IconArrowRight className={classes.arrow} size={16} stroke={1.6} aria-hidden />
      <Payee line={line} choice={choice} />
      <Asked line={line} bill={bill} />
      <Difference line={line} bill={bill} />
      <div className={classes.acts}>
        <Acts line={line} choice={choice} onChoose={onChoose} onSearch={onSearch} />
      </div>
    </>
  );
}
