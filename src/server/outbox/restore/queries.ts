/** Puts back what was cancelled at one instant, or skipped since one because its bills were paid. */
import { reasonOf } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { partsOf, unindexed } from '../../db/long-lists.ts';
import type { WaitingMessage } from '../model.ts';
import { listEnded, requeueMessages } from '../retry/queries.ts';
import { reminded } from '../skip/rules.ts';

/** Of a family's message the reason is that of one child: another may have been paid. */
const overtaken = [
  reasonOf('paidSince'),
  reasonOf('partPaidSince'),
  reasonOf('otherSince'),
  reasonOf('inTimeSince'),
  reasonOf('billRemoved'),
  reasonOf('numberChanged'),
  reasonOf('expiredSince'),
];

/**
 * What was skipped since this instant because it had nothing left to speak of. None of a broadcast of which something
 * was cancelled since: it would have been cancelled with that.
 */
export async function listSkippedReminders(scope: Scope, since: string): Promise<WaitingMessage[]> {
  const broadcasts = scope.db
    .selectFrom('broadcast')
    .select('broadcast.id')
    .where('broadcast.campusID', '=', scope.campusID)
    .where((eb) => eb.or([eb('audience', 'in', reminded), eb('startAt', 'is not', null)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('message as taken')
            .select('taken.id')
            .whereRef('taken.broadcastID', '=', 'broadcast.id')
            .where('taken.status', '=', 'cancelled')
            .where('taken.updatedAt', '>=', since),
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

/** Messages by name that were skipped. */
export async function requeueSkipped(scope: Scope, ids: number[], now: string): Promise<WaitingMessage[]> {
  return requeueMessages(scope, partsOf(ids), { from: ['skipped'], now });
}

/** What was cancelled at this very instant; what was on its way then may be tried again after all. */
export async function restoreCancelled(scope: Scope, at: string, now: string): Promise<WaitingMessage[]> {
  await scope.db
    .updateTable('message')
    .set({ cancelledAt: null })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('status', '=', 'sending')
    .where('cancelledAt', '=', at)
    .execute();
  const cancelled = listEnded(scope, { status: 'cancelled', at });
  return requeueMessages(scope, cancelled, { from: ['cancelled'], now });
}
