import type { Insertable } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import type { Tables } from '../../platform/db/tables.ts';

/**
 * Sums the payments of a day, by source, method and clerk. A payment that was voided after its day was closed stays in
 * the sum. A payment that counts on another day than its own is never one of the counter.
 */
export async function sumReceived(scope: Scope, day: string) {
  return scope.db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.createdBy')
    .select(['source', 'method', 'createdBy', 'user.name as by'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('amount').as('sum')])
    .where('payment.campusID', '=', scope.campusID)
    .where('receivedOn', '=', day)
    .where('bookedOn', 'is', null)
    .where((eb) => eb.or([eb('voidedAt', 'is', null), eb('voidedOn', 'is not', null)]))
    .groupBy(['source', 'method', 'createdBy', 'user.name'])
    .orderBy('source')
    .orderBy('method')
    .orderBy('createdBy')
    .execute();
}
export type ReceivedRow = Awaited<ReturnType<typeof sumReceived>>[number];

/** Lists the returns of a day that concern a counter payment or were paid from a cash account, ordered by id. */
export async function listReturnsOn(scope: Scope, day: string) {
  return scope.db
    .selectFrom('payment_return')
    .innerJoin('payment', 'payment.id', 'payment_return.paymentID')
    .leftJoin('user', 'user.id', 'payment_return.createdBy')
    .leftJoin('money_account', (join) =>
      join
        .onRef('money_account.id', '=', 'payment_return.accountID')
        .onRef('money_account.campusID', '=', 'payment_return.campusID'),
    )
    .select(['paymentID', 'receiptNo', 'payer', 'method', 'payment_return.kind', 'reason'])
    .select(['payment_return.amount', 'payment_return.createdBy', 'user.name as by'])
    .select(['source', 'money_account.kind as account', 'payment_return.concerns'])
    .where('payment_return.campusID', '=', scope.campusID)
    .where('returnedOn', '=', day)
    .where((eb) => eb.or([eb('source', '=', 'counter'), eb('money_account.kind', '=', 'cash')]))
    .orderBy('payment_return.id')
    .execute();
}
export type ReturnedRow = Awaited<ReturnType<typeof listReturnsOn>>[number];

/**
 * Lists the counter payments that were voided on this day after their own day was closed. The cash is taken from the
 * clerk who received it.
 */
export async function listLateVoids(scope: Scope, day: string) {
  return scope.db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.voidedBy')
    .leftJoin('user as clerk', 'clerk.id', 'payment.createdBy')
    .select(['payment.id as paymentID', 'receiptNo', 'payer', 'method', 'amount', 'receivedOn as concerns'])
    .select(['createdBy', 'user.name as by', 'clerk.name as clerkName'])
    .select((eb) => eb.ref('voidReason').$notNull().as('reason'))
    .where('payment.campusID', '=', scope.campusID)
    .where('voidedOn', '=', day)
    .where('source', '=', 'counter')
    .orderBy('payment.id')
    .execute();
}
export type LateVoidRow = Awaited<ReturnType<typeof listLateVoids>>[number];

/** Lists the cash counts of a day, ordered by id. */
export async function listCounts(scope: Scope, day: string) {
  return scope.db
    .selectFrom('cash_count')
    .leftJoin('user', 'user.id', 'cash_count.createdBy')
    .leftJoin('user as counted', 'counted.id', 'cash_count.clerk')
    .select(['clerk', 'expected', 'counted', 'note', 'cash_count.createdAt', 'user.name as by'])
    .select('counted.name as clerkName')
    .where('campusID', '=', scope.campusID)
    .where('day', '=', day)
    .orderBy('cash_count.id')
    .execute();
}
export type CountRow = Awaited<ReturnType<typeof listCounts>>[number];

/** Returns the count that an earlier request with this `clientID` stored. */
export async function findCountByClient(scope: Scope, clientID: string) {
  return scope.db
    .selectFrom('cash_count')
    .select(['day', 'clerk', 'counted', 'note'])
    .where('campusID', '=', scope.campusID)
    .where('clientID', '=', clientID)
    .executeTakeFirst();
}

export async function insertCount(
  scope: Scope,
  row: Omit<Insertable<Tables['cash_count']>, 'id' | 'campusID'>,
): Promise<void> {
  await scope.db
    .insertInto('cash_count')
    .values({ ...row, campusID: scope.campusID })
    .execute();
}
