/** Brings the rows of one table of a file into a database of PostgreSQL, and reads both again to see that they are equal. */
import type { DatabaseSync } from 'node:sqlite';
import { type InsertObject, sql } from 'kysely';
import { moveWords } from '#shared/words/moving.ts';
import { insertMany } from './long-lists.ts';
import { findMoving, putMoving } from './moving-marks.ts';
import { StartFailure } from './start-failure.ts';
import type { Db } from './store.ts';
import {
  type Checksum,
  checksumOf,
  findDifference,
  keyOf,
  postgresRows,
  type Row,
  sqliteRows,
} from './table-rows.ts';
import { onlyInPostgres, type TableShape } from './table-shapes.ts';
import type { Tables } from './tables.ts';

/** From a file into a database. */
export type Between = {
  file: DatabaseSync;
  db: Db;
  /** What is done to each row on its way. */
  change: (row: Row) => Row;
  /** Told after each part how many rows of the table are there. */
  reached?: (table: string, rows: number) => void;
};

/** The two sides are not the same, though everything was moved. */
export class Different extends StartFailure {}

/** Columns that PostgreSQL makes itself are left to it. Digits are a number to it where one is wanted. */
function toInsert({ name, columns }: TableShape, row: Row): InsertObject<Tables, 'setting'> {
  const values = columns.flatMap((column, at) => (column.isGenerated ? [] : [[column.name, row[at]]]));
  return { ...Object.fromEntries(values), ...onlyInPostgres[name] };
}

const insertRows = (db: Db, shape: TableShape, rows: readonly Row[]): Promise<void> =>
  insertMany(
    db,
    // Any table, by the name that it has there.
    shape.name as 'setting',
    rows.map((row) => toInsert(shape, row)),
  );

/** PostgreSQL: what a row holds, what it must not be, and how long it is. postgresql.org/docs/18/errcodes-appendix.html */
const ofRow = /^(22|23|54)...$/;

/** Fails with which of these rows it is that is not taken; nothing of them is stored. */
async function nameRefused(db: Db, shape: TableShape, rows: readonly Row[]): Promise<never> {
  return db.transaction().execute(async (db) => {
    for (const row of rows)
      await insertRows(db, shape, [row]).catch((error: Error) => {
        throw new StartFailure(moveWords.rowRefused(shape.name, keyOf(shape, row), error.message));
      });
    throw new Error(`rows of ${shape.name} were refused together, and each alone is not`);
  });
}

/** `last`: of the row that was moved last, the values of its key. */
type Progress = { rows: number; last: Row | null };

async function readProgress(db: Db, table: string): Promise<Progress> {
  const stored = await findMoving(db, `table ${table}`);
  return stored === undefined ? { rows: 0, last: null } : (JSON.parse(stored) as Progress);
}

const keyAlone = ({ columns, key }: TableShape, row: Row): Row =>
  row.map((value, at) => (key.some((column) => column === columns[at]) ? value : null));

/**
 * Each part together with how far it came, so that no row is moved twice whenever it is ended. Answers how many rows are
 * there now, and were when it began.
 */
export async function copyTable(
  { file, db, change, reached: tell }: Between,
  shape: TableShape,
): Promise<{ rows: number; before: number }> {
  const progress = `table ${shape.name}`;
  const { rows: before, last } = await readProgress(db, shape.name);
  let rows = before;
  for (const part of sqliteRows(file, shape, last ?? undefined)) {
    const changed = part.map(change);
    const reached = { rows: rows + part.length, last: keyAlone(shape, part.at(-1) ?? []) };
    await db
      .transaction()
      .execute(async (db) => {
        await insertRows(db, shape, changed);
        await putMoving(db, progress, JSON.stringify(reached));
      })
      .catch((error: { code?: unknown }) => {
        if (ofRow.test(String(error.code))) return nameRefused(db, shape, changed);
        throw error;
      });
    rows = reached.rows;
    tell?.(shape.name, rows);
  }
  return { rows, before };
}

function* changed(parts: Iterable<Row[]>, change: Between['change']): Generator<Row[]> {
  for (const part of parts) yield part.map(change);
}

/** Reads all rows of both sides; fails with `Different` where they are not the same, and says which. */
export async function compareTable({ file, db, change }: Between, shape: TableShape): Promise<Checksum> {
  return db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    const ours = () => changed(sqliteRows(file, shape), change);
    const theirs = () => postgresRows(db, shape);
    const [here, there] = [await checksumOf(ours()), await checksumOf(theirs())];
    if (here.sha256 === there.sha256) return here;
    const row = await findDifference(ours(), theirs());
    const counts = moveWords.differentCount(here.rows, there.rows);
    const what = row ? `${counts}; ${moveWords.differentRow(keyOf(shape, row))}` : counts;
    throw new Different(moveWords.differs(shape.name, what));
  });
}
