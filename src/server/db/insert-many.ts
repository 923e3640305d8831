/** Many rows into one table without paying for building the same SQL again and again. */
import { setImmediate as turn } from 'node:timers/promises';
import { CompiledQuery, type InsertObject, sql } from 'kysely';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** SQLite takes 32,766 values in a statement and PostgreSQL 65,535; small statements are also kinder to others. */
const valuesPerStatement = 2000;

type Size = { db: Db; table: string; columns: readonly string[]; count: number };

/** The statement's text for so many rows; every row gives its values in the order of `columns`. */
function textFor({ db, table, columns, count }: Size): string {
  const heads = sql.join(columns.map((column) => sql.ref(column)));
  const line = sql`(${sql.join(columns.map(() => null))})`;
  const lines = sql.join(Array.from({ length: count }, () => line));
  return sql`insert into ${sql.table(table)} (${heads}) values ${lines}`.compile(db).sql;
}

/**
 * Inserts the rows in order, inside the caller's transaction; all rows must have the first row's columns, in
 * whatever order. Between statements other requests get their turn.
 */
export async function insertMany<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly InsertObject<Tables, T>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  const perStatement = Math.max(1, Math.floor(valuesPerStatement / columns.length));
  let text = '';
  for (let from = 0; from < rows.length; from += perStatement) {
    const part = rows.slice(from, from + perStatement);
    if (from === 0 || part.length < perStatement) text = textFor({ db, table, columns, count: part.length });
    const values: unknown[] = [];
    for (const row of part) for (const column of columns) values.push(row[column] ?? null);
    await db.executeQuery(CompiledQuery.raw(text, values));
    await turn();
  }
}
