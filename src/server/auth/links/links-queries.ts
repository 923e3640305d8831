import type { Db } from '../../platform/db/store.ts';

export type StoredLink = {
  userID: string;
  digest: string;
  createdAt: string;
  /** Null when the link was made at the command line of the server. */
  createdBy: string | null;
  expiresAt: string;
};

/** Replaces an earlier link of the user. */
export async function putLink(db: Db, link: StoredLink): Promise<void> {
  const { userID: _, ...rest } = link;
  await db
    .insertInto('access_link')
    .values(link)
    .onConflict((on) => on.column('userID').doUpdateSet(rest))
    .execute();
}

/** The user of a valid link. Undefined when the link has expired or the account is disabled. */
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

/** Uses a link. False when it was already used or has expired. */
export async function removeLink(db: Db, digest: string, now: string): Promise<boolean> {
  const used = await db
    .deleteFrom('access_link')
    .where('digest', '=', digest)
    .where('expiresAt', '>', now)
    .returning('userID')
    .execute();
  return used.length > 0;
}

/** Removes any link of this user. */
export async function removeLinkOf(db: Db, userID: string): Promise<void> {
  await db.deleteFrom('access_link').where('userID', '=', userID).execute();
}

/** With a time, the account can be opened only with a link. With null, it can be opened with its password. */
export async function setInvited(db: Db, userID: string, invitedAt: string | null): Promise<void> {
  await db.updateTable('user').set({ invitedAt }).where('id', '=', userID).execute();
}

/** The name of the school of the user's first campus. Empty when the user has no campus. */
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

export async function setDisabled(db: Db, userID: string, disabledAt: string | null): Promise<void> {
  await db.updateTable('user').set({ disabledAt }).where('id', '=', userID).execute();
}
