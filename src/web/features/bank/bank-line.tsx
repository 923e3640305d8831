/** Shows a bank row and, beside it, the bill that the row pays. */
import { Button, Checkbox } from '@mantine/core';
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs';
import type { ReactNode } from 'react';
import type { BankBill } from '#shared/calls/bank-files.ts';
import type { ReturnKind } from '#shared/money/ledger.ts';
import { formatAmount } from '#shared/money/money.ts';
import { formatDay, monthNames } from '#shared/time/dates.ts';
import { bankWords, reasonWords } from '#shared/words/bank.ts';
import { useRights } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { confirm } from '../../ui/confirm.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { toastDone } from '../../ui/toast.ts';
import classes from './bank-lines.module.css';
import {
  aroundMark,
  bankTextsOf,
  type Choice,
  differenceOf,
  type Line,
  mayChooseBill,
  usualChoice,
} from './rules.ts';

/** Formats a day as `5 Nov`. The year is omitted, because it is the same in the whole file. */
const shortDay = (day: string): string => formatDay(day).replace(/ \d{4}$/, '');

function BankText({ line }: { line: Line }) {
  const [before, mark, after] = aroundMark(bankTextsOf(line), line.judged.mark);
  return (
    <span className={classes.said} dir="auto">
      {before}
      {mark && <mark>{mark}</mark>}
      {after}
    </span>
  );
}

const numberAndMonth = ({ regNum, month, year }: BankBill): string =>
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
        {numberAndMonth(shown)}
        {choice?.isByHand && ` · ${bankWords.chosen}`}
      </small>
    </div>
  );
}

function AskedAmount({ line, bill }: { line: Line; bill: BankBill | undefined }) {
  if (!bill || !line.day) return <div className={classes.asked} />;
  return (
    <div className={classes.asked}>
      <b>{formatAmount(bill.charged)}</b>
      <small>{bankWords.onDay(shortDay(line.day))}</small>
    </div>
  );
}

function Difference({ line, bill }: { line: Line; bill: BankBill | undefined }) {
  // A row joined to an existing payment has no difference.
  const difference =
    bill && !line.judged.payment && line.judged.match !== 'takenBack' ? differenceOf(line, bill) : 0;
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
  onTakeBack: (kind: ReturnKind) => Promise<void>;
};

const ActionButton = ({
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

/** Says which receipt an outgoing row takes back. A person with the right books it as bounced or returned. */
function TakeBack({ line, onTakeBack }: Pick<ActsProps, 'line' | 'onTakeBack'>) {
  const rights = useRights();
  const { say } = useMoney();
  const { isBusy, run } = useAction();
  const { payment } = line.judged;
  if (!payment) return null;
  const { receiptNo, mayBounce } = payment;
  const press = async (kind: ReturnKind): Promise<void> => {
    const isSure = await confirm({
      title: bankWords.takeBackTitle(receiptNo),
      text: bankWords.takeBackText(say(line.amount)),
      confirm: bankWords.takeBack[kind],
      cancel: bankWords.cancel,
    });
    if (isSure)
      await run(async () => {
        await onTakeBack(kind);
        toastDone(bankWords.takenBack(receiptNo));
      });
  };
  const kinds = mayBounce ? (['bounced', 'refund'] as const) : (['refund'] as const);
  return (
    <>
      <span>{bankWords.takesBack(receiptNo)}</span>
      {rights.delete &&
        kinds.map((kind) => (
          <Button
            key={kind}
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => void press(kind)}
          >
            {bankWords.takeBack[kind]}
          </Button>
        ))}
    </>
  );
}

/** The action buttons of a row, without its checkbox. A second press on a button takes its action back. */
function ActionButtons({ line, choice, onChoose, onSearch, onTakeBack }: ActsProps) {
  const { say } = useMoney();
  const { match: verdict, bill, payment, suggestions } = line.judged;
  const usual = usualChoice(line);
  const isOn = (other: Choice): boolean =>
    choice?.act === other.act && choice.bill.billID === other.bill.billID;
  const act = (next: Choice, label: ReactNode) => (
    <ActionButton
      key={`${next.act} ${next.bill.billID}`}
      isOn={isOn(next)}
      onPress={() => onChoose(isOn(next) ? undefined : next)}
    >
      {label}
    </ActionButton>
  );
  const other = mayChooseBill(line) && (
    <ActionButton onPress={onSearch}>{bill ? bankWords.otherBill : bankWords.chooseBill}</ActionButton>
  );
  if (verdict === 'exact' || verdict === 'late') return null;
  if (verdict === 'takenBack' && line.direction === 'out')
    return <TakeBack line={line} onTakeBack={onTakeBack} />;
  if (!usual || !bill)
    return (
      <>
        {suggestions.map((suggested) => {
          const next: Choice = { act: 'pay', bill: suggested, isByHand: true };
          return act(
            next,
            <>
              <bdi>{suggested.name}</bdi>
              {suggested.regNum && ` · ${suggested.regNum}`}
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
  if (verdict === 'over' || verdict === 'twin') return act(usual, bankWords.withCredit);
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

export function BankLine({ line, choice, ...acts }: Props) {
  const { onChoose } = acts;
  const bill = choice?.bill ?? line.judged.bill ?? undefined;
  const usual = usualChoice(line);
  const name = bill?.name ?? bankTextsOf(line);
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
      <BankText line={line} />
      <b className={classes.amount}>{amount}</b>
      <IconArrowRight className={classes.arrow} size={16} stroke={1.6} aria-hidden />
      <Payee line={line} choice={choice} />
      <AskedAmount line={line} bill={bill} />
      <Difference line={line} bill={bill} />
      <div className={classes.acts}>
        <ActionButtons line={line} choice={choice} {...acts} />
      </div>
    </>
  );
}
