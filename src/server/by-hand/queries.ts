/**
 * Messages that are sent by hand. Who has opened a chat is kept with what is remembered of its sender, under the
 * message's id, until that person has said what came of it.
 */
import { type SqlBool, sql } from 'kysely';
import { handedOver } from '#shared/message-states.ts';
import { skipReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { hasBegun } from '../claims/queries.ts';
import { campusByID } from '../db/by-id.ts';

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
export type HandRow = NonNullable<Awaited<ReturnType<typeof findHandMessage>>>;

/** The name that `markOf` gives a try. */
const isMarked = sql<SqlBool>`memory.name = 'hand:' || message.id || ':' || message.attempts`;
const idIn = (name: string): number => Number(name.split(':')[1]);

const handMessages = (scope: Scope) =>
  scope.db
    .selectFrom('message')
    .leftJoin('memory', (join) => join.onRef('memory.senderID', '=', 'message.senderID').on(isMarked))
    .leftJoin('attempt', (join) =>
      join
        .onRef('attempt.messageID', '=', 'message.id')
        .onRef('attempt.attempt', '=', 'message.attempts')
        .onRef('attempt.campusID', '=', 'message.campusID'),
    )
    .select(columns)
    .select((eb) => [
      'memory.value as openedBy',
      eb.fn.coalesce('attempt.startedAt', 'message.updatedAt').as('startedAt'),
    ])
    .where(sql<number>`+message."campusID"`, '=', scope.campusID);

/** A message of this campus, and who has its chat open. */
export async function findHandMessage(scope: Scope, messageID: number) {
  return handMessages(scope).where('message.id', '=', messageID).executeTakeFirst();
}

/** Chats that were opened and of which nobody has said what came; the oldest first. */
export async function listOpened(scope: Scope, broadcastID: number | undefined): Promise<HandRow[]> {
  const marks = await scope.db
    .selectFrom('sender')
    .innerJoin('memory', 'memory.senderID', 'sender.id')
    .select('memory.name')
    .where('sender.campusID', '=', scope.campusID)
    // Not as a range from `hand:` on: what comes after it depends on how the database sorts.
    .where('memory.name', 'like', 'hand:%')
    .execute();
  if (marks.length === 0) return [];
  const ids = marks.map(({ name }) => idIn(name));
  return handMessages(scope)
    .where('message.id', 'in', ids)
    .where('memory.value', 'is not', null)
    .where('message.status', 'in', ['sending', 'unknown'])
    .where('message.decidedAt', 'is', null)
    .$if(broadcastID !== undefined, (query) => query.where('message.broadcastID', '=', broadcastID ?? 0))
    .orderBy('message.id')
    .execute();
}

/** The next that waits: replies before runs, and what was put back after what was not opened yet. */
export async function findWaitingByHand(
  scope: Scope,
  { now, broadcastID }: { now: string; broadcastID: number | undefined },
): Promise<HandRow | undefined> {
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

/** How far a run is: `left` are those that nobody has said anything of yet. */
export async function countByHand(
  scope: Scope,
  broadcastID: number,
): Promise<{ part: Part; count: number }[]> {
  const part = sql<Part | null>`case
    when status in ('queued', 'sending') or status = 'unknown' and "decidedAt" is null then 'left'
    when status in (${sql.join(handedOver.map((state) => sql.lit(state)))}) then 'sent'
    when status = 'skipped' and reason = ${sql.lit(skipReasons.skippedByHand)} then 'skipped' end`;
  const rows = await scope.db
    .selectFrom('message')
    .select((eb) => [part.as('part'), eb.fn.countAll<number>().as('count')])
    .where(campusByID, '=', scope.campusID)
    .where('broadcastID', '=', broadcastID)
    .groupBy(part)
    .execute();
  return rows.flatMap(({ part, count }) => (part === null ? [] : [{ part, count }]));
}

/** Leaves a waiting message out for good; answers whether it did wait. */
export async function skipByHand(scope: Scope, messageID: number, now: string): Promise<boolean> {
  const row = await scope.db
    .updateTable('message')
    .set({ status: 'skipped', reason: skipReasons.skippedByHand, dueAt: null, updatedAt: now })
    .where(campusByID, '=', scope.campusID)
    .where('id', '=', messageID)
    .where('status', '=', 'queued')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
