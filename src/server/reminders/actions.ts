import type { Scope } from '../auth/scope.ts';
import { listOptedOut } from '../optouts/queries.ts';
import { skipOutdated } from '../recall/actions.ts';
import { reopenRuns, requeueSkipped } from '../recall/queries.ts';
import { restorable, speakOf } from '../recall/rules.ts';
import { listSkippedReminders } from './queries.ts';

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
