import type { Scope } from '../auth/scope.ts';
import { listOptedOut } from '../optouts/queries.ts';
import { skipOutdated } from '../recall/actions.ts';
import { listWaitingAbout, reopenRuns, requeueSkipped } from '../recall/queries.ts';
import { billsOf, reminded, restorable, type Waiting } from '../recall/rules.ts';
import { listSkippedReminders } from './queries.ts';

const nobody: ReadonlySet<string> = new Set();

const speakOf = (messages: readonly Waiting[], bills: ReadonlySet<number>): Waiting[] =>
  messages.filter((message) => billsOf(message).some((id) => bills.has(id)));

/**
 * Skips the waiting reminders whose bills are all paid now. A family's that still has one to pay is written anew when
 * its turn comes. In the caller's transaction.
 */
export async function skipReminders(scope: Scope, paid: ReadonlySet<number>, now: string): Promise<void> {
  const [only, ...others] = paid;
  if (only === undefined) return;
  const about = { column: 'billIDs', id: others.length === 0 ? only : undefined } as const;
  const waiting = await listWaitingAbout(scope, about, reminded);
  await skipOutdated(scope, speakOf(waiting, paid), { now, optedOut: nobody });
}

/**
 * Brings back the reminders that were skipped since these bills, unpaid again, were marked as paid at this instant, but
 * for what is overtaken. A paused run stays paused. In the caller's transaction.
 */
export async function restoreReminders(
  scope: Scope,
  unpaid: ReadonlySet<number>,
  { since, now }: { since: string; now: string },
): Promise<void> {
  if (Date.parse(now) - Date.parse(since) > restorable) return;
  const skipped = speakOf(await listSkippedReminders(scope, since), unpaid);
  const ids = skipped.map(({ id }) => id);
  const messages = await requeueSkipped(scope, ids, now);
  await reopenRuns(scope, [...new Set(messages.map(({ broadcastID }) => broadcastID))], now);
  await skipOutdated(scope, messages, { now, optedOut: await listOptedOut(scope) });
}
