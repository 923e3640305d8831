import type { Scope } from '../../auth/scope.ts';

/** Whether an import that added or changed this bill was undone while the bill was in the bin as this entry. */
export async function isUndoneSince(
  scope: Scope,
  bill: { id: number; groupID: number; importID: number | null },
  binID: number,
): Promise<boolean> {
  const row = await scope.db
    .selectFrom('import')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', bill.groupID)
    .where('kind', '=', 'bills')
    .where('undoneBinID', '>=', binID)
    .where((eb) =>
      eb.or([
        eb('id', '=', bill.importID ?? 0),
        eb.exists(
          eb
            .selectFrom('import_change')
            .select('itemID')
            .where('import_change.campusID', '=', scope.campusID)
            .whereRef('import_change.importID', '=', 'import.id')
            .where('import_change.itemID', '=', bill.id),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
