/**
 * Marks for a store into which a move has begun, and for one whose data were moved away. Both are stored as a migration
 * that no program knows, so that programs of all versions refuse to start on such a store.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { moveWords } from '#shared/words/command-line.ts';
import { findSetting, putSetting } from './settings.ts';
import type { Db, Store } from './store.ts';

const begunStep = 'move-begun';
/** The step in a store whose data were moved away. */
export const goneStep = 'moved-away';
/** The setting that says where they went. */
export const goneSetting = 'movedAway';

/** Where the data went. `id`: of the move; `to`: server and database, without the password. */
export type Gone = { id: string; to: string; at: string };
const goneShape = z.object({ id: z.string(), to: z.string(), at: z.string() });

export const readGone = (stored: string): Gone => goneShape.parse(JSON.parse(stored));

export async function findGone(db: Db): Promise<Gone | undefined> {
  const stored = await findSetting(db, goneSetting);
  return stored === undefined ? undefined : readGone(stored);
}

/** From now on no program starts on this store. */
export async function markGone(db: Db, gone: Gone): Promise<void> {
  await db.transaction().execute(async (db) => {
    await putSetting(db, goneSetting, JSON.stringify(gone));
    await sql`insert into migration (name, "appliedAt") values (${goneStep}, ${gone.at})`.execute(db);
  });
}

/** The reason to refuse a start on a store with this step; undefined when the step does not come from a move. */
export async function whyRefused(
  db: Db,
  { place, step }: { place: Store['place']; step: string },
): Promise<string | undefined> {
  if (step === begunStep) return moveWords.unfinished(place);
  const gone = step === goneStep ? await findGone(db) : undefined;
  return gone && moveWords.movedAway(place, gone.to, gone.at);
}

/**
 * Switches the triggers of all tables. During a move they are off, because the rows that triggers would make are copied
 * too.
 */
const everyTable = (what: string): string => `do $$ declare name text; begin
  for name in select quote_ident(table_name) from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  loop execute 'alter table ' || name || ' ${what} trigger user'; end loop; end $$`;

/** The last step of a schema that is created for a move. Its table `moving` holds the progress. */
export const begun = {
  name: begunStep,
  statements: (): string[] => [
    'create table moving (name text not null primary key, value text not null)',
    everyTable('disable'),
  ],
};

/** Makes this a normal store, in the caller's transaction. */
export async function endBegun(db: Db): Promise<void> {
  await sql.raw(everyTable('enable')).execute(db);
  await sql`drop table moving`.execute(db);
  await sql`delete from migration where name = ${begunStep}`.execute(db);
}

/** A stored value about the move into this store. */
export async function findMoving(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from moving where name = ${name}`.execute(db);
  return rows[0]?.value;
}

export async function putMoving(db: Db, name: string, value: string): Promise<void> {
  await sql`insert into moving (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Forgets the progress of the move. */
export async function forgetMoving(db: Db): Promise<void> {
  await sql`delete from moving`.execute(db);
}
