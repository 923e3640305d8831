/** Undoes a cancellation or a payment: messages that were cancelled or skipped because of it wait again. */
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { lockOutbox } from '../../senders/settings/settings-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { aboutBills, restorable } from '../model.ts';
import { listOptedOut } from '../opt-outs/opt-outs-queries.ts';
import { releaseRequeued } from '../skip/skip.ts';
import { listSkippedAsOutdated, requeueSkipped, restoreCancelled } from './restore-queries.ts';

/**
 * Restores reminders that were skipped since these bills were marked as paid, because the bills are unpaid again.
 * Reminders that are outdated for another reason stay skipped. A paused broadcast stays paused. Runs in the transaction
 * of the caller.
 */
export async function restoreReminders(
  scope: Scope,
  unpaid: ReadonlySet<number>,
  { since, now }: { since: string; now: string },
): Promise<void> {
  if (Date.parse(now) - Date.parse(since) > restorable) return;
  const skipped = aboutBills(await listSkippedAsOutdated(scope, since), unpaid);
  const ids = skipped.map(({ id }) => id);
  const messages = await requeueSkipped(scope, ids, now);
  await releaseRequeued(scope, messages, { now, optedOut: await listOptedOut(scope) });
}

/**
 * Restores messages that were cancelled at this instant. It changes nothing when that is too long ago, and skips
 * messages that are outdated by now. A paused broadcast stays paused.
 */
export async function restoreMessages(scope: Scope, deps: Deps, at: string): Promise<{ changed: number }> {
  const instant = deps.now();
  if (instant.getTime() - Date.parse(at) > restorable) return { changed: 0 };
  const now = instant.toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    const messages = await restoreCancelled(scope, at, now);
    const optedOut = await listOptedOut(scope);
    const { skipped } = await releaseRequeued(scope, messages, { now, optedOut });
    const changed = messages.length - skipped.size;
    if (messages.length > 0)
      await recordChange(scope, {
        what: 'cancelUndone',
        at: now,
        about: { kind: 'send' },
        details: { changed },
      });
    return changed;
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake('sending');
  return { changed };
}
