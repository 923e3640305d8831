/** What a payment means to messages that wait, and to what parents sent. */
import type { Scope } from '../../auth/scope.ts';
import { endToConfirm, listToConfirm } from '../../chat/queries.ts';
import { gather, partsOf } from '../../db/long-lists.ts';
import { restoreReminders } from '../restore/actions.ts';
import { reconcileMessagesOfBills } from '../skip/actions.ts';
import { listBillStatus } from '../skip/queries.ts';

/** What the families of these bills have sent to show a payment is seen to by one that is entered. */
async function confirmByPayment(scope: Scope, billIDs: ReadonlySet<number>): Promise<void> {
  const waiting = await listToConfirm(scope);
  if (waiting.length === 0) return;
  const bills = await gather(partsOf([...billIDs]), (part) => listBillStatus(scope, part));
  const paid = new Set(bills.flatMap(({ numbers }) => numbers.split(' ')));
  await endToConfirm(
    scope,
    waiting.filter((number) => paid.has(number)),
  );
}

/**
 * Messages about bills that were marked as paid, or as not: those that wait are skipped or written anew. With
 * `paidSince`, the instant at which they were marked as paid, reminders that were skipped for that wait again.
 * `isReceived`: a payment was entered. In the caller's transaction, after the change.
 */
export async function followPayments(
  scope: Scope,
  billIDs: ReadonlySet<number>,
  { now, paidSince, isReceived }: { now: string; paidSince: string | undefined; isReceived?: boolean },
): Promise<void> {
  await reconcileMessagesOfBills(scope, billIDs, now);
  if (paidSince !== undefined) await restoreReminders(scope, billIDs, { since: paidSince, now });
  if (isReceived) await confirmByPayment(scope, billIDs);
}
