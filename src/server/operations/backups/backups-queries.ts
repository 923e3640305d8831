/** Queries for backups. They read the whole database, with all schools and campuses. */
import type { Db } from '../../platform/db/store.ts';

/** The time zone of the first campus, which decides when it is night. Undefined before the set-up. */
export async function findTimeZone(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('campus').select('timeZone').orderBy('id').limit(1).executeTakeFirst();
  return row?.timeZone;
}

/** Counts users and billings. If a school has any, its audit log must have entries. */
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

/** The time at which the first school was created, as ISO text. Before that no backup is expected. */
export async function findFirstSchool(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('school')
    .select('createdAt')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt;
}
