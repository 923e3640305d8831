import { amountKeys, headKeys } from '#shared/money/bill-heads.ts';
import { openStatuses } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import { gather, idList, partsOf, unindexed } from '../../platform/db/long-lists.ts';
import { adjustedOfBill } from '../ledger-queries.ts';

const columns = [
  'id',
  'groupID',
  'regNum',
  'month',
  'year',
  'total',
  'amountAfterDueDate',
  'dueDate',
  'status',
  'paid',
  'settledOn',
] as const;

/** Lists the open bills of these registration numbers, ordered by id. */
export async function listOpenOf(scope: Scope, regNums: readonly string[]) {
  return gather(partsOf(regNums), (some) =>
    scope.db
      .selectFrom('bill')
      .select(columns)
      .select(adjustedOfBill)
      .where('campusID', '=', scope.campusID)
      .where('regNum', 'in', some)
      .where('status', 'in', openStatuses)
      .orderBy('id')
      .execute(),
  );
}
export type Older = Awaited<ReturnType<typeof listOpenOf>>[number];

/**
 * The statuses of bills that can include older bills as arrears. Bills with one of the school's own statuses are not
 * owed and cannot.
 */
const askingStatuses = [...openStatuses, 'paid', 'carried'];
export const mayAsk = ({ status }: { status: string }): boolean => askingStatuses.includes(status);

/**
 * Lists the bills of these registration numbers in these billings that may include older bills as arrears, with their
 * heads.
 */
export async function listAskersOf(scope: Scope, regNums: readonly string[], groupIDs: readonly number[]) {
  return gather(partsOf(regNums), (some) =>
    scope.db
      .selectFrom('bill')
      .select(['id', 'groupID', 'regNum', 'month', 'year', ...headKeys, ...amountKeys])
      .where('campusID', '=', scope.campusID)
      .where('regNum', 'in', some)
      .where(unindexed('groupID'), 'in', idList(scope.db, groupIDs))
      .where('status', 'in', askingStatuses)
      .orderBy('id')
      .execute(),
  );
}

const children = (scope: Scope) =>
  scope.db
    .selectFrom('bill')
    .select(['regNum', 'groupID', 'month', 'year'])
    .distinct()
    .where('regNum', 'is not', null);

/** Lists the registration numbers and months of these bills. */
export async function listChildrenOfBills(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    children(scope)
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .execute(),
  );
}

/** Lists the registration numbers and months of the bills of a billing. */
export async function listChildrenOfBilling(scope: Scope, groupID: number) {
  return children(scope).where('campusID', '=', scope.campusID).where('groupID', '=', groupID).execute();
}
export type Child = Awaited<ReturnType<typeof listChildrenOfBills>>[number];

/** Sums what is now carried to each of these bills. Only carried bills that still exist count. */
export async function sumCarriedTo(scope: Scope, toBillIDs: readonly number[]): Promise<Map<number, number>> {
  const rows = await gather(partsOf(toBillIDs), (ids) =>
    scope.db
      .selectFrom('adjustment')
      .innerJoin('bill', (join) =>
        join.onRef('bill.id', '=', 'adjustment.billID').onRef('bill.campusID', '=', 'adjustment.campusID'),
      )
      .select((eb) => ['adjustment.toBillID', eb.fn.sum<number>('adjustment.amount').as('sum')])
      .where('adjustment.campusID', '=', scope.campusID)
      .where('adjustment.toBillID', 'in', idList(scope.db, ids))
      .where('adjustment.voidedAt', 'is', null)
      .groupBy('adjustment.toBillID')
      .execute(),
  );
  return new Map(rows.map(({ toBillID, sum }) => [toBillID ?? 0, Number(sum)]));
}

/** Lists the months of the billings of the campus. */
export async function listPeriods(scope: Scope) {
  return scope.db
    .selectFrom('group')
    .select(['id', 'month', 'year'])
    .where('campusID', '=', scope.campusID)
    .execute();
}

const ofBills = (scope: Scope) =>
  scope.db
    .selectFrom('adjustment')
    .select(['id', 'billID', 'toBillID', 'amount'])
    .where('campusID', '=', scope.campusID)
    .orderBy('id');

