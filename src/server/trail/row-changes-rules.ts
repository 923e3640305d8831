/** How changes of money rows are stored as text. The text is sealed with its entry, so its shape must stay readable. */
import type { Tables } from '../platform/db/tables.ts';

/**
 * The columns that the audit log states of each money table. What is computed from them, such as the status of a bill,
 * is not among them. The order never changes. A new column comes last and needs a migration that states its value.
 */
export const statedColumns = {
  payment: [
    ...['receiptNo', 'amount', 'method', 'accountID', 'receivedOn', 'regNum', 'billID', 'payer'],
    ...['reference', 'source', 'createdAt', 'createdBy', 'bookedOn'],
    ...['voidedAt', 'voidedBy', 'voidReason', 'voidedOn'],
  ],
  allocation: ['paymentID', 'billID', 'groupID', 'amount', 'createdAt', 'bookedOn', 'endedAt', 'endedOn'],
  payment_return: [
    ...[
      'paymentID',
      'kind',
      'amount',
      'returnedOn',
      'concerns',
      'accountID',
      'reason',
      'createdAt',
      'createdBy',
    ],
  ],
  adjustment: [
    ...['billID', 'kind', 'amount', 'reason', 'day', 'toBillID', 'ofLateFine', 'createdAt', 'createdBy'],
    ...['voidedAt', 'voidedBy', 'voidReason', 'voidedOn'],
  ],
  cash_count: ['day', 'clerk', 'expected', 'counted', 'note', 'createdAt', 'createdBy'],
  bill: ['regNum', 'invNo', 'total', 'amountAfterDueDate', 'dueDate', 'expiryDate', 'statedStatus'],
} as const satisfies { [T in keyof Tables]?: readonly (keyof Tables[T])[] };

export type StatedTable = keyof typeof statedColumns;
export const statedTables = Object.keys(statedColumns) as StatedTable[];

export type StatedValue = string | number | null;
/** A row as a statement returned it. Only its id and its stated columns are used. */
export type StatedRow = { id: number };

type Column = StatedValue | StatedValue[];
/**
 * The ids of the rows, and their values by column. A column with the same value in all rows has one value, any other
 * a list. An added row states all columns in the order of `statedColumns`, a changed row those that the program set.
 */
export type RowChange =
  | [table: StatedTable, kind: 'added', ids: number[], columns: Column[]]
  | [table: StatedTable, kind: 'changed', ids: number[], columns: Record<string, Column>]
  | [table: StatedTable, kind: 'removed', ids: number[]];
export type ChangeKind = RowChange[1];

export function toRowChange(table: StatedTable, kind: ChangeKind, rows: readonly StatedRow[]): RowChange {
  const all = rows as readonly (StatedRow & Record<string, StatedValue>)[];
  const ids = all.map(({ id }) => id);
  if (kind === 'removed') return [table, kind, ids];
  const columnOf = (name: string): Column => {
    const values = all.map((row) => row[name] ?? null);
    const [first = null] = values;
    return values.every((value) => value === first) ? first : values;
  };
  if (kind === 'added') return [table, kind, ids, statedColumns[table].map(columnOf)];
  // All rows come from one statement, so all have the columns of the first one.
  const set = statedColumns[table].filter((column) => column in (all[0] ?? {}));
  return [table, kind, ids, Object.fromEntries(set.map((column) => [column, columnOf(column)]))];
}

/** The value of the row number `at`. */
export const valueAt = (column: Column, at: number): StatedValue =>
  Array.isArray(column) ? (column[at] ?? null) : column;
