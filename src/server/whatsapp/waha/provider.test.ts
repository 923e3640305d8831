import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ReasonCode, reasonOf } from '#shared/reasons.ts';
import { type Fault, qrInWaha, type Status, startWaha, type Waha } from '../../../../test/peers/waha.ts';
import { kept, mayLeave, mayNotLeave } from '../../../../test/support/leaving.ts';
import { computer } from '../../runtime.ts';
import type { Sender } from '../model.ts';
import type { Outcome, Outgoing, Provider, ProviderCache, Surroundings } from '../port.ts';
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

/** What is kept until it expires, by this test's clock. */
function createCache(): ProviderCache {
  const kept = new Map<string, { value: string; expiresAt: Date }>();
  const find = (senderID: string, name: string) => {
    const found = kept.get(`${senderID} ${name}`);
    return Promise.resolve(found && found.expiresAt > now ? found.value : undefined);
  };
  return {
    find,
    put: async (senderID, name, one) => void kept.set(`${senderID} ${name}`, one),
    remove: async (senderID, name) => void kept.delete(`${senderID} ${name}`),
  };
}

const surroundings = (): Surroundings => ({
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
  provider = wahaGateway(surroundings());
});
afterEach(() => waha.stop());

const change = (settings: Record<string, string>): Sender => ({
  ...sender,
  settings: { ...sender.settings, ...settings },
});
const send = (more: Partial<Outgoing> = {}, by = sender, leave = mayLeave): Promise<Outcome> =>
  provider.send(by, { to, text: 'Fees are due', media: '', opaque: 'm1:12:a3', ...more }, leave);

describe('a text', () => {
  it('goes to the chat of its number under the id that names its try', async () => {
    const id = idFor(hookKey, 'm1:12:a3');
    expect(await send()).toEqual({ kind: 'accepted', providerID: id });
    expect(waha.sent).toMatchObject([{ id, chatId, text: 'Fees are due', file: undefined }]);
  });

  it('A message that may not leave is not given to the gateway.', async () => {
    expect(await send({}, sender, mayNotLeave)).toEqual(kept);
    expect(waha.sent).toEqual([]);
  });

  it('of more than WhatsApp takes is not sent', async () => {
    const reason = reasonOf('wahaTextTooLong');
    expect(await send({ text: 'a'.repeat(4097) })).toEqual({
      kind: 'rejected',
      reason,
      policy: 'failRequest',
    });
    expect(waha.sent).toEqual([]);
  });
});

describe('media', () => {
  it('of ours goes as it is, with the text below it', async () => {
    expect(await send({ media: upload })).toMatchObject({ kind: 'accepted', providerID: waha.sent[0]?.id });
    const file = { mimetype: 'image/jpeg', filename: 'a'.repeat(24).concat('.jpg'), data: 'YSBwaWN0dXJl' };
    expect(waha.sent).toMatchObject([{ chatId, text: 'Fees are due', file }]);
  });

  it('of another site is fetched here and goes as it is', async () => {
    const asked: string[] = [];
    const fetchLink: FetchLink = async (url) => {
      asked.push(url);
      return { kind: 'done', value: picture };
    };
    provider = wahaGateway(surroundings(), { fetchLink });
    const url = 'https://school.example/fees.pdf?v=2';
    await send({ media: url, text: '' });
    expect(asked).toEqual([url]);
    const file = { mimetype: 'application/pdf', filename: 'fees.pdf', data: 'YSBwaWN0dXJl' };
    expect(waha.sent).toMatchObject([{ text: '', file }]);
  });

  it.each([
    [
      'http://school.example/a.jpg',
      { kind: 'rejected', reason: reasonOf('wahaNoLink'), policy: 'failRequest' },
    ],
    ['https://127.0.0.1/a.jpg', { kind: 'notSent', reason: reasonOf('wahaLinkUnreachable') }],
    ['https://[::1]/a.jpg', { kind: 'notSent', reason: reasonOf('wahaLinkUnreachable') }],
    ['https://100.100.100.200/a.jpg', { kind: 'notSent', reason: reasonOf('wahaLinkUnreachable') }],
  ])('of an inner address is not fetched: %s', async (media, outcome) => {
    expect(await send({ media, text: '' })).toEqual(outcome);
    expect(waha.sent).toEqual([]);
  });

  it.each([
    ['that is gone', { media: `/files/${'b'.repeat(24)}.png` }, reasonOf('wahaNoFile')],
    [
      'with a text too long for it',
      { media: upload, text: 'a'.repeat(1025) },
      reasonOf('wahaCaptionTooLong'),
    ],
  ])('%s is not sent', async (_what, more, reason) => {
    expect(await send(more)).toEqual({ kind: 'rejected', reason, policy: 'failRequest' });
    expect(waha.sent).toEqual([]);
  });
});

