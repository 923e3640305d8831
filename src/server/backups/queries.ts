/** What backups ask of the whole store: they are of every school and campus in it. */
import type { Db } from '../db/store.ts';

/** By the clock of the first campus the nights of the installation are told; undefined before the set-up. */
export async function findTimeZone(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('campus').select('timeZone').orderBy('id').limit(1).executeTakeFirst();
  return row?.timeZone;
}

/** What a school does not come to have without an entry in the trail. */
export async function countUsersAndBillings(
  db: Db,
  schoolID: number,
): Promise<{ users: number; billings: number }> {
  const users = await db
    .selectFrom('membership')
    .innerJoin('campus', 'campus.id', 'membership.campusID')
    .select(({ fn }) => fn.count<number>('membership.userID').distinct().as('count'))
    .where('campus.schoolID', '=', schoolID)
    .executeTakeFirstOrThrow();
  const billings = await db
    .selectFrom('group')
    .innerJoin('campus', 'campus.id', 'group.campusID')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('campus.schoolID', '=', schoolID)
    .executeTakeFirstOrThrow();
  return { users: users.count, billings: billings.count };
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
