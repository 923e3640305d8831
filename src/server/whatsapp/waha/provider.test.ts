import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeReason, type ReasonCode } from '#shared/messages/reasons.ts';
import { type Fault, qrInWaha, type Status, startWaha, type Waha } from '../../../../test/peers/waha.ts';
import { mayLeave, mayNotLeave, postponed } from '../../../../test/support/leaving.ts';
import { computer } from '../../runtime.ts';
import type { Sender } from '../model.ts';
import type { Outcome, Outgoing, Provider, ProviderCache, ProviderDeps } from '../port.ts';
import { createReach } from '../reach.ts';
import type { FetchLink } from './linked-file.ts';
import { idFor, opaqueIn } from './message-ids.ts';
import { wahaGateway } from './provider.ts';

const hookKey = 'a key of this sender';
const upload = `/files/${'a'.repeat(24)}.jpg`;
const picture = { bytes: Buffer.from('a picture'), type: 'image/jpeg' };
const to = '+923001234567';
const chatId = '923001234567@c.us';

let waha: Waha;
let provider: Provider;
let sender: Sender;
let now = new Date('2026-11-05T06:00:00.000Z');

/** Creates a cache with entries that expire by the clock of this test. */
function createCache(): ProviderCache {
  const cache = new Map<string, { value: string; expiresAt: Date }>();
  const find = (senderID: string, name: string) => {
    const found = cache.get(`${senderID} ${name}`);
    return Promise.resolve(found && found.expiresAt > now ? found.value : undefined);
  };
  return {
    find,
    put: async (senderID, name, one) => void cache.set(`${senderID} ${name}`, one),
    remove: async (senderID, name) => void cache.delete(`${senderID} ${name}`),
  };
}

const providerDeps = (): ProviderDeps => ({
  runtime: computer,
  reach: createReach(computer),
  readFile: async (url) => (url === upload ? picture : undefined),
  cache: createCache(),
  now: () => now,
});

const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};

beforeEach(async () => {
  now = new Date('2026-11-05T06:00:00.000Z');
  waha = await startWaha({ now: () => now });
  waha.sessions.set('default', { name: 'default', status: 'WORKING', config: {}, me: null });
  const settings = {
    url: waha.url,
    session: 'default',
    apiKey: waha.apiKey,
    hookKey,
    hookUrl: 'http://127.0.0.1:9/hook',
  };
  sender = { id: 's1', provider: 'waha', pace: '', settings };
  provider = wahaGateway(providerDeps());
});
afterEach(() => waha.stop());

const change = (settings: Record<string, string>): Sender => ({
  ...sender,
  settings: { ...sender.settings, ...settings },
});
const send = (more: Partial<Outgoing> = {}, by = sender, leave = mayLeave): Promise<Outcome> =>
  provider.send(by, { to, text: 'Fees are due', media: '', opaque: 'm1:12:a3', ...more }, leave);

describe('Texts', () => {
  it('A text is sent to the chat of its number with a message id that encodes the attempt.', async () => {
    const id = idFor(hookKey, 'm1:12:a3');
    expect(await send()).toEqual({ kind: 'accepted', providerID: id });
    expect(waha.sent).toMatchObject([{ id, chatId, text: 'Fees are due', file: undefined }]);
  });

  it('A message whose handover is refused is not sent to the gateway.', async () => {
    expect(await send({}, sender, mayNotLeave)).toEqual(postponed);
    expect(waha.sent).toEqual([]);
  });

  it('A text of more than 4,096 characters is rejected and not sent.', async () => {
    const reason = makeReason('wahaTextTooLong');
    expect(await send({ text: 'a'.repeat(4097) })).toEqual({
      kind: 'rejected',
      reason,
      policy: 'failRequest',
    });
    expect(waha.sent).toEqual([]);
  });
});

