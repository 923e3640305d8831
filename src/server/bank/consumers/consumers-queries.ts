import type { Scope } from '../../auth/scope.ts';
import { billsOfRegNums, owedColumns } from '../../ledger/ledger-queries.ts';
import { textList } from '../../platform/db/long-lists.ts';

const columns = [...owedColumns, 'invNo', 'month', 'year', 'expiryDate'] as const;

/** Lists the bills with one of these invoice numbers, in any status. */
export async function listOfVouchers(scope: Scope, invNos: readonly string[]) {
  return scope.db
    .selectFrom('bill')
    .select(columns)
    .where('campusID', '=', scope.campusID)
    .where('invNo', 'in', textList(scope.db, invNos))
    .orderBy('id')
    .execute();
}
export type ConsumerBill = Awaited<ReturnType<typeof listOfVouchers>>[number];

/** Lists the bills with one of these registration numbers. */
export async function listOfStudents(scope: Scope, regNums: readonly string[]): Promise<ConsumerBill[]> {
  return billsOfRegNums(scope, regNums).select(columns).orderBy('id').execute();
}

/** Returns the authorisation of the last payment of a bill, if a biller reported that payment. */
export async function findAuthID(scope: Scope, billID: number): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('allocation')
    .innerJoin('payment', 'payment.id', 'allocation.paymentID')
    .select('payment.reference')
    .where('allocation.campusID', '=', scope.campusID)
    .where('allocation.billID', '=', billID)
    .where('allocation.endedAt', 'is', null)
    .where('payment.source', '=', 'push')
    .orderBy('allocation.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.reference ?? undefined;
}
