/** A provider that calls us: signs with a word it shares with the sender, and says its events as they are. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { reasonOf } from '#shared/reasons.ts';
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
/** As JSON has them, dates are texts. */
const readEvents = (body: unknown): WebhookEvent[] => {
  const { events = [], surprise } = (body ?? {}) as { events?: WebhookEvent[]; surprise?: boolean };
  if (surprise) throw new Error('a body that nobody thought of');
  return JSON.parse(JSON.stringify(events), (_key, value) =>
    typeof value === 'string' && instant.test(value) ? new Date(value) : value,
  );
};

/** The parent who writes where nobody else is named. */
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
    /** What `markRead` does beside noting it. */
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
        : { kind: 'unreachable', reason: reasonOf('cloudUnreachable') };
    },
    markRead: async (_sender, providerID) => {
      outside.read.push(providerID);
      await outside.onRead();
      return { kind: 'done', value: null };
    },
  };
  /** What a parent writes, now and under an id of its own unless said otherwise. */
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

/** Lets the campus send by the provider that calls; answers how it calls. */
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
  const told = (...events: WebhookEvent[]): string => JSON.stringify({ events, at: Math.random() });
  /** In one call, stored and handled. */
  const tell = async (...events: WebhookEvent[]): Promise<void> => {
    const { status } = await call(told(...events));
    if (status !== 200) throw new Error(`a call was answered ${status}`);
    while ((await handleStoredWebhooks(world.deps)) > 0);
  };
  return { senderID: sender.id, word, sign, call, told, tell };
}
