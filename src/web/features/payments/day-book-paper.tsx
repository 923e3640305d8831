/** The day book for printing. */
import type { DayBook, Payment } from '#shared/calls/payments.ts';
import { formatAmount } from '#shared/money/money.ts';
import { formatDay } from '#shared/time/dates.ts';
import { cashWords, dayBookWords, receiptWords, wayWords } from '#shared/words/counter.ts';
import { useSession } from '../../lib/session.ts';
import { useMoney } from '../../lib/use-money.ts';
import { NameText } from '../../ui/name-text.tsx';
import { useSayCount } from './cash-counts.tsx';
import classes from './day-book-paper.module.css';
import { Names } from './receipts.tsx';
import { nameOfPayment, sayAmount } from './rules.ts';

type Sum = { name: string; count: number; sum: number | null };

function SumTable({ title, sums }: { title: string; sums: readonly Sum[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {sums.map(({ name, count, sum }) => (
          <tr key={name}>
            <td>
              <NameText text={name} />
            </td>
            <td>{receiptWords.receipts(count)}</td>
            <td>{sayAmount(sum)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lists the cash of each clerk with all counts. The last count is the valid one. */
function CashTable({ book }: { book: DayBook }) {
  const sayCount = useSayCount(book.day);
  return (
    <table>
      <caption>{cashWords.title}</caption>
      <tbody>
        {book.cash.flatMap((cash) => [
          <tr key={cash.clerk}>
            <td>
              <NameText text={cash.by} />
            </td>
            <td>{sayAmount(cash.expected)}</td>
          </tr>,
          ...cash.counts.map((count) => (
            <tr key={`${cash.clerk} ${count.at}`}>
              <td colSpan={2} style={{ textAlign: 'start', whiteSpace: 'normal' }}>
                {sayCount(cash, count)} <bdi>{count.note}</bdi>
              </td>
            </tr>
          )),
        ])}
      </tbody>
    </table>
  );
}

export function DayBookPaper({ book, receipts }: { book: DayBook; receipts: readonly Payment[] }) {
  const { campuses, cId } = useSession();
  const { say } = useMoney();
  return (
    <div className={classes.book}>
      <h1>
        {dayBookWords.title}, {formatDay(book.day)}
      </h1>
      <p>
        <NameText text={campuses.find(({ id }) => id === cId)?.name ?? ''} />
      </p>
      <p>
        {receiptWords.receipts(book.count)} · <b>{book.sum === null ? cashWords.hidden : say(book.sum)}</b>
        {book.returned > 0 && ` · ${dayBookWords.back}: ${say(book.returned)}`}
        {book.returned > 0 && book.net !== null && ` · ${dayBookWords.net}: ${say(book.net)}`}
      </p>
      <div className={classes.sums}>
        <SumTable
          title={dayBookWords.byWay}
          sums={book.ways.map(({ method, ...sum }) => ({ name: wayWords[method], ...sum }))}
        />
        <SumTable
          title={dayBookWords.byClerk}
          sums={book.clerks.map(({ by, ...sum }) => ({ name: by, ...sum }))}
        />
      </div>
      {book.cash.length > 0 && <CashTable book={book} />}
      <table>
        <thead>
          <tr>
            <th scope="col">{dayBookWords.receipt}</th>
            <th scope="col">{dayBookWords.family}</th>
            <th scope="col">{dayBookWords.way}</th>
            <th scope="col">{dayBookWords.clerk}</th>
            <th scope="col">{dayBookWords.amount}</th>
          </tr>
        </thead>
        <tbody>
          {receipts.toReversed().map((payment) => (
            <tr key={payment.id} data-void={payment.voidedAt !== null || undefined}>
              <td>{payment.receiptNo}</td>
              <td>
                <Names names={nameOfPayment(payment)} />
              </td>
              <td>{[wayWords[payment.method], payment.reference].filter(Boolean).join(' ')}</td>
              <td>{payment.by}</td>
              <td>{formatAmount(payment.amount)}</td>
            </tr>
          ))}
          {book.returns.map((returned) => (
            <tr key={`${returned.paymentID} ${returned.reason} ${returned.amount}`}>
              <td>{returned.receiptNo}</td>
              <td>
                <bdi>{returned.payer}</bdi> {dayBookWords.backKinds[returned.kind]}
                {returned.concerns !== null && `, ${dayBookWords.concerns(returned.concerns)}`}
                {returned.reason !== '' && (
                  <>
                    : <bdi>{returned.reason}</bdi>
                  </>
                )}
              </td>
              <td>{wayWords[returned.method]}</td>
              <td>{returned.by}</td>
              <td>−{formatAmount(returned.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
