/**
 * A phone linked to a WAHA gateway, which the school runs beside Qasid. WhatsApp does not want this, so such a sender
 * is slow, writes to few new numbers a day, and stops at the first problem.
 */
import { z } from 'zod';
import type { Answered, Places, Sender } from '../model.ts';
import type { Provider, Surroundings } from '../port.ts';
import { createGateway, type Gateway } from './call-gateway.ts';
import { createFetchLink, type FetchLink } from './linked-file.ts';
import { createFetchMedia } from './media.ts';
import { createFindNumber } from './numbers.ts';
import { answerOf } from './outcomes.ts';
import { createSend } from './sending.ts';
import { createCheck, createSessions } from './sessions.ts';
import { createWebhooks } from './webhooks.ts';

/** `false_923001234567@c.us_3A…`: the chat is the middle part. */
const chatIn = (id: string): string | undefined => /^(?:true|false)_([^_]+@[a-z.]+)_/.exec(id)?.[1];

async function markRead(gateway: Gateway, sender: Sender, messageID: string): Promise<Answered<null>> {
  const chatId = chatIn(messageID);
  if (chatId === undefined) return { kind: 'done', value: null };
  const { session } = sender.settings;
  // Gateways before 2025 read `messageId`, later ones `messageIds`.
  const body = { session, chatId, messageId: messageID, messageIds: [messageID] };
  const reply = await gateway.ask(sender, { method: 'POST', path: '/api/sendSeen', body, seconds: 10 });
  const answered = answerOf(reply, z.unknown());
  return answered.kind === 'done' ? { kind: 'done', value: null } : answered;
}

/** `places`: where gateways may be. */
export function wahaGateway(
  surroundings: Surroundings,
  { places, fetchLink = createFetchLink(surroundings) }: { places?: Places; fetchLink?: FetchLink } = {},
): Provider {
  const kept =
    <More extends unknown[], Result>(ask: (sender: Sender, ...more: More) => Result) =>
    (sender: Sender, ...more: More): Result =>
      ask({ ...sender, places }, ...more);
  const gateway = createGateway(surroundings);
  const { look, start, end } = createSessions(surroundings.now, gateway);
  return {
    send: kept(createSend({ ...surroundings, fetchLink, gateway })),
    // An estimate for the check and the message. The gaps between the messages of such a sender are much longer.
    secondsPerMessage: () => 2,
    webhooks: createWebhooks(surroundings.now),
    check: kept(createCheck(gateway)),
    fetchMedia: kept(createFetchMedia(gateway)),
    findNumber: kept(createFindNumber(surroundings, gateway)),
    markRead: kept((sender, messageID: string) => markRead(gateway, sender, messageID)),
    session: { look: kept(look), start: kept(start), end: kept(end) },
  };
}
