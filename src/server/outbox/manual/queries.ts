/** Messages that are sent by hand, and the claims of those whose chat somebody has opened. */
import { sql } from 'kysely';
import { handedOver } from '#shared/message-states.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';
import { hasBegun } from '../broadcasts/queries.ts';

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

/** `startedAt`: when it was opened, once it was. `openedBy`: by whom, until that person has said what came of it. */
export type ManualMessage = NonNullable<Awaited<ReturnType<typeof findManualMessage>>>;

const manualMessages = (scope: Scope) =>
  scope.db
    .selectFrom('message')
    .leftJoin('manual_claim', (join) =>
      join
        .onRef('manual_claim.campusID', '=', 'message.campusID')
        .onRef('manual_claim.messageID', '=', 'message.id')
        // Of this try: what is sent again in another way was opened by nobody.
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

/** A message of this campus, and who has its chat open. */
export async function findManualMessage(scope: Scope, messageID: number) {
  return manualMessages(scope).where('message.id', '=', messageID).executeTakeFirst();
}

/** Chats that were opened and of which nobody has said what came; the oldest first. */
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

/** The next that waits: replies before broadcasts, and what was put back after what was not opened yet. */
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

/** How far a broadcast is: `left` are those that nobody has said anything of yet. */
export async function countManual(
  scope: Scope,
  broadcastID: number,
): Promise<{ part: Part; count: number }[]> {
  const part = sql<Part | null>`case
    when status in ('queued', 'sending') or status = 'unknown' and "decidedAt" is null then 'left'
    when status in (${sql.join(handedOver.map((state) => sql.lit(state)))}) then 'sent'
    when status = 'skipped' and reason = ${sql.lit(reasonOf('skippedByHand'))} then 'skipped' end`;
  const rows = await scope.db
    .selectFrom('message')
    .select((eb) => [part.as('part'), eb.fn.countAll<number>().as('count')])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', '=', broadcastID)
    .groupBy(part)
    .execute();
  return rows.flatMap(({ part, count }) => (part === null ? [] : [{ part, count }]));
}

/** Leaves a waiting message out for good; answers whether it did wait. */
export async function skipManually(scope: Scope, messageID: number, now: string): Promise<boolean> {
  const row = await scope.db
    .updateTable('message')
    .set({ status: 'skipped', reason: reasonOf('skippedByHand'), dueAt: null, updatedAt: now })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', '=', messageID)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A try of a message. */
type Try = { id: number; attempts: number };

/** This person has opened the chat of this try. */
export async function putManualClaim(scope: Scope, { id, attempts }: Try, expiresAt: string): Promise<void> {
  const { campusID, userID } = scope;
  await scope.db
    .insertInto('manual_claim')
    .values({ campusID, messageID: id, attempt: attempts, userID, expiresAt })
    .onConflict((on) => on.columns(['campusID', 'messageID', 'attempt']).doUpdateSet({ userID, expiresAt }))
    .execute();
}

export async function deleteManualClaim(scope: Scope, { id, attempts }: Try): Promise<void> {
  await scope.db
    .deleteFrom('manual_claim')
    .where('campusID', '=', scope.campusID)
    .where('messageID', '=', id)
    .where('attempt', '=', attempts)
    .execute();
}

/** Of every campus. */
export async function deleteExpiredClaims(db: Db, now: string): Promise<void> {
  await db.deleteFrom('manual_claim').where('expiresAt', '<=', now).execute();
}
