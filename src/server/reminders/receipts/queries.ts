import { countedSources } from '#shared/ledger.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../db/long-lists.ts';
import type { EntryWindow } from './rules.ts';

/** Told of at once; more wait for the next look. */
const mostAtOnce = 100;

const tables = ({ db, campusID }: Scope) => ({
  /** What went back, by its payment. */
  returns: db
    .selectFrom('payment_return')
    .select('payment_return.paymentID')
    .where('payment_return.campusID', '=', campusID),
  /** What tells of payments. */
  sends: db.selectFrom('broadcast').select('broadcast.id').where('broadcast.campusID', '=', campusID),
  bills: db.selectFrom('bill').select('bill.id').where('bill.campusID', '=', campusID),
  /** What settles bills that are here. */
  parts: db
    .selectFrom('allocation')
    .innerJoin('bill', 'bill.id', 'allocation.billID')
    .select('allocation.id')
    .where(unindexed('allocation.campusID'), '=', campusID)
    .where(unindexed('bill.campusID'), '=', campusID)
    .where('allocation.endedAt', 'is', null),
});

/**
 * Payments that were counted, entered in this window and told of by nobody yet, the earliest first; of `paymentID` that one
 * alone. None that is void, of which money went back, or that is about no bill that is here.
 */
export async function listUntold(
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
    .limit(mostAtOnce)
    .execute();
}

/** Whether anybody was to be told of this payment. */
export async function isTold(scope: Scope, paymentID: number): Promise<boolean> {
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

/** What became of the messages that tell of this payment, the latest last. */
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
