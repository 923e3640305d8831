/** Sends a message through a gateway, but only while the phone is linked, and only to numbers that are on WhatsApp. */
import { z } from 'zod';
import { isForeign } from '#shared/messages/media.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { Answered, Sender } from '../model.ts';
import type { Outcome, Provider, ProviderDeps, Session } from '../port.ts';
import type { Gateway } from './call-gateway.ts';
import { contentOf } from './contents.ts';
import type { FetchLink } from './linked-file.ts';
import { idFor } from './message-ids.ts';
import { answerOf, notWorking, outcomeOf } from './outcomes.ts';
import { findState } from './sessions.ts';

/** Seconds. All calls of one message together take less than forty seconds, after which the outbox gives up. */
const checkSeconds = 6;
const sendSeconds = 26;
/** Seconds for sending a file of another site. Fetching the file has taken up to eight seconds before. */
const linkedSendSeconds = 18;
/** Milliseconds after a successful check in which a session counts as working. */
const trustedFor = 5000;
/** Milliseconds until a starting session is checked again. */
const soon = 20_000;
const day = 86_400_000;
/**
 * Milliseconds for which a check of a number is cached. A number on WhatsApp usually stays there, and a number that is
 * not may join soon.
 */
const presentLifetime = 30 * day;
const absentLifetime = day;

const found = z.object({ numberExists: z.boolean(), chatId: z.string().nullish() });

/** Converts a refusal or a missing answer before the message was written. Nothing was sent. */
const toOutcome = (answered: Exclude<Answered<unknown>, { kind: 'done' }>): Outcome =>
  answered.kind === 'refused'
    ? { ...answered, kind: 'rejected', policy: answered.policy ?? 'failRequest' }
    : { kind: 'notSent', reason: answered.reason };

type SendContext = ProviderDeps & { fetchLink: FetchLink; gateway: Gateway };

/**
 * Returns the chat of a number; '' if the number is not on WhatsApp. The check matters because WhatsApp may unlink a
 * phone after one message to such a number.
 */
async function chatOf(
  sender: Sender,
  to: string,
  { cache, now, gateway }: SendContext,
): Promise<Answered<string>> {
  const name = `chat:${to}`;
  const cached = await cache.find(sender.id, name);
  if (cached !== undefined) return { kind: 'done', value: cached };
  const digits = to.replace(/\D/g, '');
  const query = new URLSearchParams({ phone: digits, session: sender.settings.session ?? '' });
  const path = `/api/contacts/check-exists?${query.toString()}`;
  const answered = answerOf(await gateway.ask(sender, { path, seconds: checkSeconds }), found);
  if (answered.kind !== 'done') return answered;
  const { numberExists, chatId } = answered.value;
  const own = /^\d+@c\.us$/.test(chatId ?? '') ? (chatId ?? '') : `${digits}@c.us`;
  const value = numberExists ? own : '';
  const until = now().getTime() + (numberExists ? presentLifetime : absentLifetime);
  await cache.put(sender.id, name, { value, expiresAt: new Date(until) });
  return { kind: 'done', value };
}

export function createSend(context: SendContext): Provider['send'] {
  const { now, gateway } = context;
  /** When the session of each sender last worked. */
  const seenWorking = new Map<string, number>();

  async function findSession(sender: Sender): Promise<Answered<Session['state']>> {
    const at = now().getTime();
    const seen = seenWorking.get(sender.id);
    if (seen !== undefined && at - seen < trustedFor) return { kind: 'done', value: 'working' };
    const answered = await findState(gateway, sender);
    if (answered.kind === 'done' && answered.value === 'working') seenWorking.set(sender.id, at);
    return answered;
  }

  return async (sender, message, leave) => {
    const session = await findSession(sender);
    if (session.kind !== 'done') return toOutcome(session);
    if (session.value !== 'working') {
      const refusal = notWorking(session.value);
      return refusal === 'soon' ? { kind: 'later', at: new Date(now().getTime() + soon) } : refusal;
    }
    const id = idFor(sender.settings.hookKey ?? '', message.opaque);
    const content = await contentOf(message, context, id);
    if (content.kind !== 'done') return toOutcome(content);
    const chat = await chatOf(sender, message.to, context);
    if (chat.kind !== 'done') return toOutcome(chat);
    if (chat.value === '')
      return { kind: 'rejected', reason: makeReason('notOnWhatsApp'), policy: 'failRecipient' };
    const earlyOutcome = await leave();
    if (earlyOutcome) return earlyOutcome;
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
