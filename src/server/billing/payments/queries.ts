import type { Scope } from '../../auth/scope.ts';
import { gather, partsOf } from '../../db/id-parts.ts';
import { unindexed } from '../../db/unindexed.ts';

/** Gives a status to those of these bills that had `from`, or without it another one; answers their ids and groups. */
export async function setStatus(
  scope: Scope,
  billIDs: readonly number[],
  { from: before, to }: { from: string | undefined; to: string },
): Promise<{ id: number; groupID: number }[]> {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .updateTable('bill')
      .set({ status: to })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', ids)
      .where('status', before === undefined ? '!=' : '=', before ?? to)
      .returning(['id', 'groupID'])
      .execute(),
  );
}