describe('Media', () => {
  it('An uploaded file is sent unchanged, with the text as its caption.', async () => {
    expect(await send({ media: upload })).toMatchObject({ kind: 'accepted', providerID: waha.sent[0]?.id });
    const file = { mimetype: 'image/jpeg', filename: 'a'.repeat(24).concat('.jpg'), data: 'YSBwaWN0dXJl' };
    expect(waha.sent).toMatchObject([{ chatId, text: 'Fees are due', file }]);
  });

  it('A file of another site is fetched by the server and sent unchanged.', async () => {
    const urls: string[] = [];
    const fetchLink: FetchLink = async (url) => {
      urls.push(url);
      return { kind: 'done', value: picture };
    };
    provider = wahaGateway(providerDeps(), { fetchLink });
    const url = 'https://school.example/fees.pdf?v=2';
    await send({ media: url, text: '' });
    expect(urls).toEqual([url]);
    const file = { mimetype: 'application/pdf', filename: 'fees.pdf', data: 'YSBwaWN0dXJl' };
    expect(waha.sent).toMatchObject([{ text: '', file }]);
  });

  it.each([
    [
      'http://school.example/a.jpg',
      { kind: 'rejected', reason: makeReason('wahaNoLink'), policy: 'failRequest' },
    ],
    ['https://127.0.0.1/a.jpg', { kind: 'notSent', reason: makeReason('wahaLinkUnreachable') }],
    ['https://[::1]/a.jpg', { kind: 'notSent', reason: makeReason('wahaLinkUnreachable') }],
    ['https://100.100.100.200/a.jpg', { kind: 'notSent', reason: makeReason('wahaLinkUnreachable') }],
  ])(
    'A file with the link %s is not fetched, because the link is not HTTPS or leads to a private address.',
    async (media, outcome) => {
      expect(await send({ media, text: '' })).toEqual(outcome);
      expect(waha.sent).toEqual([]);
    },
  );

  it.each([
    ['that no longer exists', { media: `/files/${'b'.repeat(24)}.png` }, makeReason('wahaNoFile')],
    [
      'with a text too long for it',
      { media: upload, text: 'a'.repeat(1025) },
      makeReason('wahaCaptionTooLong'),
    ],
  ])('A file %s is not sent.', async (_what, more, reason) => {
    expect(await send(more)).toEqual({ kind: 'rejected', reason, policy: 'failRequest' });
    expect(waha.sent).toEqual([]);
  });
});

describe('Checks of numbers', () => {
  it('The gateway is asked once whether a number is on WhatsApp, and again after thirty days.', async () => {
    await send();
    await send({ opaque: 'm1:13:a1' });
    expect(waha.checked).toEqual(['923001234567']);
    later(30 * 86_400);
    await send({ opaque: 'm1:14:a1' });
    expect(waha.checked).toHaveLength(2);
  });

  it('Nothing is sent to a number that is not on WhatsApp, and it is checked again the next day.', async () => {
    waha.absent.add('923001234567');
    const rejected = { kind: 'rejected', reason: makeReason('notOnWhatsApp'), policy: 'failRecipient' };
    expect(await send()).toEqual(rejected);
    waha.absent.clear();
    expect(await send()).toEqual(rejected);
    expect(waha.sent).toEqual([]);
    later(86_400);
    expect(await send()).toMatchObject({ kind: 'accepted' });
  });
});

describe('Sessions that do not work', () => {
  it.each<[Status, ReasonCode]>([
    ['STOPPED', 'wahaOff'],
    ['SCAN_QR_CODE', 'wahaScan'],
    ['FAILED', 'wahaFailed'],
  ])(
    'A session in the status %s pauses the sender before anything is sent or asked.',
    async (status, code) => {
      waha.setStatus('default', status);
      expect(await send()).toMatchObject({
        kind: 'rejected',
        reason: makeReason(code),
        policy: 'pauseSender',
      });
      expect([waha.sent, waha.checked]).toEqual([[], []]);
    },
  );

  it('While the session starts, messages are postponed.', async () => {
    waha.setStatus('default', 'STARTING');
    expect(await send()).toEqual({ kind: 'later', at: new Date('2026-11-05T06:00:20.000Z') });
  });

  it('A session that fails is noticed within six seconds.', async () => {
    await send();
    waha.setStatus('default', 'FAILED');
    later(6);
    expect(await send({ opaque: 'm1:13:a1' })).toMatchObject({ kind: 'rejected', policy: 'pauseSender' });
    expect(waha.sent).toHaveLength(1);
  });
});

