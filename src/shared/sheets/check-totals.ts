/** Counts and sums of a check, to compare with the bank's sheet. */

import { toPaisa, toRupees } from '../money/money.ts';
import { countFamilies } from '../people/families.ts';
import { type CheckSummary, issueKinds, type RowOutcome, rowOutcomes } from './checked.ts';
import { errorBits } from './problem.ts';
import type { RowRecord } from './read-table.ts';

/** A record with its fate; `bits` are all its issues. */
export type JudgedRow = { record: RowRecord; outcome: RowOutcome; bits: number };

const unsaved: readonly RowOutcome[] = ['refused', 'leftOut', 'notBill'];
/** Whether a save sends the row. */
export const isTaken = (outcome: RowOutcome): boolean => !unsaved.includes(outcome);

function totalsOf(judged: readonly JudgedRow[]): CheckSummary['totals'] {
  const taken = judged.filter(({ outcome }) => isTaken(outcome));
  const records = taken.map(({ record }) => record);
  const days = records.map(({ dueDate }) => dueDate).filter((day) => day !== undefined);
  const smallest = (one: string | null, day: string) => (one === null || day < one ? day : one);
  const largest = (one: string | null, day: string) => (one === null || day > one ? day : one);
  return {
    students: new Set(records.map(({ regNum, key }) => regNum ?? key)).size,
    families: countFamilies(records.map(({ numbers }) => (numbers === '' ? [] : numbers.split(' ')))),
    rupees: toRupees(records.reduce((sum, { total = 0 }) => sum + toPaisa(total), 0)),
    firstDue: days.reduce<string | null>(smallest, null),
    lastDue: days.reduce<string | null>(largest, null),
  };
}

/** Left-out rows are counted as such, and their issues are not counted. */
export function summarise(
  judged: readonly JudgedRow[],
): Omit<
  CheckSummary,
  | 'unused'
  | 'hidden'
  | 'absent'
  | 'days'
  | 'questions'
  | 'series'
  | 'arrears'
  | 'months'
  | 'children'
  | 'notes'
  | 'lines'
> {
  const byOutcome = Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0])) as Record<
    RowOutcome,
    number
  >;
  const byKind = issueKinds.map(() => 0);
  let errors = 0;
  let warnings = 0;
  for (const { outcome, bits } of judged) {
    byOutcome[outcome] += 1;
    if (outcome === 'leftOut' || bits === 0) continue;
    if (bits & errorBits) errors += outcome === 'notBill' ? 0 : 1;
    else warnings += 1;
    for (let at = 0; at < byKind.length; at += 1) if (bits & (1 << at)) byKind[at] = (byKind[at] ?? 0) + 1;
  }
  const issues = issueKinds.map((kind, at) => ({ kind, count: byKind[at] ?? 0 }));
  return {
    rows: judged.length,
    outcomes: byOutcome,
    errors,
    warnings,
    issues: issues.filter(({ count }) => count > 0),
    totals: totalsOf(judged),
    widest: widestOf(judged),
  };
}

const measured = ['regNum', 'name', 'number', 'invNo'] as const;
/** The length of the 97th of 100 texts is used, because a few very long ones would make the column too wide. */
const inHundred = 97;
const longest = 100;

/** The length of nearly all texts of each field, for the width of the list's columns. */
function widestOf(judged: readonly JudgedRow[]): CheckSummary['widest'] {
  const widest: CheckSummary['widest'] = {};
  for (const field of measured) {
    const counts = new Array<number>(longest + 1).fill(0);
    let sum = 0;
    for (const { record } of judged) {
      const letters = Math.min(longest, record[field]?.length ?? 0);
      counts[letters] = (counts[letters] ?? 0) + 1;
      if (letters > 0) sum += 1;
    }
    counts[0] = 0;
    let seen = 0;
    widest[field] = counts.findIndex((count) => {
      seen += count;
      return seen * 100 >= sum * inHundred;
    });
  }
  return widest;
}
