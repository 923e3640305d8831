/** Shows the bills as a plain table for printing. Every row is rendered. */
import { memo, useEffect, useMemo, useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { formatAmount, toPaisa, toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, payableOnOrNull } from '#shared/money/payable.ts';
import { formatDay } from '#shared/time/dates.ts';
import { printWords, sayStatus } from '#shared/words/bills.ts';
import { dueDayNow } from '../../lib/due-day.ts';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './print-table.module.css';
import { isUnpaid, sumsOf } from './rules.ts';

/** Rows per rendering step. Rendering a large billing in one step would block the page for seconds. */
const rowsPerStep = 1000;

type PartProps = { bills: readonly Bill[]; from: number; today: InTimeFrom };

const payableOf = (bill: Bill, today: InTimeFrom): number | null =>
  isOpen(bill) ? payableOnOrNull(today, bill) : null;

const Part = memo(function Part({ bills, from, today }: PartProps) {
  const sayNumber = useSayNumber();
  return (
    <tbody>
      {bills.slice(from, from + rowsPerStep).map((bill, index) => {
        const payable = payableOf(bill, today);
        return (
          <tr key={bill.id}>
            <td className={classes.number}>{from + index + 1}</td>
            <td>{bill.regNum}</td>
            <td>
              <NameText text={bill.name} className={classes.name} />
            </td>
            <td>{sayNumber(bill.number)}</td>
            <td className={classes.number}>{payable !== null && <b>{formatAmount(payable)}</b>}</td>
            <td className={classes.number}>{bill.total !== null && formatAmount(bill.total)}</td>
            <td className={classes.day}>{bill.dueDate && formatDay(bill.dueDate)}</td>
            <td className={classes.day}>{bill.expiryDate && formatDay(bill.expiryDate)}</td>
            <td>{isUnpaid(bill) ? <b>{bill.status}</b> : sayStatus(bill.status)}</td>
          </tr>
        );
      })}
    </tbody>
  );
});

function Sums({ bills, today }: Omit<PartProps, 'from'>) {
  const sums = useMemo(() => sumsOf(bills), [bills]);
  const payable = useMemo(
    // The sum is computed in paisa, because sums of decimal fractions are inexact.
    () => toRupees(bills.reduce((sum, bill) => sum + toPaisa(payableOf(bill, today) ?? 0), 0)),
    [bills, today],
  );
  const lines = (['total', 'paid'] as const).map((kind) => [printWords.sums[kind], sums[kind]] as const);
  return (
    <tbody className={classes.sums}>
      <tr>
        <th scope="row" colSpan={4}>
          {printWords.payable}
        </th>
        <td className={classes.number}>{formatAmount(payable)}</td>
        <td colSpan={4} />
      </tr>
      {lines.map(([label, amount]) => (
        <tr key={label}>
          <th scope="row" colSpan={5}>
            {label}
          </th>
          <td className={classes.number}>{formatAmount(amount)}</td>
          <td colSpan={3} />
        </tr>
      ))}
    </tbody>
  );
}

type Props = {
  bills: readonly Bill[];
  /** Reports how many rows are rendered. */
  onDrawn: (rows: number) => void;
};

export function PrintTable({ bills, onDrawn }: Props) {
  const today = dueDayNow(useSession());
  const [drawn, setDrawn] = useState(rowsPerStep);
  useEffect(() => {
    onDrawn(Math.min(drawn, bills.length));
    if (drawn >= bills.length) return;
    // The next step waits for a frame, so that the progress is visible.
    const frame = requestAnimationFrame(() => setDrawn(drawn + rowsPerStep));
    return () => cancelAnimationFrame(frame);
  }, [drawn, bills.length, onDrawn]);
  const parts = Array.from(
    { length: Math.ceil(Math.min(drawn, bills.length) / rowsPerStep) },
    (_, at) => at * rowsPerStep,
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th className={classes.number}>{printWords.number}</th>
          <th>{printWords.regNum}</th>
          <th>{printWords.name}</th>
          <th>{printWords.contact}</th>
          <th className={classes.number}>{printWords.payable}</th>
          <th className={classes.number}>{printWords.total}</th>
          <th>{printWords.dueDate}</th>
          <th>{printWords.expiryDate}</th>
          <th>{printWords.status}</th>
        </tr>
      </thead>
      {parts.map((from) => (
        <Part key={from} bills={bills} from={from} today={today} />
      ))}
      <Sums bills={bills} today={today} />
    </table>
  );
}
