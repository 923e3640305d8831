import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { cloudSender, surround } from '../../../../test/support/cloud-sender.ts';
import {
  type GraphAnswer,
  type GraphRequest,
  readExamples,
  startGraphServer,
} from '../../../../test/support/graph-server.ts';
import { mayLeave, mayNotLeave, postponed } from '../../../../test/support/leaving.ts';
import type { Outgoing } from '../port.ts';
import { cloudApi } from './provider.ts';

const picture = `/files/${'a'.repeat(24)}.jpg`;
const bytes = Buffer.from('the bytes of a picture');
const unreadable = `/files/${'c'.repeat(24)}.jpg`;
const files = {
  [picture]: { bytes, type: 'image/jpeg' },
  get [unreadable](): never {
    throw new Error('EIO');
  },
};
const message: Outgoing = { to: '+923001234567', text: 'Notice', media: picture, opaque: 'm1:7:a1' };
const { accepted } = readExamples('send.responses');
const refuse = (code: number): GraphAnswer => ({ status: 400, json: { error: { code, message: 'No' } } });
const remembered = `s1 media:106540352242922:${picture}`;

const stops: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
});

/** Each upload is answered with a new id by default. */
async function open({
  onUpload = (count) => ({ json: { id: `10${count}` } }),
  onSend = () => ({ json: accepted }),
}: {
  onUpload?: (count: number) => GraphAnswer | Promise<GraphAnswer>;
  onSend?: (body: { image: { id?: string; link?: string } }) => GraphAnswer;
} = {}) {
  const uploads: GraphRequest[] = [];
  const sent: { id?: string; link?: string }[] = [];
  const server = await startGraphServer((request) => {
    if (request.path.endsWith('/media')) return onUpload(uploads.push(request));
    const body = JSON.parse(request.body.toString());
    sent.push(body.image);
    return onSend(body);
  });
  stops.push(server.stop);
  const providerDeps = surround(files);
  const provider = cloudApi(providerDeps, { graphUrl: server.url });
  const send = (more: Partial<Outgoing> = {}, sender = cloudSender(), leave = mayLeave) =>
    provider.send(sender, { ...message, ...more }, leave);
  return { uploads, sent, providerDeps, send, provider };
}

it('The upload comes before the handover, and a message that may not leave is not sent.', async () => {
  const { uploads, sent, send } = await open();
  const seen: number[] = [];
  const leave = async () => {
    seen.push(uploads.length, sent.length);
    return undefined;
  };
  expect(await send({}, cloudSender(), leave)).toMatchObject({ kind: 'accepted' });
  expect(seen).toEqual([1, 0]);
  expect(await send({}, cloudSender(), mayNotLeave)).toEqual(postponed);
  expect(await send({ media: '' }, cloudSender(), mayNotLeave)).toEqual(postponed);
  expect(sent).toHaveLength(1);
});

it('An uploaded file is sent to WhatsApp once for many messages, and its media id is kept for 29 days.', async () => {
  const { uploads, sent, providerDeps, send } = await open();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => send()));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['accepted']));
  await send();
  expect(uploads).toHaveLength(1);
  expect(sent).toEqual(Array.from({ length: 21 }, () => ({ id: '101', caption: 'Notice' })));
  expect(providerDeps.remembered).toEqual(
    new Map([[remembered, { value: '101', expiresAt: new Date('2026-12-04T06:00:00Z') }]]),
  );
});

it('The media upload has the path, token and form fields that Graph requires.', async () => {
  const { uploads, send } = await open();
  await send();
  const { headers, path, body } = uploads[0]!;
  expect(path).toBe('/v25.0/106540352242922/media');
  expect(headers.authorization).toBe('Bearer EAAtokenThatNobodyMaySee');
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type']! },
  }).formData();
  expect([form.get('messaging_product'), form.get('type')]).toEqual(['whatsapp', 'image/jpeg']);
  const file = form.get('file') as File;
  expect([file.name, file.type, await file.text()]).toEqual([
    picture.slice('/files/'.length),
    'image/jpeg',
    bytes.toString(),
  ]);
});

it('Each phone number of a sender uploads the file for itself.', async () => {
  const { uploads, send } = await open();
  await send();
  await send({}, cloudSender({ phoneNumberID: '99' }));
  expect(uploads.map(({ path }) => path)).toEqual(['/v25.0/106540352242922/media', '/v25.0/99/media']);
});

