import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { gather, idList, partsOf } from '../../platform/db/long-lists.ts';

/** The bills that an import added, in the order of its rows. */
export async function listAddedIDs(
  scope: Scope,
  { groupID, importID }: { groupID: number; importID: number },
): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('bill')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('importID', '=', importID)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The payments of an import that are not void. `sourceKey` ends with the id of the bill. */
export async function listPaymentsOf(
  scope: Scope,
  importID: number,
): Promise<{ id: number; sourceKey: string | null }[]> {
  return (
    scope.db
      .selectFrom('payment')
      .select(['id', 'sourceKey'])
      .where('campusID', '=', scope.campusID)
      .where('source', '=', 'sheet')
      // A range comparison cannot be used here, because the order of texts depends on the collation of the database.
      .where('sourceKey', 'like', `${importID}:%`)
      .where('voidedAt', 'is', null)
      .orderBy('id')
      .execute()
  );
}

/**
 * The payments of these bills, whether they still settle them or not. Void payments are left out. `onOthers`: the
 * part of each payment that settles other bills.
 */
export async function listReceivedFor(
  scope: Scope,
  billIDs: readonly number[],
): Promise<{ billID: number; amount: number; onOthers: number }[]> {
  const onOthers = sql<number>`coalesce((select sum(other.amount) from allocation other
    where other."paymentID" = payment.id and other."endedAt" is null
      and other."billID" <> allocation."billID"), 0)`;
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('allocation')
      .innerJoin('payment', 'payment.id', 'allocation.paymentID')
      .select(['allocation.billID', 'payment.amount'])
      .select(onOthers.as('onOthers'))
      .distinct()
      .select('payment.id')
      .where('allocation.campusID', '=', scope.campusID)
      .where('allocation.billID', 'in', idList(scope.db, ids))
      .where('payment.voidedAt', 'is', null)
      .execute(),
  );
}
