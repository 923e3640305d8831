import type { Scope } from '../../auth/scope.ts';

/** What came in on a day and counts, by source, way and clerk. */
export async function sumReceived(scope: Scope, day: string) {
  return scope.db
    .selectFrom('payment')
    .leftJoin('user', 'user.id', 'payment.createdBy')
    .select(['source', 'method', 'createdBy', 'user.name as by'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('amount').as('sum')])
    .where('payment.campusID', '=', scope.campusID)
    .where('receivedOn', '=', day)
    .where('voidedAt', 'is', null)
    .groupBy(['source', 'method', 'createdBy', 'user.name'])
    .orderBy('source')
    .orderBy('method')
    .orderBy('createdBy')
    .execute();
}
export type ReceivedRow = Awaited<ReturnType<typeof sumReceived>>[number];

/** What went back on a day of what the counter had taken, or in its cash, in the order in which it did. */
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
    .select(['payment_return.amount', 'user.name as by'])
    .where('payment_return.campusID', '=', scope.campusID)
    .where('returnedOn', '=', day)
    .where((eb) => eb.or([eb('source', '=', 'counter'), eb('money_account.kind', '=', 'cash')]))
    .orderBy('payment_return.id')
    .execute();
}
export type ReturnedRow = Awaited<ReturnType<typeof listReturnsOn>>[number];
