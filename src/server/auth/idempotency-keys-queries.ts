import type { Db } from '../platform/db/store.ts';
import type { Scope } from './scope.ts';

/** Returns the digest of the request with this key, until it expires. */
export async function findDigest(scope: Scope, clientID: string, now: string): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('idempotency_key')
    .select('digest')
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row?.digest;
}

/** Stores a key. Returns false if the key is already in use. */
export async function putIdempotencyKey(
  scope: Scope,
  key: { clientID: string; digest: string; expiresAt: string },
  now: string,
): Promise<boolean> {
  const { digest, expiresAt } = key;
  const row = await scope.db
    .insertInto('idempotency_key')
    .values({ ...key, campusID: scope.campusID })
    .onConflict((on) =>
      on
        .columns(['campusID', 'clientID'])
        .doUpdateSet({ digest, expiresAt })
        .where('idempotency_key.expiresAt', '<=', now),
    )
    .returning('clientID')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes expired keys of every campus, at most `most`. Returns how many were deleted. */
export async function deleteExpiredKeys(db: Db, now: string, most: number): Promise<number> {
  const expired = db
    .selectFrom('idempotency_key')
    .select(['campusID', 'clientID'])
    .where('expiresAt', '<=', now)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where((eb) => eb(eb.refTuple('campusID', 'clientID'), 'in', expired.$asTuple('campusID', 'clientID')))
    // The time is checked again, because the key may have been renewed since.
    .where('expiresAt', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
