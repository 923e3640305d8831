import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../db/unindexed.ts';
import { yieldToEventLoop } from '../../yielding.ts';

/** Both engines take so many values in a statement. */
const valuesAtOnce = 4000;

/** Gives a status to those of these bills that had `from`, or without it another one; answers their ids and groups. */
export async function setStatus(
  scope: Scope,
  billIDs: readonly number[],
  { from: before, to }: { from: string | undefined; to: string },
): Promise<{ id: number; groupID: number }[]> {
  const changed: { id: number; groupID: number }[] = [];
  for (let from = 0; from < billIDs.length; from += valuesAtOnce) {
    const rows = await scope.db
      .updateTable('bill')
      .set({ status: to })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', billIDs.slice(from, from + valuesAtOnce))
      .where('status', before === undefined ? '!=' : '=', before ?? to)
      .returning(['id', 'groupID'])
      .execute();
    changed.push(...rows);
    await yieldToEventLoop();
  }
  return changed;
}
