import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '#shared/reasons.ts';
import { wahaInboundWords } from '#shared/words/waha.ts';
import type { Sender } from '../model.ts';
import { idFor } from './message-ids.ts';
import { createWebhooks } from './webhooks.ts';

const now = new Date('2026-11-05T06:00:00.000Z');
const hookKey = 'a key of this sender';
const sender: Sender = {
  id: 's1',
  provider: 'waha',
  pace: '',
  settings: { session: 'default', hookKey },
  words: [''],
};
const webhooks = createWebhooks(() => now);
const read = (event: string, payload: unknown, more: object = {}) =>
  webhooks.readEvents(sender, { event, session: 'default', payload, ...more });
const chat = '923001234567@c.us';

describe('who calls', () => {
  const raw = Buffer.from('{"event":"message"}');
  const sign = createHmac('sha512', hookKey).update(raw).digest('hex');
  const headers = { 'x-webhook-hmac': sign, 'x-webhook-hmac-algorithm': 'sha512' };

  it('is known by the signature over the very bytes', () => {
    expect(webhooks.isSigned(sender, raw, headers)).toBe(true);
    expect(webhooks.isSigned(sender, raw, { 'x-webhook-hmac': sign })).toBe(true);
  });

  it.each([
    ['other bytes', Buffer.from('{"event": "message"}'), headers],
    ['no signature', raw, {}],
    ['an empty one', raw, { 'x-webhook-hmac': '' }],
    ['half of it', raw, { 'x-webhook-hmac': sign.slice(0, 64) }],
    ['no hexadecimal', raw, { 'x-webhook-hmac': 'z'.repeat(128) }],
    ['another algorithm', raw, { ...headers, 'x-webhook-hmac-algorithm': 'none' }],
  ])('%s is not genuine', (_what, bytes, headers) => {
    expect(webhooks.isSigned(sender, bytes, headers)).toBe(false);
  });

  it('nobody is believed while there is no key', () => {
    const open = { ...sender, settings: { session: 'default' } };
    const unsigned = createHmac('sha512', '').update(raw).digest('hex');
    expect(webhooks.isSigned(open, raw, { 'x-webhook-hmac': unsigned })).toBe(false);
  });
});

describe('acks', () => {
  const id = idFor(hookKey, 'm1:12:a3') ?? '';
  const ack = (ack: number, more: object = {}) =>
    read('message.ack', { id: `true_${chat}_${id}`, from: chat, fromMe: true, ack, ackName: 'X', ...more });
  const receipt = { providerID: id, at: now, opaque: 'm1:12:a3' };

  it.each([
    [1, 'sent'],
    [2, 'delivered'],
    [3, 'read'],
    [4, 'read'],
  ])('%i is %s, of the message and the try that the id says', (code, status) => {
    expect(ack(code)).toEqual([{ kind: 'receipt', receipt: { ...receipt, status } }]);
  });

  it('an error fails the message and stops the sender', () => {
    const reason = reasonOf('wahaNotDelivered');
    expect(ack(-1)).toEqual([
      { kind: 'receipt', receipt: { ...receipt, status: 'failed', reason, code: '-1' } },
      { kind: 'trouble', reason, policy: 'pauseSender' },
    ]);
  });

  it('a chat that is named by a number of WhatsApp’s own says the same', () => {
    expect(ack(2, { id: `true_123456789012345@lid_${id}` })).toEqual([
      { kind: 'receipt', receipt: { ...receipt, status: 'delivered' } },
    ]);
  });

  it('the id of media says no message: it is found by its answer', () => {
    const media = '3EB0000000000000000001';
    expect(ack(2, { id: `true_${chat}_${media}` })).toEqual([
      { kind: 'receipt', receipt: { providerID: media, status: 'delivered', at: now } },
    ]);
  });

  it.each([
    ['that is on its way', { ack: 0 }],
    ['nobody knows', { ack: 9 }],
    ['that we gave', { fromMe: false }],
    ['of what was written on the phone', { id: `true_${chat}_3A0123456789ABCDEF01` }],
    ['of a group', { id: `true_120363000000000000@g.us_${id}_${chat}` }],
    ['of a status', { id: `true_status@broadcast_${id}` }],
  ])('one %s says nothing', (_what, more) => expect(ack(2, more)).toEqual([]));

  it('happened when the gateway says', () => {
    const payload = { id: `true_${chat}_${id}`, fromMe: true, ack: 2 };
    const [event] = read('message.ack', payload, { timestamp: Date.parse('2026-11-05T05:59:00.000Z') });
    expect(event).toMatchObject({ receipt: { at: new Date('2026-11-05T05:59:00.000Z') } });
  });
});

