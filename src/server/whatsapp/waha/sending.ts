/** Sends a message through a gateway, only while the phone is linked, and only to numbers on WhatsApp. */
import { z } from 'zod';
import { isForeign } from '#shared/media.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Answered, Sender } from '../model.ts';
import type { Outcome, Provider, Session, Surroundings } from '../port.ts';
import type { Gateway } from './call-gateway.ts';
import { contentOf } from './contents.ts';
import type { FetchLink } from './linked-file.ts';
import { idFor } from './message-ids.ts';
import { answerOf, notWorking, outcomeOf } from './outcomes.ts';
import { findState } from './sessions.ts';

/** Seconds. All calls together end within the forty seconds after which the outbox gives up. */
const checkSeconds = 6;
const sendSeconds = 26;
/** Seconds for sending after the file of another site was fetched, which takes eight at most. */
const linkedSendSeconds = 18;
/** Milliseconds for which a session that was seen to work counts as working. */
const trusted = 5000;
/** Milliseconds until a starting session is checked again. */
const soon = 20_000;
const day = 86_400_000;
/** Milliseconds. A number on WhatsApp stays there; one that is not may join soon. */
const isThereFor = 30 * day;
const isAbsentFor = day;

const found = z.object({ numberExists: z.boolean(), chatId: z.string().nullish() });

/** A refusal or a missing answer before the message was written, so nothing was sent. */
const asOutcome = (answered: Exclude<Answered<unknown>, { kind: 'done' }>): Outcome =>
  answered.kind === 'refused'
    ? { ...answered, kind: 'rejected', policy: answered.policy ?? 'failRequest' }
    : { kind: 'notSent', reason: answered.reason };

type Around = Surroundings & { fetchLink: FetchLink; gateway: Gateway };

/**
 * The chat of a number, '' if it is not on WhatsApp. One message to a number without WhatsApp can end a linked phone.
 */
async function chatOf(
  sender: Sender,
  to: string,
  { cache, now, gateway }: Around,
): Promise<Answered<string>> {
  const name = `chat:${to}`;
  const known = await cache.find(sender.id, name);
  if (known !== undefined) return { kind: 'done', value: known };
  const digits = to.replace(/\D/g, '');
  const query = new URLSearchParams({ phone: digits, session: sender.settings.session ?? '' });
  const path = `/api/contacts/check-exists?${query.toString()}`;
  const answered = answerOf(await gateway.ask(sender, { path, seconds: checkSeconds }), found);
  if (answered.kind !== 'done') return answered;
  const { numberExists, chatId } = answered.value;
  const own = /^\d+@c\.us$/.test(chatId ?? '') ? (chatId ?? '') : `${digits}@c.us`;
  const value = numberExists ? own : '';
  const until = now().getTime() + (numberExists ? isThereFor : isAbsentFor);
  await cache.put(sender.id, name, { value, expiresAt: new Date(until) });
  return { kind: 'done', value };
}

export function createSend(around: Around): Provider['send'] {
  const { now, gateway } = around;
  /** When the session of each sender was last seen to work. */
  const seenWorking = new Map<string, number>();

  async function findSession(sender: Sender): Promise<Answered<Session['state']>> {
    const at = now().getTime();
    const seen = seenWorking.get(sender.id);
    if (seen !== undefined && at - seen < trusted) return { kind: 'done', value: 'working' };
    const answered = await findState(gateway, sender);
    if (answered.kind === 'done' && answered.value === 'working') seenWorking.set(sender.id, at);
    return answered;
  }

  return async (sender, message, leave) => {
    const session = await findSession(sender);
    if (session.kind !== 'done') return asOutcome(session);
    if (session.value !== 'working') {
      const refusal = notWorking(session.value);
      return refusal === 'soon' ? { kind: 'later', at: new Date(now().getTime() + soon) } : refusal;
    }
    const id = idFor(sender.settings.hookKey ?? '', message.opaque);
    const content = await contentOf(message, around, id);
    if (content.kind !== 'done') return asOutcome(content);
    const chat = await chatOf(sender, message.to, around);
    if (chat.kind !== 'done') return asOutcome(chat);
    if (chat.value === '')
      return { kind: 'rejected', reason: reasonOf('notOnWhatsApp'), policy: 'failRecipient' };
    const kept = await leave();
    if (kept) return kept;
    const body = { session: sender.settings.session, chatId: chat.value, ...content.value.body };
    const outcome = outcomeOf(
      await gateway.ask(sender, {
        method: 'POST',
        path: content.value.path,
        body,
        seconds: isForeign(message.media) ? linkedSendSeconds : sendSeconds,
      }),
    );
    if (outcome.kind !== 'accepted') seenWorking.delete(sender.id);
    return outcome;
  };
}
