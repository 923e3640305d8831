import { sql } from 'kysely';
import type { PaymentSource } from '#shared/money/ledger.ts';
import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';

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
const isChosen =
  (scope: Scope, { from, to, accountID, billID, source }: PaymentChoice) =>
  <T extends ReturnType<typeof payments>>(query: T): T => {
    let chosen = query as ReturnType<typeof payments>;
    if (from !== undefined) chosen = chosen.where('receivedOn', '>=', from);
    if (to !== undefined) chosen = chosen.where('receivedOn', '<=', to);
    if (accountID !== undefined) chosen = chosen.where('accountID', '=', accountID);
    if (source !== undefined) chosen = chosen.where('source', '=', source);
    if (billID !== undefined)
      chosen = chosen.where('payment.id', 'in', (eb) =>
        eb
          .selectFrom('allocation')
          .select('allocation.paymentID')
          .where('allocation.campusID', '=', scope.campusID)
          .where('allocation.billID', '=', billID),
      );
    return chosen as T;
  };

/** Lists payments, the latest first, beginning after the id `after`. 0 begins with the latest payment. */
export async function listPaymentRows(
  scope: Scope,
  choice: PaymentChoice,
  { after, take }: { after: number; take: number },
): Promise<PaymentRow[]> {
  return payments(scope)
    .$call(isChosen(scope, choice))
    .$if(after > 0, (query) => query.where('payment.id', '<', after))
    .orderBy('payment.id', 'desc')
    .limit(take)
    .execute();
}

/** Counts the payments, and sums those that are not void, or whose void counts on another day. */
export async function sumPayments(
  scope: Scope,
  choice: PaymentChoice,
): Promise<{ count: number; sum: number }> {
  const chosen = payments(scope).$call(isChosen(scope, choice)).as('chosen');
  const row = await scope.db
    .selectFrom(chosen)
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
    .where(unindexed('campusID'), '=', scope.campusID)
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
