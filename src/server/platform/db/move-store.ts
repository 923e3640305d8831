/**
 * Moves a SQLite store into a PostgreSQL database. First the rows are copied; an interrupted copy continues where it
 * stopped. Then the file stops being the store, and the database becomes it.
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
import { type Checksum, keyOf, type Row, rowsWithNul } from './table-rows.ts';
import { expectAlike, inOrderOfNaming, readSqliteShapes, type TableShape } from './table-shapes.ts';

/** Callbacks that report progress. */
export type Tell = {
  say: (line: string) => void;
  /** How many rows of a table are copied so far. */
  reached: (table: string, rows: number) => void;
  /** A table is copied: `rows` are there now, `before` were there from an earlier run. */
  copied: (table: string, count: { rows: number; before: number }) => void;
  equal: (table: string, checksum: Checksum) => void;
};

export type Moving = {
  /** The opened store of the file; nobody else opens it in the meantime. */
  from: Store;
  /** The opened store of the database. */
  to: Store;
  /** Removes NUL characters, which PostgreSQL cannot store in text. When false, they stop the move. */
  isWithoutNul: boolean;
  tell: Tell;
};

/**
 * Any number that nothing else on the server uses as an advisory lock. The backup and the store use the ones before it.
 */
const moveNumber = 7_254_304;

/**
 * Allows one move at a time into a database. The lock belongs to the connection, so it is released however the process
 * ends.
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

/** Throws when the file lacks tables of this version. */
export async function expectOurVersion({ db, place, alone }: Store): Promise<void> {
  const { rows } = await sql`select name from sqlite_master where name = 'migration'`.execute(db);
  const steps = rows.length > 0 ? await readSteps(db) : [];
  // A newer file fails with the usual message of a start, because no step of ours is pending there.
  if (steps.some((step) => !ourSteps.includes(step))) await migrate({ db, place, alone, engine: 'sqlite' });
  if (steps.length < ourSteps.length) throw new StartFailure(moveWords.olderData(place));
}

/** Identifies the state of a file that nobody writes to. Its log is first moved into it. */
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

/** Creates the tables in an empty database, or continues with tables that an earlier run created for the same data. */
async function begin({ from, to, tell }: Moving): Promise<void> {
  const { db, place } = to;
  const source = await fingerprintOf(from);
  const tables = await listTables(db);
  if (tables.length === 0) await migrate(to, [...migrations, begun]);
  else if (!tables.includes('moving')) throw new StartFailure(moveWords.taken(place));
  if ((await readSteps(db)).join() !== [...ourSteps, begun.name].sort().join())
    throw new StartFailure(moveWords.otherVersion(place));
  const before = await findMoving(db, 'source');
  if (before === source) return tell.say(moveWords.goesOn);
  if ((await findMoving(db, 'whole')) !== undefined) throw new StartFailure(moveWords.otherWhole(place));
  if (before !== undefined) tell.say(moveWords.beginsAnew);
  await beginAnew(db, source);
}

/** Discards the rows copied so far; the originals are still in the file. */
async function beginAnew(db: Db, source: string): Promise<void> {
  const tables = (await listTables(db)).filter((name) => !['migration', 'moving'].includes(name));
  await db.transaction().execute(async (db) => {
    await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db);
    await forgetMoving(db);
    await putMoving(db, 'source', source);
  });
}

const withoutNul = (row: Row): Row => row.map((value) => value?.replaceAll('\0', '') ?? null);
const asIs = (row: Row): Row => row;

/** How many rows with NUL the message names at most, for each table and in all. */
const mostPlaces = 20;

/** Looks for texts with NUL before anything is moved. */
function lookForNul(file: DatabaseSync, shapes: readonly TableShape[], { isWithoutNul, tell }: Moving): void {
  const places: string[] = [];
  for (const shape of shapes)
    for (const { row, column } of rowsWithNul(file, shape, mostPlaces))
      places.push(moveWords.place(shape.name, column, keyOf(shape, row)));
  if (places.length === 0) return;
  const named = places.slice(0, mostPlaces);
  if (!isWithoutNul) throw new StartFailure(moveWords.nul(named));
  tell.say(moveWords.withoutNul(named));
}

async function compareAll(between: Between, shapes: readonly TableShape[], tell: Tell): Promise<void> {
  try {
    for (const shape of shapes) tell.equal(shape.name, await compareTable(between, shape));
  } catch (error) {
    // The copied rows are not trusted, so the next move starts again.
    if (error instanceof Different) await putMoving(between.db, 'source', '');
    throw error;
  }
}

/** SQLite never uses an id again, even after a delete. This sets PostgreSQL's sequences behind the last ids. */
async function takeOverIDs({ file, db }: Between): Promise<void> {
  const last = file.prepare('select name, seq from sqlite_sequence where seq > 0');
  last.setReadBigInts(true);
  for (const { name, seq } of last.all())
    await sql`select setval(pg_get_serial_sequence(quote_ident(${name}), 'id'), ${seq})`.execute(db);
}

/** Without statistics PostgreSQL would choose slow plans until its next autovacuum. */
async function lookAtTables(db: Db): Promise<void> {
  await db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql`analyze`.execute(db);
  });
}

/** Copies and compares all rows. Afterwards the database holds everything, but no program starts on it yet. */
export async function moveRows(moving: Moving): Promise<void> {
  const { from, to, isWithoutNul, tell } = moving;
  const file = new DatabaseSync(from.place, { readOnly: true });
  try {
    const found = readSqliteShapes(file);
    lookForNul(file, found, moving);
    await begin(moving);
    await expectAlike(found, to.db);
    const shapes = await inOrderOfNaming(found, to.db);
    const between = { file, db: to.db, change: isWithoutNul ? withoutNul : asIs, reached: tell.reached };
    tell.say(moveWords.copying);
    for (const shape of shapes) tell.copied(shape.name, await copyTable(between, shape));
    tell.say(moveWords.comparing);
    await compareAll(between, shapes, tell);
    await takeOverIDs(between);
    await lookAtTables(to.db);
  } finally {
    file.close();
  }
}

/** The setting with the id of the move that filled this store. */
const arrivedSetting = 'movedHere';

async function takeOver({ db, whereabouts }: Store, id: string): Promise<void> {
  await db.transaction().execute(async (db) => {
    await endBegun(db);
    await putSetting(db, arrivedSetting, id);
    // The database is now the place that sends, so it is no copy.
    await whereabouts.keep(db);
  });
}

/**
 * First the file stops being a store, then the database becomes one. If the program is killed in between, running the
 * same command again finishes the move. `id` is unique; `at` is ISO text.
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
 * For a file that was moved before: finishes the rest of that move, or throws with the place where the data went. False
 * when the file was not moved.
 */
export async function endEarlier({ from, to }: Pick<Moving, 'from' | 'to'>): Promise<boolean> {
  const gone = await findGone(from.db);
  if (!gone) return false;
  const tables = await listTables(to.db);
  if (tables.includes('moving')) {
    if ((await findMoving(to.db, 'whole')) === gone.id) return takeOver(to, gone.id).then(() => true);
  } else if (tables.includes('setting') && (await findSetting(to.db, arrivedSetting)) === gone.id)
    return true;
  throw new StartFailure(moveWords.movedAway(from.place, gone.to, gone.at));
}
