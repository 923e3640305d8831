/**
 * Dispatches the events of webhooks: each goes to the handler of its kind, in the caller's transaction. Before that it
 * locks whatever the handlers may change, always in the same order, so that there is no deadlock.
 */

import { lockCampus } from '../../auth/campus-lock.ts';
import type { Db } from '../../platform/db/store.ts';
import { listSharing, lockSender } from '../../senders/settings/settings-queries.ts';
import type { SenderRow } from '../../senders/tables.ts';
import type { WebhookEvent } from '../../whatsapp/webhooks.ts';
import type { Handlers, SenderContext, SingleEvent } from '../model.ts';
import { isToLeftNumber, locksFor, notAfter } from './dispatch-rules.ts';

/**
 * Locks the campus first, then its sender; for a messaging limit every sender that shares it. `learns`: receipts may
 * reveal another id of a number, under which the person may have opted out.
 */
export async function lockFor(
  events: readonly WebhookEvent[],
  { db, sender, learns }: { db: Db; sender: SenderRow; learns: boolean },
): Promise<void> {
  const locks = locksFor(events, learns);
  if (locks.campus) await lockCampus({ db, campusID: sender.campusID });
  if (!locks.sender) return;
  const senderIDs = locks.limit ? await listSharing(db, sender) : [sender.id];
  for (const senderID of senderIDs) await lockSender(db, senderID);
}

/** Each handler takes the events of its own kind, which the compiler cannot see here. */
const handlerOf = (handlers: Handlers, { kind }: SingleEvent) =>
  handlers[kind] as (context: SenderContext, event: SingleEvent) => Promise<void>;

/** The event with the number that the school wrote to, whichever id or spelling WhatsApp uses for it. */
async function withNumber(context: SenderContext, event: SingleEvent): Promise<SingleEvent> {
  if (event.kind !== 'inbound' && event.kind !== 'preference' && event.kind !== 'numberChanged') return event;
  const said = event.kind === 'numberChanged' ? event.from : event.number;
  const { number, others } = await context.outbox.findPerson({ said, userID: event.userID });
  if (event.kind === 'numberChanged') return { ...event, from: number, others };
  return { ...event, number, others };
}

/** Handles all events of one sender in their order. Its receipts come first, because their order has no meaning. */
export async function handleEvents(
  context: SenderContext,
  handlers: Handlers,
  events: readonly WebhookEvent[],
): Promise<void> {
  const at = new Date(context.now);
  const receipts = events.filter((event) => event.kind === 'receipt');
  if (receipts.length > 0) await handlers.receipts(context, receipts);
  for (const event of events)
    if (event.kind !== 'receipt' && !isToLeftNumber(event, context.sender.connectedAt))
      await handlerOf(handlers, event)(context, notAfter(await withNumber(context, event), at));
}
