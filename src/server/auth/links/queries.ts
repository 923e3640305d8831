import type { Db } from '../../db/store.ts';

export type StoredLink = {
  userID: string;
  digest: string;
  createdAt: string;
  /** Null where it was made on the computer that Qasid runs on. */
  createdBy: string | null;
  expiresAt: string;
};

/** In place of the one that the user had. */
export async function putLink(db: Db, link: StoredLink): Promise<void> {
  const { userID: _, ...rest } = link;
  await db
    .insertInto('access_link')
    .values(link)
    .onConflict((on) => on.column('userID').doUpdateSet(rest))
    .execute();
}

/** For whom a link is that still opens; nobody where the account is disabled. */
export async function findLinkedUser(db: Db, digest: string, now: string) {
  const row = await db
    .selectFrom('access_link')
    .innerJoin('user', 'user.id', 'access_link.userID')
    .select(['user.id as userID', 'user.name', 'user.username'])
    .where('access_link.digest', '=', digest)
    .where('access_link.expiresAt', '>', now)
    .where('user.disabledAt', 'is', null)
    .executeTakeFirst();
  return row && { userID: row.userID, name: row.name, userName: row.username ?? '' };
}

/** Uses a link up; false where somebody was faster, or it does not open any more. */
export async function removeLink(db: Db, digest: string, now: string): Promise<boolean> {
  const used = await db
    .deleteFrom('access_link')
    .where('digest', '=', digest)
    .where('expiresAt', '>', now)
    .returning('userID')
    .execute();
  return used.length > 0;
}

/** No link of this user opens any more. */
export async function removeLinkOf(db: Db, userID: string): Promise<void> {
  await db.deleteFrom('access_link').where('userID', '=', userID).execute();
}

/** From now on a link is all that opens the account, or with null its password. */
export async function setInvited(db: Db, userID: string, invitedAt: string | null): Promise<void> {
  await db.updateTable('user').set({ invitedAt }).where('id', '=', userID).execute();
}

/** The name of the school of a user's first campus; empty where there is none. */
export async function findSchoolOf(db: Db, userID: string): Promise<string> {
  const row = await db
    .selectFrom('membership')
    .innerJoin('campus', 'campus.id', 'membership.campusID')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select('school.name')
    .where('membership.userID', '=', userID)
    .orderBy('campus.id')
    .executeTakeFirst();
  return row?.name ?? '';
}

export async function findUserNamed(db: Db, userName: string) {
  return db
    .selectFrom('user')
    .select(['id', 'name', 'disabledAt'])
    .where('username', '=', userName.toLowerCase())
    .executeTakeFirst();
}

export async function setDisabled(db: Db, userID: string, disabledAt: string | null): Promise<void> {
  await db.updateTable('user').set({ disabledAt }).where('id', '=', userID).execute();
}
