import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';

/** Returns the columns that a receipt shows for its bills. */
export async function listNamed(scope: Scope, billIDs: readonly number[]) {
  return scope.db
    .selectFrom('bill')
    .innerJoin('group', 'group.id', 'bill.groupID')
    .select(['bill.id', 'bill.invNo', 'group.name as billing'])
    .select((eb) => [
      eb.fn.coalesce('bill.month', 'group.month').as('month'),
      eb.fn.coalesce('bill.year', 'group.year').as('year'),
    ])
    .where(unindexed('bill.campusID'), '=', scope.campusID)
    .where('bill.id', 'in', idList(scope.db, billIDs))
    .execute();
}
