/** Provider cache: what a provider answered and we may use again. Of whatever campus: the sender's id says whose. */
import type { Db } from '../../db/store.ts';

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

/** The cache of a number says nothing of another one: its files and chats stand in another account. */
export async function clearCacheOfSender(db: Db, senderID: string): Promise<void> {
  await db.deleteFrom('provider_cache').where('senderID', '=', senderID).execute();
}

/**
 * Of every sender what has expired, at most so much at once; answers how much. Without an index: it is one look in an
 * hour, at short rows.
 */
export async function deleteExpiredValues(db: Db, now: string, most: number): Promise<number> {
  const expired = db.selectFrom('provider_cache').select(['senderID', 'name']).where('expiresAt', '<=', now);
  const { numDeletedRows } = await db
    .deleteFrom('provider_cache')
    .where((eb) =>
      eb(eb.refTuple('senderID', 'name'), 'in', expired.limit(most).$asTuple('senderID', 'name')),
    )
    // Asked again: the value may be new since.
    .where('expiresAt', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
