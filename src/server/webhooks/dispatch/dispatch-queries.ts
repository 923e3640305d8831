/** Queries about the unhandled webhooks of all campuses. They take no scope, because each webhook names its sender. */
import { sql } from 'kysely';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Db } from '../../platform/db/store.ts';

/** Tells whether webhooks of any sender wait. It locks nothing. */
export async function hasWaiting(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('hook')
    .select('id')
    .where('handledAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Lists the senders with waiting webhooks, except those in `except`; the one that has waited longest comes first. It
 * searches at most `most` webhooks.
 */
export async function listWaitingSenders(
  db: Db,
  most: number,
  except: readonly string[] = [],
): Promise<string[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('hook')
        .select(['id', 'senderID'])
        .where('handledAt', 'is', null)
        .$if(except.length > 0, (query) => query.where('senderID', 'not in', except))
        .orderBy('id')
        .limit(most)
        .as('waiting'),
    )
    .select((eb) => ['senderID', eb.fn.min('id').as('first')])
    .groupBy('senderID')
    .orderBy('first')
    .execute();
  return rows.map(({ senderID }) => senderID);
}

/** Lists the waiting webhooks of this sender, the oldest first, with the lengths of their bodies. */
export async function listWaiting(db: Db, senderID: string, most: number) {
  return db
    .selectFrom('hook')
    .select(['id', 'senderID', sql<number>`length(body)`.as('size')])
    .where('senderID', '=', senderID)
    .where('handledAt', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function listBodies(db: Db, webhookIDs: readonly number[]) {
  return db.selectFrom('hook').select(['id', 'body']).where('id', 'in', webhookIDs).orderBy('id').execute();
}

/** Marks webhooks as finished, so that they are not tried again. `error` says why some could not be handled. */
export async function finishWebhooks(
  db: Db,
  webhookIDs: readonly number[],
  { now, error = null }: { now: string; error?: Reason | null },
): Promise<void> {
  if (webhookIDs.length === 0) return;
  await db
    .updateTable('hook')
    .set({ handledAt: now, error })
    .where('id', 'in', webhookIDs)
    .where('handledAt', 'is', null)
    .execute();
}
