/**
 * Statements for long lists: reading in parts, passing values as rows, and inserting many rows without compiling the
 * same SQL again.
 */
import { CompiledQuery, type InsertObject, type RawBuilder, sql } from 'kysely';
import { wellFormedJson } from '#shared/text/well-formed-json.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { type Db, isPostgres } from './store.ts';
import type { Tables } from './tables.ts';

/** How many items or rows one statement reads or changes before other requests get a turn. */
const atOnce = 3000;

export async function* partsOf<T>(list: readonly T[]): AsyncGenerator<T[]> {
  for (let from = 0; from < list.length; from += atOnce) {
    yield list.slice(from, from + atOnce);
    await yieldToEventLoop();
  }
}

type Find<T> = (page: { after: number; take: number }) => Promise<T[]>;

/** Yields all rows of a query, ordered by id, in parts of `atOnce` rows. `find` returns the rows after an id. */
export async function* foundRows<T extends { id: number }>(find: Find<T>): AsyncGenerator<T[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await find({ after, take: atOnce });
    if (rows.length > 0) yield rows;
    isMore = rows.length === atOnce;
    after = rows.at(-1)?.id ?? 0;
    await yieldToEventLoop();
  }
}

/** Yields the ids of the rows that `foundRows` yields. */
export async function* foundIDs(find: Find<{ id: number }>): AsyncGenerator<number[]> {
  for await (const rows of foundRows(find)) yield rows.map(({ id }) => id);
}

/** Returns the results of all parts in one list. */
export async function gather<P, R>(parts: AsyncIterable<P>, find: (part: P) => Promise<R[]>): Promise<R[]> {
  const all: R[] = [];
  for await (const part of parts) for (const row of await find(part)) all.push(row);
  return all;
}

/** The SQL type of each column in a list of values. */
export type ValueColumns = Record<string, 'text' | 'bigint'>;
type Row = Record<string, unknown>;
type Columns = { same: [string, string][]; own: [string, string][] };

/** Separates the columns that have the same value in all rows from the other columns. */
function split(columns: ValueColumns, rows: readonly Row[]): Columns {
  const [first] = rows;
  const entries = Object.entries(columns);
  const isSame = ([column]: [string, string]): boolean =>
    first !== undefined && rows.every((row) => row[column] === first[column]);
  const same = entries.filter(isSame);
  return { same, own: entries.filter((entry) => !same.includes(entry)) };
}

/**
 * Returns `name(columns) as (…)` for the `with` of a statement that changes each of many rows differently. The rows
 * are passed as one JSON text, so the SQL is the same for any number of rows and never too long. A value that is the
 * same in all rows is passed only once, because extracting it from each row would take most of the time.
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
  // With a single row every value is passed once. For a JSON text PostgreSQL would expect a hundred rows and read a
  // whole table.
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

/** Lists with up to this many ids are passed as separate values. */
const shortList = 10;

/**
 * A list of ids of any length, for `in`. An empty list becomes `0`, which is no id. PostgreSQL cannot know the length
 * of a JSON text. It expects a hundred ids and then reads a whole table of some ten thousand rows, so short lists are
 * passed as separate values. Their last id is repeated, so that each query has only a few different texts.
 */
export function idList(db: Db, ids: readonly number[]): RawBuilder<number> {
  if (ids.length > shortList)
    return sql<number>`(with ${valueList(db, 'chosen', ids)} select value from chosen)`;
  const last = ids.at(-1) ?? 0;
  const length = ids.length > 1 ? shortList : 1;
  return sql<number>`(${sql.join(Array.from({ length }, (_, at) => ids[at] ?? last))})`;
}

/**
 * A condition: the column has one of these ids. For a statement that changes many rows, use it instead of `in` with
 * `idList`. PostgreSQL expects that conditions such as `is null` leave one row, and would then compare every row of the
 * table with every id. It looks ids up in an array.
 */
