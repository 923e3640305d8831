/** Queries about failed messages that need mending, and about what a person has done for them. */
import type { Scope } from '../../auth/scope.ts';
import { idList, insertMany, unindexed } from '../../platform/db/long-lists.ts';
import { broadcastsOfSend } from '../broadcasts/broadcasts-queries.ts';
import { isOpenFailure } from '../lists/sends-queries.ts';

const undone = ['failed', 'unknown'] as const;

/** Lists the ids of the messages of a send that need mending, the newest first. */
export async function listFailureIDs(scope: Scope, broadcastID: number, most: number): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('message')
    .select('id')
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', 'in', broadcastsOfSend(scope, broadcastID))
    .where('status', 'in', undone)
    .where(isOpenFailure)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lists messages that need mending, of all sends since `since`, the newest first, with the columns that decide what to
 * do. A message of a follow-up belongs to the send that it follows.
 */
export async function listAllFailures(scope: Scope, since: string, most: number) {
  const sends = scope.db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('createdAt', '>=', since)
    .where('kind', '=', 'run');
  return scope.db
    .selectFrom('message')
    .select(['id', 'name', 'number', 'billIDs', 'status', 'reason'])
    .select((eb) =>
      eb
        .selectFrom('broadcast')
        .select((eb) => eb.fn.coalesce('broadcast.followsID', 'broadcast.id').as('sendID'))
        .where('broadcast.campusID', '=', scope.campusID)
        .whereRef('broadcast.id', '=', 'message.broadcastID')
        .as('sendID'),
    )
    .where('campusID', '=', scope.campusID)
    .where('status', 'in', undone)
    .where('broadcastID', 'in', sends)
    .where(isOpenFailure)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/**
 * Lists the messages of a send that were replaced by a message to a corrected number, with that message, the newest
 * first.
 */
export async function listCorrected(scope: Scope, broadcastID: number, most: number) {
  return scope.db
    .selectFrom('correction')
    .innerJoin('message', 'message.id', 'correction.insteadID')
    .select(['correction.messageID as id', 'message.name', 'message.number', 'message.status'])
    .select('message.updatedAt as at')
    .where('correction.campusID', '=', scope.campusID)
    .where('correction.broadcastID', '=', broadcastID)
    .where(unindexed('message.campusID'), '=', scope.campusID)
    .orderBy('correction.insteadID', 'desc')
    .limit(most)
    .execute();
}

/**
 * Lists the failed messages of a send whose families were told by phone, the newest first. `by` is the person who told
 * them.
 */
export async function listContacted(scope: Scope, broadcastID: number, most: number) {
  return scope.db
    .selectFrom('contacted_by_phone')
    .innerJoin('message', 'message.id', 'contacted_by_phone.messageID')
    .leftJoin('user', 'user.id', 'contacted_by_phone.by')
    .select([
      'contacted_by_phone.messageID as id',
      'message.name',
      'contacted_by_phone.at',
      'user.name as by',
    ])
    .where('contacted_by_phone.campusID', '=', scope.campusID)
    .where('contacted_by_phone.broadcastID', 'in', broadcastsOfSend(scope, broadcastID))
    .where(unindexed('message.campusID'), '=', scope.campusID)
    .where('message.status', '=', 'failed')
    .orderBy('contacted_by_phone.messageID', 'desc')
    .limit(most)
    .execute();
}

/** Counts the messages that will be tried again automatically, and returns when the first of them is due. */
export async function findNextTry(scope: Scope, broadcastID: number) {
  const row = await scope.db
    .selectFrom('message')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('dueAt').as('at')])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', 'in', broadcastsOfSend(scope, broadcastID))
    .where('status', '=', 'queued')
    .where('attempts', '>', 0)
    .where('reason', 'is not', null)
    .executeTakeFirst();
  return row && row.count > 0 ? row : undefined;
}

/** Returns those of these messages that failed, each with its broadcast and recipient. */
export async function listFailed(scope: Scope, ids: number[]) {
  return scope.db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'groupID', 'name', 'number'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, ids))
    .where('status', '=', 'failed')
    .orderBy('id')
    .execute();
}

/** Returns those of these messages whose families were told by phone. */
export async function listContactedOf(scope: Scope, ids: number[]): Promise<Set<number>> {
  const rows = await scope.db
    .selectFrom('contacted_by_phone')
    .select('messageID')
    .where('campusID', '=', scope.campusID)
    .where('messageID', 'in', idList(scope.db, ids))
    .execute();
  return new Set(rows.map(({ messageID }) => messageID));
}

export async function insertContacted(
  scope: Scope,
  messages: readonly { id: number; broadcastID: number }[],
  at: string,
): Promise<void> {
  const { campusID, userID: by } = scope;
  const rows = messages.map(({ id, broadcastID }) => ({ campusID, broadcastID, messageID: id, by, at }));
  await insertMany(scope.db, 'contacted_by_phone', rows);
}

export async function deleteContacted(scope: Scope, ids: number[]): Promise<void> {
  await scope.db
    .deleteFrom('contacted_by_phone')
    .where('campusID', '=', scope.campusID)
    .where('messageID', 'in', idList(scope.db, ids))
    .execute();
}
