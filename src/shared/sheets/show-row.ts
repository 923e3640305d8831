/** One row of a check as the page shows it. */

import { formatPhoneNumber, formatTypedNumbers } from '../text/say-number.ts';
import type { Cell } from './cells.ts';
import type { CheckedCell, RowIssue } from './checked.ts';
import type { ChildMatch } from './children.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import type { RowRead } from './read-row.ts';
import { showCell } from './samples.ts';
import { type StoredMatch, showValue } from './take-found.ts';

/** `sheet`: the cells of the file; `cells`: the cells with the typed values. */
export type RowShown = {
  sheet: readonly Cell[];
  cells: readonly Cell[];
  edited: ReadonlyMap<string, string> | undefined;
  read: RowRead | undefined;
  numbers: readonly string[];
  country: string;
  found: StoredMatch | undefined;
  /** The child of the row, if the save changes it. */
  child: ChildMatch | undefined;
  issues: readonly RowIssue[];
};

function levelIn(issues: readonly RowIssue[], field: string): CheckedCell['level'] {
  const ofField = issues.filter((issue) => issue.field === field);
  return ofField.some(({ level }) => level === 'error') ? 'error' : ofField[0]?.level;
}

/** The value of the column, or of all columns of the field. */
export const showIn = (one: MappedColumn, cells: readonly Cell[]): string =>
  partsOf(one)
    .map(({ index }) => showCell(cells[index]))
    .filter(Boolean)
    .join(', ');

function textOf(one: MappedColumn, row: RowShown): string {
  const { column } = one;
  const value = row.read?.values[column.field];
  if (value === undefined) return showIn(one, row.cells);
  const isRepaired = row.issues.some(({ kind, field }) => kind === 'repaired' && field === column.field);
  if (isRepaired) return row.numbers.map((number) => formatPhoneNumber(number, row.country)).join(', ');
  return column.kind === 'number'
    ? formatTypedNumbers(String(value), row.country)
    : showValue(column.kind, value);
}

/**
 * The value to show as the earlier one. If a person typed over the cell: the value in the sheet. If the value was
 * repaired: the value before the repair. Otherwise: the value in the store that the row would change, if any.
 */
function beforeOf(one: MappedColumn, row: RowShown): string | undefined {
  const { column } = one;
  if (row.edited?.has(column.field)) return showIn(one, row.sheet);
  if (row.issues.some(({ kind, field }) => kind === 'repaired' && field === column.field))
    return showIn(one, row.cells);
  const ofBill = row.found?.outcome === 'update' ? row.found.before.get(column.field) : undefined;
  return ofBill ?? row.child?.before.get(column.field);
}

export function showCells(mapped: readonly MappedColumn[], row: RowShown): CheckedCell[] {
  return mapped.map((one): CheckedCell => {
    const cell: CheckedCell = {
      field: one.column.field,
      ...(one.head ? { name: one.head.name } : {}),
      text: textOf(one, row),
    };
    const before = beforeOf(one, row);
    const level = levelIn(row.issues, one.column.field);
    if (before !== undefined) cell.before = before;
    if (level !== undefined) cell.level = level;
    return cell;
  });
}