describe('Faults of the gateway', () => {
  it.each<[Fault, Outcome, number]>([
    ['cutBefore', { kind: 'unknown', reason: makeReason('wahaLost') }, 0],
    ['cutAfter', { kind: 'unknown', reason: makeReason('wahaLost') }, 1],
    ['html', { kind: 'unknown', reason: makeReason('wahaBroken', { status: 502 }) }, 0],
    ['noID', { kind: 'unknown', reason: makeReason('wahaNoID') }, 1],
    [
      'timelock',
      { kind: 'rejected', code: '463', reason: makeReason('wahaTimelock'), policy: 'pauseSender' },
      0,
    ],
    [
      'lost',
      { kind: 'rejected', code: 'failed', reason: makeReason('wahaFailed'), policy: 'pauseSender' },
      0,
    ],
  ])('After the fault %s the outcome is %j.', async (fault, outcome, left) => {
    waha.faults.push(fault);
    expect(await send()).toEqual(outcome);
    expect(waha.sent).toHaveLength(left);
  });

  it('A text whose answer was lost can be found by the message id in its ack.', async () => {
    waha.faults.push('cutAfter');
    await send();
    expect(opaqueIn(hookKey, [''], waha.sent[0]?.id ?? '')).toBe('m1:12:a3');
  });

  it.each([
    [
      'no server at the address',
      { url: 'http://127.0.0.1:9' },
      { kind: 'notSent', reason: makeReason('wahaUnreachable') },
    ],
    [
      'an unknown host',
      { url: 'http://nowhere.invalid' },
      { kind: 'notSent', reason: makeReason('wahaUnreachable') },
    ],
    [
      'a wrong key',
      { apiKey: 'other' },
      { kind: 'rejected', policy: 'fixToken', reason: makeReason('wahaRefusedKey') },
    ],
    ['no address', { url: '' }, { kind: 'rejected', policy: 'fixToken', reason: makeReason('wahaNotSetUp') }],
    ['an unknown session', { session: 'x' }, { kind: 'rejected', policy: 'pauseSender' }],
  ])('With %s nothing is sent.', async (_what, settings, outcome) => {
    expect(await send({}, change(settings))).toMatchObject(outcome);
    expect(waha.sent).toEqual([]);
  });
});

