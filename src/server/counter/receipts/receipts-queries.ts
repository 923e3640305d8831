import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';

/** Returns the columns that a receipt shows for its bills. */
export async function listNamed(scope: Scope, billIDs: readonly number[]) {
  return scope.db
    .selectFrom('bill')
    .innerJoin('group', 'group.id', 'bill.groupID')
    .select(['bill.id', 'bill.invNo', 'group.name as billing'])
    .select((eb) => [
      eb.fn.coalesce('bill.month', 'group.month').as('month'),
      eb.fn.coalesce('bill.year', 'group.year').as('year'),
    ])
    .where(unindexed('bill.campusID'), '=', scope.campusID)
    .where('bill.id', 'in', idList(scope.db, billIDs))
    .execute();
}

/** Returns how many times the receipt of this payment was handed out for printing. */
export async function countReceiptPrints(scope: Scope, paymentID: number): Promise<number> {
  const row = await scope.db
    .selectFrom('receipt_print')
    .select((eb) => eb.fn.max('serial').as('last'))
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('paymentID', '=', paymentID)
    .executeTakeFirst();
  return row?.last ?? 0;
}
