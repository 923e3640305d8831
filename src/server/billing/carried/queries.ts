import { openStatuses } from '#shared/bill-status.ts';
import { amountKeys, headKeys } from '#shared/calls/bills.ts';
import type { Scope } from '../../auth/scope.ts';
import { gather, idList, partsOf, unindexed } from '../../db/long-lists.ts';
import { adjustedOfBill } from '../../recipients/queries.ts';

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

/** The open bills of these registrations, in the order they came. */
export async function listOpenOf(scope: Scope, regNums: readonly string[]) {
  return gather(partsOf(regNums), (some) =>
    scope.db
      .selectFrom('bill')
      .select(columns)
      .select(adjustedOfBill.as('adjusted'))
      .where('campusID', '=', scope.campusID)
      .where('regNum', 'in', some)
      .where('status', 'in', openStatuses)
      .orderBy('id')
      .execute(),
  );
}
export type Older = Awaited<ReturnType<typeof listOpenOf>>[number];

/** The statuses of bills that may ask for older ones: whatever a school calls otherwise is nobody's to pay. */
const askingStatuses = [...openStatuses, 'paid', 'carried'];
export const mayAsk = ({ status }: { status: string }): boolean => askingStatuses.includes(status);

/** The bills of these registrations in these billings that may ask for older ones, with their heads. */
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

/** Whose these bills are, and of which months. */
export async function listChildrenOfBills(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    children(scope)
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .execute(),
  );
}

/** The same of a billing. */
export async function listChildrenOfBilling(scope: Scope, groupID: number) {
  return children(scope).where('campusID', '=', scope.campusID).where('groupID', '=', groupID).execute();
}
export type Child = Awaited<ReturnType<typeof listChildrenOfBills>>[number];

/** What of bills that are there is carried to these now, each with its sum. */
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

/** The months of the campus's billings. */
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

/** What of these bills is carried now, to bills that are there. */
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

/** What is carried to these bills now. */
export async function listCarriedTo(scope: Scope, toBillIDs: readonly number[]) {
  return gather(partsOf(toBillIDs), (ids) =>
    ofBills(scope).where('toBillID', 'in', idList(scope.db, ids)).where('voidedAt', 'is', null).execute(),
  );
}

/** What is carried to those of these bills that are deleted. */
export async function listCarriedToGone(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    ofBills(scope)
      .where('toBillID', 'in', idList(scope.db, ids))
      .where('voidedAt', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('bill').select('bill.id').whereRef('bill.id', '=', 'adjustment.toBillID'))),
      )
      .execute(),
  );
}

/** Those of these bills on which money stands, with their months. */
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

/** The bills that are carried to these, as open as they would be without. */
export async function listOlderOf(scope: Scope, toBillIDs: readonly number[]) {
  const rows = await gather(partsOf(toBillIDs), (ids) =>
    scope.db
      .selectFrom('adjustment')
      .innerJoin('bill', (join) =>
        join.onRef('bill.id', '=', 'adjustment.billID').onRef('bill.campusID', '=', 'adjustment.campusID'),
      )
      .select(columns.map((column) => `bill.${column}` as const))
      .select(adjustedOfBill.as('adjusted'))
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

/** What was carried to these bills until this instant. */
export async function listCarriedUntil(scope: Scope, toBillIDs: readonly number[], until: string) {
  return gather(partsOf(toBillIDs), (ids) =>
    ofBills(scope).where('toBillID', 'in', idList(scope.db, ids)).where('voidedAt', '=', until).execute(),
  );
}

/** What is carried to bills of a billing, or to those of them that an import added. */
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

/** What of the bills of a billing is carried, to whichever. */
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

/** The open bills among these, as `listOpenOf` has them. */
export async function listOpenAmong(scope: Scope, billIDs: readonly number[]): Promise<Older[]> {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('bill')
      .select(columns)
      .select(adjustedOfBill.as('adjusted'))
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .where('status', 'in', openStatuses)
      .orderBy('id')
      .execute(),
  );
}
