/** Cancels waiting messages of one broadcast, of a list of ids, or of the whole campus. The rows stay as a record. */
import type { Reason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { idList, partsOf, unindexed } from '../../platform/db/long-lists.ts';
import {
  broadcastsOfSend,
  isInPart,
  messageParts,
  openBroadcasts,
} from '../broadcasts/broadcasts-queries.ts';
import type { MessageChoice } from '../model.ts';

/**
 * Marks the chosen messages that are being sent. If the current attempt of such a message is postponed, the message
 * becomes cancelled and is not tried again.
 */
async function markCancelledWhileSending(
  scope: Scope,
  { broadcastID, ids }: MessageChoice,
  now: string,
): Promise<void> {
  await scope.db
    .updateTable('message')
    .set({ cancelledAt: now })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('status', '=', 'sending')
    .$if(broadcastID !== undefined, (query) =>
      query.where('broadcastID', 'in', broadcastsOfSend(scope, broadcastID ?? 0)),
    )
    .$if(ids !== undefined, (query) => query.where('id', 'in', idList(scope.db, ids ?? [])))
    .execute();
}

/** Cancels the chosen messages that wait. Returns how many. */
export async function cancelQueued(
  scope: Scope,
  choice: MessageChoice,
  { reason, now }: { reason: Reason; now: string },
): Promise<number> {
  const { broadcastID, ids } = choice;
  await markCancelledWhileSending(scope, choice, now);
  const isOfBroadcast = broadcastID !== undefined;
  const ofSend = broadcastsOfSend(scope, broadcastID ?? 0);
  const broadcasts = openBroadcasts(scope).$if(isOfBroadcast, (query) => query.where('id', 'in', ofSend));
  let count = 0;
  for await (const part of ids
    ? partsOf(ids)
    : messageParts(scope, await broadcasts.select('total').execute())) {
    const { numUpdatedRows } = await scope.db
      .updateTable('message')
      .set({ status: 'cancelled', reason, dueAt: null, updatedAt: now })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('status', '=', 'queued')
      .$if(isOfBroadcast, (query) => query.where('broadcastID', 'in', ofSend))
      .where((eb) => (Array.isArray(part) ? eb('id', 'in', part) : isInPart(part)(eb)))
      .executeTakeFirstOrThrow();
    count += Number(numUpdatedRows);
  }
  return count;
}

/** Returns the time of the latest cancellation that has not been undone. */
export async function findLastCancelled(scope: Scope): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('message')
    .select((eb) => eb.fn.max('updatedAt').as('at'))
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'cancelled')
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/**
 * Lists the cancellations since `since`, the latest first. `count` is the number of messages that are still cancelled.
 */
export async function listCancelledSince(scope: Scope, since: string) {
  return scope.db
    .selectFrom('message')
    .select((eb) => ['updatedAt as at', eb.fn.countAll<number>().as('count')])
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'cancelled')
    .where('updatedAt', '>=', since)
    .groupBy('updatedAt')
    .orderBy('updatedAt', 'desc')
    .execute();
}
