/** Credit: the part of a payment that settles no bill yet. */
import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';

/** The family to search for: children by registration number, and bills that have no registration number. */
export type CreditOwners = { regNums: readonly string[]; billIDs: readonly number[] };

/**
 * Returns the payments that name one of these bills or have ever settled one. The caller keeps only those without a
 * registration number.
 */
async function listIDsOfBills(scope: Scope, billIDs: readonly number[]): Promise<number[]> {
  if (billIDs.length === 0) return [];
  const named = await scope.db
    .selectFrom('payment')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('billID', 'in', idList(scope.db, billIDs))
    .execute();
  const settled = await scope.db
    .selectFrom('allocation')
    .select('paymentID as id')
    .where('campusID', '=', scope.campusID)
    .where('billID', 'in', idList(scope.db, billIDs))
    .execute();
  return [...new Set([...named, ...settled].map(({ id }) => id))];
}

/** Lists the payments of this family that have credit, the oldest first. */
export async function listCredits(
  scope: Scope,
  { regNums, billIDs }: CreditOwners,
): Promise<{ paymentID: number; receivedOn: string; credit: number }[]> {
  const { campusID } = scope;
  const ofBills = await listIDsOfBills(scope, billIDs);
  if (regNums.length + ofBills.length === 0) return [];
  const rows = await scope.db
    .selectFrom('payment')
    .select(['payment.id', 'receivedOn', 'payment.amount'])
    .select((eb) => [
      eb
        .selectFrom('allocation')
        .select((eb) => eb.fn.sum<number | null>('allocation.amount').as('sum'))
        .whereRef('allocation.paymentID', '=', 'payment.id')
        .where('allocation.endedAt', 'is', null)
        .where(unindexed('allocation.campusID'), '=', campusID)
        .as('settled'),
      eb
        .selectFrom('payment_return')
        .select((eb) => eb.fn.sum<number | null>('payment_return.amount').as('sum'))
        .whereRef('payment_return.paymentID', '=', 'payment.id')
        .where('payment_return.campusID', '=', campusID)
        .as('returned'),
    ])
    .where('payment.campusID', '=', campusID)
    .where('payment.voidedAt', 'is', null)
    .where((eb) =>
      eb.or([
        ...(regNums.length > 0 ? [eb('payment.regNum', 'in', regNums)] : []),
        ...(ofBills.length > 0
          ? [eb.and([eb('payment.id', 'in', idList(scope.db, ofBills)), eb('payment.regNum', 'is', null)])]
          : []),
      ]),
    )
    .orderBy('receivedOn')
    .orderBy('payment.id')
    .execute();
  return rows
    .map(({ id: paymentID, receivedOn, amount, settled, returned }) => ({
      ...{ paymentID, receivedOn },
      credit: amount - (settled ?? 0) - (returned ?? 0),
    }))
    .filter(({ credit }) => credit > 0);
}
