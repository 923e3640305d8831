/**
 * The children that a sheet of bills brings to the list of students: a row with a registration number, a name and a
 * class is also a child.
 */

import type { CountryCode } from '../people/phone.ts';
import type { CheckedChild, ChildrenSummary } from './checked.ts';
import { studentColumns } from './columns.ts';
import type { RowRead } from './read-row.ts';
import type { RowRecord } from './read-table.ts';
import type { ChildrenChoice, FoundStudent } from './sheet-rows.ts';
import { takeFoundStudent } from './take-found.ts';

/** `before`: the stored values that the row would change, by field. */
export type ChildMatch = { is: CheckedChild; before: ReadonlyMap<string, string> };

type Values = RowRead['values'];
const needed = ['regNum', 'name', 'class'] as const;
const isChild = (values: Values): boolean => needed.every((field) => values[field] !== undefined);

const outcomes = { add: 'new', update: 'changed', same: 'same', held: 'held' } as const;

/** Compares the row with the stored student. Undefined if the row has no child. */
export function matchChild(
  student: FoundStudent | undefined,
  values: Values,
  country: CountryCode,
): ChildMatch | undefined {
  if (!isChild(values)) return undefined;
  if (!student) return { is: 'new', before: new Map() };
  const { outcome, before } = takeFoundStudent(student, values, country);
  return { is: outcomes[outcome], before };
}

type Judged = { record: RowRecord; child: ChildMatch | undefined };

/** Counts each child once, by its first row. Null if no row has a child. */
export function summariseChildren(rows: Iterable<Judged>, choice: ChildrenChoice): ChildrenSummary | null {
  const seen = new Set<string>();
  const counts = { new: 0, changed: 0, same: 0, held: 0 };
  const fields = new Map<string, number>();
  for (const { record, child } of rows) {
    if (!child || seen.has(record.regNum ?? '')) continue;
    seen.add(record.regNum ?? '');
    counts[child.is] += 1;
    if (child.is === 'changed')
      for (const field of child.before.keys()) fields.set(field, (fields.get(field) ?? 0) + 1);
  }
  if (seen.size === 0) return null;
  const changes = studentColumns.flatMap(({ field }) => {
    const count = fields.get(field);
    return count ? [{ field, count }] : [];
  });
  return { ...counts, changes, choice };
}
