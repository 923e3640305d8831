import { amountKeys, type BillFilter, headKeys } from '#shared/calls/bills.ts';
import type { Scope } from '../auth/scope.ts';
import { hasStatus } from '../bills/queries.ts';
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

export async function countBillsOfGroups(scope: Scope, groupIDs: number[]): Promise<number> {
  if (groupIDs.length === 0) return 0;
  const row = await scope.db
    .selectFrom('bill')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', groupIDs)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** How many of these bills are of this campus, without those of the groups `but`. */
export async function countBillsByID(
  scope: Scope,
  billIDs: number[],
  but: readonly number[] = [],
): Promise<number> {
  if (billIDs.length === 0) return 0;
  const row = await scope.db
    .selectFrom('bill')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', billIDs)
    .$if(but.length > 0, (query) => query.where('groupID', 'not in', but))
    .executeTakeFirstOrThrow();
  return row.count;
}
