/** Queries that queue failed or unknown messages again, and that find messages for which a retry is useless. */
import { sql } from 'kysely';
import { finalCodes } from '#shared/messages/failure-kinds.ts';
import { type MessageState, retryable } from '#shared/messages/message-states.ts';
import { likeCode, type Reason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import {
  foundIDs,
  gather,
  idList,
  insertMany,
  partsOf,
  unindexed,
  unindexedText,
} from '../../platform/db/long-lists.ts';
import { isContactedByPhone } from '../broadcasts/broadcasts-queries.ts';
import type { MessageChoice, WaitingMessage } from '../model.ts';
import { notOnWhatsApp } from './retry-rules.ts';

/** A broadcast that is planned for later keeps its time. */
const dueAt = (now: string) => sql<string>`case when exists (
  select 1 from broadcast where broadcast.id = message."broadcastID"
    and broadcast."startedAt" is null and broadcast."startAt" > ${now})
  then (select "startAt" from broadcast where broadcast.id = message."broadcastID") else ${now} end`;

type Ended = { status: 'failed' | 'cancelled'; broadcastID?: number | undefined; at?: string };

/** Lists finished messages of a broadcast or of the campus. It uses the index of finished messages. */
export const endedInParts = (scope: Scope, { status, broadcastID, at }: Ended) =>
  foundIDs(({ after, take }) =>
    scope.db
      .selectFrom('message')
      .select('id')
      .where(broadcastID === undefined ? 'campusID' : unindexed('campusID'), '=', scope.campusID)
      .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .$if(at !== undefined, (query) => query.where('updatedAt', '=', at ?? ''))
      .where('status', '=', status)
      .where('id', '>', after)
      .orderBy('id')
      .limit(take)
      .execute(),
  );

const hasFinalReason = sql.join(
  finalCodes.map((code) => sql`message.reason like ${likeCode(code)}`),
  sql` or `,
);
/** Selects whether a message failed for a reason that would make a retry fail too. */
const isFinal = sql<boolean>`(message.status = 'failed' and (coalesce(message.code, '') = ${notOnWhatsApp.code}
  or (message.reason is not null and (${hasFinalReason}))))`;

/** Lists the chosen messages for which a retry would fail too, each with its stored reason. */
export async function listFinal(scope: Scope, { broadcastID, ids }: MessageChoice) {
  const parts = ids ? partsOf(ids) : endedInParts(scope, { status: 'failed', broadcastID });
  const found: (WaitingMessage & { reason: Reason | null })[] = [];
  for await (const part of parts) {
    const rows = await scope.db
      .selectFrom('message')
      .select(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number', 'reason'])
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', part)
      .where(isFinal)
      .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .execute();
    for (const row of rows) found.push(row);
  }
  return found;
}

/** Lists messages with their text and their broadcast. The bills of these messages have another number by now. */
export async function listMoved(scope: Scope, ids: readonly number[]) {
  return scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select(['message.id', 'message.broadcastID', 'message.groupIDs', 'message.billIDs', 'message.number'])
    .select(['message.owedIDs', 'message.name', 'message.text', 'message.params'])
    .select(['broadcast.text as written', 'broadcast.media', 'broadcast.audience', 'broadcast.family'])
    .select(['broadcast.kind', 'broadcast.template', 'broadcast.title', 'broadcast.classes'])
    .select(['broadcast.followsID', 'broadcast.lastDay', 'broadcast.paymentID'])
    .select(['broadcast.state', 'broadcast.notice', 'broadcast.startAt', 'broadcast.startedAt'])
    .where('message.campusID', '=', scope.campusID)
    .where('broadcast.campusID', '=', scope.campusID)
    .where('message.id', 'in', idList(scope.db, ids))
    .orderBy('message.id')
    .execute();
}

/** With `leavesOutContactedByPhone`, failed messages stay as they are if their families were told by phone. */
type Requeue = Omit<MessageChoice, 'ids'> & {
  from: readonly MessageState[];
  now: string;
  leavesOutContactedByPhone?: boolean;
};

/**
 * Queues those of these messages again that are in one of the states `from`, as if they had not been tried. The caller
 * needs the returned columns to decide which of them may still be sent.
 */
export async function requeueMessages(
  scope: Scope,
  parts: AsyncIterable<number[]>,
  { from, now, broadcastID, reasonCode, reachableOnly, leavesOutContactedByPhone }: Requeue,
): Promise<WaitingMessage[]> {
  return gather(parts, (ids) =>
    scope.db
      .updateTable('message')
      .set({
        status: 'queued',
        reason: null,
        code: null,
        waits: 0,
        decidedAt: null,
        cancelledAt: null,
        dueAt: dueAt(now),
        providerID: null,
        pollAt: null,
        acceptedAt: null,
        updatedAt: now,
      })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', ids)
      .where(unindexedText('message.status'), 'in', from)
      .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .$if(reachableOnly === true, (query) => query.where(({ not }) => not(isFinal)))
      .$if(leavesOutContactedByPhone === true, (query) => query.where((eb) => eb.not(isContactedByPhone(eb))))
      .$if(reasonCode !== undefined, (query) =>
        reasonCode === ''
          ? query.where('reason', 'is', null)
          : query.where(sql<string>`reason`, 'like', likeCode(reasonCode ?? '')),
      )
      .returning(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number'])
      .execute(),
  );
}

/**
 * Queues messages again: the given ones if they failed or are unknown, or all failed messages of a broadcast or campus.
 */
export async function requeue(scope: Scope, choice: MessageChoice, now: string): Promise<WaitingMessage[]> {
  const { broadcastID, ids } = choice;
  const leavesOutContactedByPhone = ids === undefined || choice.reachableOnly === true;
  if (ids)
    return requeueMessages(scope, partsOf(ids), {
      ...choice,
      leavesOutContactedByPhone,
      from: retryable,
      now,
    });
  // `endedInParts` returns only messages of the broadcast, so this condition is not needed again.
  const failed = endedInParts(scope, { status: 'failed', broadcastID });
  const chosen = { ...choice, broadcastID: undefined, leavesOutContactedByPhone };
  return requeueMessages(scope, failed, { ...chosen, from: ['failed'], now });
}

/** Stores which new message replaced which message of this send, because the number was corrected. */
export async function insertCorrections(
  scope: Scope,
  broadcastID: number,
  corrections: readonly { messageID: number; insteadID: number }[],
): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'correction',
    corrections.map((one) => ({ campusID, broadcastID, ...one })),
  );
}
