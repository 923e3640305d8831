/**
 * Takes back what waits in the outbox: cancelled, or overtaken by what became of its bills. Nothing already sent. And
 * puts back what failed or was cancelled.
 */
import { sql } from 'kysely';
import { retryable } from '#shared/message-states.ts';
import { skipReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { campusByID } from '../db/by-id.ts';
import type { Waiting } from './rules.ts';

type Why = { reason: string; now: string };

const leave = (scope: Scope, status: 'cancelled' | 'skipped', { reason, now }: Why) =>
  scope.db
    .updateTable('message')
    .set({ status, reason, dueAt: null, updatedAt: now })
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'queued');

const runs = (scope: Scope) =>
  scope.db.selectFrom('broadcast').select('id').where('campusID', '=', scope.campusID);

/** Texts with placeholders were filled for these very bills; without one of them they would be wrong. */
const personalRuns = (scope: Scope) => runs(scope).where('text', 'like', '%{{%');

/** Runs that were for those who had not paid. */
const reminders = (scope: Scope) => runs(scope).where('audience', 'in', ['unpaid', 'overdue']);

/** What is taken back or put back: of one run, these messages, or all there is of the campus. */
export type Choice = { broadcastID?: number | undefined; ids?: number[] | undefined };

/** Cancels what waits of the chosen; answers how many. */
export async function cancelQueued(scope: Scope, { broadcastID, ids }: Choice, why: Why): Promise<number> {
  const { numUpdatedRows } = await leave(scope, 'cancelled', why)
    .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? ids : [0]))
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

type Gone = { column: 'groupIDs' | 'billIDs'; id: number; now: string };

/**
 * Skips what waits and speaks of this group or bill. A text that names nobody still goes to a number that another
 * bill stands for.
 */
async function skipAbout(scope: Scope, { column, id, now }: Gone): Promise<void> {
  const only = ` ${id} `;
  const about = `%${only}%`;
  await leave(scope, 'skipped', { reason: skipReasons.billRemoved, now })
    .where(column, 'like', about)
    .where((eb) => eb.or([eb(column, '=', only), eb('broadcastID', 'in', personalRuns(scope))]))
    .execute();
  await scope.db
    .updateTable('message')
    .set({ [column]: sql`replace(${sql.ref(column)}, ${only}, ' ')` })
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'queued')
    .where(column, 'like', about)
    .execute();
}

export async function skipQueuedOfGroup(scope: Scope, groupID: number, now: string): Promise<void> {
  await skipAbout(scope, { column: 'groupIDs', id: groupID, now });
}

export async function skipQueuedOfBill(scope: Scope, billID: number, now: string): Promise<void> {
  await skipAbout(scope, { column: 'billIDs', id: billID, now });
}

/** A family's message goes too when one of its bills is paid: its sums would be wrong. */
export async function skipRemindersOfBill(scope: Scope, billID: number, now: string): Promise<void> {
  await leave(scope, 'skipped', { reason: skipReasons.paidSince, now })
    .where('billIDs', 'like', `% ${billID} %`)
    .where('broadcastID', 'in', reminders(scope))
    .execute();
}

/** What waits of runs that were for those who had not paid. */
export async function listWaitingReminders(scope: Scope): Promise<{ id: number; billIDs: string }[]> {
  return scope.db
    .selectFrom('message')
    .select(['id', 'billIDs'])
    .where('campusID', '=', scope.campusID)
    .where('status', '=', 'queued')
    .where('broadcastID', 'in', reminders(scope))
    .execute();
}

/** Skips what waits for a number that is sent nothing any more. */
export async function skipQueuedOfNumber(scope: Scope, number: string, now: string): Promise<void> {
  await leave(scope, 'skipped', { reason: skipReasons.optedOut, now }).where('number', '=', number).execute();
}

/** Skips these of the waiting messages; at most a few thousand at once. */
export async function skipMessages(scope: Scope, ids: number[], why: Why): Promise<void> {
  if (ids.length === 0) return;
  await leave(scope, 'skipped', why).where('id', 'in', ids).execute();
}

/** Those of these bills that are still here, with their status; at most a few thousand at once. */
export async function listBillStatus(scope: Scope, billIDs: number[]) {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select(['id', 'status'])
    .where(campusByID, '=', scope.campusID)
    .where('id', 'in', billIDs)
    .execute();
}

/** Whom these runs were for, and what they said; at most a few thousand at once. */
export async function listRunsByID(scope: Scope, broadcastIDs: number[]) {
  if (broadcastIDs.length === 0) return [];
  return runs(scope).select(['audience', 'text']).where('id', 'in', broadcastIDs).execute();
}

/** Back into the outbox as if they had never been tried; answers what is needed to tell which of them may still go. */
const putBack = (scope: Scope, now: string) =>
  scope.db
    .updateTable('message')
    .set({
      status: 'queued',
      reason: null,
      dueAt: now,
      providerID: null,
      pollAt: null,
      acceptedAt: null,
      updatedAt: now,
    })
    .where('campusID', '=', scope.campusID)
    .returning(['id', 'broadcastID', 'billIDs', 'number']);

/** Named messages that failed or may have been sent, or all the failed ones of a run or campus. */
export async function requeue(scope: Scope, { broadcastID, ids }: Choice, now: string): Promise<Waiting[]> {
  const states = ids ? retryable : (['failed'] as const);
  return putBack(scope, now)
    .where('status', 'in', states)
    .$if(broadcastID !== undefined, (query) => query.where('broadcastID', '=', broadcastID ?? 0))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids?.length ? ids : [0]))
    .execute();
}

/** What was cancelled at this very instant. */
export async function restoreCancelled(scope: Scope, at: string, now: string): Promise<Waiting[]> {
  return putBack(scope, now).where('status', '=', 'cancelled').where('updatedAt', '=', at).execute();
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
