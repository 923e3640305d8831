import type { OptOut } from '#shared/calls/chat.ts';
import type { Entry } from '#shared/trail.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { lockOutbox } from '../../senders/settings/settings-queries.ts';
import { plausibleUntil } from '../../senders/settings/settings-rules.ts';
import { recordChange } from '../../trail/trail.ts';
import { skipQueuedOfNumber } from '../skip/skip-queries.ts';
import { endOptOut, insertOptIn, insertOptOut, listOptOuts } from './opt-outs-queries.ts';

/**
 * `asOf` is when the parent asked for it, where the program learns of it late. A later request of the same parent takes
 * precedence.
 */
type OptOutRequest = { number: string; note: string; asOf?: Date };

const trailFieldsOf = ({ number, note }: OptOutRequest): Pick<Entry, 'about' | 'changes'> => ({
  about: { kind: 'contact', id: number, name: number },
  changes: note === '' ? {} : { note: [null, note] },
});

/**
 * Builds the row of an opt-out. A request that arrives late counts from the time when it was made, because a later
 * request may have arrived before it.
 */
function wishAt({ number, note, asOf: asked }: OptOutRequest, now: Date) {
  const asOf = asked?.toISOString();
  const at = now.toISOString();
  const since = asOf !== undefined && asOf < at ? asOf : at;
  return { number, note, at: since, asOf, latest: plausibleUntil(now).toISOString() };
}

/**
 * Sends the number nothing more and skips its waiting messages. Returns false when it had already opted out; the
 * earlier row stays.
 */
export async function recordOptOut(scope: Scope, { bus, now }: Deps, wish: OptOutRequest): Promise<boolean> {
  const { number } = wish;
  const instant = now();
  const at = instant.toISOString();
  // Under the campus lock, because a send that has read the opt-outs before must not queue its messages after this.
  const isNew = await withCampusLock(scope, async (scope) => {
    if (!(await insertOptOut(scope, wishAt(wish, instant)))) return false;
    await lockOutbox(scope);
    await skipQueuedOfNumber(scope, number, at);
    await recordChange(scope, { what: 'optedOut', at, ...trailFieldsOf(wish) });
    return true;
  });
  bus.publish(scope.campusID, { what: 'inbound', number });
  bus.publish(scope.campusID, { what: 'outbox' });
  return isNew;
}

/** Does the same for a person, and returns the stored opt-out. */
export async function addOptOut(
  scope: Scope,
  deps: Deps,
  wish: Pick<OptOutRequest, 'number' | 'note'>,
): Promise<OptOut> {
  await recordOptOut(scope, deps, wish);
  const [optOut] = await listOptOuts(scope, wish.number);
  if (!optOut) throw new Error('an opt-out was not noted');
  return optOut;
}

/** Lets the number receive messages again. Messages that were skipped meanwhile stay skipped. */
export async function removeOptOut(scope: Scope, { bus, now }: Deps, wish: OptOutRequest): Promise<void> {
  const instant = now();
  const at = instant.toISOString();
  const optIn = wishAt(wish, instant);
  const isEnded = await withCampusLock(scope, async (scope) => {
    const isEnded = await endOptOut(scope, optIn);
    if (isEnded) await recordChange(scope, { what: 'optedIn', at, ...trailFieldsOf(wish) });
    // A STOP that was written before this may still arrive after it.
    else if (wish.asOf !== undefined) await insertOptIn(scope, optIn);
    return isEnded;
  });
  if (isEnded) bus.publish(scope.campusID, { what: 'inbound', number: wish.number });
}
