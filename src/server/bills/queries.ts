import type { ExpressionBuilder } from 'kysely';
import type { BillFilter } from '#shared/calls/bills.ts';
import type { Scope } from '../auth/scope.ts';
import { insertMany } from '../db/insert-many.ts';
import { contains } from '../db/search.ts';
import type { Db } from '../db/store.ts';
import type { BillTable, Tables } from '../db/tables.ts';
import { type BillRow, billColumns } from './rules.ts';

export type BillChoice = { groupID: number; search: string; status: BillFilter; today: string };

/** The filter's meaning, once for lists, counts and sends. `today` is the campus's day. */
export function hasStatus(eb: ExpressionBuilder<Tables, 'bill'>, status: BillFilter, today: string) {
  if (status === 'all') return eb.lit(true);
  const isUnpaid = eb('bill.status', '=', 'unpaid');
  if (status === 'unpaid') return isUnpaid;
  if (status === 'paid') return eb('bill.status', '!=', 'unpaid');
  return eb.and([isUnpaid, eb('bill.dueDate', '<', today)]);
}

const chosen = (scope: Scope, { groupID, search, status, today }: BillChoice) =>
  scope.db
    .selectFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where((eb) => hasStatus(eb, status, today))
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          contains(eb.ref('name'), search),
          contains(eb.ref('regNum'), search),
          contains(eb.ref('number'), search),
          contains(eb.ref('numbers'), search),
        ]),
      ),
    );

/** Bills in the order of their file, from behind the id `after`. */
export async function listBills(
  scope: Scope,
  choice: BillChoice,
  page: { after: number; take: number },
): Promise<BillRow[]> {
  return chosen(scope, choice)
    .select(billColumns)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.take)
    .execute();
}

export async function countBills(scope: Scope, choice: BillChoice): Promise<number> {
  const row = await chosen(scope, choice)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function findBill(scope: Scope, billID: number): Promise<BillRow | undefined> {
  return scope.db
    .selectFrom('bill')
    .select(billColumns)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID)
    .executeTakeFirst();
}

/** Which of these campuses holds the bill. */
export async function findCampusOfBill(
  db: Db,
  campusIDs: number[],
  billID: number,
): Promise<number | undefined> {
  if (campusIDs.length === 0) return undefined;
  const row = await db
    .selectFrom('bill')
    .select('campusID')
    .where('campusID', 'in', campusIDs)
    .where('id', '=', billID)
    .executeTakeFirst();
  return row?.campusID;
}

/** Adds the rows to a group of this campus; a group of another makes the insert fail as a whole. Changes the rows themselves. */
export async function insertBills(
  scope: Scope,
  groupID: number,
  rows: Omit<BillTable, 'id' | 'campusID' | 'groupID'>[],
): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'bill',
    rows.map((row) => Object.assign(row, { campusID, groupID })),
  );
}

/** The bill's id, or undefined when there is none here. */
export async function updateBill(
  scope: Scope,
  billID: number,
  columns: Partial<Omit<BillTable, 'id'>>,
): Promise<number | undefined> {
  const row = await scope.db
    .updateTable('bill')
    .set(columns)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Changes an unpaid bill while these columns still hold what they did; false when it is not so any more. */
export async function changeUnpaidBill(
  scope: Scope,
  billID: number,
  { from, to }: { from: Partial<BillRow>; to: Partial<BillRow> },
): Promise<boolean> {
  let change = scope.db
    .updateTable('bill')
    .set(to)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID)
    .where('status', '=', 'unpaid');
  for (const [column, value] of Object.entries(from))
    change = change.where(column as keyof BillRow, value === null ? 'is' : '=', value);
  return (await change.returning('id').executeTakeFirst()) !== undefined;
}

/** The id of the group it was in, or undefined when there is none here. */
export async function deleteBill(scope: Scope, billID: number): Promise<number | undefined> {
  const row = await scope.db
    .deleteFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID)
    .returning('groupID')
    .executeTakeFirst();
  return row?.groupID;
}
