import type { OptOut } from '#shared/calls/chat.ts';
import type { Scope } from '../auth/scope.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { skipQueuedOfNumber } from '../recall/queries.ts';
import { holdOutbox } from '../senders/queries.ts';
import { endOptOut, insertOptOut, listOptOuts } from './queries.ts';

type Wish = { number: string; note: string };

/** Sends the number nothing more, also of what waits; noted before, it stays as it was first noted: `isNew` says so. */
export async function addOptOut(
  scope: Scope,
  { bus, now }: Deps,
  { number, note }: Wish,
): Promise<{ optOut: OptOut; isNew: boolean }> {
  const at = now().toISOString();
  // In turn: no send that has read the numbers before can queue one after.
  const { isNew, noted } = await inTurn(scope, async (scope) => {
    const isNew = await insertOptOut(scope, { number, at, note });
    if (isNew) {
      await holdOutbox(scope);
      await skipQueuedOfNumber(scope, number, at);
    }
    return { isNew, noted: await listOptOuts(scope, number) };
  });
  const [optOut] = noted;
  if (!optOut) throw new Error('an opt-out was not noted');
  bus.publish(scope.campusID, { what: 'inbound', number });
  bus.publish(scope.campusID, { what: 'outbox' });
  return { optOut, isNew };
}

/** Sends the number messages again; what was skipped meanwhile stays skipped. */
export async function removeOptOut(scope: Scope, { bus, now }: Deps, { number, note }: Wish): Promise<void> {
  const isEnded = await endOptOut(scope, { number, note, at: now().toISOString() });
  if (isEnded) bus.publish(scope.campusID, { what: 'inbound', number });
}
