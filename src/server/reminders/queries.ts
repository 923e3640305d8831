/** Messages to those who had not paid, and what of them was left out because they have. */
import { skipReasons } from '#shared/words/failures.ts';
import { reasonCodes } from '#shared/words/reasons.ts';
import type { Scope } from '../auth/scope.ts';
import { campusByID } from '../db/by-id.ts';
import { reminded, type Waiting } from '../recall/rules.ts';

/** Of a family's message the reason is that of one child: another may have been paid. */
const overtaken = [
  skipReasons.paidSince,
  reasonCodes.partPaidSince,
  reasonCodes.otherSince,
  skipReasons.billRemoved,
  skipReasons.numberChanged,
  skipReasons.expiredSince,
];

/**
 * What was skipped since this instant because it had nothing left to speak of. None of a run of which something was
 * cancelled since: it would have been cancelled with that.
 */
export async function listSkippedReminders(scope: Scope, since: string): Promise<Waiting[]> {
  const runs = scope.db
    .selectFrom('broadcast')
    .select('broadcast.id')
    .where('broadcast.campusID', '=', scope.campusID)
    .where('audience', 'in', reminded)
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
    .select(['id', 'broadcastID', 'billIDs', 'number'])
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'skipped')
    .where('reason', 'in', overtaken)
    .where('updatedAt', '>=', since)
    .where('broadcastID', 'in', runs)
    .orderBy('id')
    .execute();
}
