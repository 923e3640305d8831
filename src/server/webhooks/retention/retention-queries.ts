import type { Db } from '../../platform/db/store.ts';

/** Bodies are kept for a while, and digests for longer, because a repeated webhook is recognised by its digest. */
export async function deleteOldWebhooks(
  db: Db,
  { bodies, all }: { bodies: string; all: string },
): Promise<void> {
  await db
    .updateTable('hook')
    .set({ body: '' })
    .where('receivedAt', '<', bodies)
    .where('handledAt', 'is not', null)
    .where('body', '<>', '')
    .execute();
  await db.deleteFrom('hook').where('receivedAt', '<', all).where('handledAt', 'is not', null).execute();
}