describe('what parents write', () => {
  const message = (more: object = {}) =>
    read('message', {
      id: `false_${chat}_3AAB`,
      timestamp: now.getTime() / 1000 - 60,
      from: chat,
      fromMe: false,
      body: 'Paid today',
      hasMedia: false,
      ...more,
    });
  const inbound = {
    kind: 'inbound',
    providerID: `false_${chat}_3AAB`,
    number: '+923001234567',
    text: 'Paid today',
    at: new Date('2026-11-05T05:59:00.000Z'),
  };

  it('is a text with its number and time', () => expect(message()).toEqual([inbound]));

  it('may have media to be fetched, with or without words', () => {
    const url = 'http://localhost:3000/api/files/receipt.jpg';
    const media = { url, mimetype: 'image/jpeg', filename: null };
    const fetched = { id: url, type: 'image/jpeg', name: '' };
    expect(message({ body: '', hasMedia: true, media })).toEqual([{ ...inbound, text: '', media: fetched }]);
    expect(message({ hasMedia: true, media })).toEqual([{ ...inbound, media: fetched }]);
    const lost = message({ body: '', hasMedia: true, media: { url: null } });
    expect(lost).toEqual([{ ...inbound, text: wahaInboundWords.mediaLost }]);
  });

  it.each([
    [{ key: { remoteJidAlt: '923001234567:4@s.whatsapp.net' } }],
    [{ key: { senderPn: '923001234567@s.whatsapp.net' } }],
    [{ Info: { SenderAlt: '923001234567@s.whatsapp.net' } }],
  ])('is found by the number beside it where WhatsApp hides it: %j', (_data) => {
    expect(message({ from: '123456789012345@lid', _data })).toEqual([inbound]);
  });

  it.each([
    ['no more than that', {}],
    ['another name of the same', { key: { remoteJidAlt: '123456789012345@lid' } }],
    ['what is no name', { key: { remoteJidAlt: 7 }, Info: { SenderAlt: '' } }],
  ])('is kept by WhatsApp’s own name where the number is hidden: %s', (_what, _data) => {
    const hidden = { ...inbound, number: '123456789012345@lid', isHidden: true };
    expect(message({ from: '123456789012345:7@lid', _data })).toEqual([hidden]);
  });

  it.each([
    ['our own', { fromMe: true }],
    ['a group’s', { from: '120363000000000000@g.us' }],
    ['a status', { from: 'status@broadcast' }],
    ['a channel’s', { from: '120363000000000000@newsletter' }],
  ])('%s says nothing', (_what, more) => expect(message(more)).toEqual([]));

  it.each([
    [{ location: { latitude: '31', longitude: '74' } }, wahaInboundWords.location],
    [{ vCards: ['BEGIN:VCARD'] }, wahaInboundWords.contact],
    [{}, wahaInboundWords.unshown],
  ])('is said in words where it has none: %j', (more, text) => {
    expect(message({ body: '', ...more })).toEqual([{ ...inbound, text }]);
  });

  it('may be a reaction', () => {
    const payload = {
      id: `false_${chat}_3AAB`,
      from: chat,
      fromMe: false,
      timestamp: inbound.at.getTime() / 1000,
    };
    const react = (text: string) =>
      read('message.reaction', { ...payload, reaction: { text, messageId: 'x' } });
    expect(react('👍')).toEqual([{ ...inbound, text: wahaInboundWords.reacted('👍') }]);
    expect(react('')).toEqual([]);
  });
});

describe('the session', () => {
  const lost = { kind: 'session', state: 'failed' };
  it.each([
    ['WORKING', [{ kind: 'session', state: 'working' }]],
    ['SCAN_QR_CODE', [{ kind: 'session', state: 'scan' }]],
    ['STARTING', []],
    ['STOPPED', [lost]],
    ['FAILED', [lost]],
  ])('%s', (status, events) => {
    expect(read('session.status', { name: 'default', status })).toEqual(events);
  });
});

it('another session of the same gateway says nothing', () => {
  const payload = { name: 'other', status: 'FAILED' };
  expect(read('session.status', payload, { session: 'other' })).toEqual([]);
});

it('whatever is read, it is read without an error', () => {
  const event = fc.constantFrom('message', 'message.ack', 'message.reaction', 'session.status', 'other');
  fc.assert(
    fc.property(event, fc.jsonValue(), (event, payload) => {
      expect(Array.isArray(read(event, payload))).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(webhooks.readEvents(sender, body)).toEqual([]);
    }),
  );
});
