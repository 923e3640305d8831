import type { Scope } from '../../auth/scope.ts';
import type { Db } from '../../platform/db/store.ts';

/** Returns the broadcast that an earlier request with this `clientID` stored, with its skipped recipients. */
export async function findBroadcastByClient(scope: Scope, clientID: string) {
  const broadcast = await scope.db
    .selectFrom('broadcast')
    .select(['id', 'queued', 'text', 'media'])
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .executeTakeFirst();
  if (!broadcast) return undefined;
  const skipped = await scope.db
    .selectFrom('message')
    .select(['number', 'name', 'reason'])
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', '=', broadcast.id)
    .where('status', '=', 'skipped')
    // Messages that were skipped later still have their text.
    .where('text', '=', '')
    .orderBy('id')
    .execute();
  return { ...broadcast, skipped };
}

/** Returns the digest of the request with this `clientID`, until it expires. */
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

export async function putIdempotencyKey(
  scope: Scope,
  key: { clientID: string; digest: string; expiresAt: string },
): Promise<void> {
  const { digest, expiresAt } = key;
  await scope.db
    .insertInto('idempotency_key')
    .values({ ...key, campusID: scope.campusID })
    .onConflict((on) => on.columns(['campusID', 'clientID']).doUpdateSet({ digest, expiresAt }))
    .execute();
}

/** Runs for every campus. */
export async function deleteExpiredKeys(db: Db, now: string): Promise<void> {
  await db.deleteFrom('idempotency_key').where('expiresAt', '<=', now).execute();
}
