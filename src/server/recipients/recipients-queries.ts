import type { ExpressionBuilder } from 'kysely';
import { amountKeys, headKeys } from '#shared/money/bill-heads.ts';
import { type BillFilter, builtInStatuses, openStatuses, partlyPaid } from '#shared/money/bill-status.ts';
import { inSchoolOrder } from '#shared/people/class-key.ts';
import type { Scope } from '../auth/scope.ts';
import { adjustedOfBill } from '../ledger/ledger-queries.ts';
import { idList, unindexed } from '../platform/db/long-lists.ts';
import type { Db } from '../platform/db/store.ts';
import type { Tables } from '../platform/db/tables.ts';

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

/** `withHeads` is true only when the text names fee heads. They make up half of the data of a bill, and most texts do not name them. */
export type BillSelection = { status: BillFilter; today: string; withHeads?: boolean };

/** The caller adds the condition on the campus, because the best form depends on its other conditions. */
const bills = (scope: Scope, { status, today, withHeads = false }: BillSelection) =>
  scope.db
    .selectFrom('bill')
    .select(columns)
    .select(adjustedOfBill)
    .$if(withHeads, (query) => query.select([...headKeys, ...amountKeys]))
    .where((eb) => hasStatus(eb, status, today))
    .orderBy('bill.id');

export type StatusCount = { status: string; count: number };

export type BillForText = Awaited<ReturnType<typeof listBillsOfGroup>>[number];

/** Lists the bills of a billing of this campus for messages, after the id `after`. */
export async function listBillsOfGroup(
  scope: Scope,
  groupID: number,
  page: BillSelection & { after: number; take: number },
) {
  return bills(scope, page)
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('id', '>', page.after)
    .limit(page.take)
    .execute();
}

/** Returns those of the given bills that belong to this campus and have the status. Takes at most a few thousand ids. */
export async function listBillsByID(scope: Scope, billIDs: number[], narrow: BillSelection) {
  if (billIDs.length === 0) return [];
  return bills(scope, narrow)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', billIDs)
    .execute();
}

/** Counts the bills of these billings by status. */
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

/** Counts these bills by status, without bills of the billings `except`. Takes at most a few thousand ids. */
export async function countStatusesByID(
  scope: Scope,
  billIDs: number[],
  except: readonly number[] = [],
): Promise<StatusCount[]> {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', billIDs)
    .$if(except.length > 0, (query) => query.where('groupID', 'not in', except))
    .groupBy('status')
    .execute();
}

/** Returns the months of those of these billings that belong to this campus. */
export async function listPeriods(scope: Scope, groupIDs: number[]) {
  if (groupIDs.length === 0) return [];
  return scope.db
    .selectFrom('group')
    .select(['id', 'month', 'year'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', groupIDs)
    .execute();
}

/** Returns which of these campuses has the bill. */
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
 * Lists the students of whole classes, or only of the given sections, without those who left. Undefined when one of the
 * ids does not belong to this campus.
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

/** Lists the bills of these students that have this status; at most a few thousand students at once. */
export async function listBillsOfStudents(
  scope: Scope,
  regNums: string[],
  { status, today }: Pick<BillSelection, 'status' | 'today'>,
) {
  if (regNums.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select(['id', 'groupID', 'regNum'])
    .where('campusID', '=', scope.campusID)
    .where('regNum', 'in', regNums)
    .where((eb) => hasStatus(eb, status, today))
    .orderBy('id')
    .execute();
}

/** Returns these students of the roster, by registration number. Takes at most a few thousand. */
export async function listRosterStudents(scope: Scope, regNums: string[]) {
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

/**
 * Builds the condition of a status filter, for lists, counts and sends. `today` is the day in the time zone of the
 * campus.
 */
export function hasStatus(eb: ExpressionBuilder<Tables, 'bill'>, status: BillFilter, today: string) {
  if (status === 'all') return eb.lit(true);
  const isOwed = eb('bill.status', 'in', openStatuses);
  if (status === 'unpaid') return isOwed;
  if (status === 'paid') return eb('bill.status', '=', 'paid');
  if (status === partlyPaid) return eb('bill.status', '=', partlyPaid);
  if (status === 'other') return eb('bill.status', 'not in', builtInStatuses);
  return eb.and([isOwed, eb('bill.dueDate', '<', today)]);
}

/** Returns the ids if all of them belong to this campus, otherwise undefined. */
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

/** Returns the billing of this bill. */
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

/** Returns the registration numbers of the children that have one of these numbers. */
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

/** Returns the names and numbers in the bills of these children in the latest billings, the latest bill first. */
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

/** Returns the class, section, father and numbers of these children in the roster. */
export async function listRosterEntries(scope: Scope, regNums: readonly string[]) {
  if (regNums.length === 0) return [];
  return scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .innerJoin('class', 'class.id', 'section.classID')
    .select(['student.regNum', 'student.name', 'student.numbers', 'student.fatherName'])
    .select(['class.name as class', 'section.name as section'])
    .where('student.campusID', '=', scope.campusID)
    .where('student.regNum', 'in', regNums)
    .execute();
}

/** Returns the names of these classes, in the order of a school. */
export async function listClassNames(scope: Scope, classIDs: number[]): Promise<string[]> {
  if (classIDs.length === 0) return [];
  const rows = await scope.db
    .selectFrom('class')
    .select(['name', 'position'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', classIDs)
    .execute();
  return inSchoolOrder(rows).map(({ name }) => name);
}

/**
 * Lists payments with the values of their receipts. `namedID` is the bill that was named for the payment, if that bill
 * still exists. `returns` is the number of returns of the payment.
 */
export async function listReceiptPayments(scope: Scope, paymentIDs: readonly number[]) {
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

/** Lists the allocations of these payments to bills that still exist. */
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
