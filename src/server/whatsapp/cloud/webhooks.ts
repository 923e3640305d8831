/** What WhatsApp tells by calling: whether it is WhatsApp, and everything a body says about our number. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Sender } from '../model.ts';
import type { FromParentEvent, WebhookEvent, Webhooks } from '../webhooks.ts';
import { readAccountChange } from './account-changes.ts';
import { type Settings, settingsOf } from './graph.ts';
import { readInbound } from './inbound.ts';
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

/** The time it takes does not say how much of it was right. */
const isSame = (said: string, expected: string): boolean => timingSafeEqual(digest(said), digest(expected));

const answerChallenge: Webhooks['answerChallenge'] = (sender, query) => {
  const { verifyToken } = settingsOf(sender);
  const { 'hub.mode': mode, 'hub.verify_token': said, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || typeof said !== 'string' || typeof challenge !== 'string') return undefined;
  return verifyToken !== '' && isSame(said, verifyToken) ? challenge : undefined;
};

const signature = /^sha256=([\da-f]{64})$/;

const isSigned: Webhooks['isSigned'] = (sender, raw, headers) => {
  const { appSecret } = settingsOf(sender);
  const header = headers['x-hub-signature-256'];
  const [, said] = (typeof header === 'string' && signature.exec(header)) || [];
  if (appSecret === '' || said === undefined) return false;
  return timingSafeEqual(Buffer.from(said, 'hex'), createHmac('sha256', appSecret).update(raw).digest());
};

const isSameApp: NonNullable<Webhooks['isSameApp']> = (one, other) => {
  const [mine, theirs] = [settingsOf(one), settingsOf(other)];
  return mine.appID === theirs.appID && mine.appSecret !== '' && mine.appSecret === theirs.appSecret;
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
  const told = read(status, part);
  if (!told) return [];
  const { id: providerID, timestamp: at, biz_opaque_callback_data: opaque, recipient_id: recipient } = told;
  const { userID } = completePerson({ number: recipient, userID: told.recipient_user_id }, contacts);
  const error = told.status === 'failed' ? read(graphError, told.errors[0]) : undefined;
  return [
    {
      kind: 'receipt',
      receipt: {
        providerID,
        // A voice message that was played has been seen.
        status: told.status === 'played' ? 'read' : told.status,
        at,
        ...(error && readRefusal(error)),
        ...(opaque !== undefined && { opaque }),
        ...(recipient !== undefined && { recipient }),
        ...(userID !== undefined && { userID }),
      },
    },
  ];
}

/** Of no message: the number or the account is in trouble. */
function readError(part: unknown): WebhookEvent[] {
  const error = read(graphError, part);
  if (!error) return [];
  const { policy, reason } = readRefusal(error);
  const isForSender = policy === 'retrySender' || policy === 'pauseSender' || policy === 'fixToken';
  return [{ kind: 'trouble', reason, ...(isForSender && { policy }) }];
}

const preference = z.object({
  wa_id: waNumber.optional().catch(undefined),
  user_id: userIDShape.optional().catch(undefined),
  category: z.literal('marketing_messages'),
  value: z.enum(['stop', 'resume']),
  timestamp: instant,
});

function readPreference(part: unknown, contacts: readonly unknown[]): FromParentEvent[] {
  const told = read(preference, part);
  if (!told) return [];
  const person = namesOf(completePerson({ number: told.wa_id, userID: told.user_id }, contacts));
  return person ? [{ kind: 'preference', ...person, wish: told.value, at: told.timestamp }] : [];
}

const list = z.array(z.unknown()).catch([]);
const ofNumber = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: list,
  statuses: list,
  messages: list,
  errors: list,
  user_preferences: list,
});

/** Of a number that the sender had before: what became of its messages and what parents wrote to it, not how it does. */
function readOfNumber(value: unknown, { phoneNumberID, pastNumberIDs }: Settings): WebhookEvent[] {
  const told = read(ofNumber, value);
  if (!told) return [];
  const { contacts, metadata } = told;
  const { phone_number_id: id } = metadata;
  const receipts = told.statuses.flatMap((part) => readStatus(part, contacts));
  const parents = [
    ...told.messages.flatMap((part) => readInbound(part, contacts)),
    ...told.user_preferences.flatMap((part) => readPreference(part, contacts)),
  ];
  if (id === phoneNumberID) return [...receipts, ...parents, ...told.errors.flatMap(readError)];
  if (!pastNumberIDs.includes(id)) return [];
  return [...receipts, ...parents.map((event) => ({ ...event, toPastNumber: true as const }))];
}

const change = z.object({ field: z.string(), value: z.unknown() });
const isOfNumber = (field: string | undefined): boolean =>
  field === 'messages' || field === 'user_preferences';
const entry = z.object({ id: plainText, time: instant.optional().catch(undefined), changes: list });
const body = z.object({ object: z.literal('whatsapp_business_account'), entry: list });

/** The id of each number that a body speaks of, and that of the account where it speaks of that: Graph has none twice. */
function readNames(part: unknown): string[] {
  const told = read(entry, part);
  if (!told) return [];
  return told.changes.flatMap((part) => {
    const { field, value } = read(change, part) ?? {};
    if (!isOfNumber(field)) return told.id;
    return read(ofNumber, value)?.metadata.phone_number_id ?? [];
  });
}

const speaksOf: NonNullable<Webhooks['speaksOf']> = (said) => {
  const names = new Set(read(body, said)?.entry.flatMap(readNames));
  return (sender) => {
    const { phoneNumberID, pastNumberIDs, wabaID } = settingsOf(sender);
    return [phoneNumberID, wabaID, ...pastNumberIDs].some((name) => names.has(name));
  };
};

export function createWebhooks(now: () => Date): Webhooks {
  function readEntry(part: unknown, settings: Settings): WebhookEvent[] {
    const told = read(entry, part);
    if (!told) return [];
    const at = told.time ?? now();
    return told.changes.flatMap((part) => {
      const { field, value } = read(change, part) ?? {};
      if (isOfNumber(field)) return readOfNumber(value, settings);
      if (field === undefined || told.id !== settings.wabaID) return [];
      return [...readTemplateChange(field, value, at), ...readAccountChange(field, value)];
    });
  }

  const readBody = (sender: Sender, said: unknown): WebhookEvent[] =>
    read(body, said)?.entry.flatMap((part) => readEntry(part, settingsOf(sender))) ?? [];

  return { answerChallenge, isSigned, isSameApp, speaksOf, readEvents: readBody };
}