/** Lists what is now carried from these bills to bills that still exist. */
export async function listCarriedFrom(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('adjustment')
      .innerJoin('bill', (join) =>
        join.onRef('bill.id', '=', 'adjustment.toBillID').onRef('bill.campusID', '=', 'adjustment.campusID'),
      )
      .select(['adjustment.id', 'adjustment.billID', 'adjustment.toBillID', 'adjustment.amount'])
      .where('adjustment.campusID', '=', scope.campusID)
      .where('adjustment.billID', 'in', idList(scope.db, ids))
      .where('adjustment.kind', '=', 'carried')
      .where('adjustment.voidedAt', 'is', null)
      .orderBy('adjustment.id')
      .execute(),
  );
}

/** Lists what is now carried to these bills. */
export async function listCarriedTo(scope: Scope, toBillIDs: readonly number[]) {
  return gather(partsOf(toBillIDs), (ids) =>
    ofBills(scope).where('toBillID', 'in', idList(scope.db, ids)).where('voidedAt', 'is', null).execute(),
  );
}

/** Lists the bills with payments among these, with their months. */
export async function listPaidAmong(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('bill')
      .select(['id', 'groupID', 'month', 'year'])
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .where((eb) => eb.or([eb('paid', '>', 0), eb('status', '=', 'paid')]))
      .execute(),
  );
}

/** Lists the bills that are carried to these, with the amounts that would be open if they were not carried. */
export async function listOlderOf(scope: Scope, toBillIDs: readonly number[]) {
  const rows = await gather(partsOf(toBillIDs), (ids) =>
    scope.db
      .selectFrom('adjustment')
      .innerJoin('bill', (join) =>
        join.onRef('bill.id', '=', 'adjustment.billID').onRef('bill.campusID', '=', 'adjustment.campusID'),
      )
      .select(columns.map((column) => `bill.${column}` as const))
      .select(adjustedOfBill)
      .select(['adjustment.toBillID', 'adjustment.amount as carried'])
      .where('adjustment.campusID', '=', scope.campusID)
      .where('adjustment.toBillID', 'in', idList(scope.db, ids))
      .where('adjustment.voidedAt', 'is', null)
      .orderBy('bill.id')
      .execute(),
  );
  return rows.map(({ carried, ...bill }) => ({
    ...bill,
    status: 'unpaid',
    adjusted: bill.adjusted + carried,
  }));
}

/** Lists what was carried to these bills until this instant, at which it was voided. */
export async function listCarriedUntil(scope: Scope, toBillIDs: readonly number[], until: string) {
  return gather(partsOf(toBillIDs), (ids) =>
    ofBills(scope).where('toBillID', 'in', idList(scope.db, ids)).where('voidedAt', '=', until).execute(),
  );
}

/** Lists what is carried to the bills of a billing, or only to the bills that an import added. */
export async function listCarriedToBilling(
  scope: Scope,
  { groupID, importID }: { groupID: number; importID?: number | undefined },
) {
  return scope.db
    .selectFrom('adjustment')
    .innerJoin('bill', (join) =>
      join.onRef('bill.id', '=', 'adjustment.toBillID').onRef('bill.campusID', '=', 'adjustment.campusID'),
    )
    .select(['adjustment.id', 'adjustment.billID', 'adjustment.toBillID', 'adjustment.amount'])
    .where('adjustment.campusID', '=', scope.campusID)
    .where('adjustment.toBillID', 'is not', null)
    .where('adjustment.voidedAt', 'is', null)
    .where('bill.groupID', '=', groupID)
    .$if(importID !== undefined, (query) => query.where('bill.importID', '=', importID ?? 0))
    .execute();
}

/** Lists what is carried from the bills of a billing to newer ones. */
export async function listCarriedFromBilling(scope: Scope, groupID: number) {
  return scope.db
    .selectFrom('adjustment')
    .innerJoin('bill', (join) =>
      join.onRef('bill.id', '=', 'adjustment.billID').onRef('bill.campusID', '=', 'adjustment.campusID'),
    )
    .select(['adjustment.id', 'adjustment.billID', 'adjustment.toBillID', 'adjustment.amount'])
    .where('adjustment.campusID', '=', scope.campusID)
    .where('adjustment.kind', '=', 'carried')
    .where('adjustment.voidedAt', 'is', null)
    .where('bill.groupID', '=', groupID)
    .execute();
}

/** Lists the open bills among these. The columns are those of `listOpenOf`. */
export async function listOpenAmong(scope: Scope, billIDs: readonly number[]): Promise<Older[]> {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('bill')
      .select(columns)
      .select(adjustedOfBill)
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .where('status', 'in', openStatuses)
      .orderBy('id')
      .execute(),
  );
}
