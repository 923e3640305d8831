import { type SqlBool, sql } from 'kysely';
import { openStatuses } from '#shared/money/bill-status.ts';
import { statedSources } from '#shared/money/ledger.ts';
import type { Scope } from '../../auth/scope.ts';
import { adjustedOfBill } from '../../ledger/ledger-queries.ts';
import { unindexed } from '../../platform/db/long-lists.ts';

// Literals, because the partial indexes have these conditions. With parameters the indexes would not be used.
const isOpen = sql<SqlBool>`bill.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`;
const isNumberless = sql<SqlBool>`bill.numbers = ''`;

const numberless = (scope: Scope) =>
  scope.db.selectFrom('bill').where('bill.campusID', '=', scope.campusID).where(isNumberless).where(isOpen);

const child = sql<string>`coalesce("regNum", name)`;

/** Counts the children with an open bill and no phone number. */
export async function countNumberless(scope: Scope): Promise<number> {
  const row = await numberless(scope)
    .select(sql<number>`count(distinct ${child})`.as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/**
 * Lists the children with an open bill and no phone number, each with its latest such bill, class and section. Begins
 * after the bill `after`.
 */
export async function listNumberless(scope: Scope, { after, take }: { after: number; take: number }) {
  const latest = numberless(scope)
    .select((eb) => eb.fn.max('bill.id').as('id'))
    .groupBy(child)
    .$if(after > 0, (query) => query.having((eb) => eb(eb.fn.max('bill.id'), '<', after)))
    .orderBy('id', 'desc')
    .limit(take);
  return scope.db
    .selectFrom(latest.as('latest'))
    .innerJoin('bill', 'bill.id', 'latest.id')
    .leftJoin('student', (join) =>
      join.onRef('student.campusID', '=', 'bill.campusID').onRef('student.regNum', '=', 'bill.regNum'),
    )
    .leftJoin('section', 'section.id', 'student.sectionID')
    .leftJoin('class', 'class.id', 'section.classID')
    .select(['bill.id as billID', 'bill.groupID', 'bill.name', 'bill.regNum', 'bill.status'])
    .select(['bill.total', 'bill.amountAfterDueDate', 'bill.dueDate', 'bill.paid', 'bill.settledOn'])
    .select(adjustedOfBill)
    .select(['student.fatherName', 'section.name as section', 'class.name as class'])
    .where(unindexed('bill.campusID'), '=', scope.campusID)
    .orderBy('bill.id', 'desc')
    .execute();
}

/** The present children with a phone number whose fathers have these names. At most a page of names. */
export async function listChildrenOfFathers(scope: Scope, fatherNames: readonly string[]) {
  if (fatherNames.length === 0) return [];
  return scope.db
    .selectFrom('student')
    .select(['name', 'fatherName', 'number'])
    .where('campusID', '=', scope.campusID)
    .where('fatherName', 'in', fatherNames)
    .where('numbers', '<>', '')
    .where('endedOn', 'is', null)
    .orderBy('id')
    .execute();
}

type Days = { from: string; until: string };

/**
 * Counts the open bills by billing and due date, for the days in this period. It reads the counts that the database
 * maintains.
 */
export async function countDue(scope: Scope, { from, until }: Days) {
  return scope.db
    .selectFrom('bill_count')
    .innerJoin('group', 'group.id', 'bill_count.groupID')
    .select((eb) => [
      'bill_count.groupID',
      'group.name as billing',
      'bill_count.dueDate as day',
      eb.fn.sum<number>('bill_count.bills').as('bills'),
    ])
    .where('bill_count.campusID', '=', scope.campusID)
    .where('group.campusID', '=', scope.campusID)
    .where('bill_count.status', 'in', openStatuses)
    .where('bill_count.dueDate', '>=', from)
    .where('bill_count.dueDate', '<=', until)
    .groupBy(['bill_count.groupID', 'group.name', 'bill_count.dueDate'])
    .having((eb) => eb(eb.fn.sum('bill_count.bills'), '>', 0))
    .execute();
}

/** Counts the open bills by billing and expiry date, which is the last day on which a bank accepts them. */
export async function countExpiring(scope: Scope, { from, until }: Days) {
  const days = scope.db
    .selectFrom('bill')
    .select((eb) => ['groupID', 'expiryDate', eb.fn.countAll<number>().as('bills')])
    .where('campusID', '=', scope.campusID)
    .where(isOpen)
    .where('expiryDate', '>=', from)
    .where('expiryDate', '<=', until)
    .groupBy(['groupID', 'expiryDate']);
  return scope.db
    .selectFrom(days.as('days'))
    .innerJoin('group', 'group.id', 'days.groupID')
    .select(['days.groupID', 'group.name as billing', 'days.bills'])
    .select(sql<string>`days."expiryDate"`.as('day'))
    .where(unindexed('group.campusID'), '=', scope.campusID)
    .execute();
}

/**
 * Sums the payments of each of these days minus the returns made on that day, in paisa. Payments that exist only
 * because of a status are left out, because nobody counted that money.
 */
export async function sumCollected(scope: Scope, { from, until }: Days) {
  const came = await scope.db
    .selectFrom('payment')
    .select((eb) => ['receivedOn as day', eb.fn.countAll<number>().as('payments')])
    .select((eb) => eb.fn.sum<number>('amount').as('amount'))
    .where('campusID', '=', scope.campusID)
    .where('receivedOn', '>=', from)
    .where('receivedOn', '<=', until)
    .where('bookedOn', 'is', null)
    .where((eb) => eb.or([eb('voidedAt', 'is', null), eb('voidedOn', 'is not', null)]))
    .where('source', 'not in', statedSources)
    .groupBy('receivedOn')
    .execute();
  // What changed a closed day counts on its own day.
  const lateOn = (column: 'bookedOn' | 'voidedOn') =>
    scope.db
      .selectFrom('payment')
      .select((eb) => [eb.ref(column).$notNull().as('day'), eb.fn.countAll<number>().as('payments')])
      .select((eb) => eb.fn.sum<number>('amount').as('amount'))
      .where('campusID', '=', scope.campusID)
      .where(column, '>=', from)
      .where(column, '<=', until)
      .where((eb) => eb.or([eb('voidedAt', 'is', null), eb('voidedOn', 'is not', null)]))
      .where('source', 'not in', statedSources)
      .groupBy(column)
      .execute();
  const went = await scope.db
    .selectFrom('payment_return')
    .innerJoin('payment', 'payment.id', 'payment_return.paymentID')
    .select((eb) => ['returnedOn as day', eb.fn.sum<number>('payment_return.amount').as('amount')])
    .where('payment_return.campusID', '=', scope.campusID)
    .where('returnedOn', '>=', from)
    .where('returnedOn', '<=', until)
    .where('source', 'not in', statedSources)
    .groupBy('returnedOn')
    .execute();
  const less = [...went, ...(await lateOn('voidedOn'))];
  return [
    ...came,
    ...(await lateOn('bookedOn')),
    ...less.map(({ day, amount }) => ({ day, payments: 0, amount: -amount })),
  ];
}
