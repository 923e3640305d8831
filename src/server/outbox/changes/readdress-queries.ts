/**
 * Queries that give waiting messages another number, or merge them into another message. They change only messages
 * without an attempt.
 */
import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';
import type { WaitingMessage } from '../model.ts';

/** Changes the number of those messages that still wait without an attempt. Returns their ids. */
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

/** Replaces the billings of a waiting family message, and its bills that were owed when it was planned. */
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

/** Lists the messages that are being sent to this number. */
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

/** Lists the messages skipped since `since` because their bill no longer had this number. */
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
