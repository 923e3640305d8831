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
 * `asOf` is when the parent made the request, if the program learned of it late. A later request of the same parent
 * takes precedence.
 */
type OptOutRequest = { number: string; note: string; asOf?: Date };

const trailFieldsOf = ({ number, note }: OptOutRequest): Pick<Entry, 'about' | 'changes'> => ({
  about: { kind: 'contact', id: number, name: number },
  changes: note === '' ? {} : { note: [null, note] },
});

/**
 * Builds the row of an opt-out. A request that arrives late counts from the time when it was made, because a later
 * request may have arrived first.
 */
function optOutRowOf({ number, note, asOf: requestedAt }: OptOutRequest, now: Date) {
  const asOf = requestedAt?.toISOString();
  const at = now.toISOString();
  const since = asOf !== undefined && asOf < at ? asOf : at;
  return { number, note, at: since, asOf, latest: plausibleUntil(now).toISOString() };
}

/**
 * Stores the opt-out of a number and skips its waiting messages. Returns false when the number had already opted out;
 * the earlier row stays.
 */
export async function recordOptOut(
  scope: Scope,
  { bus, now }: Deps,
  request: OptOutRequest,
): Promise<boolean> {
  const { number } = request;
  const instant = now();
  const at = instant.toISOString();
  // The campus lock is needed because a send may have read the opt-outs already. It must not queue its messages after
  // this change.
  const isNew = await withCampusLock(scope, async (scope) => {
    if (!(await insertOptOut(scope, optOutRowOf(request, instant)))) return false;
    await lockOutbox(scope);
    await skipQueuedOfNumber(scope, number, at);
    await recordChange(scope, { what: 'optedOut', at, ...trailFieldsOf(request) });
    return true;
  });
  bus.publish(scope.campusID, { what: 'inbound', number });
  bus.publish(scope.campusID, { what: 'outbox' });
  return isNew;
}

/** Stores an opt-out that a person has entered, and returns it. */
export async function addOptOut(
  scope: Scope,
  deps: Deps,
  request: Pick<OptOutRequest, 'number' | 'note'>,
): Promise<OptOut> {
  await recordOptOut(scope, deps, request);
  const [optOut] = await listOptOuts(scope, request.number);
  if (!optOut) throw new Error('the opt-out was not stored');
  return optOut;
}

/** Lets the number receive messages again. Messages that were skipped meanwhile stay skipped. */
export async function removeOptOut(scope: Scope, { bus, now }: Deps, request: OptOutRequest): Promise<void> {
  const instant = now();
  const at = instant.toISOString();
  const optIn = optOutRowOf(request, instant);
  const isEnded = await withCampusLock(scope, async (scope) => {
    const isEnded = await endOptOut(scope, optIn);
    if (isEnded) await recordChange(scope, { what: 'optedIn', at, ...trailFieldsOf(request) });
    // A STOP that the parent wrote earlier may still arrive later.
    else if (request.asOf !== undefined) await insertOptIn(scope, optIn);
    return isEnded;
  });
  if (isEnded) bus.publish(scope.campusID, { what: 'inbound', number: request.number });
}
