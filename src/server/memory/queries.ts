/** What a provider was told and may use again. Of whatever campus: the sender's id says whose. */
import type { Db } from '../db/store.ts';

export async function findMemory(
  db: Db,
  { senderID, name, now }: { senderID: string; name: string; now: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('memory')
    .select('value')
    .where('senderID', '=', senderID)
    .where('name', '=', name)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.value;
}

export async function keepMemory(
  db: Db,
  kept: { senderID: string; name: string; value: string; expiresAt: string },
): Promise<void> {
  await db
    .insertInto('memory')
    .values(kept)
    .onConflict((on) =>
      on.columns(['senderID', 'name']).doUpdateSet({ value: kept.value, expiresAt: kept.expiresAt }),
    )
    .execute();
}

export async function forgetMemory(db: Db, senderID: string, name: string): Promise<void> {
  await db.deleteFrom('memory').where('senderID', '=', senderID).where('name', '=', name).execute();
}

/**
 * Of every sender what nobody may use any more, so many at once; answers how many. Without an index: it is one look in
 * an hour, at short rows.
 */
export async function forgetExpired(db: Db, now: string, most: number): Promise<number> {
  const expired = db.selectFrom('memory').select(['senderID', 'name']).where('expiresAt', '<=', now);
  const { numDeletedRows } = await db
    .deleteFrom('memory')
    .where((eb) =>
      eb(eb.refTuple('senderID', 'name'), 'in', expired.limit(most).$asTuple('senderID', 'name')),
    )
    // Asked again: it may have been told anew meanwhile.
    .where('expiresAt', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Whatever another account told says nothing of this one: its names of files, and what is known of numbers there. Who
 * has opened a chat by hand was told by no account, and still has to say what came of it.
 */
export async function forgetTold(db: Db, senderID: string): Promise<void> {
  await db
    .deleteFrom('memory')
    .where('senderID', '=', senderID)
    .where('name', 'not like', 'hand:%')
    .execute();
}
