/** Takes back what waits in the outbox: cleared, or overtaken by what became of its bills. Nothing already sent. */
import { sql } from 'kysely';
import { outcomeReasons, skipReasons } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { campusByID } from '../db/by-id.ts';

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

/** Cancels everything that waits; answers how many. */
export async function cancelQueued(scope: Scope, now: string): Promise<number> {
  const why = { reason: outcomeReasons.cleared, now };
  const { numUpdatedRows } = await leave(scope, 'cancelled', why).executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Paused runs whose messages were all cleared have nothing to wait for. */
export async function endPausedRuns(scope: Scope): Promise<void> {
  await scope.db
    .updateTable('broadcast')
    .set({ state: 'done' })
    .where('campusID', '=', scope.campusID)
    .where('state', '=', 'paused')
    .execute();
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
