/** What backups ask of the whole store: they are of every school and campus in it. */
import type { Db } from '../db/store.ts';

/** By the clock of the first campus the nights of the installation are told; undefined before the set-up. */
export async function findTimeZone(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('campus').select('timeZone').orderBy('id').limit(1).executeTakeFirst();
  return row?.timeZone;
}

/** Since when there is a school, as ISO text: nobody waits for a backup before. */
export async function findFirstSchool(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('school')
    .select('createdAt')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
}
