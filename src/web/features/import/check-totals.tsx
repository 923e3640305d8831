import type { ImportKind } from '#shared/calls/imports.ts';
import { formatDay } from '#shared/dates.ts';
import type { CheckSummary } from '#shared/sheets/checked.ts';
import { checkWords } from '#shared/words/import-screen.ts';
import { useMoney } from '../../lib/use-money.ts';
import classes from './check-step.module.css';

const { figures } = checkWords;
const number = (count: number): string => count.toLocaleString('en-US');

function dueOf({ totals: { firstDue, lastDue } }: CheckSummary): string {
  if (!firstDue || !lastDue) return checkWords.none;
  return firstDue === lastDue
    ? formatDay(firstDue)
    : checkWords.range(formatDay(firstDue), formatDay(lastDue));
}

type Props = { kind: ImportKind; summary: CheckSummary; isNumberList: boolean };

/** The figures to hold against the bank's sheet. */
export function CheckTotals({ kind, summary, isNumberList }: Props) {
  const { rows, totals } = summary;
  const { say } = useMoney();
  const hasMoney = kind === 'bills' && !isNumberList;
  const shown: [string, string][] = [
    [figures.rows, number(rows)],
    ...(isNumberList ? [] : ([[figures.students, number(totals.students)]] as [string, string][])),
    [figures.families, number(totals.families)],
    ...(hasMoney
      ? ([
          [figures.rupees, say(totals.rupees)],
          [figures.due, dueOf(summary)],
        ] as [string, string][])
      : []),
    [figures.repaired, number(totals.repaired)],
  ];
  return (
    <dl className={classes.totals} data-testid="check-totals">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
