import type { ExpressionBuilder } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { billsOfRegNums, owedColumns } from '../../ledger/ledger-queries.ts';
import { textList } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';

const columns = [...owedColumns, 'invNo', 'expiryDate'] as const;

/** Selects the period of each bill: its own month and year, otherwise those of its billing. */
const periodOf = ({ fn, selectFrom }: ExpressionBuilder<Tables, 'bill'>) =>
  (['month', 'year'] as const).map((part) =>
    fn
      .coalesce(
        `bill.${part}`,
        selectFrom('group')
          .select(`group.${part}`)
          .whereRef('group.id', '=', 'bill.groupID')
          .whereRef('group.campusID', '=', 'bill.campusID'),
      )
      .as(part),
  );

/** Lists the bills with one of these invoice numbers, in any status. */
export async function listOfVouchers(scope: Scope, invNos: readonly string[]) {
  return scope.db
    .selectFrom('bill')
    .select(columns)
    .select(periodOf)
    .where('campusID', '=', scope.campusID)
    .where('invNo', 'in', textList(scope.db, invNos))
    .orderBy('id')
    .execute();
}
export type ConsumerBill = Awaited<ReturnType<typeof listOfVouchers>>[number];

/** Lists the bills with one of these registration numbers. */
export async function listOfStudents(scope: Scope, regNums: readonly string[]): Promise<ConsumerBill[]> {
  return billsOfRegNums(scope, regNums).select(columns).select(periodOf).orderBy('id').execute();
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
