/** Of the whole store: an installation is of every school in it. */
import type { Db } from '../db/store.ts';

export async function countSchools(db: Db): Promise<number> {
  const row = await db
    .selectFrom('school')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** So many of the latest rows are looked at: of a clock that was ahead for a while some may still be among them. */
const latest = 50;

/** When something was stored, as the clock said then, the greatest of the latest; undefined where nothing was. */
export async function findNewestInstant(db: Db): Promise<string | undefined> {
  const messages = await db
    .selectFrom('message')
    .select('createdAt')
    .orderBy('id', 'desc')
    .limit(latest)
    .execute();
  const groups = await db
    .selectFrom('group')
    .select('createdAt')
    .orderBy('id', 'desc')
    .limit(latest)
    .execute();
  return [...messages, ...groups]
    .map(({ createdAt }) => createdAt)
    .sort()
    .at(-1);
}
