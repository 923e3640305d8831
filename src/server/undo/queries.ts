import type { Scope } from '../auth/scope.ts';

/** The bills of the group that the import added and that are still there. */
export async function listAddedBills(scope: Scope, groupID: number, importID: number) {
  return scope.db
    .selectFrom('bill')
    .select(['id', 'name', 'regNum', 'status'])
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('importID', '=', importID)
    .orderBy('id')
    .execute();
}

/** The bills that the import changed and that are still there. */
export async function listChangedBills(scope: Scope, importID: number) {
  return scope.db
    .selectFrom('import_change')
    .innerJoin('bill', (join) =>
      join
        .onRef('bill.id', '=', 'import_change.itemID')
        .onRef('bill.campusID', '=', 'import_change.campusID'),
    )
    .select(['bill.id', 'bill.name', 'bill.regNum', 'bill.status', 'import_change.after'])
    .where('import_change.campusID', '=', scope.campusID)
    .where('import_change.importID', '=', importID)
    .orderBy('bill.id')
    .execute();
}

/** Removes the added bills; answers how many. */
export async function deleteAddedBills(scope: Scope, groupID: number, importID: number): Promise<number> {
  const { numDeletedRows } = await scope.db
    .deleteFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('importID', '=', importID)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function hasBills(scope: Scope, groupID: number): Promise<boolean> {
  const row = await scope.db
    .selectFrom('bill')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
