/**
 * Moves a SQLite store into a PostgreSQL database. First the rows are copied; an interrupted copy continues where it
 * stopped. Then the file is marked as moved away, and the database becomes the store.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { moveWords } from '#shared/words/command-line.ts';
import { migrate, migrations } from './migrate.ts';
import { type Between, compareTable, copyTable, Different } from './move-table.ts';
import { begun, endBegun, findGone, findMoving, forgetMoving, markGone, putMoving } from './moving-marks.ts';
import { findSetting, putSetting } from './settings.ts';
import { StartFailure } from './start-failure.ts';
import type { Db, Store } from './store.ts';
import { type Checksum, type Row, rowKey, rowsWithNul } from './table-rows.ts';
import { expectSameColumns, inReferenceOrder, readSqliteShapes, type TableShape } from './table-shapes.ts';

/** Callbacks that report the progress. */
export type MoveProgress = {
  say: (line: string) => void;
  /** How many rows of a table were copied so far. */
  reached: (table: string, rows: number) => void;
  /** A table was copied. `rows`: the rows in the database now. `before`: how many of these an earlier run copied. */
  copied: (table: string, count: { rows: number; before: number }) => void;
  equal: (table: string, checksum: Checksum) => void;
};

export type Moving = {
  /** The opened store of the SQLite file. No other process opens it in the meantime. */
  from: Store;
  /** The opened store of the PostgreSQL database. */
  to: Store;
  /** Removes NUL characters, because PostgreSQL cannot store them in text. If false, they stop the move. */
  isWithoutNul: boolean;
  progress: MoveProgress;
};

/**
 * The number of an advisory lock. No other program on the server may use it. The store and the backup use the numbers
 * before it.
 */
const moveNumber = 7_254_304;

/**
 * Runs the work if no other move into this database is running. The lock belongs to the connection, so it is also
 * released if the process is killed.
 */
export async function moveAlone<T>({ db, place }: Store, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (db) => {
    const { rows } = await sql<{ isFree: boolean }>`
      select pg_try_advisory_lock(${moveNumber}) as "isFree"`.execute(db);
    if (!rows[0]?.isFree) throw new StartFailure(moveWords.otherMove(place));
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${moveNumber})`.execute(db).catch(() => {});
    }
  });
}

async function readSteps(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const ourSteps = migrations.map(({ name }) => name).sort();

/** Throws if the file was not migrated to this version. */
export async function expectOurVersion({ db, place, alone }: Store): Promise<void> {
  const { rows } = await sql`select name from sqlite_master where name = 'migration'`.execute(db);
  const steps = rows.length > 0 ? await readSteps(db) : [];
  // For a file of a newer version, `migrate` throws the same message as at a start.
  if (steps.some((step) => !ourSteps.includes(step))) await migrate({ db, place, alone, engine: 'sqlite' });
  if (steps.length < ourSteps.length) throw new StartFailure(moveWords.olderData(place));
}

/** Identifies the content of a file to which no other process writes. The log is first merged into the file. */
async function fingerprintOf({ db, place }: Store): Promise<string> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  const { size, mtimeNs } = statSync(place, { bigint: true });
  return `${size}-${mtimeNs}`;
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = 'public'`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Creates the tables in an empty database. If an earlier run has created them for the same data, continues with them.
 */
async function begin({ from, to, progress }: Moving): Promise<void> {
  const { db, place } = to;
  const source = await fingerprintOf(from);
  const tables = await listTables(db);
  if (tables.length === 0) await migrate(to, [...migrations, begun]);
  else if (!tables.includes('moving')) throw new StartFailure(moveWords.taken(place));
  if ((await readSteps(db)).join() !== [...ourSteps, begun.name].sort().join())
    throw new StartFailure(moveWords.otherVersion(place));
  const before = await findMoving(db, 'source');
  if (before === source) return progress.say(moveWords.goesOn);
  if ((await findMoving(db, 'whole')) !== undefined) throw new StartFailure(moveWords.otherWhole(place));
  if (before !== undefined) progress.say(moveWords.beginsAnew);
  await startCopyAgain(db, source);
}

/** Deletes the rows that were copied so far. The originals are still in the file. */
async function startCopyAgain(db: Db, source: string): Promise<void> {
  const tables = (await listTables(db)).filter((name) => !['migration', 'moving'].includes(name));
  await db.transaction().execute(async (db) => {
    await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db);
    await forgetMoving(db);
    await putMoving(db, 'source', source);
  });
}

