import type { Attempt } from '#shared/calls/attempts.ts';
import { outcomeReasons } from '#shared/words/failures.ts';
import { reasonIn } from '#shared/words/reasons.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { lockOutbox } from '../../numbers/senders/queries.ts';
import { findOpenAttempt, leaveUnknown, listEndedAttempts, listReceipts } from './queries.ts';

/** Every try of a message, the first one first. */
export async function showAttempts(scope: Scope, messageID: number): Promise<Attempt[]> {
  const told = Map.groupBy(await listReceipts(scope, messageID), ({ attempt }) => attempt);
  const receiptsOf = (attempt: number) =>
    (told.get(attempt) ?? []).map(({ status, at, reason }) => ({ status, at, reason }));
  const ended = await listEndedAttempts(scope, messageID);
  const tries: Attempt[] = ended.map(({ senderID: _, providerID: __, ...one }) => ({
    ...one,
    reason: one.reason && reasonIn(one.reason),
    receipts: receiptsOf(one.attempt),
  }));
  const open = await findOpenAttempt(scope, messageID);
  if (open && open.attempts > (tries.at(-1)?.attempt ?? 0)) {
    const nothing = { endedAt: null, outcome: null, code: null, reason: null, receipts: [] };
    tries.push({ attempt: open.attempts, startedAt: open.updatedAt, ...nothing });
  }
  return tries;
}

/** A person leaves it at that these may have been sent; answers how many it was so of. */
export async function decideUnknown(scope: Scope, deps: Deps, ids: number[]): Promise<{ changed: number }> {
  const why = { reason: outcomeReasons.left, now: deps.now().toISOString() };
  const changed = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    return leaveUnknown(scope, ids, why);
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return { changed };
}
