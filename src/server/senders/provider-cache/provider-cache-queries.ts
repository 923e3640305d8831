/**
 * Provider cache: stores answers of providers that may be used again, for every campus. Each entry belongs to one
 * sender.
 */
import type { Db } from '../../platform/db/store.ts';

export async function findCachedValue(
  db: Db,
  { senderID, name, now }: { senderID: string; name: string; now: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_cache')
    .select('value')
    .where('senderID', '=', senderID)
    .where('name', '=', name)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.value;
}

export async function putCachedValue(
  db: Db,
  entry: { senderID: string; name: string; value: string; expiresAt: string },
): Promise<void> {
  const { value, expiresAt } = entry;
  await db
    .insertInto('provider_cache')
    .values(entry)
    .onConflict((on) => on.columns(['senderID', 'name']).doUpdateSet({ value, expiresAt }))
    .execute();
}

export async function deleteCachedValue(db: Db, senderID: string, name: string): Promise<void> {
  await db.deleteFrom('provider_cache').where('senderID', '=', senderID).where('name', '=', name).execute();
}

/** Clears the cache of a number that is replaced, because its files and chats belong to another account. */
export async function clearCacheOfSender(db: Db, senderID: string): Promise<void> {
  await db.deleteFrom('provider_cache').where('senderID', '=', senderID).execute();
}

/**
 * Deletes expired values of every sender, at most `most`. Returns how many were deleted. The query needs no index,
 * because it runs once an hour over short rows.
 */
export async function deleteExpiredValues(db: Db, now: string, most: number): Promise<number> {
  const expired = db.selectFrom('provider_cache').select(['senderID', 'name']).where('expiresAt', '<=', now);
  const { numDeletedRows } = await db
    .deleteFrom('provider_cache')
    .where((eb) =>
      eb(eb.refTuple('senderID', 'name'), 'in', expired.limit(most).$asTuple('senderID', 'name')),
    )
    // The time is checked again, because the value may have been renewed since.
    .where('expiresAt', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
