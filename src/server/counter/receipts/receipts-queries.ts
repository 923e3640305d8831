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

/** Returns the name of the child of this bill, or else the name in the latest bill or student with this number. */
export async function findChildName(
  scope: Scope,
  { billID, regNum }: { billID: number | null; regNum: string | null },
): Promise<string | undefined> {
  const bill = await scope.db
    .selectFrom('bill')
    .select('name')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID ?? 0)
    .executeTakeFirst();
  if (bill || regNum === null) return bill?.name;
  const child = await scope.db
    .selectFrom('child_name')
    .select('name')
    .where('campusID', '=', scope.campusID)
    .where('regNum', '=', regNum)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst();
  return child?.name;
}
