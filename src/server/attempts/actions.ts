import type { Attempt } from '#shared/calls/attempts.ts';
import { outcomeReasons } from '#shared/words/failures.ts';
import { reasonIn } from '#shared/words/reasons.ts';
import type { Scope } from '../auth/scope.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { leaveUnknown } from '../recall/queries.ts';
import { holdOutbox } from '../senders/queries.ts';
import { findOpenAttempt, listEnded, listReceipts } from './queries.ts';

/** Every try of a message, the first one first. */
export async function showAttempts(scope: Scope, messageID: number): Promise<Attempt[]> {
  const told = Map.groupBy(await listReceipts(scope, messageID), ({ attempt }) => attempt);
  const receiptsOf = (attempt: number) =>
    (told.get(attempt) ?? []).map(({ status, at, reason }) => ({ status, at, reason }));
  const ended = await listEnded(scope, messageID);
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
export async function leave(scope: Scope, deps: Deps, ids: number[]): Promise<{ changed: number }> {
  const why = { reason: outcomeReasons.left, now: deps.now().toISOString() };
  const changed = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    return leaveUnknown(scope, ids, why);
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return { changed };
}
