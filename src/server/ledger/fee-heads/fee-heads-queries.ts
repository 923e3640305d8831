import { headKeys } from '#shared/money/bill-heads.ts';
import type { ChosenClasses, FeeHeadClass } from '#shared/money/fee-head-class.ts';
import type { Scope } from '../../auth/scope.ts';

/** Returns the classes that a person chose for fee heads. The names are in the form of `plainFeeHead`. */
export async function mapChosenClasses(scope: Scope): Promise<ChosenClasses> {
  const rows = await scope.db
    .selectFrom('fee_head')
    .select(['name', 'class'])
    .where('campusID', '=', scope.campusID)
    .orderBy('name')
    .execute();
  return new Map(rows.map(({ name, class: chosen }) => [name, chosen]));
}

/** Lists the fee heads in the bills of the latest billings. `most` is the number of billings. */
export async function listHeads(scope: Scope, most: number): Promise<string[]> {
  const groups = await scope.db
    .selectFrom('group')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const groupIDs = groups.map(({ id }) => id);
  const found = new Set<string>();
  for (const key of groupIDs.length > 0 ? headKeys : []) {
    const rows = await scope.db
      .selectFrom('bill')
      .select(`${key} as name`)
      .distinct()
      .where('campusID', '=', scope.campusID)
      .where('groupID', 'in', groupIDs)
      .where(key, 'is not', null)
      .execute();
    for (const { name } of rows) if (name !== null && name !== '') found.add(name);
  }
  return [...found];
}

/** Stores the chosen class of a fee head. Null removes the choice, so that the class again follows from the name. */
export async function putChosenClass(
  scope: Scope,
  { name, chosen }: { name: string; chosen: FeeHeadClass | null },
): Promise<void> {
  const { campusID } = scope;
  await scope.db.deleteFrom('fee_head').where('campusID', '=', campusID).where('name', '=', name).execute();
  if (chosen !== null)
    await scope.db.insertInto('fee_head').values({ campusID, name, class: chosen }).execute();
}
