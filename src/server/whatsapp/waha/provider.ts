/**
 * The provider for a phone that is linked to a WAHA gateway, which the school runs itself. WhatsApp does not want this,
 * so such a sender is slow, writes to few new numbers a day, and stops at the first problem.
 */
import { z } from 'zod';
import type { Answered, Networks, Sender } from '../model.ts';
import type { Provider, ProviderDeps } from '../port.ts';
import { createGateway, type Gateway } from './call-gateway.ts';
import { createFetchLink, type FetchLink } from './linked-file.ts';
import { createFetchMedia } from './media.ts';
import { createFindNumber } from './numbers.ts';
import { answerOf } from './outcomes.ts';
import { createSend } from './sending.ts';
import { createCheck, createSessions } from './sessions.ts';
import { createWebhooks } from './webhooks.ts';

/** Returns the chat in a message id. In `false_923001234567@c.us_3A…` it is the middle part. */
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

/** `networks` says in which networks a gateway may be. */
export function wahaGateway(
  providerDeps: ProviderDeps,
  {
    networks,
    fetchLink = createFetchLink(providerDeps),
  }: { networks?: Networks; fetchLink?: FetchLink } = {},
): Provider {
  const withNetworks =
    <More extends unknown[], Result>(ask: (sender: Sender, ...more: More) => Result) =>
    (sender: Sender, ...more: More): Result =>
      ask({ ...sender, networks }, ...more);
  const gateway = createGateway(providerDeps);
  const { look, start, end } = createSessions(providerDeps.now, gateway);
  return {
    send: withNetworks(createSend({ ...providerDeps, fetchLink, gateway })),
    // An estimate for the check and the message together. Such a sender waits much longer between its messages.
    secondsPerMessage: () => 2,
    webhooks: createWebhooks(providerDeps.now),
    check: withNetworks(createCheck(gateway)),
    fetchMedia: withNetworks(createFetchMedia(gateway)),
    findNumber: withNetworks(createFindNumber(providerDeps, gateway)),
    markRead: withNetworks((sender, messageID: string) => markRead(gateway, sender, messageID)),
    session: { look: withNetworks(look), start: withNetworks(start), end: withNetworks(end) },
  };
}
