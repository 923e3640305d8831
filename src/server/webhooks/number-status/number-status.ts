/** Handles webhooks about the WhatsApp number itself: whether it may send, its quality, and its limit. */
import { makeReason } from '#shared/messages/reasons.ts';
import { changeLimit } from '../../outbox/limits/messaging-limits.ts';
import {
  changeSender,
  endStop,
  findSendersByID,
  stopSender,
} from '../../senders/settings/settings-queries.ts';
import { isSinceSlowed, slowDownAfterRefusals } from '../../senders/settings/settings-rules.ts';
import type { Handlers, SenderContext } from '../model.ts';

/**
 * Handles a rate limit that was reported without an attempt, so it applies to all attempts until now. The sender is
 * read again, because an earlier event may have slowed it down.
 */
async function slowDown({ deps, scope: { db }, sender: { id }, now }: SenderContext): Promise<void> {
  const refusals = { count: 1, now: new Date(now), chance: deps.runtime.random };
  for (const sender of await findSendersByID(db, [id]))
    if (isSinceSlowed(sender, sender.servedAt))
      await changeSender(db, id, slowDownAfterRefusals(sender, refusals));
}

export const handleProblem: Handlers['problem'] = async (context, event) => {
  const { scope, sender, now, publish } = context;
  const { policy, reason } = event;
  if (policy === 'retrySender') await slowDown(context);
  else if (policy !== undefined) await stopSender(scope.db, sender.id, { reason, policy, now });
  publish({ what: 'sender' });
};

export const handleSession: Handlers['session'] = async (context, { state }) => {
  const { deps, scope, sender, now, publish } = context;
  const why = { reason: makeReason('sessionLost'), now };
  if (state === 'working') {
    await endStop(scope.db, sender.id, why);
    deps.wake('sending');
  } else await stopSender(scope.db, sender.id, { ...why, policy: 'pauseSender' });
  publish({ what: 'sender' });
};

export const handleQuality: Handlers['quality'] = async ({ scope, sender, publish }, { quality }) => {
  await changeSender(scope.db, sender.id, { quality });
  publish({ what: 'sender' });
};

/** Handles a changed messaging limit. */
export const handleLimit: Handlers['limit'] = async ({ deps, sender, now, publish }, { perDay }) => {
  await changeLimit(deps.store.db, sender, { perDay, now });
  deps.wake('sending');
  publish({ what: 'sender' });
};
