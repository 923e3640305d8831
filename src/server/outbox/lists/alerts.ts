import type { CopyState } from '#shared/calls/outbox.ts';
import { sayReason } from '#shared/messages/reasons.ts';
import { copyWords } from '#shared/words/outbox.ts';
import { standstillWords } from '#shared/words/whatsapp-number.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findSender } from '../../senders/settings/settings-queries.ts';
import { clampFutureTimes, plausibleUntil } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { describeCopy } from '../changes/copies.ts';
import { countPending, countUndecided, findHeldNotice, findWaitingSince } from './alerts-queries.ts';

/** Milliseconds that a message may be due before the alert says that nothing is being sent. */
const allowedDelay = 5 * 60_000;

/** Returns the text of the alert when sending has stopped and needs a person, otherwise undefined. */
async function findAlert(
  scope: Scope,
  { now }: Deps,
  { sender, copy }: { sender: SenderRow; copy: CopyState | null },
): Promise<string | undefined> {
  if (copy) return copyWords.alert(copy, scope.campus.timeZone);
  const { stoppedAt, stopReason } = sender;
  if (stoppedAt !== null) return standstillWords.stopped(stopReason === null ? '' : sayReason(stopReason));
  const held = await findHeldNotice(scope);
  if (held) return sayReason(held);
  // A person sends these messages one by one, so a waiting message is not late.
  if (sender.provider === 'assisted') return undefined;
  const at = now();
  // A sender may wait on purpose, for example for the end of quiet hours. That is not an alert.
  const before = new Date(at.getTime() - allowedDelay).toISOString();
  const { nextAt, runsAt } = { ...sender, ...clampFutureTimes(sender, scope.campus.timeZone, at) };
  if (nextAt > before || runsAt > before) return undefined;
  const since = await findWaitingSince(scope, { before, latest: plausibleUntil(at).toISOString() });
  return since && standstillWords.still(since, scope.campus.timeZone);
}

export async function countOutbox(scope: Scope, deps: Deps) {
  const sender = await findSender(scope);
  const copy = sender ? await describeCopy(scope, sender) : null;
  return {
    pending: await countPending(scope),
    undecided: await countUndecided(scope),
    alert: (sender && (await findAlert(scope, deps, { sender, copy }))) ?? null,
    copy,
  };
}
