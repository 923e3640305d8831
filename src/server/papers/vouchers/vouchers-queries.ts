import { amountKeys, headKeys } from '#shared/money/bill-heads.ts';
import type { Scope } from '../../auth/scope.ts';
import { gather, idList, partsOf, unindexed } from '../../platform/db/long-lists.ts';

/** The columns of these bills that vouchers need, ordered by id. */
export async function listVoucherBills(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('bill')
      .innerJoin('group', 'group.id', 'bill.groupID')
      .select(['bill.id', 'bill.groupID', 'bill.name', 'bill.regNum', 'bill.invNo', 'bill.numbers'])
      .select(['bill.issueDate', 'bill.dueDate', 'bill.expiryDate', 'bill.status', 'bill.settledOn'])
      .select(['bill.total', 'bill.amountAfterDueDate', 'bill.paid', 'group.name as billing'])
      .select(headKeys.map((key) => `bill.${key}` as const))
      .select(amountKeys.map((key) => `bill.${key}` as const))
      .select((eb) => [
        eb.fn.coalesce('bill.month', 'group.month').as('month'),
        eb.fn.coalesce('bill.year', 'group.year').as('year'),
      ])
      .where(unindexed('bill.campusID'), '=', scope.campusID)
      .where('bill.id', 'in', idList(scope.db, ids))
      .orderBy('bill.id')
      .execute(),
  );
}
export type VoucherBill = Awaited<ReturnType<typeof listVoucherBills>>[number];

/** How many times each of these bills was printed, for each expiry date. */
export async function listPrints(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('voucher_print')
      .select(['billID', 'expiryDate'])
      .select((eb) => [eb.fn.count<number>('id').as('prints'), eb.fn.max('serial').as('serial')])
      .where('campusID', '=', scope.campusID)
      .where('billID', 'in', idList(scope.db, ids))
      .groupBy(['billID', 'expiryDate'])
      .execute(),
  );
}
export type Prints = Awaited<ReturnType<typeof listPrints>>[number];

/** The invoice number of each bill. */
export async function listInvNos(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('bill')
      .select(['id', 'invNo'])
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .execute(),
  );
}
