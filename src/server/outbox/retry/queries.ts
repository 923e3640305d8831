/** Puts back what failed, or may have been sent, and finds what a retry leaves out. */
import { sql } from 'kysely';
import { type MessageState, retryable } from '#shared/message-states.ts';
import { likeCode, type Reason } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import {
  foundIDs,
  gather,
  idList,
  insertMany,
  partsOf,
  unindexed,
  unindexedText,
} from '../../db/long-lists.ts';
import type { MessageChoice, WaitingMessage } from '../model.ts';
import { notOnWhatsApp } from './rules.ts';

/** A broadcast that is still to begin keeps its time. */
const dueAt = (now: string) => sql<string>`case when exists (
  select 1 from broadcast where broadcast.id = message."broadcastID"
    and broadcast."startedAt" is null and broadcast."startAt" > ${now})
  then (select "startAt" from broadcast where broadcast.id = message."broadcastID") else ${now} end`;

type Ended = { status: 'failed' | 'cancelled'; broadcastID?: number | undefined; at?: string };

/** Of a broadcast, or of the campus, where they are found among those that have come to their end. */
export const listEnded = (scope: Scope, { status, broadcastID, at }: Ended) =>
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

/** Whether a message failed because its number is not on WhatsApp. */
const isNotOnWhatsApp = sql<boolean>`(message.status = 'failed' and (coalesce(message.code, '') = ${notOnWhatsApp.code}
  or coalesce(message.reason, '') = ${notOnWhatsApp.reason}))`;

/** Those of the chosen that failed because their number is not on WhatsApp, with why in its own words. */
export async function listUnreachable(scope: Scope, { broadcastID, ids }: MessageChoice) {
  const parts = ids ? partsOf(ids) : listEnded(scope, { status: 'failed', broadcastID });
  const found: (WaitingMessage & { reason: Reason | null })[] = [];
  for await (const part of parts) {
    const rows = await scope.db
      .selectFrom('message')
      .select(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number', 'reason'])
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', part)
      .where(isNotOnWhatsApp)
      .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .execute();
    for (const row of rows) found.push(row);
  }
  return found;
}

/** Of messages of which a bill has another number by now: what they said, and how their broadcasts went. */
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

type Requeue = Omit<MessageChoice, 'ids'> & { from: readonly MessageState[]; now: string };

/**
 * Back into the outbox as if they had never been tried: those of these messages that are in one of the states. Answers
 * what is needed to tell which of them may still go.
 */
export async function requeueMessages(
  scope: Scope,
  parts: AsyncIterable<number[]>,
  { from, now, broadcastID, reasonCode, reachableOnly }: Requeue,
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
      .$if(reachableOnly === true, (query) => query.where(({ not }) => not(isNotOnWhatsApp)))
      .$if(reasonCode !== undefined, (query) =>
        reasonCode === ''
          ? query.where('reason', 'is', null)
          : query.where(sql<string>`reason`, 'like', likeCode(reasonCode ?? '')),
      )
      .returning(['id', 'broadcastID', 'billIDs', 'owedIDs', 'number'])
      .execute(),
  );
}

/** Named messages that failed or may have been sent, or all the failed ones of a broadcast or campus. */
export async function requeue(scope: Scope, choice: MessageChoice, now: string): Promise<WaitingMessage[]> {
  const { broadcastID, ids } = choice;
  if (ids) return requeueMessages(scope, partsOf(ids), { ...choice, from: retryable, now });
  // They are found by their broadcast already.
  const failed = listEnded(scope, { status: 'failed', broadcastID });
  return requeueMessages(scope, failed, { ...choice, broadcastID: undefined, from: ['failed'], now });
}

/** Notes which message tells a corrected number in place of which one of this send. */
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
