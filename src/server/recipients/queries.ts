import { type ExpressionBuilder, sql } from 'kysely';
import { type BillFilter, knownStatuses, partlyPaid } from '#shared/bill-status.ts';
import { amountKeys, headKeys } from '#shared/calls/bills.ts';
import type { Scope } from '../auth/scope.ts';
import { idList, unindexed } from '../db/long-lists.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';

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
  'paid',
  'settledOn',
] as const;

/** What a bill asks more or less than its sheet says: its fines, less its waivers and what was written off. */
export const adjustedOfBill = sql<number>`(select coalesce(sum(case when adjustment.kind = 'fine'
  then adjustment.amount else -adjustment.amount end), 0) from adjustment where adjustment."campusID" = bill."campusID"
  and adjustment."billID" = bill.id and adjustment."voidedAt" is null)`;

/** `withHeads`: only where the text names them; they are half of a bill and most texts do without. */
export type Narrow = { status: BillFilter; today: string; withHeads?: boolean };

/** The caller says which campus: how depends on what else it asks for. */
const bills = (scope: Scope, { status, today, withHeads = false }: Narrow) =>
  scope.db
    .selectFrom('bill')
    .select(columns)
    .select(adjustedOfBill.as('adjusted'))
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

/**
 * The students of whole classes, or with sections only those of them, without those who left; undefined when one of the
 * ids is not here.
 */
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
    .where('student.endedOn', 'is', null)
    .$if(sectionIDs.length > 0, (query) => query.where('section.id', 'in', sectionIDs))
    .orderBy('student.id')
    .execute();
}

/** Who these students are by the roster, by registration; at most a few thousand at once. */
export async function listPupils(scope: Scope, regNums: string[]) {
  if (regNums.length === 0) return [];
  return scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .innerJoin('class', 'class.id', 'section.classID')
    .select(['student.regNum', 'student.fatherName', 'class.name as className', 'section.name as section'])
    .where('student.campusID', '=', scope.campusID)
    .where('section.campusID', '=', scope.campusID)
    .where('class.campusID', '=', scope.campusID)
    .where('student.regNum', 'in', regNums)
    .execute();
}

/** The filter's meaning, once for lists, counts and sends. `today` is the campus's day. */
export function hasStatus(eb: ExpressionBuilder<Tables, 'bill'>, status: BillFilter, today: string) {
  if (status === 'all') return eb.lit(true);
  const isUnpaid = eb('bill.status', '=', 'unpaid');
  if (status === 'unpaid') return isUnpaid;
  if (status === 'paid') return eb('bill.status', '=', 'paid');
  if (status === partlyPaid) return eb('bill.status', '=', partlyPaid);
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

/** The registration numbers of the children who are known by one of these numbers. */
export async function listRegNumsOf(scope: Scope, numbers: readonly string[]) {
  if (numbers.length === 0) return [];
  return scope.db
    .selectFrom('child_name')
    .select(['number', 'regNum'])
    .distinct()
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', numbers)
    .where('regNum', '<>', '')
    .execute();
}

/** What the bills of these children say in so many of the latest billings, the latest bill first. */
export async function listBillsOfChildren(scope: Scope, regNums: readonly string[], billings: number) {
  if (regNums.length === 0) return [];
  const latest = scope.db
    .selectFrom('group')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .orderBy('year', 'desc')
    .orderBy('month', 'desc')
    .orderBy('id', 'desc')
    .limit(billings);
  return scope.db
    .selectFrom('bill')
    .innerJoin('group', 'group.id', 'bill.groupID')
    .select(['bill.regNum', 'bill.name', 'bill.numbers', 'group.name as billing'])
    .where('bill.campusID', '=', scope.campusID)
    .where('bill.groupID', 'in', latest)
    .where('bill.regNum', 'in', regNums)
    .orderBy('bill.id', 'desc')
    .execute();
}

/** Where the roster has these children, and whose they are. */
export async function listPlaces(scope: Scope, regNums: readonly string[]) {
  if (regNums.length === 0) return [];
  return scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .innerJoin('class', 'class.id', 'section.classID')
    .select(['student.regNum', 'student.fatherName', 'class.name as class', 'section.name as section'])
    .where('student.campusID', '=', scope.campusID)
    .where('student.regNum', 'in', regNums)
    .execute();
}

/** What these classes are called. */
export async function listClassNames(scope: Scope, classIDs: number[]): Promise<string[]> {
  if (classIDs.length === 0) return [];
  const rows = await scope.db
    .selectFrom('class')
    .select('name')
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', classIDs)
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}

/** `namedID`: the bill that was named for it, while it is here. `returns`: how often money of it went back. */
export async function listPaymentsToTell(scope: Scope, paymentIDs: readonly number[]) {
  return scope.db
    .selectFrom('payment')
    .leftJoin('bill', (join) =>
      join.onRef('bill.id', '=', 'payment.billID').onRef('bill.campusID', '=', 'payment.campusID'),
    )
    .select(['payment.id', 'payment.receiptNo', 'payment.amount', 'payment.method', 'payment.receivedOn'])
    .select(['payment.source', 'payment.voidedAt', 'bill.id as namedID'])
    .select((eb) =>
      eb
        .selectFrom('payment_return')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('payment_return.campusID', '=', scope.campusID)
        .whereRef('payment_return.paymentID', '=', 'payment.id')
        .$asScalar()
        .$notNull()
        .as('returns'),
    )
    .where(unindexed('payment.campusID'), '=', scope.campusID)
    .where('payment.id', 'in', idList(scope.db, paymentIDs))
    .execute();
}

/** What of these payments settles which bill that is still here. */
export async function listPartsOfPayments(scope: Scope, paymentIDs: readonly number[]) {
  return scope.db
    .selectFrom('allocation')
    .innerJoin('bill', 'bill.id', 'allocation.billID')
    .select(['allocation.paymentID', 'allocation.billID', 'allocation.amount'])
    .where(unindexed('allocation.campusID'), '=', scope.campusID)
    .where(unindexed('bill.campusID'), '=', scope.campusID)
    .where('allocation.paymentID', 'in', idList(scope.db, paymentIDs))
    .where('allocation.endedAt', 'is', null)
    .orderBy('allocation.id')
    .execute();
}
