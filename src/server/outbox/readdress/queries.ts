/** Messages that wait get another number, or are told within another one. Nothing that was ever tried. */
import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../db/long-lists.ts';
import type { WaitingMessage } from '../model.ts';

/** Those of these that still wait untried go to this number; answers them. */
export async function setNumber(scope: Scope, ids: number[], number: string): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await scope.db
    .updateTable('message')
    .set({ number })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, ids))
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A family's message speaks of these billings, too, and of bills that were owed when it was planned. */
export async function setAbout(
  scope: Scope,
  { id, ...about }: { id: number; groupIDs: string; owedIDs: string },
): Promise<void> {
  await scope.db
    .updateTable('message')
    .set(about)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute();
}

/** What is being handed over to this number. */
export async function listOnTheirWay(
  scope: Scope,
  number: string,
): Promise<Pick<WaitingMessage, 'id' | 'billIDs'>[]> {
  return scope.db
    .selectFrom('message')
    .select(['id', 'billIDs'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('status', '=', 'sending')
    .execute();
}

/** What was skipped since this instant because its bill had this number no more. */
export async function listSkippedFor(
  scope: Scope,
  { number, reason, since }: { number: string; reason: string; since: string },
): Promise<WaitingMessage[]> {
  return scope.db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number'])
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .where('status', '=', 'skipped')
    .where('reason', '=', reason as never)
    .where('updatedAt', '>=', since)
    .orderBy('id')
    .execute();
}
