/** The rows of a table out of either engine, written down alike: each value as a text, in the order of the table's key. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import type { Db } from './store.ts';
import type { Column, TableShape } from './table-shapes.ts';

/** The values of a row in the order of the table's columns: whole numbers as their digits. */
export type Row = readonly (string | null)[];

/** Rows that are held at once: so many, or as long together. */
const mostRows = 5000;
const mostLetters = 4 * 1024 * 1024;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (columns: readonly Column[]): string => columns.map(({ name }) => quoted(name)).join(', ');

/** What a row is called by, as a person reads it: `id 7`. */
export function keyOf({ columns, key }: TableShape, row: Row): string {
  return key.map((column) => `${column.name} ${row[columns.indexOf(column)]}`).join(', ');
}

const lengthOf = (row: Row): number => row.reduce((sum, value) => sum + (value?.length ?? 0), 0);

/** In parts that one transaction takes. */
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
  // Its types know rows as objects only.
  for (const row of statement.iterate(...values) as unknown as Iterable<Read[]>)
    yield row.map((value) => (value === null ? null : String(value)));
}

/** Those of a file behind the row `after`; all of them without it. */
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

/** Rows of which a text holds a NUL character, which PostgreSQL takes in none: at most so many, with the column. */
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
 * In the same order as SQLite has them: by the bytes of a text, whatever language the database was made for. With the
 * table's name, or it would be by what is selected: numbers as texts.
 */
const byBytes =
  (table: string) =>
  ({ name, kind }: Column): string =>
    `${quoted(table)}.${quoted(name)}${kind === 'text' ? ' collate "C"' : ''}`;

type Found = Record<string, string | null>;
/** How long they are is not known before they are there. */
const atOnce = 500;

/** Those of a database; in the caller's transaction. */
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

/** So many rows, and the SHA-256 of all of them in their order. */
export type Checksum = { rows: number; sha256: string };

/** `same`: what is done to a row before it is counted in. */
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

/** The first row that is not the same on both sides; undefined where all are. */
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
