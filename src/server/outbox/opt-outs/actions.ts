import type { OptOut } from '#shared/calls/chat.ts';
import type { Entry } from '#shared/trail.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { lockOutbox } from '../../numbers/senders/queries.ts';
import { plausibleUntil } from '../../numbers/senders/rules.ts';
import { recordChange } from '../../trail/actions.ts';
import { skipQueuedOfNumber } from '../skip/queries.ts';
import { endOptOut, insertOptIn, insertOptOut, listOptOuts } from './queries.ts';

/** `asOf`: when the parent asked for it, where that is told late: what was asked for after that holds. */
type OptOutRequest = { number: string; note: string; asOf?: Date };

const toldOf = ({ number, note }: OptOutRequest): Pick<Entry, 'about' | 'changes'> => ({
  about: { kind: 'contact', id: number, name: number },
  changes: note === '' ? {} : { note: [null, note] },
});

/**
 * What is stored of a wish. Told late it holds from when it was asked for: what was asked for after that may be told
 * before it.
 */
function wishAt({ number, note, asOf: asked }: OptOutRequest, now: Date) {
  const asOf = asked?.toISOString();
  const at = now.toISOString();
  const since = asOf !== undefined && asOf < at ? asOf : at;
  return { number, note, at: since, asOf, latest: plausibleUntil(now).toISOString() };
}

/** Sends the number nothing more, also of what waits; false where it was noted before, and stays as it was noted. */
export async function recordOptOut(scope: Scope, { bus, now }: Deps, wish: OptOutRequest): Promise<boolean> {
  const { number } = wish;
  const instant = now();
  const at = instant.toISOString();
  // In turn: no send that has read the numbers before can queue one after.
  const isNew = await withCampusLock(scope, async (scope) => {
    if (!(await insertOptOut(scope, wishAt(wish, instant)))) return false;
    await lockOutbox(scope);
    await skipQueuedOfNumber(scope, number, at);
    await recordChange(scope, { what: 'optedOut', at, ...toldOf(wish) });
    return true;
  });
  bus.publish(scope.campusID, { what: 'inbound', number });
  bus.publish(scope.campusID, { what: 'outbox' });
  return isNew;
}

/** The same by a person, who is told what is noted. */
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

/** Sends the number messages again; what was skipped meanwhile stays skipped. */
export async function removeOptOut(scope: Scope, { bus, now }: Deps, wish: OptOutRequest): Promise<void> {
  const instant = now();
  const at = instant.toISOString();
  const optIn = wishAt(wish, instant);
  const isEnded = await withCampusLock(scope, async (scope) => {
    const isEnded = await endOptOut(scope, optIn);
    if (isEnded) await recordChange(scope, { what: 'optedIn', at, ...toldOf(wish) });
    // A STOP that was written before it may be told after it.
    else if (wish.asOf !== undefined) await insertOptIn(scope, optIn);
    return isEnded;
  });
  if (isEnded) bus.publish(scope.campusID, { what: 'inbound', number: wish.number });
}
