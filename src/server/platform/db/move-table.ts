/** Copies the rows of one table from a file into a PostgreSQL database. Then reads both again and compares them. */
import type { DatabaseSync } from 'node:sqlite';
import { type InsertObject, sql } from 'kysely';
import { moveWords } from '#shared/words/command-line.ts';
import { insertMany } from './long-lists.ts';
import { findMoving, putMoving } from './moving-marks.ts';
import { StartFailure } from './start-failure.ts';
import type { Db } from './store.ts';
import {
  type Checksum,
  checksumOf,
  findDifference,
  postgresRows,
  type Row,
  rowKey,
  sqliteRows,
} from './table-rows.ts';
import { onlyInPostgres, type TableShape } from './table-shapes.ts';
import type { Tables } from './tables.ts';

/** The source and the target of the move. */
export type Between = {
  file: DatabaseSync;
  db: Db;
  /** Changes each row before it is inserted. */
  change: (row: Row) => Row;
  /** Called after each part, with the number of rows that the table has so far. */
  reached?: (table: string, rows: number) => void;
};

/** The rows on both sides differ, although all rows were copied. */
export class Different extends StartFailure {}

/** Leaves out generated columns. Digits are passed as text; PostgreSQL converts them if the column is a number. */
function toInsert({ name, columns }: TableShape, row: Row): InsertObject<Tables, 'setting'> {
  const values = columns.flatMap((column, at) => (column.isGenerated ? [] : [[column.name, row[at]]]));
  return { ...Object.fromEntries(values), ...onlyInPostgres[name] };
}

const insertRows = (db: Db, shape: TableShape, rows: readonly Row[]): Promise<void> =>
  insertMany(
    db,
    // A type cast, because the table can be any table.
    shape.name as 'setting',
    rows.map((row) => toInsert(shape, row)),
  );

/**
 * PostgreSQL's error classes for bad values, violated constraints and exceeded limits.
 * postgresql.org/docs/18/errcodes-appendix.html
 */
const ofRow = /^(22|23|54)...$/;

/**
 * Inserts the rows one by one to find the first one that PostgreSQL refuses, and throws with this row. None of the
 * rows is stored.
 */
async function throwRefusedRow(db: Db, shape: TableShape, rows: readonly Row[]): Promise<never> {
  return db.transaction().execute(async (db) => {
    for (const row of rows)
      await insertRows(db, shape, [row]).catch((error: Error) => {
        throw new StartFailure(moveWords.rowRefused(shape.name, rowKey(shape, row), error.message));
      });
    throw new Error(`rows of ${shape.name} were refused together, but each one was accepted alone`);
  });
}

/** `last`: the key values of the row that was copied last. */
type Progress = { rows: number; last: Row | null };

async function readProgress(db: Db, table: string): Promise<Progress> {
  const stored = await findMoving(db, `table ${table}`);
  return stored === undefined ? { rows: 0, last: null } : (JSON.parse(stored) as Progress);
}

const keyAlone = ({ columns, key }: TableShape, row: Row): Row =>
  row.map((value, at) => (key.some((column) => column === columns[at]) ? value : null));

/**
 * Copies a table. Each part is stored in one transaction with the progress, so that an interrupted copy never inserts
 * a row twice. Returns how many rows the table has now, and how many of these an earlier run copied.
 */
export async function copyTable(
  { file, db, change, reached: report }: Between,
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
        if (ofRow.test(String(error.code))) return throwRefusedRow(db, shape, changed);
        throw error;
      });
    rows = reached.rows;
    report?.(shape.name, rows);
  }
  return { rows, before };
}

function* changed(parts: Iterable<Row[]>, change: Between['change']): Generator<Row[]> {
  for (const part of parts) yield part.map(change);
}

/** Reads all rows of both sides. Throws `Different` with the first row that differs. */
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
    const what = row ? `${counts}; ${moveWords.differentRow(rowKey(shape, row))}` : counts;
    throw new Different(moveWords.differs(shape.name, what));
  });
}
