import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { idList } from '../../platform/db/long-lists.ts';

const returnedOfPayment = sql<number>`(select coalesce(sum(payment_return.amount), 0) from payment_return
  where payment_return."campusID" = payment."campusID" and payment_return."paymentID" = payment.id)`.as(
  'returned',
);

/**
 * Lists the latest payments that are only for these bills. A payment for other children too is left out, because its
 * receipt would name them. Voided payments and payments from before Qasid have no receipt.
 */
export async function listPaymentsFor(scope: Scope, billIDs: readonly number[], most: number) {
  if (billIDs.length === 0) return [];
  const ids = idList(scope.db, billIDs);
  const { campusID } = scope;
  return scope.db
    .selectFrom('payment')
    .select(['id', 'receiptNo', 'receivedOn', 'amount', 'method'])
    .select(returnedOfPayment)
    .where('campusID', '=', campusID)
    .where('voidedAt', 'is', null)
    .where('method', '<>', 'opening')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('allocation')
        .select('paymentID')
        .where('campusID', '=', campusID)
        .where('endedAt', 'is', null)
        .where('billID', 'in', ids),
    )
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('allocation as other')
        .select('other.paymentID')
        .where('other.campusID', '=', campusID)
        .whereRef('other.paymentID', '=', 'payment.id')
        .where('other.endedAt', 'is', null)
        .where('other.billID', 'not in', ids),
    )
    .orderBy('receivedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
export type FamilyPayment = Awaited<ReturnType<typeof listPaymentsFor>>[number];
