/** What a provider says of the number itself: whether it may send, how good it is, and how much it may send. */
import { reasonOf } from '#shared/reasons.ts';
import type { Db } from '../../db/store.ts';
import { changeSender, endStop, findSendersByID, stopSender } from '../../numbers/senders/queries.ts';
import { isSinceSlowed, slowDownAfterRefusals } from '../../numbers/senders/rules.ts';
import { changeLimit } from '../../outbox/messaging-limits/actions.ts';
import type { EventOf, HandlerContext } from '../model.ts';

const publishSender = ({ deps, scope }: HandlerContext): void =>
  deps.bus.publish(scope.campusID, { what: 'sender' });

/** Rate limit of no single try, so of all until now. Read again: an event before this one may have slowed it down. */
async function slowDown(db: Db, senderID: string, now: Date): Promise<void> {
  for (const sender of await findSendersByID(db, [senderID]))
    if (isSinceSlowed(sender, sender.servedAt))
      await changeSender(db, senderID, slowDownAfterRefusals(sender, { count: 1, now, chance: Math.random }));
}

export async function handleTrouble(context: HandlerContext, event: EventOf<'trouble'>): Promise<void> {
  const { deps, sender, now } = context;
  const { db } = deps.store;
  const { policy, reason } = event;
  if (policy === 'retrySender') await slowDown(db, sender.id, new Date(now));
  else if (policy !== undefined) await stopSender(db, sender.id, { reason, policy, now });
  publishSender(context);
}

export async function handleSession(context: HandlerContext, { state }: EventOf<'session'>): Promise<void> {
  const { deps, sender, now } = context;
  const why = { reason: reasonOf('sessionLost'), now };
  if (state === 'working') {
    await endStop(deps.store.db, sender.id, why);
    deps.wake();
  } else await stopSender(deps.store.db, sender.id, { ...why, policy: 'pauseSender' });
  publishSender(context);
}

export async function handleQuality(context: HandlerContext, { quality }: EventOf<'quality'>): Promise<void> {
  await changeSender(context.deps.store.db, context.sender.id, { quality });
  publishSender(context);
}

/** Messaging limit. */
export async function handleLimit(context: HandlerContext, { perDay }: EventOf<'limit'>): Promise<void> {
  const { deps, sender, now } = context;
  await changeLimit(deps.store.db, sender, { perDay, now });
  deps.wake();
  publishSender(context);
}
