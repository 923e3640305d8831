/**
 * Rows that share a number although their contents differ. Nearly always one of the numbers is wrong, so a person
 * corrects it. Nothing proposes to drop such a row.
 */
import { formatAmount } from '../money/money.ts';
import type { CheckRows } from './check-rows.ts';
import type { ProblemAnswer, SharedNumber, ShownChild } from './checked.ts';
import { comparedName, type Duplicate } from './find-twice.ts';
import { type RowRecord, rowNumber } from './read-table.ts';
import { sharedField } from './say-twice.ts';
import { showIn } from './show-row.ts';

/** Numbers with their own line. The rows of further numbers share one line. */
const mostNumbers = 6;
const mostChildren = 3;

/** A key for all rows with this number. `existing`: the keys of all lines so far. */
export function keyOfShared(record: RowRecord, duplicate: Duplicate, existing: readonly string[]): string {
  const field = sharedField(record, duplicate);
  if (field === 'name') return 'twice other';
  const own = `shared ${field} ${record[field]}`;
  const isFull = existing.filter((key) => key.startsWith('shared ')).length >= mostNumbers;
  return !existing.includes(own) && isFull ? 'twice other' : own;
}

const textIn = (rows: CheckRows, record: RowRecord, field: string): string => {
  const column = rows.columnOf(field);
  return column ? showIn(column, rows.cellsOf(record)) : '';
};

/** A child as a person recognises it: its name, class, line and amount. */
function showChild(rows: CheckRows, record: RowRecord): ShownChild {
  const place = ['class', 'section'].map((field) => textIn(rows, record, field)).filter(Boolean);
  return {
    row: rowNumber(rows.table, record.at),
    name: record.name ?? '',
    place: place.join('-'),
    amount: record.total === undefined ? '' : formatAmount(record.total),
  };
}

export const showChildren = (rows: CheckRows, records: readonly RowRecord[]): ShownChild[] =>
  records.slice(0, mostChildren).map((record) => showChild(rows, record));

/** What differs between the rows, besides the name. */
function listDifferences(rows: CheckRows, records: readonly RowRecord[]): SharedNumber['differ'] {
  const differs = (textOf: (record: RowRecord) => string): boolean =>
    new Set(records.map(textOf).filter(Boolean)).size > 1;
  return [
    ...(differs((record) => textIn(rows, record, 'fatherName').toLowerCase()) ? (['father'] as const) : []),
    ...(differs(({ numbers }) => numbers) ? (['phone'] as const) : []),
    ...(differs(({ invNo = '' }) => invNo) ? (['voucher'] as const) : []),
    ...(differs(({ total }) => String(total ?? '')) ? (['amount'] as const) : []),
  ];
}

/** `records`: the rows with the number, the first of them first. `later`: those among them that are refused. */
export function describeShared(
  rows: CheckRows,
  { records, later }: { records: readonly RowRecord[]; later: readonly RowRecord[] },
): SharedNumber | undefined {
  const [record] = later;
  const duplicate = record && rows.twice.get(record.id);
  const field = record && duplicate && sharedField(record, duplicate);
  if (field === undefined || field === 'name') return undefined;
  return {
    field,
    number: record?.[field] ?? '',
    isOneName: new Set(records.map(comparedName)).size === 1,
    // A typed number can be meant for one child only.
    isTypable: later.length === 1,
    differ: listDifferences(rows, records),
  };
}

/** The first answer is the proposed one. Two bills of one child need two invoice numbers. */
export function answersForShared(rows: CheckRows, later: readonly RowRecord[]): ProblemAnswer[] {
  const duplicates = later.flatMap((record) => rows.twice.get(record.id) ?? []);
  const isNamed = later.some((record, at) => {
    const duplicate = duplicates[at];
    return duplicate !== undefined && sharedField(record, duplicate) === 'name';
  });
  // A student without a registration number cannot be saved.
  if (isNamed || rows.table.kind === 'students') return [];
  const areTwoBills = duplicates.every(({ by }) => by === 'child');
  return areTwoBills
    ? [{ name: 'correct' }, { name: 'oneChild' }]
    : [{ name: 'correct' }, { name: 'first' }, { name: 'later' }];
}

/** The edits of *Correct*: the later rows get the typed number, or none until it is known. */
export function correctionsOf(
  rows: CheckRows,
  ids: readonly number[],
  text: string,
): Map<number, ReadonlyMap<string, string>> {
  const later = ids.flatMap((id) => {
    const [record, duplicate] = [rows.records[id], rows.twice.get(id)];
    return record && duplicate ? [{ id, field: sharedField(record, duplicate) }] : [];
  });
  const typed = later.length === 1 ? text.trim() : '';
  return new Map(later.map(({ id, field }) => [id, new Map([[field, typed]])]));
}
