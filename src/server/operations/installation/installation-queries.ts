/** Queries over the whole database, with all schools of the installation. */
import type { Db } from '../../platform/db/store.ts';

export async function countSchools(db: Db): Promise<number> {
  const row = await db
    .selectFrom('school')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** This many of the latest rows are read. Some may have been stored while the clock was ahead. */
const latest = 50;

/** The latest time in stored rows, as the clock showed it then. Undefined if there are no rows. */
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
