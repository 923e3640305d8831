import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from './is-postgres.ts';
import type { Db } from './store.ts';

/** How each column of a list of values is to be read. */
export type ValueColumns = Record<string, 'text' | 'bigint'>;
type Row = Record<string, unknown>;
type Columns = { same: [string, string][]; own: [string, string][] };

/** Rows as one JSON text. Half a character, as a torn text may hold one, is refused by PostgreSQL's JSON; it is kept as the sign for such. */
export function wellFormed(rows: readonly unknown[]): string {
  const text = JSON.stringify(rows);
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(rows, (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}

/** The columns that are the same in all rows, and those that each has of its own. */
function split(columns: ValueColumns, rows: readonly Row[]): Columns {
  const [first] = rows;
  const entries = Object.entries(columns);
  const isSame = ([column]: [string, string]): boolean =>
    first !== undefined && rows.every((row) => row[column] === first[column]);
  const same = entries.filter(isSame);
  return { same, own: entries.filter((entry) => !same.includes(entry)) };
}

/**
 * `name(columns) as (…)`, for a `with` before a statement that changes many rows each in its own way. The rows travel
 * as one JSON text, so a list of any length is the same statement, and none is too long. What is the same in all of
 * them travels once: to take it out of each row would be most of the work.
 */
export function valueRows(
  db: Db,
  name: string,
  { columns, rows }: { columns: ValueColumns; rows: readonly Row[] },
): RawBuilder<unknown> {
  const { same, own } = split(columns, rows);
  const heads = sql.join([...same, ...own].map(([column]) => sql.ref(column)));
  const text = wellFormed(rows.map((row) => own.map(([column]) => row[column] ?? null)));
  const once = same.map(([column, kind]) => sql`cast(${rows[0]?.[column] ?? null} as ${sql.raw(kind)})`);
  if (isPostgres(db)) {
    const each = own.map(([, kind], at) => sql`(value ->> ${sql.lit(at)})::${sql.raw(kind)}`);
    return sql`${sql.ref(name)} (${heads}) as materialized (
      select ${sql.join([...once, ...each])} from json_array_elements(${text}::json))`;
  }
  const each = own.map((_column, at) => sql`value ->> ${sql.lit(at)}`);
  return sql`${sql.ref(name)} (${heads}) as materialized (select ${sql.join([...once, ...each])} from json_each(${text}))`;
}

/** The same for a list of numbers or texts; its only column is `value`. */
export function valueList(db: Db, name: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  const kind = typeof values[0] === 'string' ? 'text' : 'bigint';
  const list = sql`${sql.ref(name)} (value) as materialized`;
  if (isPostgres(db))
    return sql`${list} (select value::${sql.raw(kind)} from json_array_elements_text(${wellFormed(values)}::json))`;
  return sql`${list} (select value from json_each(${wellFormed(values)}))`;
}

/** A list of ids of any length, as something to be `in`; an empty one does not say that it is of numbers. */
export const idList = (db: Db, ids: readonly number[]) =>
  sql<number>`(with ${valueList(db, 'chosen', ids.length > 0 ? ids : [0])} select value from chosen)`;