describe('whether a number is on WhatsApp', () => {
  it('is asked once, and again after thirty days', async () => {
    await send();
    await send({ opaque: 'm1:13:a1' });
    expect(waha.checked).toEqual(['923001234567']);
    later(30 * 86_400);
    await send({ opaque: 'm1:14:a1' });
    expect(waha.checked).toHaveLength(2);
  });

  it('decides: to who is not, nothing is ever sent, and the next day it is asked again', async () => {
    waha.absent.add('923001234567');
    const rejected = { kind: 'rejected', reason: reasonOf('notOnWhatsApp'), policy: 'failRecipient' };
    expect(await send()).toEqual(rejected);
    waha.absent.clear();
    expect(await send()).toEqual(rejected);
    expect(waha.sent).toEqual([]);
    later(86_400);
    expect(await send()).toMatchObject({ kind: 'accepted' });
  });
});

describe('a session that does not work', () => {
  it.each<[Status, ReasonCode]>([
    ['STOPPED', 'wahaOff'],
    ['SCAN_QR_CODE', 'wahaScan'],
    ['FAILED', 'wahaFailed'],
  ])('%s stops the sender before anything is sent or asked', async (status, code) => {
    waha.setStatus('default', status);
    expect(await send()).toMatchObject({ kind: 'rejected', reason: reasonOf(code), policy: 'pauseSender' });
    expect([waha.sent, waha.checked]).toEqual([[], []]);
  });

  it('is waited for while it starts', async () => {
    waha.setStatus('default', 'STARTING');
    expect(await send()).toEqual({ kind: 'later', at: new Date('2026-11-05T06:00:20.000Z') });
  });

  it('is seen within seconds', async () => {
    await send();
    waha.setStatus('default', 'FAILED');
    later(6);
    expect(await send({ opaque: 'm1:13:a1' })).toMatchObject({ kind: 'rejected', policy: 'pauseSender' });
    expect(waha.sent).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  it.each<[Fault, Outcome, number]>([
    ['cutBefore', { kind: 'unknown', reason: reasonOf('wahaLost') }, 0],
    ['cutAfter', { kind: 'unknown', reason: reasonOf('wahaLost') }, 1],
    ['html', { kind: 'unknown', reason: reasonOf('wahaBroken', { status: 502 }) }, 0],
    ['noID', { kind: 'unknown', reason: reasonOf('wahaNoID') }, 1],
    [
      'timelock',
      { kind: 'rejected', code: '463', reason: reasonOf('wahaTimelock'), policy: 'pauseSender' },
      0,
    ],
    ['lost', { kind: 'rejected', code: 'failed', reason: reasonOf('wahaFailed'), policy: 'pauseSender' }, 0],
  ])('%s', async (fault, outcome, left) => {
    waha.faults.push(fault);
    expect(await send()).toEqual(outcome);
    expect(waha.sent).toHaveLength(left);
  });

  it('a text whose answer was lost is found by its ack', async () => {
    waha.faults.push('cutAfter');
    await send();
    expect(opaqueIn(hookKey, [''], waha.sent[0]?.id ?? '')).toBe('m1:12:a3');
  });

  it.each([
    [
      'nobody listens there',
      { url: 'http://127.0.0.1:9' },
      { kind: 'notSent', reason: reasonOf('wahaUnreachable') },
    ],
    [
      'there is no such host',
      { url: 'http://nowhere.invalid' },
      { kind: 'notSent', reason: reasonOf('wahaUnreachable') },
    ],
    [
      'the key is wrong',
      { apiKey: 'other' },
      { kind: 'rejected', policy: 'fixToken', reason: reasonOf('wahaRefusedKey') },
    ],
    [
      'nothing is set up',
      { url: '' },
      { kind: 'rejected', policy: 'fixToken', reason: reasonOf('wahaNotSetUp') },
    ],
    ['there is no such session', { session: 'x' }, { kind: 'rejected', policy: 'pauseSender' }],
  ])('%s: nothing was sent', async (_what, settings, outcome) => {
    expect(await send({}, change(settings))).toMatchObject(outcome);
    expect(waha.sent).toEqual([]);
  });
});

describe('linking a phone', () => {
  const session = () => provider.session ?? expect.unreachable();

  it('shows its code, and works once that is scanned', async () => {
    waha.sessions.clear();
    expect(await session().look(sender)).toEqual({ kind: 'done', value: { state: 'off', qr: '' } });
    const qr = `data:image/png;base64,${qrInWaha.toString('base64')}`;
    expect(await session().start(sender)).toEqual({ kind: 'done', value: { state: 'scan', qr } });
    const [webhook] = waha.sessions.get('default')?.config.webhooks ?? [];
    expect(webhook).toMatchObject({ url: 'http://127.0.0.1:9/hook', hmac: { key: hookKey } });
    expect(webhook?.events).toEqual(['message', 'message.ack', 'message.reaction', 'session.status']);
    waha.scan('default', '+92 42 35761999');
    expect(await session().look(sender)).toEqual({ kind: 'done', value: { state: 'working', qr: '' } });
    expect(await provider.check?.(sender)).toMatchObject({
      kind: 'done',
      value: { number: '+924235761999', name: 'School Office', trouble: null },
    });
  });

  it('says so where it has been starting for more than a minute, and what is to be done', async () => {
    waha.setStatus('default', 'STARTING');
    const starting = { kind: 'done', value: { state: 'starting', qr: '' } };
    const stuck = { kind: 'done', value: { state: 'starting', qr: '', trouble: reasonOf('wahaStuck') } };
    expect(await session().look(sender)).toEqual(starting);
    later(59);
    expect(await session().look(sender)).toEqual(starting);
    later(1);
    expect(await session().look(sender)).toEqual(stuck);
    // Whoever begins anew, and whoever gets through, has a minute again.
    expect(await session().start(sender)).toMatchObject({ value: { state: 'scan' } });
    for (const status of ['STARTING', 'WORKING', 'STARTING'] as const) {
      waha.setStatus('default', status);
      expect(await session().look(sender)).not.toHaveProperty('value.trouble');
      later(40);
    }
    later(3600);
    expect(await session().look(sender)).toEqual(starting);
    await waha.stop();
    expect(await session().look(sender)).toMatchObject({ kind: 'unreachable' });
  });

  it('keeps what the gateway is to tell others, and its own hook once', async () => {
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

  it('ends, also where there is none', async () => {
    expect(await session().end(sender)).toEqual({ kind: 'done', value: null });
    expect(waha.sessions.get('default')?.status).toBe('STOPPED');
    waha.sessions.clear();
    expect(await session().end(sender)).toEqual({ kind: 'done', value: null });
  });

  it('needs an address that the gateway can call', async () => {
    const reason = reasonOf('wahaNoHookUrl');
    expect(await session().start(change({ hookUrl: '' }))).toEqual({ kind: 'refused', reason });
  });

  it('says what keeps the number from sending', async () => {
    waha.setStatus('default', 'FAILED');
    expect(await provider.check?.(sender)).toMatchObject({ value: { trouble: reasonOf('wahaFailed') } });
    const engine = { engine: 'WEBJS' };
    waha.sessions.set('default', { name: 'default', status: 'WORKING', config: {}, me: null, engine });
    expect(await provider.check?.(sender)).toMatchObject({
      value: { trouble: reasonOf('wahaEngine', { name: 'WEBJS' }) },
    });
    engine.engine = 'GOWS';
    expect(await provider.check?.(sender)).toMatchObject({ value: { trouble: null } });
    const nowhere = change({ url: 'http://127.0.0.1:9' });
    expect(await provider.check?.(nowhere)).toEqual({
      kind: 'unreachable',
      reason: reasonOf('wahaUnreachable'),
    });
  });
});

describe('a name in the place of a number', () => {
  const name = '123456789012345@lid';
  const find = () => provider.findNumber?.(sender, name);

  it('is asked about at the gateway, until its number is told', async () => {
    expect(await find()).toEqual({ kind: 'done', value: '' });
    waha.lids.set(name, chatId);
    expect(await find()).toEqual({ kind: 'done', value: to });
    expect(await find()).toEqual({ kind: 'done', value: to });
    expect(waha.askedLids).toEqual([name, name]);
  });

  it.each([
    ['an older gateway has no such call', async () => waha.sessions.clear(), 'refused'],
    ['nobody answers', () => waha.stop(), 'unreachable'],
  ])('%s', async (_what, change, kind) => {
    await change();
    expect(await find()).toMatchObject({ kind });
  });
});

describe('what a parent sent', () => {
  const fetchMedia = (address: string, most = 100) => provider.fetchMedia?.(sender, address, most);

  it('is fetched from the gateway, by whatever name it knows itself', async () => {
    waha.files.set('slip.jpg', picture);
    expect(await fetchMedia('http://localhost:3000/api/files/slip.jpg')).toEqual({
      kind: 'done',
      value: picture,
    });
  });

  it.each([
    ['another place', 'https://evil.example/slip.jpg', 100, reasonOf('wahaForeignFile')],
    ['another part of it', 'http://localhost:3000/api/sessions/default', 100, reasonOf('wahaForeignFile')],
    ['a way round', 'http://localhost:3000/api/files/../sessions/default', 100, reasonOf('wahaForeignFile')],
    ['a file that is gone', 'http://localhost:3000/api/files/other.jpg', 100, reasonOf('wahaNoFileThere')],
    ['a file too large', 'http://localhost:3000/api/files/slip.jpg', 3, reasonOf('wahaFileTooLarge')],
  ])('%s is refused', async (_what, address, most, reason) => {
    waha.files.set('slip.jpg', picture);
    expect(await fetchMedia(address, most)).toMatchObject({ kind: 'refused', reason });
  });

  it('is marked as read in its chat', async () => {
    const id = `false_${chatId}_3AAB`;
    expect(await provider.markRead?.(sender, id)).toEqual({ kind: 'done', value: null });
    expect(waha.seen).toEqual([id]);
  });
});

describe('a gateway that is none', () => {
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
  it.each(noPlace)('is not asked where only the machine itself is told its secrets: %s', async (url) => {
    const began = performance.now();
    const reason = reasonOf('wahaUnreachable');
    expect(await provider.check?.(change({ url }))).toEqual({ kind: 'unreachable', reason });
    expect(await send({}, change({ url }))).toEqual({ kind: 'notSent', reason });
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('stands on the internet where only such are allowed', async () => {
    const { sent } = waha;
    provider = wahaGateway(surroundings(), { places: 'public' });
    const reason = reasonOf('wahaUnreachable');
    expect(await provider.check?.(sender)).toEqual({ kind: 'unreachable', reason });
    expect(await send({})).toEqual({ kind: 'notSent', reason });
    expect(await provider.session?.look(sender)).toMatchObject({ kind: 'unreachable' });
    expect(sent).toEqual([]);
  });

  it('and says what nobody can store, or has no word for, is heard without it', async () => {
    const me = { id: '923001234567@c.us', pushName: 'Girls\0 School' };
    waha.sessions.set('default', { name: 'default', status: 'WORKING', config: {}, me });
    expect(await provider.check?.(sender)).toMatchObject({ value: { name: 'Girls School', trouble: null } });
    waha.sessions.set('default', { name: 'default', status: 'constructor' as Status, config: {}, me: null });
    expect(await provider.session?.look(sender)).toEqual({
      kind: 'done',
      value: { state: 'failed', qr: '' },
    });
  });

  it('and answers without an end is heard no further than an answer can be long', async () => {
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
