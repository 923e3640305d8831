/**
 * Reads the rows of a table in the same form from either engine: each value as text, ordered by the key of the table.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Db } from './store.ts';
import type { Column, TableShape } from './table-shapes.ts';

/** The values of a row, in the order of the table's columns. Integers are given as digits. */
export type Row = readonly (string | null)[];

/** The limits of a part in memory: this many rows or this many characters. */
const mostRows = 5000;
const mostLetters = 4 * 1024 * 1024;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (columns: readonly Column[]): string => columns.map(({ name }) => quoted(name)).join(', ');

/** The key of a row in a form for people: `id 7`. */
export function rowKey({ columns, key }: TableShape, row: Row): string {
  return key.map((column) => `${column.name} ${row[columns.indexOf(column)]}`).join(', ');
}

const lengthOf = (row: Row): number => row.reduce((sum, value) => sum + (value?.length ?? 0), 0);

/** Splits rows into parts. Each part is for one transaction. */
function* inParts(rows: Iterable<Row>): Generator<Row[]> {
  let part: Row[] = [];
  let letters = 0;
  for (const row of rows) {
    part.push(row);
    letters += lengthOf(row);
    if (part.length < mostRows && letters < mostLetters) continue;
    yield part;
    part = [];
    letters = 0;
  }
  if (part.length > 0) yield part;
}

type Read = bigint | string | null;

function* iterate(database: DatabaseSync, text: string, values: readonly Read[]): Generator<Row> {
  const statement = database.prepare(text);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  // In Node's types rows can only be objects.
  for (const row of statement.iterate(...values) as unknown as Iterable<Read[]>)
    yield row.map((value) => (value === null ? null : String(value)));
}

/** Yields the rows of a file after the row `after`, or all rows. */
export function* sqliteRows(
  database: DatabaseSync,
  { name, columns, key, where = '1 = 1' }: TableShape,
  after?: Row,
): Generator<Row[]> {
  const from = `select ${list(columns)} from ${quoted(name)} where ${where}`;
  const order = `order by ${list(key)}`;
  if (!after) return yield* inParts(iterate(database, `${from} ${order}`, []));
  const values = key.map((column) => {
    const value = after[columns.indexOf(column)] ?? null;
    return column.kind === 'integer' && value !== null ? BigInt(value) : value;
  });
  const behind = `and (${list(key)}) > (${key.map(() => '?').join(', ')})`;
  yield* inParts(iterate(database, `${from} ${behind} ${order}`, values));
}

/**
 * Yields rows with a NUL character in a text, which PostgreSQL cannot store. At most `most` rows, each with its
 * column.
 */
export function* rowsWithNul(
  database: DatabaseSync,
  shape: TableShape,
  most: number,
): Generator<{ row: Row; column: string }> {
  const texts = shape.columns.filter(({ kind, isGenerated }) => kind === 'text' && !isGenerated);
  if (texts.length === 0) return;
  const holds = texts.map(({ name }) => `instr(${quoted(name)}, char(0)) > 0`).join(' or ');
  const text = `select ${list(shape.columns)} from ${quoted(shape.name)} where ${holds} order by ${list(shape.key)} limit ${most}`;
  for (const row of iterate(database, text, []))
    for (const column of texts)
      if (row[shape.columns.indexOf(column)]?.includes('\0')) yield { row, column: column.name };
}

/**
 * Orders texts by their bytes, as SQLite does, whatever the collation of the database. The table name is necessary:
 * without it PostgreSQL would order by the selected expression, in which numbers are text.
 */
const byBytes =
  (table: string) =>
  ({ name, kind }: Column): string =>
    `${quoted(table)}.${quoted(name)}${kind === 'text' ? ' collate "C"' : ''}`;

type Found = Record<string, string | null>;
/** A small number, because the length of the rows is known only after reading them. */
const atOnce = 500;

/** Yields the rows of a PostgreSQL table, in the caller's transaction. */
export async function* postgresRows(
  db: Db,
  { name, columns, key, where = '1 = 1' }: TableShape,
): AsyncGenerator<Row[]> {
  const texts = columns.map((column) => `${quoted(column.name)}::text as ${quoted(column.name)}`).join(', ');
  const order = key.map(byBytes(name)).join(', ');
  const select = `select ${texts} from ${quoted(name)} where ${where} order by ${order}`;
  await sql.raw(`declare moved no scroll cursor for ${select}`).execute(db);
  for (;;) {
    const { rows } = await sql.raw<Found>(`fetch ${atOnce} from moved`).execute(db);
    if (rows.length === 0) break;
    yield rows.map((row) => columns.map((column) => row[column.name] ?? null));
  }
  await sql.raw('close moved').execute(db);
}

/** The number of rows, and the SHA-256 of all rows in order. */
export type Checksum = { rows: number; sha256: string };

/** `same` changes each row before it is hashed. */
export async function checksumOf(
  parts: AsyncIterable<Row[]> | Iterable<Row[]>,
  same: (row: Row) => Row = (row) => row,
): Promise<Checksum> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const part of parts) {
    rows += part.length;
    hash.update(part.map((row) => `${JSON.stringify(same(row))}\n`).join(''));
  }
  return { rows, sha256: hash.digest('hex') };
}

async function* oneByOne(parts: AsyncIterable<Row[]> | Iterable<Row[]>): AsyncGenerator<Row> {
  for await (const part of parts) yield* part;
}

/** Returns the first row that differs. Undefined if both sides are equal. */
export async function findDifference(
  here: AsyncIterable<Row[]> | Iterable<Row[]>,
  there: AsyncIterable<Row[]> | Iterable<Row[]>,
): Promise<Row | undefined> {
  const [ours, theirs] = [oneByOne(here), oneByOne(there)];
  for (;;) {
    const [one, other] = [await ours.next(), await theirs.next()];
    if (one.done || other.done) return one.value ?? other.value ?? undefined;
    if (JSON.stringify(one.value) !== JSON.stringify(other.value)) return one.value;
  }
}
