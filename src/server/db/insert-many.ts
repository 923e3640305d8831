/** Many rows into one table without paying for building the same SQL again and again. */

import { CompiledQuery, type InsertObject, sql } from 'kysely';
import { yieldToEventLoop } from '../yielding.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** SQLite takes 32,766 values in a statement and PostgreSQL 65,535; small statements are also kinder to others. */
const valuesPerStatement = 4000;
/** Round, so that lists of thousands leave no odd rest, which would need a statement of its own. */
const rowsPerStatement = [500, 200, 100, 50, 20, 10, 5, 2, 1];
/** Milliseconds after which other requests get their turn. */
const longestStretch = 10;

type Size = { db: Db; table: string; columns: readonly string[]; count: number };

const keptTexts = new Map<string, string>();
const mostKept = 50;

/** The statement's text for so many rows; every row gives its values in the order of `columns`. */
function textFor(size: Size): string {
  // How the engine marks a value tells the two apart.
  const mark = sql`${null}`.compile(size.db).sql;
  const key = `${mark} ${size.table} ${size.count} ${size.columns}`;
  const text = keptTexts.get(key) ?? compileFor(size);
  if (keptTexts.size >= mostKept) keptTexts.clear();
  keptTexts.set(key, text);
  return text;
}

function compileFor({ db, table, columns, count }: Size): string {
  const heads = sql.join(columns.map((column) => sql.ref(column)));
  const line = sql`(${sql.join(columns.map(() => null))})`;
  const lines = sql.join(Array.from({ length: count }, () => line));
  return sql`insert into ${sql.table(table)} (${heads}) values ${lines}`.compile(db).sql;
}

/**
 * Inserts the rows in order, inside the caller's transaction; all rows must have the first row's columns, in
 * whatever order. Every few statements other requests get their turn.
 */
export async function insertMany<T extends keyof Tables>(
  db: Db,
  table: T,
  rows: readonly InsertObject<Tables, T>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first) as (keyof typeof first & string)[];
  const perStatement = rowsPerStatement.find((count) => count * columns.length <= valuesPerStatement) ?? 1;
  let text = '';
  let turnedAt = performance.now();
  for (let from = 0; from < rows.length; from += perStatement) {
    const part = rows.slice(from, from + perStatement);
    if (from === 0 || part.length < perStatement) text = textFor({ db, table, columns, count: part.length });
    const values: unknown[] = [];
    for (const row of part) for (const column of columns) values.push(row[column] ?? null);
    await db.executeQuery(CompiledQuery.raw(text, values));
    if (performance.now() - turnedAt < longestStretch) continue;
    await yieldToEventLoop();
    turnedAt = performance.now();
  }
}
