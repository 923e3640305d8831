/** Queries about messages that a person sends in her own WhatsApp, and about the chats that a person has opened. */
import { sql } from 'kysely';
import { handedOver } from '#shared/messages/message-states.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import { hasBegun } from '../broadcasts/broadcasts-queries.ts';

const columns = [
  'message.id',
  'message.campusID',
  'message.broadcastID',
  'message.senderID',
  'message.number',
  'message.name',
  'message.text',
  'message.media',
  'message.status',
  'message.attempts',
  'message.waits',
  'message.leaseUntil',
  'message.sequence',
] as const;

/**
 * `startedAt` is when the chat was opened, if a person has opened it. `openedBy` is that person, until the outcome is
 * reported.
 */
export type ManualMessage = NonNullable<Awaited<ReturnType<typeof findManualMessage>>>;

const manualMessages = (scope: Scope) =>
  scope.db
    .selectFrom('message')
    .leftJoin('manual_claim', (join) =>
      join
        .onRef('manual_claim.campusID', '=', 'message.campusID')
        .onRef('manual_claim.messageID', '=', 'message.id')
        // Only a claim of the current attempt counts. A person may have opened an earlier attempt.
        .onRef('manual_claim.attempt', '=', 'message.attempts'),
    )
    .leftJoin('attempt', (join) =>
      join
        .onRef('attempt.messageID', '=', 'message.id')
        .onRef('attempt.attempt', '=', 'message.attempts')
        .onRef('attempt.campusID', '=', 'message.campusID'),
    )
    .select(columns)
    .select((eb) => [
      'manual_claim.userID as openedBy',
      eb.fn.coalesce('attempt.startedAt', 'message.updatedAt').as('startedAt'),
    ])
    .where(sql<number>`+message."campusID"`, '=', scope.campusID);

/** Returns a message of this campus, with the person who has its chat open. */
export async function findManualMessage(scope: Scope, messageID: number) {
  return manualMessages(scope).where('message.id', '=', messageID).executeTakeFirst();
}

/** Lists opened chats without a reported outcome, the oldest first. */
export async function listOpened(scope: Scope, broadcastID: number | undefined): Promise<ManualMessage[]> {
  const claimed = scope.db
    .selectFrom('manual_claim')
    .select('messageID')
    .where('campusID', '=', scope.campusID);
  return manualMessages(scope)
    .where('message.id', 'in', claimed)
    .where('manual_claim.userID', 'is not', null)
    .where('message.status', 'in', ['sending', 'unknown'])
    .where('message.decidedAt', 'is', null)
    .$if(broadcastID !== undefined, (query) => query.where('message.broadcastID', '=', broadcastID ?? 0))
    .orderBy('message.id')
    .execute();
}

/**
 * Returns the next waiting message. Replies come before broadcasts. Messages that were put back come after messages
 * that nobody has opened yet.
 */
export async function findNextManual(
  scope: Scope,
  { now, broadcastID }: { now: string; broadcastID: number | undefined },
): Promise<ManualMessage | undefined> {
  const row = await scope.db
    .selectFrom('broadcast')
    .innerJoin('message', 'message.broadcastID', 'broadcast.id')
    .select([...columns, 'message.updatedAt as startedAt'])
    .where('broadcast.campusID', '=', scope.campusID)
    .where('broadcast.state', '=', 'running')
    .where((eb) => hasBegun(eb))
    .$if(broadcastID !== undefined, (query) => query.where('broadcast.id', '=', broadcastID ?? 0))
    .where('message.status', '=', 'queued')
    .where('message.dueAt', '<=', now)
    .orderBy(sql`case broadcast.kind when 'run' then 1 else 0 end`)
    .orderBy('broadcast.id')
    .orderBy('message.attempts')
    .orderBy('message.id')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, openedBy: null };
}

type Part = 'left' | 'sent' | 'skipped';

/** Counts the progress of a broadcast. `left` counts the messages without a reported outcome. */
export async function countManual(
  scope: Scope,
  broadcastID: number,
): Promise<{ part: Part; count: number }[]> {
  const part = sql<Part | null>`case
    when status in ('queued', 'sending') or status = 'unknown' and "decidedAt" is null then 'left'
    when status in (${sql.join(handedOver.map((state) => sql.lit(state)))}) then 'sent'
    when status = 'skipped' and reason = ${sql.lit(makeReason('skippedByHand'))} then 'skipped' end`;
  const rows = await scope.db
    .selectFrom('message')
    .select((eb) => [part.as('part'), eb.fn.countAll<number>().as('count')])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', '=', broadcastID)
    .groupBy(part)
    .execute();
  return rows.flatMap(({ part, count }) => (part === null ? [] : [{ part, count }]));
}

/** Skips a waiting message. Returns false when the message was not waiting. */
export async function skipManually(scope: Scope, messageID: number, now: string): Promise<boolean> {
  const row = await scope.db
    .updateTable('message')
    .set({ status: 'skipped', reason: makeReason('skippedByHand'), dueAt: null, updatedAt: now })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', '=', messageID)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An attempt of a message. */
type ManualAttempt = { id: number; attempts: number };

/** Stores that this person opened the chat of this attempt. */
export async function putManualClaim(
  scope: Scope,
  { id, attempts }: ManualAttempt,
  expiresAt: string,
): Promise<void> {
  const { campusID, userID } = scope;
  await scope.db
    .insertInto('manual_claim')
    .values({ campusID, messageID: id, attempt: attempts, userID, expiresAt })
    .onConflict((on) => on.columns(['campusID', 'messageID', 'attempt']).doUpdateSet({ userID, expiresAt }))
    .execute();
}

export async function deleteManualClaim(scope: Scope, { id, attempts }: ManualAttempt): Promise<void> {
  await scope.db
    .deleteFrom('manual_claim')
    .where('campusID', '=', scope.campusID)
    .where('messageID', '=', id)
    .where('attempt', '=', attempts)
    .execute();
}

/** Deletes expired claims of every campus, at most `most`. Returns how many were deleted. */
export async function deleteExpiredClaims(db: Db, now: string, most: number): Promise<number> {
  const expired = db
    .selectFrom('manual_claim')
    .select(['campusID', 'messageID', 'attempt'])
    .where('expiresAt', '<=', now)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('manual_claim')
    .where((eb) =>
      eb(
        eb.refTuple('campusID', 'messageID', 'attempt'),
        'in',
        expired.$asTuple('campusID', 'messageID', 'attempt'),
      ),
    )
    // The time is checked again, because the claim may have been renewed since.
    .where('expiresAt', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
