import type { Attempt, FailureCount } from '#shared/calls/attempts.ts';
import { codeOf, makeReason, sayForMany, sayReason, tellReason } from '#shared/messages/reasons.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { lockOutbox } from '../../senders/settings/settings-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import {
  closeUnknown,
  findOpenAttempt,
  listEndedAttempts,
  listFailures,
  listReceipts,
} from './attempts-queries.ts';

/** Lists all attempts of a message, the first one first. */
export async function showAttempts(scope: Scope, messageID: number): Promise<Attempt[]> {
  const byAttempt = Map.groupBy(await listReceipts(scope, messageID), ({ attempt }) => attempt);
  const receiptsOf = (attempt: number) =>
    (byAttempt.get(attempt) ?? []).map(({ status, at, reason }) => ({ status, at, ...tellReason(reason) }));
  const ended = await listEndedAttempts(scope, messageID);
  const tries: Attempt[] = ended.map(({ senderID: _, providerID: __, ...one }) => ({
    ...one,
    ...tellReason(one.reason),
    receipts: receiptsOf(one.attempt),
  }));
  const open = await findOpenAttempt(scope, messageID);
  if (open && open.attempts > (tries.at(-1)?.attempt ?? 0)) {
    const nothing = { endedAt: null, outcome: null, code: null, ...tellReason(null), receipts: [] };
    tries.push({ attempt: open.attempts, startedAt: open.updatedAt, ...nothing });
  }
  return tries;
}

/**
 * Counts failed messages by reason code, the most frequent first. If the details of one code differ, the sentence
 * contains only what is true for all of them.
 */
export async function showFailures(scope: Scope, broadcastID: number | undefined): Promise<FailureCount[]> {
  const rows = await listFailures(scope, broadcastID);
  const byCode = Map.groupBy(rows, ({ reason }) => (reason === null ? '' : codeOf(reason)));
  const counts = Array.from(byCode, ([reasonCode, same]) => {
    const [{ reason } = { reason: null }] = same;
    const say = same.length > 1 ? sayForMany : sayReason;
    const count = same.reduce((sum, one) => sum + one.count, 0);
    return { reason: reason === null ? '' : say(reason), reasonCode, count };
  });
  return counts.sort((a, b) => b.count - a.count);
}

/** Stores a person's decision that these unknown messages are not sent again. Returns how many changed. */
export async function decideUnknown(scope: Scope, deps: Deps, ids: number[]): Promise<{ changed: number }> {
  const why = { reason: makeReason('left'), now: deps.now().toISOString() };
  const changed = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    const changed = await closeUnknown(scope, ids, why);
    if (changed > 0)
      await recordChange(scope, {
        what: 'unknownLeft',
        at: why.now,
        about: { kind: 'send' },
        details: { changed },
      });
    return changed;
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return { changed };
}
