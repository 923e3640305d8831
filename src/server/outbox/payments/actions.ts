/** What a payment means to messages that wait. */
import type { Scope } from '../../auth/scope.ts';
import { restoreReminders } from '../restore/actions.ts';
import { reconcileMessagesOfBills } from '../skip/actions.ts';

/**
 * Messages about bills that were marked as paid, or as not: those that wait are skipped or written anew. With
 * `paidSince`, the instant at which they were marked as paid, reminders that were skipped for that wait again. In the
 * caller's transaction, after the change.
 */
export async function followPayments(
  scope: Scope,
  billIDs: ReadonlySet<number>,
  { now, paidSince }: { now: string; paidSince: string | undefined },
): Promise<void> {
  await reconcileMessagesOfBills(scope, billIDs, now);
  if (paidSince !== undefined) await restoreReminders(scope, billIDs, { since: paidSince, now });
}