const withoutNul = (row: Row): Row => row.map((value) => value?.replaceAll('\0', '') ?? null);
const asIs = (row: Row): Row => row;

/** At most this many rows with NUL are listed in the message, for each table and in total. */
const mostPlaces = 20;

/** Searches for texts with NUL before anything is moved. */
function checkForNul(
  file: DatabaseSync,
  shapes: readonly TableShape[],
  { isWithoutNul, progress }: Moving,
): void {
  const places: string[] = [];
  for (const shape of shapes)
    for (const { row, column } of rowsWithNul(file, shape, mostPlaces))
      places.push(moveWords.place(shape.name, column, rowKey(shape, row)));
  if (places.length === 0) return;
  const named = places.slice(0, mostPlaces);
  if (!isWithoutNul) throw new StartFailure(moveWords.nul(named));
  progress.say(moveWords.withoutNul(named));
}

async function compareAll(
  between: Between,
  shapes: readonly TableShape[],
  progress: MoveProgress,
): Promise<void> {
  try {
    for (const shape of shapes) progress.equal(shape.name, await compareTable(between, shape));
  } catch (error) {
    // If the rows differ, the copied rows are not used, and the next run copies everything again.
    if (error instanceof Different) await putMoving(between.db, 'source', '');
    throw error;
  }
}

/** SQLite never uses an id twice, even after a delete. PostgreSQL's sequences are therefore set to the last ids. */
async function continueIDs({ file, db }: Between): Promise<void> {
  const last = file.prepare('select name, seq from sqlite_sequence where seq > 0');
  last.setReadBigInts(true);
  for (const { name, seq } of last.all())
    await sql`select setval(pg_get_serial_sequence(quote_ident(${name}), 'id'), ${seq})`.execute(db);
}

/** Without statistics PostgreSQL would choose slow plans until its next autovacuum. */
async function analyzeTables(db: Db): Promise<void> {
  await db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql`analyze`.execute(db);
  });
}

/** Copies and compares all rows. Afterwards the database has all data, but no program can start on it yet. */
export async function moveRows(moving: Moving): Promise<void> {
  const { from, to, isWithoutNul, progress } = moving;
  const file = new DatabaseSync(from.place, { readOnly: true });
  try {
    const found = readSqliteShapes(file);
    checkForNul(file, found, moving);
    await begin(moving);
    await expectSameColumns(found, to.db);
    const shapes = await inReferenceOrder(found, to.db);
    const between = { file, db: to.db, change: isWithoutNul ? withoutNul : asIs, reached: progress.reached };
    progress.say(moveWords.copying);
    for (const shape of shapes) progress.copied(shape.name, await copyTable(between, shape));
    progress.say(moveWords.comparing);
    await compareAll(between, shapes, progress);
    await continueIDs(between);
    await analyzeTables(to.db);
  } finally {
    file.close();
  }
}

/** The setting with the id of the move that filled this store. */
const arrivedSetting = 'movedHere';

async function takeOver({ db, identity }: Store, id: string): Promise<void> {
  await db.transaction().execute(async (db) => {
    await endBegun(db);
    await putSetting(db, arrivedSetting, id);
    // The database is now the store that sends, so it is not a copy.
    await identity.keep(db);
  });
}

/**
 * First the file is marked as moved away, then the database becomes the store. If the process is killed in between,
 * the same command finishes the move. `id` is unique; `at` is ISO text.
 */
export async function changeOver(
  { from, to }: Pick<Moving, 'from' | 'to'>,
  { id, at }: { id: string; at: string },
): Promise<void> {
  await putMoving(to.db, 'whole', id);
  await markGone(from.db, { id, to: to.place, at });
  await takeOver(to, id);
}

/**
 * For a file that is already marked as moved away: finishes that move, or throws with the place to which the data was
 * moved. Returns false if the file is not marked.
 */
export async function finishEarlierMove({ from, to }: Pick<Moving, 'from' | 'to'>): Promise<boolean> {
  const gone = await findGone(from.db);
  if (!gone) return false;
  const tables = await listTables(to.db);
  if (tables.includes('moving')) {
    if ((await findMoving(to.db, 'whole')) === gone.id) return takeOver(to, gone.id).then(() => true);
  } else if (tables.includes('setting') && (await findSetting(to.db, arrivedSetting)) === gone.id)
    return true;
  throw new StartFailure(moveWords.movedAway(from.place, gone.to, gone.at));
}
