/** Applies a payment to waiting messages, and to payment proofs that parents sent. */
import type { Scope } from '../../auth/scope.ts';
import { endToConfirm, listToConfirm } from '../../chat/chat-queries.ts';
import { withBillsOfChildren } from '../../ledger/credits/credits.ts';
import { gather, partsOf } from '../../platform/db/long-lists.ts';
import { reconcileMessagesOfBills } from '../skip/skip.ts';
import { listBillStatus } from '../skip/skip-queries.ts';
import { restoreReminders } from './restore.ts';

/** Confirms the payment proofs that the families of these bills have sent. A payment was entered for them. */
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
 * Updates waiting messages about bills whose payment has changed: they are skipped or rewritten. `paidSince` is set for
 * bills that are unpaid again; it is when they were marked as paid, and reminders that were skipped since then wait
 * again. `isReceived` means that a payment was entered. Runs in the transaction of the caller, after the change.
 */
export async function followPayments(
  scope: Scope,
  billIDs: ReadonlySet<number>,
  { now, paidSince, isReceived }: { now: string; paidSince: string | undefined; isReceived?: boolean },
): Promise<void> {
  await reconcileMessagesOfBills(scope, billIDs, now);
  if (paidSince !== undefined) {
    const changed = await withBillsOfChildren(scope, billIDs);
    await restoreReminders(scope, changed, { since: paidSince, now });
  }
  if (isReceived) await confirmByPayment(scope, billIDs);
}
