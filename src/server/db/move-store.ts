/**
 * Moves a store out of its file into a database of PostgreSQL: the rows, so that a move that was ended goes on where it
 * was, and then the right to be the store: first the file gives it up, then the database takes it.
 */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { moveWords } from '#shared/words/moving.ts';
import { migrate, migrations } from './migrate.ts';
import { type Between, compareTable, copyTable, Different } from './move-table.ts';
import { begun, endBegun, findGone, findMoving, forgetMoving, markGone, putMoving } from './moving-marks.ts';
import { findSetting, putSetting } from './settings.ts';
import { StartFailure } from './start-failure.ts';
import type { Db, Store } from './store.ts';
import { type Checksum, keyOf, type Row, rowsWithNul } from './table-rows.ts';
import { expectAlike, inOrderOfNaming, readSqliteShapes, type TableShape } from './table-shapes.ts';

/** Told while it is at work. */
export type Tell = {
  say: (line: string) => void;
  /** So many rows of a table are there so far. */
  reached: (table: string, rows: number) => void;
  /** Rows of a table are there now; so many of them were `before`. */
  copied: (table: string, count: { rows: number; before: number }) => void;
  equal: (table: string, checksum: Checksum) => void;
};

export type Moving = {
  /** The opened store of the file, which nobody else opens meanwhile. */
  from: Store;
  /** That of the database. */
  to: Store;
  /** NUL characters, which PostgreSQL takes in no text, are left out; else they end the move. */
  isWithoutNul: boolean;
  tell: Tell;
};

/** Any number will do, as long as nothing else on the server uses it; those before it are the backup's and the store's. */
const moveNumber = 7_254_304;

/** One move at a time into a database: the lock belongs to the connection, and is free again however the process ends. */
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

/** Fails where the file has not the tables of this version. */
export async function expectOurVersion({ db, place, alone }: Store): Promise<void> {
  const { rows } = await sql`select name from sqlite_master where name = 'migration'`.execute(db);
  const steps = rows.length > 0 ? await readSteps(db) : [];
  // With the words of any start: nothing of ours is pending there.
  if (steps.some((step) => !ourSteps.includes(step))) await migrate({ db, place, alone, engine: 'sqlite' });
  if (steps.length < ourSteps.length) throw new StartFailure(moveWords.olderData(place));
}

/** By what a file is known while nobody writes to it. What stands in its log is brought into it before. */
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

/** Makes the tables of an empty database, or goes on with those that were made for these very data. */
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

/** What was moved so far is of nobody: those data are where they were. */
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

/** So many rows are named of a table, and in all. */
const mostPlaces = 20;

/** Before anything is moved: which texts PostgreSQL does not take. */
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
    // Nothing of it is trusted: the next move begins anew.
    if (error instanceof Different) await putMoving(between.db, 'source', '');
    throw error;
  }
}

/** SQLite gives no id twice, of rows that are gone neither; from here on PostgreSQL does not. */
async function takeOverIDs({ file, db }: Between): Promise<void> {
  const last = file.prepare('select name, seq from sqlite_sequence where seq > 0');
  last.setReadBigInts(true);
  for (const { name, seq } of last.all())
    await sql`select setval(pg_get_serial_sequence(quote_ident(${name}), 'id'), ${seq})`.execute(db);
}

/** Else PostgreSQL would look for everything the long way round, until it comes to look at its tables by itself. */
async function lookAtTables(db: Db): Promise<void> {
  await db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql`analyze`.execute(db);
  });
}

/** The rows, compared. Afterwards the database holds all of them, and no program starts on it yet. */
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

/** The setting that says of which move the data are. */
const arrivedSetting = 'movedHere';

async function takeOver({ db, whereabouts }: Store, id: string): Promise<void> {
  await db.transaction().execute(async (db) => {
    await endBegun(db);
    await putSetting(db, arrivedSetting, id);
    // It is no copy: from where it was sent before, nothing is sent any more.
    await whereabouts.keep(db);
  });
}

/**
 * The file is a store no more, and then the database is one. In between neither is: whenever it is ended, the same command
 * goes on with it. `id`: nobody else's; `at`: ISO text.
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
 * Where the file gave up being a store before: ends what that move left to do, or fails with where the data went. False
 * where it is one.
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
