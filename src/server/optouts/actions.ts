import type { OptOut } from '#shared/calls/chat.ts';
import type { Scope } from '../auth/scope.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { skipQueuedOfNumber } from '../recall/queries.ts';
import { deleteOptOut, insertOptOut, listOptOuts } from './queries.ts';

/** Sends the number nothing more, also of what waits; noted before, it stays as it was first noted. */
export async function addOptOut(
  scope: Scope,
  { bus, now }: Deps,
  { number, note }: { number: string; note: string },
): Promise<OptOut> {
  const at = now().toISOString();
  // In turn: no send that has read the numbers before can queue one after.
  const [noted] = await inTurn(scope, async (scope) => {
    await insertOptOut(scope, { number, at, note });
    await skipQueuedOfNumber(scope, number, at);
    return listOptOuts(scope, number);
  });
  if (!noted) throw new Error(`${number} was not noted`);
  bus.publish(scope.campusID, { what: 'inbound', number });
  bus.publish(scope.campusID, { what: 'outbox' });
  return noted;
}

/** Sends the number messages again; what was skipped meanwhile stays skipped. */
export async function removeOptOut(scope: Scope, { bus }: Deps, number: string): Promise<void> {
  if (await deleteOptOut(scope, number)) bus.publish(scope.campusID, { what: 'inbound', number });
}
