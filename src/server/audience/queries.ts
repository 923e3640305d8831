import type { BillFilter } from '#shared/bill-status.ts';
import { amountKeys, headKeys } from '#shared/calls/bills.ts';
import type { Scope } from '../auth/scope.ts';
import { hasStatus } from '../db/bill-status.ts';
import { campusByID } from '../db/by-id.ts';

const columns = [
  'id',
  'groupID',
  'name',
  'number',
  'numbers',
  'status',
  'regNum',
  'invNo',
  'total',
  'amountAfterDueDate',
  'issueDate',
  'dueDate',
  'expiryDate',
  'month',
  'year',
] as const;

/** `withHeads`: only where the text names them; they are half of a bill and most texts do without. */
export type Narrow = { status: BillFilter; today: string; withHeads?: boolean };

/** The caller says which campus: how depends on what else it asks for. */
const bills = (scope: Scope, { status, today, withHeads = false }: Narrow) =>
  scope.db
    .selectFrom('bill')
    .select(columns)
    .$if(withHeads, (query) => query.select([...headKeys, ...amountKeys]))
    .where((eb) => hasStatus(eb, status, today))
    .orderBy('bill.id');

export type StatusCount = { status: string; count: number };

export type BillToTell = Awaited<ReturnType<typeof listBillsOfGroup>>[number];

/** The bills of a group of this campus that a message may speak of, from behind `after`. */
export async function listBillsOfGroup(
  scope: Scope,
  groupID: number,
  page: Narrow & { after: number; take: number },
) {
  return bills(scope, page)
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('id', '>', page.after)
    .limit(page.take)
    .execute();
}

/** Those of these bills that are of this campus; at most a few thousand ids at once. */
export async function listBillsByID(scope: Scope, billIDs: number[], narrow: Narrow) {
  if (billIDs.length === 0) return [];
  return bills(scope, narrow).where(campusByID, '=', scope.campusID).where('id', 'in', billIDs).execute();
}

/** How many bills of each status these groups have. */
export async function countStatusesOfGroups(scope: Scope, groupIDs: number[]): Promise<StatusCount[]> {
  if (groupIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', groupIDs)
    .groupBy('status')
    .execute();
}

/** How many of these bills, at most a few thousand, have each status, without those of the groups `but`. */
export async function countStatusesByID(
  scope: Scope,
  billIDs: number[],
  but: readonly number[] = [],
): Promise<StatusCount[]> {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', billIDs)
    .$if(but.length > 0, (query) => query.where('groupID', 'not in', but))
    .groupBy('status')
    .execute();
}

/** The months of these groups, those that are of this campus. */
export async function listPeriods(scope: Scope, groupIDs: number[]) {
  if (groupIDs.length === 0) return [];
  return scope.db
    .selectFrom('group')
    .select(['id', 'month', 'year'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', groupIDs)
    .execute();
}
