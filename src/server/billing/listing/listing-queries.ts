import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { adjustedOfBill } from '../../ledger/ledger-queries.ts';
import { gather, idList, partsOf, textList, unindexed } from '../../platform/db/long-lists.ts';
import { hasStatus } from '../../recipients/recipients-queries.ts';
import type { BillChoice } from '../bills/bills-queries.ts';
import type { ListRow, RosterRow } from './listing-rules.ts';

/** Lists the columns for searching and sorting bills, beginning after the id `after`. */
export async function listRows(
  scope: Scope,
  { groupID, status, today }: BillChoice,
  page: { after: number; take: number },
): Promise<ListRow[]> {
  return scope.db
    .selectFrom('bill')
    .select(['id', 'name', 'number', 'numbers', 'regNum', 'invNo', 'status'])
    .select(['total', 'amountAfterDueDate', 'dueDate', 'expiryDate', 'paid', 'settledOn'])
    .select(adjustedOfBill)
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where((eb) => hasStatus(eb, status, today))
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.take)
    .execute();
}

/** Returns class and section of the children in the roster with these registration numbers. */
export async function listRosterRows(scope: Scope, regNums: readonly string[]): Promise<RosterRow[]> {
  if (regNums.length === 0) return [];
  return scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .innerJoin('class', 'class.id', 'section.classID')
    .select(['student.regNum', 'student.fatherName', 'student.sectionID'])
    .select(['class.id as classID', 'class.name as class', 'class.position', 'section.name as section'])
    .where('student.campusID', '=', scope.campusID)
    .where('student.regNum', 'in', textList(scope.db, regNums))
    .execute();
}

/** Counts the children in the billing for each of these values of `numbers`. */
export async function countChildren(
  scope: Scope,
  { groupID, numbers }: { groupID: number; numbers: readonly string[] },
): Promise<{ numbers: string; children: number }[]> {
  if (numbers.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select('numbers')
    .select(sql<number>`count(distinct coalesce("regNum", name))`.as('children'))
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('numbers', 'in', textList(scope.db, numbers))
    .groupBy('numbers')
    .execute();
}

/** Returns the name of a class of the campus. */
export async function findClass(scope: Scope, classID: number): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('class')
    .select('name')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', classID)
    .executeTakeFirst();
  return row?.name;
}

/** Returns the names of class and section of a section of the campus. */
export async function findSection(
  scope: Scope,
  sectionID: number,
): Promise<{ class: string; section: string } | undefined> {
  return scope.db
    .selectFrom('section')
    .innerJoin('class', 'class.id', 'section.classID')
    .select(['class.name as class', 'section.name as section'])
    .where('section.campusID', '=', scope.campusID)
    .where('section.id', '=', sectionID)
    .executeTakeFirst();
}

/** Returns the day of the latest payment of each of these bills. */
export async function listPaidOn(
  scope: Scope,
  billIDs: readonly number[],
): Promise<{ billID: number; paidOn: string }[]> {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('allocation')
      .innerJoin('payment', 'payment.id', 'allocation.paymentID')
      .select((eb) => ['allocation.billID', eb.fn.max('payment.receivedOn').as('paidOn')])
      .where('allocation.campusID', '=', scope.campusID)
      .where('allocation.billID', 'in', idList(scope.db, ids))
      .where('allocation.endedAt', 'is', null)
      .where('allocation.amount', '>', 0)
      .groupBy('allocation.billID')
      .execute(),
  );
}
