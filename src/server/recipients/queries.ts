import type { ExpressionBuilder } from 'kysely';
import { type BillFilter, knownStatuses, partlyPaid } from '#shared/bill-status.ts';
import { amountKeys, headKeys } from '#shared/calls/bills.ts';
import type { Scope } from '../auth/scope.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { unindexed } from '../db/unindexed.ts';

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
  return bills(scope, narrow)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', billIDs)
    .execute();
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
    .where(unindexed('campusID'), '=', scope.campusID)
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

/** The students of whole classes, or with sections only those of them; undefined when one of the ids is not here. */
export async function listStudents(scope: Scope, classIDs: number[], sectionIDs: number[]) {
  const classes = await findHere(scope, 'class', classIDs);
  const sections = await findHere(scope, 'section', sectionIDs);
  if (!classes || !sections) return undefined;
  return scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .select(['student.id', 'student.regNum', 'student.name', 'student.number', 'student.numbers'])
    .where('student.campusID', '=', scope.campusID)
    .where('section.campusID', '=', scope.campusID)
    .where('section.classID', 'in', classIDs)
    .$if(sectionIDs.length > 0, (query) => query.where('section.id', 'in', sectionIDs))
    .orderBy('student.id')
    .execute();
}

/** The filter's meaning, once for lists, counts and sends. `today` is the campus's day. */
export function hasStatus(eb: ExpressionBuilder<Tables, 'bill'>, status: BillFilter, today: string) {
  if (status === 'all') return eb.lit(true);
  const isUnpaid = eb('bill.status', '=', 'unpaid');
  if (status === 'unpaid') return isUnpaid;
  if (status === 'paid') return eb('bill.status', '=', 'paid');
  if (status === 'part-paid') return eb('bill.status', '=', partlyPaid);
  if (status === 'other') return eb('bill.status', 'not in', knownStatuses);
  return eb.and([isUnpaid, eb('bill.dueDate', '<', today)]);
}

/** The ids again when all of them are of this campus, else undefined. */
async function findHere(
  scope: Scope,
  table: 'class' | 'section',
  ids: number[],
): Promise<number[] | undefined> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return unique;
  const rows = await scope.db
    .selectFrom(table)
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', unique)
    .execute();
  return rows.length === unique.length ? unique : undefined;
}

/** The billing of this bill. */
export async function findGroupOfBill(scope: Scope, billID: number): Promise<number | undefined> {
  const row = await scope.db
    .selectFrom('bill')
    .select('groupID')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID)
    .executeTakeFirst();
  return row?.groupID;
}

export async function hasGroup(scope: Scope, groupID: number): Promise<boolean> {
  const row = await scope.db
    .selectFrom('group')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', groupID)
    .executeTakeFirst();
  return row !== undefined;
}
