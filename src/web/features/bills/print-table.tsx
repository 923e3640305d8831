/** The bills as a plain table for printing, with every row rendered. */
import { memo, useEffect, useMemo, useState } from 'react';
import type { Bill } from '#shared/calls/bills.ts';
import { formatDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { printWords } from '#shared/words/screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './print-table.module.css';
import { isUnpaid, sumsOf } from './rules.ts';

/** Rows rendered at a time. Rendering a large billing at once would block the page for seconds. */
const atOnce = 1000;

type PartProps = { bills: readonly Bill[]; from: number };

const Part = memo(function Part({ bills, from }: PartProps) {
  return (
    <tbody>
      {bills.slice(from, from + atOnce).map((bill, index) => (
        <tr key={bill.id}>
          <td className={classes.number}>{from + index + 1}</td>
          <td>{bill.regNum}</td>
          <td>
            <NameText text={bill.name} className={classes.name} />
          </td>
          <td>{bill.number}</td>
          <td className={classes.number}>{bill.total !== null && formatAmount(bill.total)}</td>
          <td className={classes.day}>{bill.dueDate && formatDay(bill.dueDate)}</td>
          <td>{isUnpaid(bill) ? <b>{bill.status}</b> : bill.status}</td>
        </tr>
      ))}
    </tbody>
  );
});

function Sums({ bills }: { bills: readonly Bill[] }) {
  const sums = useMemo(() => sumsOf(bills), [bills]);
  // Rare sums get a line only if they are not zero.
  const lines = (['total', 'paid', 'partPaid', 'unpaid', 'other'] as const)
    .filter((kind) => sums[kind] > 0 || (kind !== 'partPaid' && kind !== 'other'))
    .map((kind) => [printWords.sums[kind], sums[kind]] as const);
  return (
    <tbody className={classes.sums}>
      {lines.map(([label, amount]) => (
        <tr key={label}>
          <th scope="row" colSpan={4}>
            {label}
          </th>
          <td className={classes.number}>{formatAmount(amount)}</td>
          <td colSpan={2} />
        </tr>
      ))}
    </tbody>
  );
}

type Props = {
  bills: readonly Bill[];
  /** How many rows are rendered. */
  onDrawn: (rows: number) => void;
};

export function PrintTable({ bills, onDrawn }: Props) {
  const [drawn, setDrawn] = useState(atOnce);
  useEffect(() => {
    onDrawn(Math.min(drawn, bills.length));
    if (drawn >= bills.length) return;
    // After a frame, so that the progress is visible.
    const frame = requestAnimationFrame(() => setDrawn(drawn + atOnce));
    return () => cancelAnimationFrame(frame);
  }, [drawn, bills.length, onDrawn]);
  const parts = Array.from(
    { length: Math.ceil(Math.min(drawn, bills.length) / atOnce) },
    (_, at) => at * atOnce,
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th className={classes.number}>{printWords.number}</th>
          <th>{printWords.regNum}</th>
          <th>{printWords.name}</th>
          <th>{printWords.contact}</th>
          <th className={classes.number}>{printWords.total}</th>
          <th>{printWords.dueDate}</th>
          <th>{printWords.status}</th>
        </tr>
      </thead>
      {parts.map((from) => (
        <Part key={from} bills={bills} from={from} />
      ))}
      <Sums bills={bills} />
    </table>
  );
}
