/** Checks the signature of WhatsApp's webhooks, and reads everything that a body reports about the sender's number. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Sender } from '../model.ts';
import type { PersonEvent, WebhookEvent, Webhooks } from '../webhooks.ts';
import { readAccountChange } from './account-changes.ts';
import { type Settings, settingsOf } from './graph.ts';
import { readCall, readEcho, readInbound } from './inbound.ts';
import {
  completePerson,
  instant,
  namesOf,
  plainText,
  read,
  someText,
  userIDShape,
  waNumber,
} from './parts.ts';
import { graphError, readRefusal } from './refusals.ts';
import { readTemplateChange } from './template-changes.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two texts in constant time, so that the duration does not reveal how many characters were right. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const answerChallenge: Webhooks['answerChallenge'] = (sender, query) => {
  const { verifyToken } = settingsOf(sender);
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || typeof token !== 'string' || typeof challenge !== 'string') return undefined;
  return verifyToken !== '' && isSame(token, verifyToken) ? challenge : undefined;
};

const signature = /^sha256=([\da-f]{64})$/;

const isSigned: Webhooks['isSigned'] = (sender, raw, headers) => {
  const { appSecret } = settingsOf(sender);
  const header = headers['x-hub-signature-256'];
  const [, signed] = (typeof header === 'string' && signature.exec(header)) || [];
  if (appSecret === '' || signed === undefined) return false;
  return timingSafeEqual(Buffer.from(signed, 'hex'), createHmac('sha256', appSecret).update(raw).digest());
};

const status = z.object({
  id: someText,
  status: z.enum(['sent', 'delivered', 'read', 'failed', 'played']),
  timestamp: instant,
  recipient_id: waNumber.optional().catch(undefined),
  recipient_user_id: userIDShape.optional().catch(undefined),
  biz_opaque_callback_data: someText.optional().catch(undefined),
  errors: z.array(z.unknown()).catch([]),
});

function readStatus(part: unknown, contacts: readonly unknown[]): WebhookEvent[] {
  const parsed = read(status, part);
  if (!parsed) return [];
  const { id: providerID, timestamp: at, biz_opaque_callback_data: opaque, recipient_id: recipient } = parsed;
  const { userID } = completePerson({ number: recipient, userID: parsed.recipient_user_id }, contacts);
  const error = parsed.status === 'failed' ? read(graphError, parsed.errors[0]) : undefined;
  return [
    {
      kind: 'receipt',
      receipt: {
        providerID,
        // A voice message that was played counts as read.
        status: parsed.status === 'played' ? 'read' : parsed.status,
        at,
        ...(error && readRefusal(error)),
        ...(opaque !== undefined && { opaque }),
        ...(recipient !== undefined && { recipient }),
        ...(userID !== undefined && { userID }),
      },
    },
  ];
}

/** Reads an error that belongs to no message. It is a problem of the number or the account. */
function readError(part: unknown): WebhookEvent[] {
  const error = read(graphError, part);
  if (!error) return [];
  const { policy, reason } = readRefusal(error);
  const isForSender = policy === 'retrySender' || policy === 'pauseSender' || policy === 'fixToken';
  return [{ kind: 'problem', reason, ...(isForSender && { policy }) }];
}

const preference = z.object({
  wa_id: waNumber.optional().catch(undefined),
  user_id: userIDShape.optional().catch(undefined),
  category: z.literal('marketing_messages'),
  value: z.enum(['stop', 'resume']),
  timestamp: instant,
});

function readPreference(part: unknown, contacts: readonly unknown[]): PersonEvent[] {
  const parsed = read(preference, part);
  if (!parsed) return [];
  const person = namesOf(completePerson({ number: parsed.wa_id, userID: parsed.user_id }, contacts));
  return person ? [{ kind: 'preference', ...person, request: parsed.value, at: parsed.timestamp }] : [];
}

const list = z.array(z.unknown()).catch([]);
const ofNumber = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: list,
  statuses: list,
  messages: list,
  errors: list,
  user_preferences: list,
  message_echoes: list,
  calls: list,
});

/**
 * Reads the changes of one number. For a former number of the sender it reads only receipts and what happened in chats,
 * not the state of the number.
 */
function readOfNumber(value: unknown, { phoneNumberID, pastNumberIDs }: Settings): WebhookEvent[] {
  const parsed = read(ofNumber, value);
  if (!parsed) return [];
  const { contacts, metadata } = parsed;
  const { phone_number_id: id } = metadata;
  const receipts = parsed.statuses.flatMap((part) => readStatus(part, contacts));
  const chats = [
    ...parsed.messages.flatMap((part) => readInbound(part, contacts)),
    ...parsed.message_echoes.flatMap((part) => readEcho(part, contacts)),
    ...parsed.calls.flatMap((part) => readCall(part, contacts)),
    ...parsed.user_preferences.flatMap((part) => readPreference(part, contacts)),
  ];
  if (id === phoneNumberID) return [...receipts, ...chats, ...parsed.errors.flatMap(readError)];
  if (!pastNumberIDs.includes(id)) return [];
  return [...receipts, ...chats.map((event) => ({ ...event, toPastNumber: true as const }))];
}

const change = z.object({ field: z.string(), value: z.unknown() });
const fieldsOfNumber = ['messages', 'user_preferences', 'smb_message_echoes', 'calls'];
const isOfNumber = (field: string | undefined): boolean =>
  field !== undefined && fieldsOfNumber.includes(field);
const entry = z.object({ id: plainText, time: instant.optional().catch(undefined), changes: list });
const body = z.object({ object: z.literal('whatsapp_business_account'), entry: list });

/** Returns the ids of the numbers and the account in a body. All ids of Graph are unique. */
function readNames(part: unknown): string[] {
  const parsed = read(entry, part);
  if (!parsed) return [];
  return parsed.changes.flatMap((part) => {
    const { field, value } = read(change, part) ?? {};
    if (!isOfNumber(field)) return parsed.id;
    return read(ofNumber, value)?.metadata.phone_number_id ?? [];
  });
}

const app: NonNullable<Webhooks['app']> = {
  of: (sender) => {
    const { appID, appSecret } = settingsOf(sender);
    return appSecret === '' ? undefined : `${appID} ${appSecret}`;
  },
  namesOf: (sender) => {
    const { phoneNumberID, pastNumberIDs, wabaID } = settingsOf(sender);
    return [phoneNumberID, wabaID, ...pastNumberIDs].filter(Boolean);
  },
  namesIn: (content) => new Set(read(body, content)?.entry.flatMap(readNames)),
};

export function createWebhooks(now: () => Date): Webhooks {
  function readEntry(part: unknown, settings: Settings): WebhookEvent[] {
    const parsed = read(entry, part);
    if (!parsed) return [];
    const at = parsed.time ?? now();
    return parsed.changes.flatMap((part) => {
      const { field, value } = read(change, part) ?? {};
      if (isOfNumber(field)) return readOfNumber(value, settings);
      if (field === undefined || parsed.id !== settings.wabaID) return [];
      return [...readTemplateChange(field, value, at), ...readAccountChange(field, value)];
    });
  }

  const readBody = (sender: Sender, content: unknown): WebhookEvent[] =>
    read(body, content)?.entry.flatMap((part) => readEntry(part, settingsOf(sender))) ?? [];

  return { answerChallenge, isSigned, app, readEvents: readBody };
}
