/**
 * Statements over long lists: read in parts, pass values as rows, and insert many rows without compiling the same SQL
 * again.
 */
import { CompiledQuery, type InsertObject, type RawBuilder, sql } from 'kysely';
import { wellFormedJson } from '#shared/well-formed-json.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { type Db, isPostgres } from './store.ts';
import type { Tables } from './tables.ts';

/** How many items or rows one statement reads or changes before it yields to the event loop. */
const atOnce = 3000;

export async function* partsOf<T>(list: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < list.length; from += atOnce) {
    yield list.slice(from, from + atOnce);
    await yieldToEventLoop();
  }
}

type Find<T> = (page: { after: number; take: number }) => Promise<T[]>;

/** All rows of a query, in parts of `atOnce` rows behind the id `after`, in the order of their ids. */
export async function* foundRows<T extends { id: number }>(find: Find<T>): AsyncGenerator<T[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await find({ after, take: atOnce });
    if (rows.length > 0) yield rows;
    isMore = rows.length === atOnce;
    after = rows.at(-1)?.id ?? 0;
    await yieldToEventLoop();
  }
}

/** The ids of the rows that `foundRows` returns. */
export async function* foundIDs(find: Find<{ id: number }>): AsyncGenerator<number[]> {
  for await (const rows of foundRows(find)) yield rows.map(({ id }) => id);
}

/** All results of the parts, in one list. */
export async function gather<P, R>(parts: AsyncIterable<P>, find: (part: P) => Promise<R[]>): Promise<R[]> {
  const all: R[] = [];
  for await (const part of parts) for (const row of await find(part)) all.push(row);
  return all;
}

/** The SQL type of each column in a list of values. */
export type ValueColumns = Record<string, 'text' | 'bigint'>;
type Row = Record<string, unknown>;
type Columns = { same: [string, string][]; own: [string, string][] };

/** Separates the columns with one value for all rows from those with a value for each row. */
function split(columns: ValueColumns, rows: readonly Row[]): Columns {
  const [first] = rows;
  const entries = Object.entries(columns);
  const isSame = ([column]: [string, string]): boolean =>
    first !== undefined && rows.every((row) => row[column] === first[column]);
  const same = entries.filter(isSame);
  return { same, own: entries.filter((entry) => !same.includes(entry)) };
}

/**
 * `name(columns) as (…)`, for a `with` before a statement that changes each of many rows differently. The rows are
 * passed as one JSON text, so the statement is the same for any length and never too long. A value that is the same in
 * all rows is passed once, because extracting it from each row would take most of the time.
 */
export function valueRows(
  db: Db,
  name: string,
  { columns, rows }: { columns: ValueColumns; rows: readonly Row[] },
): RawBuilder<unknown> {
  const { same, own } = split(columns, rows);
  const heads = sql.join([...same, ...own].map(([column]) => sql.ref(column)));
  const text = wellFormedJson(rows.map((row) => own.map(([column]) => row[column] ?? null)));
  const once = same.map(([column, kind]) => sql`cast(${rows[0]?.[column] ?? null} as ${sql.raw(kind)})`);
  // Of one row every value is passed once. PostgreSQL expects a hundred rows of a JSON text, and reads a whole table.
  if (rows.length === 1) return sql`${sql.ref(name)} (${heads}) as materialized (select ${sql.join(once)})`;
  if (isPostgres(db)) {
    const each = own.map(([, kind], at) => sql`(value ->> ${sql.lit(at)})::${sql.raw(kind)}`);
    return sql`${sql.ref(name)} (${heads}) as materialized (
      select ${sql.join([...once, ...each])} from json_array_elements(${text}::json))`;
  }
  const each = own.map((_column, at) => sql`value ->> ${sql.lit(at)}`);
  return sql`${sql.ref(name)} (${heads}) as materialized (select ${sql.join([...once, ...each])} from json_each(${text}))`;
}

/** Like `valueRows`, for a list of numbers or texts. Its only column is `value`. */
export function valueList(db: Db, name: string, values: readonly (string | number)[]): RawBuilder<unknown> {
  const kind = typeof values[0] === 'string' ? 'text' : 'bigint';
  const list = sql`${sql.ref(name)} (value) as materialized`;
  if (isPostgres(db))
    return sql`${list} (select value::${sql.raw(kind)} from json_array_elements_text(${wellFormedJson(values)}::json))`;
  return sql`${list} (select value from json_each(${wellFormedJson(values)}))`;
}

/** Lists of up to so many ids are passed as single values. */
const shortList = 10;

/**
 * A list of ids of any length for `in`. An empty list becomes `0`, because it would not show that its items are
 * numbers. Of a JSON text PostgreSQL cannot know the length: it expects a hundred ids, for which it reads a whole table
 * of some ten thousand rows. Short lists repeat their last id, so that each query has few different texts.
 */
export function idList(db: Db, ids: readonly number[]): RawBuilder<number> {
  if (ids.length > shortList)
    return sql<number>`(with ${valueList(db, 'chosen', ids)} select value from chosen)`;
  const last = ids.at(-1) ?? 0;
  const length = ids.length > 1 ? shortList : 1;
  return sql<number>`(${sql.join(Array.from({ length }, (_, at) => ids[at] ?? last))})`;
}

/** Like `idList`, for texts. */
export const textList = (db: Db, texts: readonly string[]) =>
  sql<string>`(with ${valueList(db, 'chosen', texts)} select value from chosen)`;

/**
 * A numeric column in a condition beside a list of ids. The plus keeps the index on this column from being used:
 * without row counts, SQLite would rather scan a whole campus, billing or broadcast.
 */
export const unindexed = (column: string) => sql<number>`+${sql.ref(column)}`;

/**
 * Like `unindexed`, for a text column. Without fresh statistics, PostgreSQL expects few rows and would scan all
 * messages in a state again for each id.
 */
export const unindexedText = (column: string) => sql<string>`(${sql.ref(column)} || '')`;

/** SQLite allows 32,766 values in a statement; small statements also block others for less time. */
const valuesPerStatement = 4000;
/** Round sizes, so that lists of thousands need no extra statement for a remainder. */
const rowsPerStatement = [500, 200, 100, 50, 20, 10, 5, 2, 1];
/**
 * PostgreSQL gets the rows as one JSON text: its driver takes longer for thousands of values than the server takes for
 * their rows.
 */
const rowsPerText = 500;
/** Rows after which other requests get a turn: some milliseconds of work. */
const rowsAtOnce = 1000;

type Size = { db: Db; table: string; columns: readonly string[]; count: number };
/** Inserts rows from index `from` on. Returns how many it inserted. */
type InsertPart = (from: number) => Promise<number>;

const keptTexts = new Map<string, string>();
const mostKept = 50;

/** The SQL for this many rows. Each row gives its values in the order of `columns`. */
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

// Dialect: PostgreSQL takes the column types from the table itself.
function insertText(db: Db, table: string, rows: readonly Row[]): InsertPart {
  const heads = headsOf(Object.keys(rows[0] ?? {}));
  const into = sql.table(table);
  return async (from) => {
    const part = rows.slice(from, from + rowsPerText);
    await sql`insert into ${into} (${heads}) select ${heads}
      from json_populate_recordset(null::${into}, ${wellFormedJson(part)}::json)`.execute(db);
    return part.length;
  };
}

/**
 * Inserts the rows in order, in the caller's transaction. All rows must have the columns of the first one, in any
 * order. Other requests get a turn between the statements.
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
