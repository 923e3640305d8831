/**
 * A provider that calls our webhook. It signs with a secret that it shares with the sender, and its body is our list of
 * events.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { makeReason } from '#shared/messages/reasons.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import type { FileContent } from '../../src/server/whatsapp/model.ts';
import type { Outcome, Provider } from '../../src/server/whatsapp/port.ts';
import type { WebhookEvent } from '../../src/server/whatsapp/webhooks.ts';
import type { CampusInTest } from './campus.ts';
import { asking } from './leaving.ts';
import { tryIn } from './receipt-sender.ts';
import type { World } from './world.ts';

const word = 'shared word';
const sign = (raw: string | Buffer): string => createHmac('sha256', word).update(raw).digest('hex');

const instant = /^\d{4}-\d\d-\d\dT/;
/** JSON holds dates as strings. */
const readEvents = (body: unknown): WebhookEvent[] => {
  const { events = [], surprise } = (body ?? {}) as { events?: WebhookEvent[]; surprise?: boolean };
  if (surprise) throw new Error('an unexpected body');
  return JSON.parse(JSON.stringify(events), (_key, value) =>
    typeof value === 'string' && instant.test(value) ? new Date(value) : value,
  );
};

/** The parent who writes when a test names no other. */
export const parentNumber = '+923007654321';

export function callingProvider() {
  const outside = {
    now: new Date('2026-11-05T06:00:00.000Z'),
    pass: (seconds: number) => {
      outside.now = new Date(outside.now.getTime() + seconds * 1000);
    },
    answer: (opaque: string): Outcome => ({ kind: 'accepted', providerID: `p ${tryIn(opaque)}` }),
    files: new Map<string, FileContent>(),
    fetches: 0,
    read: [] as string[],
    /** What `markRead` does in addition to noting the message. */
    onRead: async (): Promise<void> => {},
  };
  const calling: Provider = {
    send: asking((_sender, { opaque }) => outside.answer(opaque)),
    webhooks: {
      answerChallenge: ({ settings }, query) =>
        query['hub.verify_token'] === settings.word ? String(query['hub.challenge']) : undefined,
      isSigned: ({ settings }, raw, headers) => {
        const given = Buffer.from(String(headers['x-signature']));
        const right = Buffer.from(
          createHmac('sha256', settings.word ?? '')
            .update(raw)
            .digest('hex'),
        );
        return given.length === right.length && timingSafeEqual(given, right);
      },
      readEvents: (_sender, body) => readEvents(body),
    },
    fetchMedia: async (_sender, id) => {
      outside.fetches += 1;
      const file = outside.files.get(id);
      return file
        ? { kind: 'done', value: file }
        : { kind: 'unreachable', reason: makeReason('cloudUnreachable') };
    },
    markRead: async (_sender, providerID) => {
      outside.read.push(providerID);
      await outside.onRead();
      return { kind: 'done', value: null };
    },
  };
  /** A message of a parent, now and with a new id unless `more` says otherwise. */
  const wrote = (text: string, more: object = {}): WebhookEvent => ({
    kind: 'inbound',
    providerID: `w ${crypto.randomUUID()}`,
    number: parentNumber,
    text,
    at: outside.now,
    ...more,
  });
  return { outside, given: { providers: { calling }, now: () => outside.now }, wrote };
}

export type Call = { method?: string; signature?: string | null; type?: string; path?: string };

/** Switches the campus to this provider and returns how to call its webhook. */
export async function connectCalling(world: World, campus: CampusInTest) {
  const sender = await world.deps.store.db
    .updateTable('sender')
    .set({ provider: 'calling', settings: JSON.stringify({ word }) })
    .where('campusID', '=', campus.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  const call = async (raw: string | Buffer, how: Call = {}) => {
    const { method = 'POST', signature = sign(raw), type = 'application/json', path = '' } = how;
    const response = await fetch(`${world.address}/webhooks/whatsapp/${path || sender.id}`, {
      method,
      headers: { 'content-type': type, ...(signature === null ? {} : { 'x-signature': signature }) },
      ...(method === 'POST' ? { body: typeof raw === 'string' ? raw : new Uint8Array(raw) } : {}),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const webhookBody = (...events: WebhookEvent[]): string => JSON.stringify({ events, at: Math.random() });
  /** Calls the webhook once with all these events and handles them. */
  const tell = async (...events: WebhookEvent[]): Promise<void> => {
    const { status } = await call(webhookBody(...events));
    if (status !== 200) throw new Error(`the webhook was answered with ${status}`);
    while ((await handleStoredWebhooks(world.deps)) > 0);
  };
  return { senderID: sender.id, word, sign, call, webhookBody, tell };
}
