/** Queries over the whole store, with all schools of the installation. */
import type { Db } from '../../platform/db/store.ts';

export async function countSchools(db: Db): Promise<number> {
  const row = await db
    .selectFrom('school')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many of the latest rows are read. Among them may be some from a time when the clock ran ahead. */
const latest = 50;

/** The latest time at which something was stored, by the clock of that moment; undefined when nothing was. */
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
