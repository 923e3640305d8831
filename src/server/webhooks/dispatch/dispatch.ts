/**
 * Passes each event of a webhook to the handler of its kind, in the caller's transaction. First it locks everything
 * that the handlers may change, always in the same order, which prevents deadlocks.
 */

import { lockCampus } from '../../auth/campus-lock.ts';
import { receiveReceipts } from '../../outbox/receipts/receipts.ts';
import { findPerson } from '../../outbox/receipts/whatsapp-names.ts';
import type { Db } from '../../platform/db/store.ts';
import { listSharing, lockSender } from '../../senders/settings/settings-queries.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { isOfPerson, type WebhookEvent } from '../../whatsapp/webhooks.ts';
import { handleCalled, handleEdited, handleRevoked } from '../inbound/changes.ts';
import { handleAnswered, handleInbound, handleNumberChanged, handlePreference } from '../inbound/inbound.ts';
import type { Handlers, SenderContext, SingleEvent } from '../model.ts';
import { handleLimit, handleProblem, handleQuality, handleSession } from '../number-status/number-status.ts';
import { handleTemplateCategory, handleTemplateStatus } from '../template-status/template-status.ts';
import { isToFormerNumber, locksFor, notAfter } from './dispatch-rules.ts';

/**
 * Locks the campus first and then its sender. For a messaging limit it locks every sender that shares the limit.
 * `learns` means that receipts may contain a new name of a number, under which the person may have opted out.
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

const handlers: Handlers = {
  inbound: handleInbound,
  edited: handleEdited,
  revoked: handleRevoked,
  answered: handleAnswered,
  called: handleCalled,
  preference: handlePreference,
  numberChanged: handleNumberChanged,
  template: handleTemplateStatus,
  category: handleTemplateCategory,
  problem: handleProblem,
  quality: handleQuality,
  limit: handleLimit,
  session: handleSession,
};

/** A handler accepts only events of its own kind. The compiler cannot check that here. */
const handlerOf = ({ kind }: SingleEvent) =>
  handlers[kind] as (context: SenderContext, event: SingleEvent) => Promise<void>;

/** Returns the event with the number that the school wrote to, even if WhatsApp uses another id or spelling for it. */
async function withNumber(context: SenderContext, event: SingleEvent): Promise<SingleEvent> {
  if (!isOfPerson(event)) return event;
  const numberOrID = event.kind === 'numberChanged' ? event.from : event.number;
  const { number, others } = await findPerson(context.scope, context.deps, {
    numberOrID,
    userID: event.userID,
  });
  if (event.kind === 'numberChanged') return { ...event, from: number, others };
  return { ...event, number, others };
}

/**
 * Handles all events of one sender in their order. Receipts are handled first, because their order does not matter. For
 * `learns` see `lockFor`.
 */
export async function handleEvents(
  context: SenderContext,
  events: readonly WebhookEvent[],
  learns: boolean,
): Promise<void> {
  const at = new Date(context.now);
  const receipts = events.flatMap((event) => (event.kind === 'receipt' ? event.receipt : []));
  if (receipts.length > 0) await receiveReceipts({ ...context, learns }, context.sender, receipts);
  for (const event of events)
    if (event.kind !== 'receipt' && !isToFormerNumber(event, context.sender.connectedAt))
      await handlerOf(event)(context, notAfter(await withNumber(context, event), at));
}
