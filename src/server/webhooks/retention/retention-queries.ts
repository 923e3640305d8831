import type { Db } from '../../platform/db/store.ts';

/**
 * Empties old bodies and deletes older webhooks. A digest is kept longer than its body, because a repeated webhook is
 * recognised by its digest.
 */
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
