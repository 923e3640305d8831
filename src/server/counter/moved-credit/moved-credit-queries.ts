import type { Scope } from '../../auth/scope.ts';

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
