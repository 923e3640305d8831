/**
 * Queries that put messages back: those cancelled at one instant, and those skipped since an instant because their
 * bills were paid or changed.
 */
import { makeReason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { partsOf, unindexed } from '../../platform/db/long-lists.ts';
import type { WaitingMessage } from '../model.ts';
import { reminderAudiences } from '../skip/skip-rules.ts';
import { endedInParts, requeueMessages } from './retry-queries.ts';

/**
 * The reasons for which messages are skipped after their bills have changed. All are needed: a family message stores
 * the reason of only one child, and another child's bill may have been paid.
 */
const overtaken = [
  makeReason('paidSince'),
  makeReason('partPaidSince'),
  makeReason('paidByCredit'),
  makeReason('partByCredit'),
  makeReason('otherSince'),
  makeReason('inTimeSince'),
  makeReason('nothingOwed'),
  makeReason('billRemoved'),
  makeReason('numberChanged'),
  makeReason('expiredSince'),
];

/**
 * Lists messages skipped since `since` because their bills no longer needed a message. It leaves out broadcasts with a later
 * cancellation, because that cancellation would have included these messages.
 */
export async function listSkippedAsOutdated(scope: Scope, since: string): Promise<WaitingMessage[]> {
  const broadcasts = scope.db
    .selectFrom('broadcast')
    .select('broadcast.id')
    .where('broadcast.campusID', '=', scope.campusID)
    .where((eb) =>
      eb.or([
        eb('audience', 'in', reminderAudiences),
        eb('startAt', 'is not', null),
        // Any text with placeholders: its message was skipped if all its amounts were 0.
        eb('text', 'like', '%{{%'),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('message as laterCancelled')
            .select('laterCancelled.id')
            .whereRef('laterCancelled.broadcastID', '=', 'broadcast.id')
            .where('laterCancelled.status', '=', 'cancelled')
            .where('laterCancelled.updatedAt', '>=', since),
        ),
      ),
    );
  return scope.db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('status', '=', 'skipped')
    .where('reason', 'in', overtaken)
    .where('updatedAt', '>=', since)
    .where('broadcastID', 'in', broadcasts)
    .orderBy('id')
    .execute();
}

/** Queues skipped messages again, by their ids. */
export async function requeueSkipped(scope: Scope, ids: number[], now: string): Promise<WaitingMessage[]> {
  return requeueMessages(scope, partsOf(ids), { from: ['skipped'], now });
}

/**
 * Queues messages again that were cancelled at exactly this instant. Messages that were being sent at that time may be
 * tried again.
 */
export async function restoreCancelled(scope: Scope, at: string, now: string): Promise<WaitingMessage[]> {
  await scope.db
    .updateTable('message')
    .set({ cancelledAt: null })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('status', '=', 'sending')
    .where('cancelledAt', '=', at)
    .execute();
  const cancelled = endedInParts(scope, { status: 'cancelled', at });
  return requeueMessages(scope, cancelled, { from: ['cancelled'], now });
}