describe('Linking a phone', () => {
  const session = () => provider.session ?? expect.unreachable();

  it('Starting a session shows its QR code, and the session works once the code is scanned.', async () => {
    waha.sessions.clear();
    expect(await session().look(sender)).toEqual({ kind: 'done', value: { state: 'off', qr: '' } });
    const qr = `data:image/png;base64,${qrInWaha.toString('base64')}`;
    expect(await session().start(sender)).toEqual({ kind: 'done', value: { state: 'scan', qr } });
    const [webhook] = waha.sessions.get('default')?.config.webhooks ?? [];
    expect(webhook).toMatchObject({ url: 'http://127.0.0.1:9/hook', hmac: { key: hookKey } });
    expect(webhook?.events).toEqual([
      ...['message.any', 'message.ack', 'message.reaction', 'message.edited', 'message.revoked'],
      ...['call.received', 'call.accepted', 'call.rejected', 'session.status'],
    ]);
    waha.scan('default', '+92 42 35761999');
    expect(await session().look(sender)).toEqual({ kind: 'done', value: { state: 'working', qr: '' } });
    expect(await provider.check?.(sender)).toMatchObject({
      kind: 'done',
      value: { number: '+924235761999', name: 'School Office', error: null },
    });
  });

  it('A session that starts for more than a minute has the trouble wahaStuck.', async () => {
    waha.setStatus('default', 'STARTING');
    const starting = { kind: 'done', value: { state: 'starting', qr: '' } };
    const stuck = { kind: 'done', value: { state: 'starting', qr: '', error: makeReason('wahaStuck') } };
    expect(await session().look(sender)).toEqual(starting);
    later(59);
    expect(await session().look(sender)).toEqual(starting);
    later(1);
    expect(await session().look(sender)).toEqual(stuck);
    // A restart of the session, or a working one in between, starts the minute again.
    expect(await session().start(sender)).toMatchObject({ value: { state: 'scan' } });
    for (const status of ['STARTING', 'WORKING', 'STARTING'] as const) {
      waha.setStatus('default', status);
      expect(await session().look(sender)).not.toHaveProperty('value.error');
      later(40);
    }
    later(3600);
    expect(await session().look(sender)).toEqual(starting);
    await waha.stop();
    expect(await session().look(sender)).toMatchObject({ kind: 'unreachable' });
  });

  it('Starting a session keeps the gateway’s other webhooks and adds its own only once.', async () => {
    const other = { url: 'http://127.0.0.1:9/other', events: ['message'] };
    waha.sessions.set('default', {
      name: 'default',
      status: 'FAILED',
      config: { webhooks: [other] },
      me: null,
    });
    await session().start(sender);
    await session().start(sender);
    const urls = waha.sessions.get('default')?.config.webhooks?.map(({ url }) => url);
    expect(urls).toEqual(['http://127.0.0.1:9/other', 'http://127.0.0.1:9/hook']);
  });

  it('Ending a session succeeds, also if there is no session.', async () => {
    expect(await session().end(sender)).toEqual({ kind: 'done', value: null });
    expect(waha.sessions.get('default')?.status).toBe('STOPPED');
    waha.sessions.clear();
    expect(await session().end(sender)).toEqual({ kind: 'done', value: null });
  });

  it('Starting a session is refused without a webhook address.', async () => {
    const reason = makeReason('wahaNoHookUrl');
    expect(await session().start(change({ hookUrl: '' }))).toEqual({ kind: 'refused', reason });
  });

  it('The check of the connection says why the number cannot send.', async () => {
    waha.setStatus('default', 'FAILED');
    expect(await provider.check?.(sender)).toMatchObject({ value: { error: makeReason('wahaFailed') } });
    const engine = { engine: 'WEBJS' };
    waha.sessions.set('default', { name: 'default', status: 'WORKING', config: {}, me: null, engine });
    expect(await provider.check?.(sender)).toMatchObject({
      value: { error: makeReason('wahaEngine', { name: 'WEBJS' }) },
    });
    engine.engine = 'GOWS';
    expect(await provider.check?.(sender)).toMatchObject({ value: { error: null } });
    const nowhere = change({ url: 'http://127.0.0.1:9' });
    expect(await provider.check?.(nowhere)).toEqual({
      kind: 'unreachable',
      reason: makeReason('wahaUnreachable'),
    });
  });
});

describe('Hidden numbers', () => {
  const name = '123456789012345@lid';
  const find = () => provider.findNumber?.(sender, name);

  it('The gateway is asked for the number of a hidden id until the number is known.', async () => {
    expect(await find()).toEqual({ kind: 'done', value: '' });
    waha.lids.set(name, chatId);
    expect(await find()).toEqual({ kind: 'done', value: to });
    expect(await find()).toEqual({ kind: 'done', value: to });
    expect(waha.queriedLids).toEqual([name, name]);
  });

  it.each([
    ['an older gateway without that call', async () => waha.sessions.clear(), 'refused'],
    ['a gateway that does not answer', () => waha.stop(), 'unreachable'],
  ])('With %s finding a hidden number is %s.', async (_what, change, kind) => {
    await change();
    expect(await find()).toMatchObject({ kind });
  });
});

