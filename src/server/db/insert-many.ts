/** Many rows into one table without paying for building the same SQL again and again. */

import { CompiledQuery, type InsertObject, sql } from 'kysely';
import { yieldToEventLoop } from '../yielding.ts';
import { isPostgres } from './is-postgres.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';
import { wellFormed } from './value-rows.ts';

/** SQLite takes 32,766 values in a statement; small statements are also kinder to others. */
const valuesPerStatement = 4000;
/** Round, so that lists of thousands leave no odd rest, which would need a statement of its own. */
const rowsPerStatement = [500, 200, 100, 50, 20, 10, 5, 2, 1];
/** PostgreSQL reads them as one JSON text: its own driver takes longer over thousands of values than it over their rows. */
const rowsPerText = 500;
/** Rows after which other requests get their turn: some milliseconds of work. */
const rowsAtOnce = 1000;

type Size = { db: Db; table: string; columns: readonly string[]; count: number };
type Row = Record<string, unknown>;
/** Inserts the rows from `from` on; answers how many it took. */
type InsertPart = (from: number) => Promise<number>;

const keptTexts = new Map<string, string>();
const mostKept = 50;

/** The statement's text for so many rows; every row gives its values in the order of `columns`. */
function textFor(size: Size): string {
  const key = `${size.table} ${size.count} ${size.columns}`;
  const text = keptTexts.get(key) ?? compileFor(size);
  if (keptTexts.size >= mostKept) keptTexts.clear();
  keptTexts.set(key, text);
  return text;
}

const headsOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

function compileFor({ db, table, columns, count }: Size): string {
  const line = sql`(${sql.join(columns.map(() => null))})`;
  const lines = sql.join(Array.from({ length: count }, () => line));
  return sql`insert into ${sql.table(table)} (${headsOf(columns)}) values ${lines}`.compile(db).sql;
}

function insertValues(db: Db, table: string, rows: readonly Row[]): InsertPart {
  const columns = Object.keys(rows[0] ?? {});
  const perStatement = rowsPerStatement.find((count) => count * columns.length <= valuesPerStatement) ?? 1;
  return async (from) => {
    const part = rows.slice(from, from + perStatement);
    const values: unknown[] = [];
    for (const row of part) for (const column of columns) values.push(row[column] ?? null);
    await db.executeQuery(CompiledQuery.raw(textFor({ db, table, columns, count: part.length }), values));
    return part.length;
  };
}

// Dialect: the columns' types are those of the table itself.
function insertText(db: Db, table: string, rows: readonly Row[]): InsertPart {
  const heads = headsOf(Object.keys(rows[0] ?? {}));
  const into = sql.table(table);
  return async (from) => {
    const part = rows.slice(from, from + rowsPerText);
    await sql`insert into ${into} (${heads}) select ${heads}
      from json_populate_recordset(null::${into}, ${wellFormed(part)}::json)`.execute(db);
    return part.length;
  };
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
  const insertPart = (isPostgres(db) ? insertText : insertValues)(db, table, rows as readonly Row[]);
  let yieldedAt = 0;
  for (let from = 0; from < rows.length; from += await insertPart(from)) {
    if (from - yieldedAt < rowsAtOnce) continue;
    await yieldToEventLoop();
    yieldedAt = from;
  }
}
