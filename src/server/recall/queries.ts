/**
 * Takes back what waits in the outbox: cancelled, or overtaken by what became of its bills. Nothing already sent. And
 * puts back what failed or was cancelled.
 */
import { sql } from 'kysely';
import { retryable } from '#shared/message-states.ts';
import { skipReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { campusByID } from '../db/by-id.ts';
import { openRuns } from '../db/open-runs.ts';
import { valueList } from '../db/value-rows.ts';
import type { Waiting } from './rules.ts';

type Why = { reason: string; now: string };

const leave = (scope: Scope, status: 'cancelled' | 'skipped', { reason, now }: Why) =>
  scope.db
    .updateTable('message')
    .set({ status, reason, dueAt: null, updatedAt: now })
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'queued');

const runs = (scope: Scope) =>
  scope.db.selectFrom('broadcast').select('id').where('campusID', '=', scope.campusID);

/** What is taken back or put back: of one run, these messages, those that failed so, or all there is of the campus. */
export type Choice = {
  broadcastID?: number | undefined;
  ids?: number[] | undefined;
  reason?: string | undefined;
};

/** A list of ids of any length, as something to be `in`; an empty one does not say that it is of numbers. */
const chosen = ({ db }: Scope, ids: readonly number[]) =>
  sql<number>`(with ${valueList(db, 'chosen', ids.length > 0 ? ids : [0])} select value from chosen)`;

/** Of the chosen that are on their way: what does not arrive is not tried again. */
async function cancelOnTheWay(scope: Scope, { broadcastID, ids }: Choice, now: string): Promise<void> {
  await scope.db
    .updateTable('message')
    .set({ cancelledAt: now })
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'sending')
    .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
    .$if(ids !== undefined, (query) => query.where('id', 'in', chosen(scope, ids ?? [])))
    .execute();
}

/** Cancels what waits of the chosen; answers how many. */
export async function cancelQueued(scope: Scope, choice: Choice, why: Why): Promise<number> {
  const { broadcastID, ids } = choice;
  await cancelOnTheWay(scope, choice, why.now);
  const { numUpdatedRows } = await leave(scope, 'cancelled', why)
    .$if(ids === undefined, (query) => query.where('broadcastID', 'in', openRuns(scope)))
    .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
    .$if(ids !== undefined, (query) => query.where('id', 'in', chosen(scope, ids ?? [])))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** When the campus last cancelled something that is still cancelled. */
export async function findLastCancelled(scope: Scope): Promise<string | undefined> {
  const row = await scope.db
    .selectFrom('message')
    .select((eb) => eb.fn.max('updatedAt').as('at'))
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'cancelled')
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** What waits and speaks of this group or bill, be it of others too. */
export async function listWaitingAbout(
  scope: Scope,
  { column, id }: { column: 'groupIDs' | 'billIDs'; id: number },
): Promise<Waiting[]> {
  return scope.db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'billIDs', 'number'])
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'queued')
    .where('broadcastID', 'in', openRuns(scope))
    .where(column, 'like', `% ${id} %`)
    .execute();
}

/** Skips what waits for a number that is sent nothing any more. */
export async function skipQueuedOfNumber(scope: Scope, number: string, now: string): Promise<void> {
  await leave(scope, 'skipped', { reason: skipReasons.optedOut, now })
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .execute();
}

/** Skips these of the waiting messages. */
export async function skipMessages(scope: Scope, ids: number[], why: Why): Promise<void> {
  if (ids.length === 0) return;
  await leave(scope, 'skipped', why).where('id', 'in', chosen(scope, ids)).execute();
}

/** Those of these bills that are still here. */
export async function listBillStatus(scope: Scope, billIDs: number[]) {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select(['id', 'status', 'expiryDate', 'numbers'])
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', chosen(scope, billIDs))
    .execute();
}

/** Whom these runs were for, and what they said; at most a few thousand at once. */
export async function listRunsByID(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return runs(scope)
    .select(['audience', 'text', 'family', 'kind', 'createdAt'])
    .where('id', 'in', broadcastIDs)
    .execute();
}

/** A run that is still to begin keeps its time. */
const dueAt = (now: string) => sql<string>`case when exists (
  select 1 from broadcast where broadcast.id = message."broadcastID"
    and broadcast."startedAt" is null and broadcast."startAt" > ${now})
  then (select "startAt" from broadcast where broadcast.id = message."broadcastID") else ${now} end`;

/** Back into the outbox as if they had never been tried; answers what is needed to tell which of them may still go. */
const putBack = (scope: Scope, now: string) =>
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
    .where(campusByID, '=', scope.campusID)
    .returning(['id', 'broadcastID', 'billIDs', 'number']);

/** Named messages that failed or may have been sent, or all the failed ones of a run or campus. */
export async function requeue(
  scope: Scope,
  { broadcastID, ids, reason }: Choice,
  now: string,
): Promise<Waiting[]> {
  return (
    putBack(scope, now)
      .$if(ids === undefined, (query) => query.where('status', '=', 'failed'))
      .$if(ids !== undefined, (query) => query.where('status', 'in', retryable))
      .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
      .$if(ids !== undefined, (query) => query.where('id', 'in', chosen(scope, ids ?? [])))
      .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? ''))
      // Without a run or names they are found among those that have come to their end.
      .$if(broadcastID === undefined && ids === undefined, (query) =>
        query.where('campusID', '=', scope.campusID),
      )
      .execute()
  );
}

/** Messages by name that were skipped. */
export async function requeueSkipped(scope: Scope, ids: number[], now: string): Promise<Waiting[]> {
  if (ids.length === 0) return [];
  return putBack(scope, now).where('status', '=', 'skipped').where('id', 'in', chosen(scope, ids)).execute();
}

/** What was cancelled at this very instant; what was on its way then may be tried again after all. */
export async function restoreCancelled(scope: Scope, at: string, now: string): Promise<Waiting[]> {
  await scope.db
    .updateTable('message')
    .set({ cancelledAt: null })
    .where(campusByID, '=', scope.campusID)
    .where('status', '=', 'sending')
    .where('cancelledAt', '=', at)
    .execute();
  return putBack(scope, now)
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'cancelled')
    .where('updatedAt', '=', at)
    .execute();
}

/** Messages that may have been sent, and that nobody has decided on; answers how many are left at that. */
export async function leaveUnknown(scope: Scope, ids: number[], { reason, now }: Why): Promise<number> {
  const { numUpdatedRows } = await scope.db
    .updateTable('message')
    .set({ decidedAt: now, reason, updatedAt: now })
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', chosen(scope, ids))
    .where('status', '=', 'unknown')
    .where('decidedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Runs that had nothing left to do and have again; a paused run stays paused. */
export async function reopenRuns(scope: Scope, broadcastIDs: number[], now: string): Promise<void> {
  if (broadcastIDs.length === 0) return;
  await scope.db
    .updateTable('broadcast')
    .set((eb) => ({
      state: eb
        .case()
        .when('state', '=', 'paused')
        .then('paused' as const)
        .else('running' as const)
        .end(),
      nextAt: now,
    }))
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', broadcastIDs)
    .execute();
}
