/** Lists the receipts of a day, with the totals for each payment method. */
import { ActionIcon } from '@mantine/core';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import type { DayBook, Payment } from '#shared/calls/payments.ts';
import { formatAmount } from '#shared/money/money.ts';
import { clockIn, dayIn, formatDayOfYear } from '#shared/time/dates.ts';
import { cashWords, dayBookWords, receiptWords, wayWords } from '#shared/words/counter.ts';
import { RequiredDayField } from '../../lib/day-field.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { dayBookQuery, receiptsQuery } from './api.ts';
import { CashCounts } from './cash-counts.tsx';
import classes from './receipts.module.css';
import { nameOfPayment, sayAmount, shortNameOf } from './rules.ts';
import { useAccountName } from './use-account.ts';

/** The time at which a payment was entered, or the date if it was entered on another day. */
function useWhen(): (payment: Payment) => string {
  const { timeZone } = useSession();
  return ({ createdAt, receivedOn }) => {
    const at = new Date(createdAt);
    const day = dayIn(timeZone, at);
    return day === receivedOn ? clockIn(timeZone, at) : formatDayOfYear(day);
  };
}

/** Lists names. Each name has its own text direction. */
export const Names = ({ names }: { names: readonly string[] }) => {
  if (names.length === 0) return receiptWords.noBill;
  return names.map((name, at) => (
    <Fragment key={name}>
      {at > 0 && ', '}
      <bdi>{name}</bdi>
    </Fragment>
  ));
};

type RowProps = {
  payment: Payment;
  isOn: boolean;
  when: string;
  /** The name of the money account. It is empty if there is only one possible account. */
  account: string;
  /** The name of the clerk. It is empty if all receipts are by the same clerk. */
  clerk: string;
  onOpen: () => void;
};

function Row({ payment, isOn, when, account, clerk, onOpen }: RowProps) {
  const { receiptNo, amount, method, voidedAt, returns } = payment;
  const more = [
    wayWords[method],
    account,
    clerk,
    voidedAt !== null && dayBookWords.isVoid,
    returns.length > 0 && dayBookWords.back.toLowerCase(),
  ];
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        aria-pressed={isOn}
        data-void={voidedAt !== null || undefined}
        onClick={onOpen}
      >
        <span className={classes.soft}>{when}</span>
        <span className={classes.soft}>{receiptNo}</span>
        <span className={classes.who} title={nameOfPayment(payment).join(', ')}>
          <Names names={shortNameOf(payment)} />
        </span>
        <b>{formatAmount(amount)}</b>
        <small>{more.filter(Boolean).join(' · ')}</small>
      </button>
    </li>
  );
}

function Sums({ book }: { book: DayBook }) {
  const { ways, clerks, returns, returned, net, markedPaid: said } = book;
  const line = (key: string, name: string, amount: string) => (
    <div key={key}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
  return (
    <dl className={classes.sums}>
      {ways.map(({ method, count, sum }) => line(method, `${wayWords[method]}, ${count}`, sayAmount(sum)))}
      {clerks.length > 1 &&
        clerks.map(({ by, count, sum }) => line(`by ${by}`, `${by}, ${count}`, sayAmount(sum)))}
      {returns.length > 0 && line('back', dayBookWords.back, `−${formatAmount(returned)}`)}
      {returns.map(({ paymentID, receiptNo, kind, amount, concerns }, at) =>
        concerns === null
          ? null
          : line(
              `closed ${paymentID} ${at}`,
              `${dayBookWords.backKinds[kind]}, ${receiptNo}: ${dayBookWords.concerns(concerns)}`,
              `−${formatAmount(amount)}`,
            ),
      )}
      {returns.length > 0 && net !== null && line('net', dayBookWords.net, formatAmount(net))}
      {said.count > 0 && line('said', dayBookWords.markedPaid(said.count), formatAmount(said.sum))}
    </dl>
  );
}

type Props = {
  day: string;
  today: string;
  onDay: (day: string) => void;
  chosen: number | undefined;
  onOpen: (payment: Payment) => void;
  onPrint: () => void;
};

export function Receipts({ day, today, onDay, chosen, onOpen, onPrint }: Props) {
  const receipts = useQuery(receiptsQuery(day));
  const { data: book } = useQuery(dayBookQuery(day));
  const { say } = useMoney();
  const whenOf = useWhen();
  const accountOf = useAccountName();
  const hasOneClerk = new Set(receipts.data?.map(({ by }) => by)).size < 2;
  return (
    <section className={classes.day} aria-label={dayBookWords.title}>
      <header className={classes.head}>
        <h2>{dayBookWords.title}</h2>
        <RequiredDayField size="xs" aria-label={dayBookWords.day} day={day} latest={today} onDay={onDay} />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={dayBookWords.print}
          title={dayBookWords.print}
          disabled={!book || !receipts.data}
          onClick={onPrint}
        >
          <IconPrinter size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {book && (
        <p className={classes.total}>
          <span>{receiptWords.receipts(book.count)}</span>
          <b>{book.sum === null ? cashWords.hidden : say(book.sum)}</b>
        </p>
      )}
      {book && <Sums book={book} />}
      {book && book.cash.length > 0 && (
        <CashCounts day={day} cash={book.cash} className={classes.cash ?? ''} />
      )}
      <Loaded query={receipts} isInset>
        {(list) =>
          list.length === 0 ? (
            <p className={classes.none}>{dayBookWords.none}</p>
          ) : (
            <ul className={classes.list} aria-label={dayBookWords.list}>
              {list.map((payment) => (
                <Row
                  key={payment.id}
                  payment={payment}
                  isOn={payment.id === chosen}
                  when={whenOf(payment)}
                  account={accountOf(payment)}
                  clerk={hasOneClerk ? '' : payment.by}
                  onOpen={() => onOpen(payment)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