describe('Files of parents', () => {
  const fetchMedia = (address: string, most = 100) => provider.fetchMedia?.(sender, address, most);

  it('A parent’s file is fetched from the gateway’s configured address, whatever host its link names.', async () => {
    waha.files.set('slip.jpg', picture);
    expect(await fetchMedia('http://localhost:3000/api/files/slip.jpg')).toEqual({
      kind: 'done',
      value: picture,
    });
  });

  it.each([
    ['on another host', 'https://evil.example/slip.jpg', 100, makeReason('wahaForeignFile')],
    [
      'in another path of the gateway',
      'http://localhost:3000/api/sessions/default',
      100,
      makeReason('wahaForeignFile'),
    ],
    [
      'with a path that leaves the files folder',
      'http://localhost:3000/api/files/../sessions/default',
      100,
      makeReason('wahaForeignFile'),
    ],
    [
      'that no longer exists',
      'http://localhost:3000/api/files/other.jpg',
      100,
      makeReason('wahaNoFileThere'),
    ],
    ['that is too large', 'http://localhost:3000/api/files/slip.jpg', 3, makeReason('wahaFileTooLarge')],
  ])('A parent’s file %s is refused.', async (_what, address, most, reason) => {
    waha.files.set('slip.jpg', picture);
    expect(await fetchMedia(address, most)).toMatchObject({ kind: 'refused', reason });
  });

  it('A parent’s message is marked as read in its chat.', async () => {
    const id = `false_${chatId}_3AAB`;
    expect(await provider.markRead?.(sender, id)).toEqual({ kind: 'done', value: null });
    expect(waha.seen).toEqual([id]);
  });
});

describe('Bad gateways', () => {
  const noPlace = [
    'http://169.254.1.1',
    'http://0xA9FE0101:80',
    'http://[fe80::1]',
    'http://[::ffff:169.254.1.1]',
    'http://100.100.100.200',
    'http://168.63.129.16',
    'http://192.0.0.192',
    'http://[fd20:ce::254]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[2002:a9fe:a9fe::1]',
  ];
  it.each(noPlace)('A gateway address with machine secrets is not called: %s.', async (url) => {
    const began = performance.now();
    const reason = makeReason('wahaUnreachable');
    expect(await provider.check?.(change({ url }))).toEqual({ kind: 'unreachable', reason });
    expect(await send({}, change({ url }))).toEqual({ kind: 'notSent', reason });
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('If only public gateways are allowed, a gateway on a private address is not called.', async () => {
    const { sent } = waha;
    provider = wahaGateway(providerDeps(), { networks: 'public' });
    const reason = makeReason('wahaUnreachable');
    expect(await provider.check?.(sender)).toEqual({ kind: 'unreachable', reason });
    expect(await send({})).toEqual({ kind: 'notSent', reason });
    expect(await provider.session?.look(sender)).toMatchObject({ kind: 'unreachable' });
    expect(sent).toEqual([]);
  });

  it('NUL characters of a gateway are removed, and an unknown session status counts as failed.', async () => {
    const me = { id: '923001234567@c.us', pushName: 'Girls\0 School' };
    waha.sessions.set('default', { name: 'default', status: 'WORKING', config: {}, me });
    expect(await provider.check?.(sender)).toMatchObject({ value: { name: 'Girls School', error: null } });
    waha.sessions.set('default', { name: 'default', status: 'constructor' as Status, config: {}, me: null });
    expect(await provider.session?.look(sender)).toEqual({
      kind: 'done',
      value: { state: 'failed', qr: '' },
    });
  });

  it('An endless answer of a gateway is cut off, and the gateway counts as unreachable.', async () => {
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = () => {
        while (response.write(Buffer.alloc(65_536, 32)));
      };
      response.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    const { port } = endless.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const began = performance.now();
    const closed = new Promise((resolve) => endless.once('connection', (one) => one.once('close', resolve)));
    expect(await provider.check?.(change({ url }))).toMatchObject({ kind: 'unreachable' });
    await closed;
    expect(performance.now() - began).toBeLessThan(4000);
    endless.close();
  });
});
