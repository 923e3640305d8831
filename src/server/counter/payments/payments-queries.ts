import { expressionBuilder, sql } from 'kysely';
import type { PaymentSource } from '#shared/money/ledger.ts';
import type { Scope } from '../../auth/scope.ts';
import { idList } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';

const payments = (scope: Scope) =>
  scope.db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.createdBy')
    .select(['payment.id', 'receiptNo', 'amount', 'method', 'accountID', 'receivedOn', 'regNum', 'payer'])
    .select('payment.billID')
    .select(['reference', 'source', 'clientID', 'payment.createdAt', 'bookedOn'])
    .select(['voidedAt', 'voidReason', 'voidedOn'])
    .select('user.name as by')
    .where('payment.campusID', '=', scope.campusID);

export async function findPayment(scope: Scope, paymentID: number) {
  return payments(scope).where('payment.id', '=', paymentID).executeTakeFirst();
}
export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>;

/** Returns the payment that an earlier request with this `clientID` stored. */
export async function findPaymentByClient(scope: Scope, clientID: string): Promise<PaymentRow | undefined> {
  return payments(scope).where('clientID', '=', clientID).executeTakeFirst();
}

export type PaymentChoice = {
  from?: string | undefined;
  to?: string | undefined;
  accountID?: number | undefined;
  billID?: number | undefined;
  source?: PaymentSource | undefined;
};

/** A condition: payments on these days or of this bill, including void ones. */
function isChosen({ campusID }: Scope, { from, to, accountID, billID, source }: PaymentChoice) {
  const eb = expressionBuilder<Tables, 'payment'>();
  const ofBill = eb
    .selectFrom('allocation')
    .select('allocation.paymentID')
    .where('allocation.campusID', '=', campusID)
    .where('allocation.billID', '=', billID ?? 0);
  return eb.and([
    ...(from === undefined ? [] : [eb('payment.receivedOn', '>=', from)]),
    ...(to === undefined ? [] : [eb('payment.receivedOn', '<=', to)]),
    ...(accountID === undefined ? [] : [eb('payment.accountID', '=', accountID)]),
    ...(source === undefined ? [] : [eb('payment.source', '=', source)]),
    ...(billID === undefined ? [] : [eb('payment.id', 'in', ofBill)]),
  ]);
}

/**
 * Lists payments, the latest first, beginning after the id `after`. 0 begins with the latest payment. The ids of the page
 * come from an index, because SQLite would sort the whole rows of all these days.
 */
export async function listPaymentRows(
  scope: Scope,
  choice: PaymentChoice,
  { after, take }: { after: number; take: number },
): Promise<PaymentRow[]> {
  const ofPage = scope.db
    .selectFrom('payment')
    .select('payment.id')
    .where('payment.campusID', '=', scope.campusID)
    .where(isChosen(scope, choice))
    .$if(after > 0, (query) => query.where('payment.id', '<', after))
    .orderBy('payment.id', 'desc')
    .limit(take);
  return payments(scope).where('payment.id', 'in', ofPage).orderBy('payment.id', 'desc').execute();
}

/** Counts the payments, and sums those that are not void, or whose void counts on another day. */
export async function sumPayments(
  scope: Scope,
  choice: PaymentChoice,
): Promise<{ count: number; sum: number }> {
  // Selects no other columns, so that one index has all that is read.
  const row = await scope.db
    .selectFrom('payment')
    .where('payment.campusID', '=', scope.campusID)
    .where(isChosen(scope, choice))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(
      sql<
        number | null
      >`sum(case when "voidedAt" is null or "voidedOn" is not null then amount else 0 end)`.as('sum'),
    )
    .executeTakeFirstOrThrow();
  return { count: row.count, sum: row.sum ?? 0 };
}

/** Lists all allocations of these payments, including ended ones, ordered by id. */
export async function listAllocations(scope: Scope, paymentIDs: readonly number[]) {
  return scope.db
    .selectFrom('allocation')
    .select(['id', 'paymentID', 'billID', 'groupID', 'name', 'regNum', 'amount', 'createdAt', 'endedAt'])
    .where('campusID', '=', scope.campusID)
    .where('paymentID', 'in', idList(scope.db, paymentIDs))
    .orderBy('id')
    .execute();
}
export type AllocationRow = Awaited<ReturnType<typeof listAllocations>>[number];

