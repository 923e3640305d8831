/** Follows the row changes in the audit log, and compares their result with the stored rows. */
import {
  type RowChange,
  type StatedTable,
  type StatedValue,
  statedColumns,
  valueAt,
} from '../../trail/row-changes-rules.ts';

export type Values = Record<string, StatedValue>;
/** A stored row. `values`: those of `statedColumns`, as JSON. */
export type Row = { id: number; values: string };

export const noLimit = Number.MAX_SAFE_INTEGER;

/**
 * What the audit log states of the rows of one table, for a range of ids. A row is stored as one text, which takes
 * less memory than its values.
 */
export type Stated = {
  readonly table: StatedTable;
  /** Ids above this one. */
  readonly after: number;
  /** Ids up to this one. `noLimit` while there is room for more rows. */
  until: number;
  readonly rows: Map<number, string>;
};

function follow({ table, rows }: Stated, change: RowChange, { id, at }: { id: number; at: number }): void {
  if (change[1] === 'removed') rows.delete(id);
  else if (change[1] === 'added') {
    const values = change[3].map((column) => valueAt(column, at));
    rows.set(id, JSON.stringify(values));
  } else {
    const before = rows.get(id);
    if (before === undefined) return;
    const values = JSON.parse(before) as StatedValue[];
    for (const [index, column] of statedColumns[table].entries()) {
      const set = change[3][column];
      if (set !== undefined) values[index] = valueAt(set, at);
    }
    rows.set(id, JSON.stringify(values));
  }
}

/** Rows are added in the order of their ids, so a full map holds the first rows of its range. */
export function take(stated: Stated, change: RowChange, most: number): void {
  for (const [at, id] of change[2].entries()) {
    if (id <= stated.after || id > stated.until) continue;
    follow(stated, change, { id, at });
    if (stated.rows.size >= most && stated.until === noLimit)
      stated.until = [...stated.rows.keys()].reduce((highest, one) => Math.max(highest, one), 0);
  }
}

/** `row`: what the audit log states of the row, or what is stored if it states nothing. */
export type RowDifference = { what: 'row'; table: StatedTable; id: number; row: Values } & (
  | { how: 'differs'; column: string; is: StatedValue; shouldBe: StatedValue }
  | { how: 'unstated' | 'missing' }
);

function valuesOf(table: StatedTable, text: string): Values {
  const values = JSON.parse(text) as StatedValue[];
  return Object.fromEntries(statedColumns[table].map((column, at) => [column, values[at] ?? null]));
}

/** PostgreSQL writes spaces into JSON. */
const isSame = (text: string | undefined, values: string): boolean =>
  text === values || text === JSON.stringify(JSON.parse(values));

/** Returns the difference between a stored row and the audit log. */
export function compare({ table, rows }: Stated, { id, values }: Row): RowDifference | undefined {
  const text = rows.get(id);
  if (isSame(text, values)) return undefined;
  const about = { what: 'row' as const, table, id };
  const is = valuesOf(table, values);
  if (text === undefined) return { ...about, how: 'unstated', row: is };
  const should = valuesOf(table, text);
  const column = statedColumns[table].find((column) => should[column] !== is[column]);
  if (column === undefined) return undefined;
  return {
    ...about,
    how: 'differs',
    row: should,
    column,
    is: is[column] ?? null,
    shouldBe: should[column] ?? null,
  };
}

/** The difference of a row that the audit log states and that is not stored. */
export const missing = ({ table, rows }: Stated, id: number): RowDifference => ({
  ...{ what: 'row', table, id, how: 'missing' },
  row: valuesOf(table, rows.get(id) ?? '[]'),
});
