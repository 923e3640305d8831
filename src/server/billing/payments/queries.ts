import type { Scope } from '../../auth/scope.ts';
import { gather, partsOf } from '../../db/id-parts.ts';
import { unindexed } from '../../db/unindexed.ts';

/** `before`: the status that it had. */
export type Marked = { id: number; groupID: number; name: string; regNum: string | null; before: string };

async function listStatuses(scope: Scope, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await scope.db
    .selectFrom('bill')
    .select(['id', 'status'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/**
 * Gives a status to those of these bills that had `from`, or without it another one; answers those. Below the campus
 * lock, so that what was read of them still holds.
 */
export async function setStatus(
  scope: Scope,
  billIDs: readonly number[],
  { from: before, to }: { from: string | undefined; to: string },
): Promise<Marked[]> {
  return gather(partsOf(billIDs), async (ids) => {
    const were = before === undefined ? await listStatuses(scope, ids) : undefined;
    const rows = await scope.db
      .updateTable('bill')
      .set({ status: to })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', ids)
      .where('status', before === undefined ? '!=' : '=', before ?? to)
      .returning(['id', 'groupID', 'name', 'regNum'])
      .execute();
    return rows.map((row) => ({ ...row, before: before ?? were?.get(row.id) ?? '' }));
  });
}

export async function listGroupNames(
  scope: Scope,
  groupIDs: readonly number[],
): Promise<Map<number, string>> {
  const rows = await scope.db
    .selectFrom('group')
    .select(['id', 'name'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', groupIDs)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