/** Lists the returns of these payments. */
export async function listReturns(scope: Scope, paymentIDs: readonly number[]) {
  return scope.db
    .selectFrom('payment_return')
    .select(['paymentID', 'kind', 'amount', 'returnedOn', 'concerns', 'reason'])
    .where('campusID', '=', scope.campusID)
    .where('paymentID', 'in', idList(scope.db, paymentIDs))
    .orderBy('id')
    .execute();
}
export type ReturnRow = Awaited<ReturnType<typeof listReturns>>[number];

export async function findAccount(scope: Scope, accountID: number) {
  return scope.db
    .selectFrom('money_account')
    .select(['id', 'kind', 'title', 'endedAt'])
    .where('campusID', '=', scope.campusID)
    .where('id', '=', accountID)
    .executeTakeFirst();
}

export type AccountFound = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Returns whether the roster or a bill has a child with this registration number. */
export async function childExists(scope: Scope, regNum: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('child_name')
    .select('name')
    .where('campusID', '=', scope.campusID)
    .where('regNum', '=', regNum)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the receipt number of the latest payment with this reference that is not void. */
export async function findSameReference(scope: Scope, reference: string): Promise<number | undefined> {
  const row = await scope.db
    .selectFrom('payment')
    .select('receiptNo')
    .where('campusID', '=', scope.campusID)
    .where('reference', '=', reference)
    .where('voidedAt', 'is', null)
    .orderBy('receiptNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.receiptNo;
}

/** Returns for how many days back cash may be entered without the right to delete. */
export async function findCashDays(scope: Scope): Promise<number> {
  const campus = await scope.db
    .selectFrom('campus')
    .select('cashDays')
    .where('id', '=', scope.campusID)
    .executeTakeFirstOrThrow();
  return campus.cashDays;
}

/** Returns when these bills were entered and issued, and their months. */
export async function listFirstDays(scope: Scope, billIDs: readonly number[]) {
  return scope.db
    .selectFrom('bill')
    .innerJoin('group', 'group.id', 'bill.groupID')
    .select(['bill.createdAt', 'bill.issueDate'])
    .select(({ fn }) => [
      fn.coalesce('bill.month', 'group.month').as('month'),
      fn.coalesce('bill.year', 'group.year').as('year'),
    ])
    .where('bill.campusID', '=', scope.campusID)
    .where('bill.id', 'in', idList(scope.db, billIDs))
    .execute();
}
export type FirstDay = Awaited<ReturnType<typeof listFirstDays>>[number];

/** More payments than a campus enters in a minute. */
const mostRecent = 100;

/**
 * Returns the latest receipt for the same cash of this family since an instant. `numbers`: as the bill of the family
 * has them; empty if it has none.
 */
export async function findSameCash(
  scope: Scope,
  {
    amount,
    since,
    regNum,
    numbers,
  }: { amount: number; since: string; regNum: string | null; numbers: string },
): Promise<number | undefined> {
  const recent = scope.db
    .selectFrom('payment')
    .select(['receiptNo', 'billID', 'regNum', 'amount', 'method', 'voidedAt'])
    .where('campusID', '=', scope.campusID)
    .where('createdAt', '>=', since)
    .orderBy('createdAt', 'desc')
    .limit(mostRecent)
    .as('recent');
  const row = await scope.db
    .selectFrom(recent)
    .leftJoin('bill', (join) =>
      join.onRef('bill.id', '=', 'recent.billID').on('bill.campusID', '=', scope.campusID),
    )
    .select('recent.receiptNo')
    .where('recent.amount', '=', amount)
    .where('recent.method', '=', 'cash')
    .where('recent.voidedAt', 'is', null)
    .where((eb) =>
      eb.or([
        ...(regNum === null ? [] : [eb('recent.regNum', '=', regNum)]),
        ...(numbers === '' ? [] : [eb('bill.numbers', '=', numbers)]),
      ]),
    )
    .orderBy('recent.receiptNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.receiptNo;
}
