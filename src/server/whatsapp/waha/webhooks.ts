/** Reads webhooks of a gateway: acks of our messages, what happens in chats, and the state of the phone. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ReceiptState } from '#shared/messages/message-states.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Sender } from '../model.ts';
import type { WebhookEvent, Webhooks } from '../webhooks.ts';
import { isCallEvent, readCall, readEdit, readInbound, readReaction, readRevocation } from './inbound.ts';
import { bareID, isOfLinkedDevice, opaqueIn } from './message-ids.ts';
import { sessionState } from './outcomes.ts';

const isSigned: Webhooks['isSigned'] = ({ settings }, raw, headers) => {
  const { 'x-webhook-hmac': signature, 'x-webhook-hmac-algorithm': algorithm = 'sha512' } = headers;
  const key = settings.hookKey ?? '';
  if (key === '' || typeof signature !== 'string' || algorithm !== 'sha512') return false;
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha512', key).update(raw).digest());
};

/** `timestamp` is in milliseconds. Older gateways leave it out. */
const call = z.object({
  event: z.string(),
  session: z.string(),
  timestamp: z.number().positive().max(8.64e15).optional().catch(undefined),
  payload: z.unknown().optional(),
});

const ack = z.object({ id: z.string(), fromMe: z.boolean(), ack: z.number() });
const statuses = new Map<number, ReceiptState>([
  [-1, 'failed'],
  [1, 'sent'],
  [2, 'delivered'],
  [3, 'read'],
  // A voice note was played.
  [4, 'read'],
]);

const stop = (reason: Reason): WebhookEvent => ({ kind: 'problem', reason, policy: 'pauseSender' });

/**
 * Reads an ack. The id of a text identifies its message and its attempt. Media has an id that the gateway chose, so
 * only the answer to the send identifies it. Receipts for other messages of linked devices match no stored message.
 */
function readAck(sender: Sender, payload: unknown, at: Date): WebhookEvent[] {
  const { data } = ack.safeParse(payload);
  const status = statuses.get(data?.ack ?? 0);
  const providerID = bareID(data?.id ?? '');
  if (!data?.fromMe || !status || /@g\.us|@broadcast|@newsletter/.test(data.id)) return [];
  if (!isOfLinkedDevice(providerID)) return [];
  const opaque = opaqueIn(sender.settings.hookKey ?? '', sender.words ?? [], providerID);
  const opaqueField = opaque === undefined ? {} : { opaque };
  if (status !== 'failed') return [{ kind: 'receipt', receipt: { providerID, status, at, ...opaqueField } }];
  const reason = makeReason('wahaNotDelivered');
  const receipt = { providerID, status, at, reason, code: '-1', ...opaqueField };
  return [{ kind: 'receipt', receipt }, stop(reason)];
}

const sessionStatus = z.object({ status: z.string() });

/** Reads the state of the session. A starting session gives no event, because it will soon send another status. */
function readSession(payload: unknown): WebhookEvent[] {
  const { data } = sessionStatus.safeParse(payload);
  const state = data && sessionState(data.status);
  if (state === undefined || state === 'starting') return [];
  return [{ kind: 'session', state: state === 'off' ? 'failed' : state }];
}

export const createWebhooks = (now: () => Date): Webhooks => ({
  isSigned,
  readEvents: (sender, body) => {
    const { data } = call.safeParse(body);
    if (!data || data.session !== sender.settings.session) return [];
    const at = data.timestamp === undefined ? now() : new Date(data.timestamp);
    if (isCallEvent(data.event)) return readCall(data.event, data.payload, at);
    switch (data.event) {
      case 'message.ack':
        return readAck(sender, data.payload, at);
      case 'message':
      case 'message.any':
        return readInbound(sender, data.payload, at);
      case 'message.reaction':
        return readReaction(sender, data.payload, at);
      case 'message.edited':
        return readEdit(sender, data.payload, at);
      case 'message.revoked':
        return readRevocation(data.payload, at);
      case 'session.status':
        return readSession(data.payload);
      default:
        return [];
    }
  },
});
