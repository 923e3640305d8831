/** The months that occur in the rows of a check. */
import type { CheckRows } from './check-rows.ts';
import { bitOf } from './problem.ts';
import { mostFrequentMonth, type StatedPeriod } from './propose-period.ts';
import type { NamedPeriod } from './read-period.ts';

type Counts = Map<string, { period: NamedPeriod; count: number }>;

function count(counts: Counts, month: number, year: number | undefined): void {
  const key = `${month} ${year ?? ''}`;
  const entry = counts.get(key);
  if (entry) entry.count += 1;
  else counts.set(key, { period: year === undefined ? { month } : { month, year }, count: 1 });
}

const countDay = (counts: Counts, day: string | undefined): void => {
  if (day) count(counts, Number(day.slice(5, 7)), Number(day.slice(0, 4)));
};

/** A hundred rows are enough to know when a file was issued. */
const sampled = 100;
const isNone = bitOf('notARow');

/** Dates with an open question about swapped days are ignored. */
export function sayPeriod(rows: CheckRows): StatedPeriod[] {
  if (rows.table.kind !== 'bills') return [];
  const isOpen = (field: string): boolean =>
    rows.days.some((one) => one.field === field && one.answer === null);
  const records = rows.records.filter(({ bits }) => !(bits & isNone));
  const columns: Counts = new Map();
  const due: Counts = new Map();
  for (const { month, year, dueDate } of records) {
    if (month !== undefined && !isOpen('month')) count(columns, month, year);
    if (!isOpen('dueDate')) countDay(due, dueDate);
  }
  const stated = [mostFrequentMonth('column', columns), mostFrequentMonth('due', due)];
  if (due.size === 0 && rows.columnOf('issueDate') && !isOpen('issueDate')) {
    const issued: Counts = new Map();
    for (const record of records.slice(0, sampled)) {
      const { issueDate } = rows.read(record)?.values ?? {};
      countDay(issued, typeof issueDate === 'string' ? issueDate : undefined);
    }
    stated.push(mostFrequentMonth('issue', issued));
  }
  return stated.filter((one) => one !== undefined);
}
