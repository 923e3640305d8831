import type { Rights } from '#shared/rights.ts';
import { rightNames } from '#shared/rights.ts';
import type { Db } from '../db/store.ts';
import type { Proof } from './scope.ts';

/**
 * The standing session behind a token with everything about its user, in one statement; undefined when there is none.
 * A session is of one school, that of the first campus: one `db` stands for all of its campuses.
 */
export async function findProof(db: Db, token: string, now: string): Promise<Proof | undefined> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('membership', 'membership.userID', 'user.id')
    .innerJoin('campus', 'campus.id', 'membership.campusID')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select([
      'session.expiresAt',
      'user.id as userID',
      'user.username',
      'user.name',
      'school.id as schoolID',
      'school.slug',
    ])
    .select(['campus.id as campusID', 'campus.name as campusName', 'campus.country', 'campus.timeZone'])
    .select(rightNames.map((right) => `membership.${right}` as const))
    .where('session.token', '=', token)
    .where('session.expiresAt', '>', now)
    .orderBy('campus.id')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const ofSchool = rows.filter((row) => row.schoolID === first.schoolID);
  const campuses = ofSchool.map((row) => ({
    id: row.campusID,
    name: row.campusName,
    country: row.country,
    timeZone: row.timeZone,
    rights: Object.fromEntries(rightNames.map((right) => [right, row[right] === 1])) as Rights,
  }));
  const { userID, name, schoolID, slug, expiresAt } = first;
  return { token, userID, userName: first.username ?? '', name, schoolID, slug, expiresAt, campuses };
}

/** Moves the end of a session; it slides while it is used. */
export async function extendSession(db: Db, token: string, expiresAt: string): Promise<void> {
  await db.updateTable('session').set({ expiresAt }).where('token', '=', token).execute();
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute();
}

export async function endSessionsOf(db: Db, userID: string): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', userID).execute();
}

/** Without this the table would only grow: nobody logs out of a session that is over. */
export async function endExpiredSessions(db: Db, userID: string, now: string): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', userID).where('expiresAt', '<=', now).execute();
}

/** Gives a user rights in a campus. */
export async function addMembership(
  db: Db,
  member: { userID: string; campusID: number; rights: Rights },
): Promise<void> {
  const rights = Object.fromEntries(
    rightNames.map((right) => [right, member.rights[right] ? 1 : 0]),
  ) as Record<keyof Rights, number>;
  await db
    .insertInto('membership')
    .values({ userID: member.userID, campusID: member.campusID, ...rights })
    .execute();
}
