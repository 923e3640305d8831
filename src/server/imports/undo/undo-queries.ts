import type { Scope } from '../../auth/scope.ts';
import { foundRows } from '../../platform/db/long-lists.ts';

/** The columns that decide whether a bill is held. */
const holdable = ['status', 'total', 'amountAfterDueDate', 'paid'] as const;

async function all<T>(parts: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const part of parts) rows.push(...part);
  return rows;
}

/** The bills of the group that the import added and that still exist. */
export async function listAddedBills(scope: Scope, groupID: number, importID: number) {
  const parts = foundRows(({ after, take }) =>
    scope.db
      .selectFrom('bill')
      .select(['id', 'name', 'regNum', ...holdable])
      .where('campusID', '=', scope.campusID)
      .where('groupID', '=', groupID)
      .where('importID', '=', importID)
      .where('id', '>', after)
      .orderBy('id')
      .limit(take)
      .execute(),
  );
  return all(parts);
}

/** The bills that the import changed and that still exist. */
export async function listChangedBills(scope: Scope, importID: number) {
  const parts = foundRows(({ after, take }) =>
    scope.db
      .selectFrom('import_change')
      .innerJoin('bill', (join) =>
        join
          .onRef('bill.id', '=', 'import_change.itemID')
          .onRef('bill.campusID', '=', 'import_change.campusID'),
      )
      .select(['bill.id', 'bill.name', 'bill.regNum', 'import_change.after'])
      .select(holdable.map((column) => `bill.${column}` as const))
      .where('import_change.campusID', '=', scope.campusID)
      .where('import_change.importID', '=', importID)
      .where('import_change.itemID', '>', after)
      .orderBy('import_change.itemID')
      .limit(take)
      .execute(),
  );
  return all(parts);
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
