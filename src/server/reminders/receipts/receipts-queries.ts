import { countedSources } from '#shared/money/ledger.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../platform/db/long-lists.ts';
import type { EntryWindow } from './receipts-rules.ts';

/** The maximum number of receipts in one round. The others wait for the next round. */
const mostPerRound = 100;

const tables = ({ db, campusID }: Scope) => ({
  /** The returns of payments. */
  returns: db
    .selectFrom('payment_return')
    .select('payment_return.paymentID')
    .where('payment_return.campusID', '=', campusID),
  /** All broadcasts. The `paymentID` of one says that it is the receipt of that payment. */
  sends: db.selectFrom('broadcast').select('broadcast.id').where('broadcast.campusID', '=', campusID),
  bills: db.selectFrom('bill').select('bill.id').where('bill.campusID', '=', campusID),
  /** The allocations to bills that still exist. */
  parts: db
    .selectFrom('allocation')
    .innerJoin('bill', 'bill.id', 'allocation.billID')
    .select('allocation.id')
    .where(unindexed('allocation.campusID'), '=', campusID)
    .where(unindexed('bill.campusID'), '=', campusID)
    .where('allocation.endedAt', 'is', null),
});

/**
 * Lists counted payments that were entered in this window and have no receipt yet, the earliest first. With `paymentID`
 * it lists only that payment. It leaves out payments that are void, have a return, or belong to no existing bill.
 */
export async function listWithoutReceipt(
  scope: Scope,
  { from, until, bankUntil, receivedFrom }: EntryWindow,
  paymentID?: number,
): Promise<{ id: number; createdAt: string }[]> {
  const { returns, sends, bills, parts } = tables(scope);
  return scope.db
    .selectFrom('payment')
    .select(['payment.id', 'payment.createdAt'])
    .where('payment.campusID', '=', scope.campusID)
    .where('payment.createdAt', '>=', from)
    .where('payment.createdAt', '<=', until)
    .where((eb) => eb.or([eb('payment.source', '<>', 'bank'), eb('payment.createdAt', '<=', bankUntil)]))
    .where('payment.receivedOn', '>=', receivedFrom)
    .where('payment.source', 'in', countedSources)
    .where('payment.voidedAt', 'is', null)
    .$if(paymentID !== undefined, (query) => query.where('payment.id', '=', paymentID ?? 0))
    .where(({ not, exists, ref }) =>
      not(exists(returns.where('payment_return.paymentID', '=', ref('payment.id')))),
    )
    .where(({ not, exists, ref }) => not(exists(sends.where('broadcast.paymentID', '=', ref('payment.id')))))
    .where(({ or, exists, ref }) =>
      or([
        exists(parts.where('allocation.paymentID', '=', ref('payment.id'))),
        exists(bills.where('bill.id', '=', ref('payment.billID'))),
      ]),
    )
    .orderBy('payment.createdAt')
    .orderBy('payment.id')
    .limit(mostPerRound)
    .execute();
}

/** Tells whether a receipt for this payment was queued to any number. */
export async function hasReceipt(scope: Scope, paymentID: number): Promise<boolean> {
  const row = await scope.db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('paymentID', '=', paymentID)
    .where('followsID', 'is', null)
    .where('queued', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the receipt messages of this payment, the latest last. */
export async function listReceiptMessages(scope: Scope, paymentID: number) {
  return scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select(['message.id', 'message.number', 'message.status', 'message.reason'])
    .where(unindexed('message.campusID'), '=', scope.campusID)
    .where('broadcast.campusID', '=', scope.campusID)
    .where('broadcast.paymentID', '=', paymentID)
    .orderBy('message.id')
    .execute();
}
