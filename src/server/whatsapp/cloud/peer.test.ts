/** Tests the provider with the strict Graph peer of test/peers. Each must accept what the other one sends. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../test/peers/graph/faults.ts';
import { type Graph, startGraph } from '../../../../test/peers/graph.ts';
import { cloudSender, surround } from '../../../../test/support/cloud-sender.ts';
import { mayLeave } from '../../../../test/support/leaving.ts';
import type { FilledTemplate, Sender } from '../model.ts';
import type { Outgoing, Provider } from '../port.ts';
import type { TemplateDraft } from '../templates.ts';
import type { WebhookEvent } from '../webhooks.ts';
import { cloudApi } from './provider.ts';

const to = '+923001234567';
const picture = `/files/${'a'.repeat(24)}.jpg`;
const video = `/files/${'b'.repeat(24)}.mp4`;
const files = {
  [picture]: { bytes: Buffer.from('a picture'), type: 'image/jpeg' },
  [video]: { bytes: Buffer.from('a video'), type: 'video/mp4' },
};

let graph: Graph;
let hookServer: Server;
let provider: Provider;
let sender: Sender;
let providerDeps: ReturnType<typeof surround>;
let events: WebhookEvent[];
let sent: number;

beforeEach(async () => {
  graph = await startGraph({
    isByHand: true,
    reviewAfter: null,
    delays: { sent: 0, delivered: 0, read: 0 },
  });
  providerDeps = surround(files, new Date());
  provider = cloudApi(providerDeps, { graphUrl: graph.url, timeouts: { connect: 5000, answer: 2000 } });
  sender = cloudSender({ ...graph.values, verifyToken: 'the word' });
  events = [];
  sent = 0;
  hookServer = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://hooks');
    const webhooks = provider.webhooks!;
    void buffer(request).then((raw) => {
      if (request.method === 'GET')
        return response.end(webhooks.answerChallenge!(sender, Object.fromEntries(searchParams)));
      response.statusCode = webhooks.isSigned(sender, raw, request.headers) ? 200 : 401;
      events.push(...webhooks.readEvents(sender, JSON.parse(raw.toString())));
      return response.end();
    });
  });
  await new Promise<void>((resolve) => hookServer.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(hookServer.address() as AddressInfo).port}/`;
  await graph.hooks.subscribe({ url, verifyToken: 'the word' });
});

afterEach(async () => {
  hookServer.closeAllConnections();
  hookServer.close();
  await graph.close();
});

/** The peer accepts free text only for a parent who has written. */
const openWindow = () => graph.phone(to).opensWindow();
const send = (more: Partial<Outgoing> = {}) => {
  sent += 1;
  return provider.send(sender, { to, text: 'Salam', media: '', opaque: `m1:${sent}:a1`, ...more }, mayLeave);
};

const draft: TemplateDraft = {
  name: 'fee_due',
  language: 'en',
  category: 'UTILITY',
  body: 'Dear parent, the voucher of {{1}} for {{2}} is due soon, please pay it.',
  examples: ['Ali Khan', 'Rs. 12,500'],
  media: '',
  footer: 'Example School',
  buttons: ['Stop messages'],
};
const filled: FilledTemplate = {
  name: 'fee_due',
  language: 'en',
  values: [{ text: 'Ali Khan' }, { text: 'Rs. 12,500' }],
  hasHeader: false,
  buttons: ['STOP'],
};

it('The Graph peer accepts a text, a picture, a video and a linked document.', async () => {
  openWindow();
  const outcomes = [
    await send(),
    await send({ media: picture }),
    await send({ media: video, text: '' }),
    await send({ media: 'https://files.example.edu.pk/v/INV-1042.pdf' }),
  ];
  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'accepted'));
  expect(graph.accepted.map(({ opaque }) => opaque)).toEqual(['m1:1:a1', 'm1:2:a1', 'm1:3:a1', 'm1:4:a1']);
});

it('The Graph peer rejects free text outside the customer service window.', async () => {
  expect(await send()).toMatchObject({ kind: 'rejected', code: '131047', policy: 'switchToTemplate' });
});

it('A template is submitted, approved, listed, sent and removed, also with a picture as its header.', async () => {
  const { submit, list } = provider.templates!;
  expect(await submit(sender, draft)).toMatchObject({ kind: 'done', value: { status: 'pending' } });
  expect(await submit(sender, { ...draft, name: 'with_picture', media: picture })).toMatchObject({
    kind: 'done',
  });
  expect(await submit(sender, draft)).toMatchObject({ kind: 'refused' });
  for (const name of ['fee_due', 'with_picture']) graph.templates.approve(name);
  await graph.tick();
  expect(events).toMatchObject([{ kind: 'template', status: 'approved' }, { status: 'approved' }]);
  expect(await list(sender)).toMatchObject({ value: [{ status: 'approved' }, { status: 'approved' }] });
  expect(await send({ template: filled })).toMatchObject({ kind: 'accepted' });
  const template = { ...filled, name: 'with_picture', hasHeader: true };
  expect(await send({ template, media: picture })).toMatchObject({ kind: 'accepted' });
  expect(await send({ template: { ...filled, values: [] } })).toMatchObject({ code: '132000' });
  expect(await provider.templates!.remove(sender, 'fee_due')).toMatchObject({ kind: 'done' });
});

