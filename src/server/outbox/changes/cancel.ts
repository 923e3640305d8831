/** Cancels waiting messages. The rows stay as a record and can be restored for ten minutes. */
import { handedOver } from '#shared/messages/message-states.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { lockOutbox } from '../../senders/settings/settings-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { checkBroadcast } from '../broadcasts/broadcasts.ts';
import { countMessagesByState } from '../broadcasts/broadcasts-queries.ts';
import { type MessageChoice, restorable } from '../model.ts';
import { cancelQueued, findLastCancelled, listCancelledSince } from './cancel-queries.ts';

/** Returns `now`. If `now` is not later than `last`, it returns `last` plus one millisecond. */
export const nextInstant = (now: string, last: string | undefined): string =>
  last !== undefined && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now;

type Cancelled = { changed: number; at: string };

/**
 * Cancels the chosen messages. Each cancellation has a different `at`, so that a restore can undo exactly one
 * cancellation.
 */
async function cancelChosen(
  scope: Scope,
  deps: Deps,
  { what, ...choice }: MessageChoice & { reason: Reason; what: 'cancelled' | 'cleared' },
): Promise<Cancelled> {
  const now = deps.now().toISOString();
  const cancelled = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    const at = nextInstant(now, await findLastCancelled(scope));
    const changed = await cancelQueued(scope, choice, { reason: choice.reason, now: at });
    const about = { kind: 'send' as const, id: choice.broadcastID ?? '' };
    if (changed > 0) await recordChange(scope, { what, at: now, about, details: { changed } });
    return { changed, at };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return cancelled;
}

/**
 * Cancels the waiting messages of a broadcast, or single messages. `sent` is the number of messages of the broadcast
 * that had already been sent.
 */
export async function cancel(
  scope: Scope,
  deps: Deps,
  choice: MessageChoice,
): Promise<Cancelled & { sent: number }> {
  const { broadcastID } = choice;
  await checkBroadcast(scope, broadcastID);
  const cancelled = await cancelChosen(scope, deps, {
    ...choice,
    reason: makeReason('cancelled'),
    what: 'cancelled',
  });
  const states = broadcastID === undefined ? [] : await countMessagesByState(scope, [broadcastID]);
  const sent = states.filter(({ status }) => handedOver.includes(status));
  return { ...cancelled, sent: sent.reduce((sum, { count }) => sum + count, 0) };
}

/** Cancels all waiting messages. */
export async function clear(scope: Scope, deps: Deps): Promise<{ cleared: number; at: string }> {
  const { changed, at } = await cancelChosen(scope, deps, {
    reason: makeReason('cleared'),
    what: 'cleared',
  });
  return { cleared: changed, at };
}

/** Lists the cancellations that can still be restored, each with the milliseconds left. */
export async function showCancelled(scope: Scope, deps: Deps) {
  const since = deps.now().getTime() - restorable;
  const cancelled = await listCancelledSince(scope, new Date(since).toISOString());
  return cancelled.map(({ at, count }) => ({ at, count, left: Date.parse(at) - since }));
}
