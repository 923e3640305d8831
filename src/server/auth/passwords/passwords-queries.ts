import type { Db } from '../../platform/db/store.ts';

const passwordProvider = 'credential';

/** The stored hash; undefined when the user has no password. */
export async function findPassword(db: Db, userID: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userID)
    .where('providerId', '=', passwordProvider)
    .executeTakeFirst();
  return row?.password ?? undefined;
}

export async function insertPassword(
  db: Db,
  { id, userID, hash, now }: { id: string; userID: string; hash: string; now: string },
): Promise<void> {
  const made = { createdAt: now, updatedAt: now };
  await db
    .insertInto('account')
    .values({ id, accountId: userID, providerId: passwordProvider, userId: userID, password: hash, ...made })
    .execute();
}

/** False when the password is no longer `before`. If two changes happen at the same time, only one succeeds. */
export async function replacePassword(
  db: Db,
  { userID, hash, before, now }: { userID: string; hash: string; before?: string; now: string },
): Promise<boolean> {
  const changed = await db
    .updateTable('account')
    .set({ password: hash, updatedAt: now })
    .where('userId', '=', userID)
    .where('providerId', '=', passwordProvider)
    .$if(before !== undefined, (query) => query.where('password', '=', before ?? ''))
    .returning('id')
    .execute();
  return changed.length > 0;
}
