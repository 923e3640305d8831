import type { Scope } from '../../auth/scope.ts';
import { gather, idList, partsOf } from '../../platform/db/long-lists.ts';

/** Returns the currency sign of the campus. */
export async function findCurrency(scope: Scope): Promise<string> {
  const campus = scope.db.selectFrom('campus').select('currency').where('id', '=', scope.campusID);
  return (await campus.executeTakeFirstOrThrow()).currency;
}

/**
 * Returns the payments among these that are more than a status: a part was returned, a bank file contains them, or
 * they settle several bills.
 */
export async function listProved(scope: Scope, paymentIDs: readonly number[]): Promise<number[]> {
  const rows = await gather(partsOf(paymentIDs), (ids) =>
    scope.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .where(({ or, exists, selectFrom }) => {
        const returns = selectFrom('payment_return')
          .select('payment_return.id')
          .where('payment_return.campusID', '=', scope.campusID)
          .whereRef('payment_return.paymentID', '=', 'payment.id');
        const bankRows = selectFrom('bank_row')
          .select('bank_row.id')
          .where('bank_row.campusID', '=', scope.campusID)
          .whereRef('bank_row.paymentID', '=', 'payment.id')
          .where('bank_row.endedAt', 'is', null);
        const several = selectFrom('allocation')
          .select('allocation.paymentID')
          .whereRef('allocation.paymentID', '=', 'payment.id')
          .where('allocation.endedAt', 'is', null)
          .groupBy('allocation.paymentID')
          .having((eb) => eb(eb.fn.countAll(), '>', 1));
        return or([exists(returns), exists(bankRows), exists(several)]);
      })
      .execute(),
  );
  return rows.map(({ id }) => id);
}

/**
 * Lists the payments that settled these bills and were voided at this instant for this reason. `settled` is the part
 * that settled the bill.
 */
export async function listVoidedWith(
  scope: Scope,
  billIDs: readonly number[],
  { at, reason }: { at: string; reason: string },
) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('allocation')
      .innerJoin('payment', 'payment.id', 'allocation.paymentID')
      .select(['allocation.billID', 'allocation.groupID', 'allocation.name', 'allocation.regNum'])
      .select(['allocation.amount as settled', 'payment.amount', 'payment.method', 'payment.source'])
      .select(['payment.sourceKey', 'payment.receivedOn', 'payment.regNum as payerRegNum'])
      .where('allocation.campusID', '=', scope.campusID)
      .where('allocation.billID', 'in', idList(scope.db, ids))
      .where('allocation.endedAt', '=', at)
      .where('payment.voidedAt', '=', at)
      .where('payment.voidReason', '=', reason)
      .orderBy('allocation.id')
      .execute(),
  );
}