it('A file of another site is sent as a link, without an upload.', async () => {
  const { uploads, sent, send } = await open();
  await send({ media: 'https://files.example.edu.pk/notice.jpg' });
  expect(uploads).toEqual([]);
  expect(sent).toEqual([{ link: 'https://files.example.edu.pk/notice.jpg', caption: 'Notice' }]);
});

it('A template without a header does not upload the file.', async () => {
  const { uploads, send } = await open();
  const template = { name: 'a', language: 'en', values: [], hasHeader: false, buttons: [] };
  expect(await send({ template })).toMatchObject({ kind: 'accepted' });
  expect(uploads).toEqual([]);
});

describe('Rejected media ids', () => {
  it.each([100, 131053])(
    'Error %d for an old media id removes the id, and the message is retried with a new upload.',
    async (code) => {
      const { uploads, providerDeps, send } = await open({
        onSend: ({ image }) => (image.id === 'old' ? refuse(code) : { json: accepted }),
      });
      const entry = { value: 'old', expiresAt: new Date('2026-11-30T00:00:00Z') };
      providerDeps.remembered.set(remembered, entry);
      expect(await send()).toMatchObject({ kind: 'rejected', code: String(code), policy: 'retryTransient' });
      expect(providerDeps.remembered.size).toBe(0);
      expect(await send()).toMatchObject({ kind: 'accepted' });
      expect(uploads).toHaveLength(1);
    },
  );

  it('A new media id that WhatsApp rejects fails the message.', async () => {
    const { send } = await open({ onSend: () => refuse(131053) });
    expect(await send()).toMatchObject({ kind: 'rejected', policy: 'failRequest' });
  });

  it('A media id stays cached if the message is rejected for another reason.', async () => {
    const { providerDeps, send } = await open({ onSend: () => refuse(131026) });
    expect(await send()).toMatchObject({ kind: 'rejected', policy: 'failRecipient' });
    expect(providerDeps.remembered.size).toBe(1);
  });
});

describe('Failed uploads', () => {
  it.each<[string, GraphAnswer, object]>([
    ['a reset connection', 'reset', { kind: 'notSent' }],
    ['an error page', { status: 502, text: '<html>' }, { kind: 'notSent' }],
    ['an answer without an id', { json: {} }, { kind: 'notSent' }],
    ['a bad token', refuse(190), { kind: 'rejected', policy: 'fixToken', code: '190' }],
    ['a bad file', refuse(131053), { kind: 'rejected', policy: 'failRequest' }],
    [
      'an unknown phone number id',
      { status: 400, json: { error: { code: 100, error_subcode: 33 } } },
      { kind: 'rejected', policy: 'pauseSender' },
    ],
  ])(
    'After an upload that ended in %s the message is not sent, and the next attempt uploads again.',
    async (_name, answer, outcome) => {
      const { sent, send } = await open({
        onUpload: (count) => (count === 1 ? answer : { json: { id: '7' } }),
      });
      expect(await send()).toMatchObject(outcome);
      expect(sent).toEqual([]);
      expect(await send()).toMatchObject({ kind: 'accepted' });
    },
  );

  it('A message whose file no longer exists is rejected without an upload.', async () => {
    const { uploads, send } = await open();
    expect(await send({ media: `/files/${'b'.repeat(24)}.jpg` })).toMatchObject({
      kind: 'rejected',
      policy: 'failRequest',
    });
    expect(uploads).toEqual([]);
  });

  it('A message whose file cannot be read is not sent.', async () => {
    const { sent, send } = await open();
    expect(await send({ media: unreadable })).toMatchObject({ kind: 'notSent' });
    expect(sent).toEqual([]);
  });
});

it('A slow upload does not block the worker: the message is put off, and it is sent after the upload.', async () => {
  let finish = (_answer: GraphAnswer): void => {};
  const slow = new Promise<GraphAnswer>((resolve) => {
    finish = resolve;
  });
  const { uploads, providerDeps, send } = await open({ onUpload: () => slow });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const first = send();
  while (uploads.length === 0) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await first).toEqual({
    kind: 'later',
    at: new Date('2026-11-05T06:00:15Z'),
    reason: makeReason('uploading'),
  });
  vi.useRealTimers();
  finish({ json: { id: '42' } });
  await vi.waitUntil(() => providerDeps.remembered.size === 1, { interval: 5 });
  expect(await send()).toMatchObject({ kind: 'accepted' });
  expect(uploads).toHaveLength(1);
});