export const isAmong = (db: Db, column: string, ids: readonly number[]) =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(${[...ids]}::bigint[])`
    : sql<boolean>`${sql.ref(column)} in ${idList(db, ids)}`;

/** Like `idList`, for texts. */
export const textList = (db: Db, texts: readonly string[]) =>
  sql<string>`(with ${valueList(db, 'chosen', texts)} select value from chosen)`;

/**
 * A numeric column in a condition beside a list of ids. The plus prevents the use of an index on this column. Without
 * row counts, SQLite would use that index and scan a whole campus, billing or broadcast.
 */
export const unindexed = (column: string) => sql<number>`+${sql.ref(column)}`;

/**
 * Dialect: like `unindexed` on SQLite. PostgreSQL would expect that the plus leaves a few rows, so it is not for a join
 * of a whole campus.
 */
export const unindexedOnSqlite = (db: Db, column: string) =>
  isPostgres(db) ? sql.ref<number>(column) : unindexed(column);

/**
 * Like `unindexed`, for a text column. Without fresh statistics, PostgreSQL expects few rows and would scan all
 * messages of a state once for each id.
 */
export const unindexedText = (column: string) => sql<string>`(${sql.ref(column)} || '')`;

/** SQLite allows 32,766 values in a statement. Smaller statements block other requests for less time. */
const valuesPerStatement = 4000;
/** Lists of all lengths use these few statements. Round lists, such as 1000 rows, need none for a remainder. */
const rowsPerStatement = [500, 200, 100, 50, 20, 10, 5, 2, 1];
/**
 * PostgreSQL gets the rows as one JSON text, because its driver needs more time for thousands of values than the
 * server needs for their rows.
 */
const rowsPerText = 500;
/** After this many rows other requests get a turn. Inserting them takes some milliseconds. */
const rowsAtOnce = 1000;

/** `take` gets the inserted rows with these columns, part by part. */
type Returning = { columns: readonly string[]; take: (rows: { id: number }[]) => Promise<void> };
type NewRows<T> = readonly T[] | { rows: readonly T[]; back: Returning };
const nothingBack: Returning = { columns: [], take: async () => undefined };

type Size = { db: Db; table: string; columns: readonly string[]; count: number; returned: readonly string[] };
/** Inserts rows beginning at index `from`. Returns how many were inserted. */
type InsertPart = (from: number) => Promise<number>;

const cachedTexts = new Map<string, string>();
const mostCached = 50;

/** The SQL for this many rows. The values of each row are in the order of `columns`. */
function textFor(size: Size): string {
  const key = `${size.table} ${size.count} ${size.columns} ${size.returned}`;
  const text = cachedTexts.get(key) ?? compileFor(size);
  if (cachedTexts.size >= mostCached) cachedTexts.clear();
  cachedTexts.set(key, text);
  return text;
}

const headsOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));

/** The part of an insert that returns these columns; nothing without columns. */
const returning = (columns: readonly string[]) =>
  columns.length === 0 ? sql`` : sql` returning ${headsOf(columns)}`;

function compileFor({ db, table, columns, count, returned }: Size): string {
  const line = sql`(${sql.join(columns.map(() => null))})`;
  const lines = sql.join(Array.from({ length: count }, () => line));
  return sql`insert into ${sql.table(table)} (${headsOf(columns)}) values ${lines}${returning(returned)}`.compile(
    db,
  ).sql;
}

type Into = { db: Db; table: string; back: Returning };

function insertValues({ db, table, back }: Into, rows: readonly Row[]): InsertPart {
  const columns = Object.keys(rows[0] ?? {});
  const perStatement = rowsPerStatement.find((count) => count * columns.length <= valuesPerStatement) ?? 1;
  return async (from) => {
    const part = rows.slice(from, from + perStatement);
    const values: unknown[] = [];
    for (const row of part) for (const column of columns) values.push(row[column] ?? null);
    const size = { db, table, columns, count: part.length, returned: back.columns };
    const { rows: inserted } = await db.executeQuery(CompiledQuery.raw(textFor(size), values));
    await back.take(inserted as { id: number }[]);
    return part.length;
  };
}

// Dialect: PostgreSQL takes the column types from the table itself.
function insertText({ db, table, back }: Into, rows: readonly Row[]): InsertPart {
  const heads = headsOf(Object.keys(rows[0] ?? {}));
  const into = sql.table(table);
  return async (from) => {
    const part = rows.slice(from, from + rowsPerText);
    const inserted = await sql<{ id: number }>`insert into ${into} (${heads}) select ${heads}
      from json_populate_recordset(null::${into}, ${wellFormedJson(part)}::json)${returning(back.columns)}`.execute(
      db,
    );
    await back.take(inserted.rows);
    return part.length;
  };
}

/**
 * Inserts the rows in order, in the caller's transaction. All rows must have the same columns as the first row, in
 * any order. Other requests get a turn between the statements. `back` gets the inserted rows.
 */
export async function insertMany<T extends keyof Tables>(
  db: Db,
  table: T,
  given: NewRows<InsertObject<Tables, T>>,
): Promise<void> {
  const { rows, back } = 'back' in given ? given : { rows: given, back: nothingBack };
  const into = { db, table, back };
  const insertPart = (isPostgres(db) ? insertText : insertValues)(into, rows as readonly Row[]);
  let yieldedAt = 0;
  for (let from = 0; from < rows.length; from += await insertPart(from)) {
    if (from - yieldedAt < rowsAtOnce) continue;
    await yieldToEventLoop();
    yieldedAt = from;
  }
}