it('An expired media id is rejected as transient, and the next attempt uploads the file again.', async () => {
  openWindow();
  await send({ media: picture });
  for (const entry of providerDeps.remembered.values()) entry.value = '999';
  expect(await send({ media: picture })).toMatchObject({ kind: 'rejected', policy: 'retryTransient' });
  expect(await send({ media: picture })).toMatchObject({ kind: 'accepted' });
});

describe('Faults of the Graph peer', () => {
  it.each<[Fault, string, number]>([
    [{ kind: 'html' }, 'unknown', 0],
    [{ kind: 'htmlAfter' }, 'unknown', 1],
    [{ kind: 'hang' }, 'unknown', 0],
    [{ kind: 'hangAfter' }, 'unknown', 1],
    [{ kind: 'cutBefore' }, 'unknown', 0],
    [{ kind: 'cutAfter' }, 'unknown', 1],
    [{ kind: 'noID' }, 'unknown', 1],
    [{ kind: 'hookFirst' }, 'accepted', 1],
    [{ kind: 'reject', code: 130429 }, 'rejected', 0],
    [{ kind: 'reject', code: 131000, isTransient: true, status: 500 }, 'rejected', 0],
  ])('A send with the fault %j is %s, and the peer has accepted %i messages.', async (fault, kind, taken) => {
    openWindow();
    graph.faults.next(fault);
    expect((await send()).kind).toBe(kind);
    expect(graph.accepted).toHaveLength(taken);
    await graph.tick();
    const receipts = events.flatMap((event) => (event.kind === 'receipt' ? [event.receipt] : []));
    expect(new Set(receipts.map(({ opaque }) => opaque))).toEqual(new Set(taken ? ['m1:1:a1'] : []));
  });
});

it('Messages, stops and number changes of a parent are received, and media is fetched and marked as read.', async () => {
  const phone = graph.phone(to);
  phone.writes('Salam');
  const id = phone.writes({ image: Buffer.from('a photo'), caption: 'Paid' });
  phone.stops();
  phone.changesNumber('+923009999999');
  await graph.tick();
  expect(events).toMatchObject([
    { kind: 'inbound', text: 'Salam', number: to },
    { kind: 'inbound', text: 'Paid', providerID: id, media: { type: 'image/jpeg' } },
    { kind: 'preference', request: 'stop', number: to },
    { kind: 'numberChanged', from: to, to: '+923009999999' },
  ]);
  const [, photo] = events;
  const mediaID = (photo?.kind === 'inbound' && photo.media?.id) || '';
  expect(await provider.fetchMedia!(sender, mediaID, 100)).toEqual({
    kind: 'done',
    value: { bytes: Buffer.from('a photo'), type: 'image/jpeg' },
  });
  expect(await provider.markRead!(sender, id)).toEqual({ kind: 'done', value: null });
  expect(graph.marked).toEqual([id]);
});

it('A test of the connection subscribes the app to the account if it is not subscribed.', async () => {
  const { wabaID, token } = graph.values;
  const ask = (method: string) =>
    fetch(`${graph.url}/v25.0/${wabaID}/subscribed_apps`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
  await ask('DELETE');
  expect(await provider.check!(sender)).toMatchObject({ kind: 'done', value: { error: null } });
  expect(await (await ask('GET')).json()).toMatchObject({ data: [{}] });
});

it('A test of the connection reads the number and its account, and refuses wrong ids and a wrong token.', async () => {
  const check = (settings: object) =>
    provider.check!({ ...sender, settings: { ...sender.settings, ...settings } });
  expect(await check({})).toMatchObject({
    value: {
      number: '+924235761999',
      quality: 'good',
      perDay: 250,
      portfolio: '486585971195941',
      error: null,
    },
  });
  for (const wrong of [{ phoneNumberID: '123456' }, { wabaID: '123456' }, { token: 'EAAother' }]) {
    expect(await check(wrong)).toMatchObject({ kind: 'refused' });
  }
  graph.rate('RED');
  graph.tell('business_capability_update', { max_daily_conversations_per_business: 'TIER_2K' });
  await graph.tick();
  expect(events).toContainEqual({ kind: 'quality', quality: 'low' });
  expect(events).toContainEqual({ kind: 'limit', perDay: 2000 });
  expect(await check({})).toMatchObject({ value: { quality: 'low' } });
});
