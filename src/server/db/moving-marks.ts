/**
 * What says of a store that a move into it has begun, or that its data were moved away. Both are written as a step of the
 * schema that no program takes, so that every program refuses such a store, of whatever version it is.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { moveWords } from '#shared/words/moving.ts';
import { findSetting, putSetting } from './settings.ts';
import type { Db, Store } from './store.ts';

const begunStep = 'move-begun';
/** Of a store whose data were moved away. */
export const goneStep = 'moved-away';
/** The setting that says where they went. */
export const goneSetting = 'movedAway';

/** Where the data of a store went. `id`: of the move; `to`: the server and database, without the password. */
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

/** Why a program does not start where it finds this step; undefined where it is none of a move. */
export async function whyRefused(
  db: Db,
  { place, step }: { place: Store['place']; step: string },
): Promise<string | undefined> {
  if (step === begunStep) return moveWords.unfinished(place);
  const gone = step === goneStep ? await findGone(db) : undefined;
  return gone && moveWords.movedAway(place, gone.to, gone.at);
}

/** Of every table: what it keeps by itself of its rows is moved as it is, not made anew. */
const everyTable = (what: string): string => `do $$ declare name text; begin
  for name in select quote_ident(table_name) from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
  loop execute 'alter table ' || name || ' ${what} trigger user'; end loop; end $$`;

/** The last step of a schema that is made for a move: what became of it so far stands in a table beside the others. */
export const begun = {
  name: begunStep,
  statements: (): string[] => [
    'create table moving (name text not null primary key, value text not null)',
    everyTable('disable'),
  ],
};

/** The store is a usual one from now on; in the caller's transaction. */
export async function endBegun(db: Db): Promise<void> {
  await sql.raw(everyTable('enable')).execute(db);
  await sql`drop table moving`.execute(db);
  await sql`delete from migration where name = ${begunStep}`.execute(db);
}

/** What is known of the move into this store, by its name. */
export async function findMoving(db: Db, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from moving where name = ${name}`.execute(db);
  return rows[0]?.value;
}

export async function putMoving(db: Db, name: string, value: string): Promise<void> {
  await sql`insert into moving (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Nothing was moved so far. */
export async function forgetMoving(db: Db): Promise<void> {
  await sql`delete from moving`.execute(db);
}
