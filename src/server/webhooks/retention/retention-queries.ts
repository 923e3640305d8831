import type { Db } from '../../platform/db/store.ts';

/** A webhook in the order in which retention reads them. */
export type OldWebhook = { id: number; receivedAt: string };

/** Lists webhooks received before `before`, the oldest first, beginning after `after`. */
export async function listOldWebhooks(
  db: Db,
  { before, after, take }: { before: string; after: OldWebhook; take: number },
): Promise<OldWebhook[]> {
  return db
    .selectFrom('hook')
    .select(['id', 'receivedAt'])
    .where('receivedAt', '<', before)
    .where((eb) => eb(eb.refTuple('receivedAt', 'id'), '>', eb.tuple(after.receivedAt, after.id)))
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(take)
    .execute();
}

/** Empties the bodies of those of these webhooks that were handled. */
export async function emptyBodies(db: Db, webhookIDs: readonly number[]): Promise<void> {
  await db
    .updateTable('hook')
    .set({ body: '' })
    .where('id', 'in', webhookIDs)
    .where('handledAt', 'is not', null)
    .where('body', '<>', '')
    .execute();
}

/** Deletes those of these webhooks that were handled. */
export async function deleteWebhooks(db: Db, webhookIDs: readonly number[]): Promise<void> {
  await db.deleteFrom('hook').where('id', 'in', webhookIDs).where('handledAt', 'is not', null).execute();
}
