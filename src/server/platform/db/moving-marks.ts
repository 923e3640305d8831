/**
 * Marks for a store into which a move has begun, and for a store whose data was moved away. Both marks are stored as
 * a migration that no version of the program knows. All versions therefore refuse to start on such a store.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { moveWords } from '#shared/words/command-line.ts';
import { findSetting, putSetting } from './settings.ts';
import type { Db, Store } from './store.ts';

const begunStep = 'move-begun';
/** The migration name in a store whose data was moved away. */
export const goneStep = 'moved-away';
/** The setting that says where the data was moved. */
export const goneSetting = 'movedAway';

/** Where the data was moved. `id`: the id of the move. `to`: server and database, without the password. */
export type Gone = { id: string; to: string; at: string };
const goneShape = z.object({ id: z.string(), to: z.string(), at: z.string() });

export const readGone = (stored: string): Gone => goneShape.parse(JSON.parse(stored));

export async function findGone(db: Db): Promise<Gone | undefined> {
  const stored = await findSetting(db, goneSetting);
  return stored === undefined ? undefined : readGone(stored);
}

/** Marks the store as moved away. After that no program can start on it. */
export async function markGone(db: Db, gone: Gone): Promise<void> {
  await db.transaction().execute(async (db) => {
    await putSetting(db, goneSetting, JSON.stringify(gone));
    await sql`insert into migration (name, "appliedAt") values (${goneStep}, ${gone.at})`.execute(db);
  });
}

/**
 * The reason why no program may start on a store with this migration. Undefined if the migration does not come from a
 * move.
 */
export async function whyRefused(
  db: Db,
  { place, step }: { place: Store['place']; step: string },
): Promise<string | undefined> {
  if (step === begunStep) return moveWords.unfinished(place);
  const gone = step === goneStep ? await findGone(db) : undefined;
  return gone && moveWords.movedAway(place, gone.to, gone.at);
}

/**
 * Enables or disables the triggers of all tables. They are disabled during a move, because the rows that they would
 * insert are copied too.
 */
const everyTable = (what: string): string => `do $$ declare name text; begin
  for name in select quote_ident(table_name) from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  loop execute 'alter table ' || name || ' ${what} trigger user'; end loop; end $$`;

/** The last migration of a schema that is created for a move. Its table `moving` stores the progress. */
export const begun = {
  name: begunStep,
  statements: (): string[] => [
    'create table moving (name text not null primary key, value text not null)',
    everyTable('disable'),
  ],
};

/** Turns the target of a move into a normal store, in the caller's transaction. */
export async function endBegun(db: Db): Promise<void> {
  await sql.raw(everyTable('enable')).execute(db);
  await sql`drop table moving`.execute(db);
  await sql`delete from migration where name = ${begunStep}`.execute(db);
}

/** Returns a stored value about the move into this store. */
export async function findMoving(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from moving where name = ${name}`.execute(db);
  return rows[0]?.value;
}

export async function putMoving(db: Db, name: string, value: string): Promise<void> {
  await sql`insert into moving (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Deletes the progress of the move. */
export async function forgetMoving(db: Db): Promise<void> {
  await sql`delete from moving`.execute(db);
}
