/** What a provider says of the number itself: whether it may send, how good it is, and how much it may send. */
import { reasonOf } from '#shared/reasons.ts';
import type { Db } from '../../db/store.ts';
import { changeSender, endStop, findSendersByID, stopSender } from '../../numbers/senders/queries.ts';
import { isSinceSlowed, slowDownAfterRefusals } from '../../numbers/senders/rules.ts';
import type { Handlers } from '../model.ts';

/** Rate limit of no single try, so of all until now. Read again: an event before this one may have slowed it down. */
async function slowDown(db: Db, senderID: string, now: Date): Promise<void> {
  for (const sender of await findSendersByID(db, [senderID]))
    if (isSinceSlowed(sender, sender.servedAt))
      await changeSender(db, senderID, slowDownAfterRefusals(sender, { count: 1, now, chance: Math.random }));
}

export const handleTrouble: Handlers['trouble'] = async ({ scope, sender, now, publish }, event) => {
  const { policy, reason } = event;
  if (policy === 'retrySender') await slowDown(scope.db, sender.id, new Date(now));
  else if (policy !== undefined) await stopSender(scope.db, sender.id, { reason, policy, now });
  publish({ what: 'sender' });
};

export const handleSession: Handlers['session'] = async (context, { state }) => {
  const { scope, sender, now, publish, wake } = context;
  const why = { reason: reasonOf('sessionLost'), now };
  if (state === 'working') {
    await endStop(scope.db, sender.id, why);
    wake();
  } else await stopSender(scope.db, sender.id, { ...why, policy: 'pauseSender' });
  publish({ what: 'sender' });
};

export const handleQuality: Handlers['quality'] = async ({ scope, sender, publish }, { quality }) => {
  await changeSender(scope.db, sender.id, { quality });
  publish({ what: 'sender' });
};

/** Messaging limit. */
export const handleLimit: Handlers['limit'] = async ({ sender, publish, wake, outbox }, { perDay }) => {
  await outbox.changeLimit(sender, perDay);
  wake();
  publish({ what: 'sender' });
};
