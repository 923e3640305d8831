import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '#shared/reasons.ts';
import { wahaInboundWords } from '#shared/words/reasons.ts';
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

describe('Webhook signature', () => {
  const raw = Buffer.from('{"event":"message"}');
  const sign = createHmac('sha512', hookKey).update(raw).digest('hex');
  const headers = { 'x-webhook-hmac': sign, 'x-webhook-hmac-algorithm': 'sha512' };

  it('A signature of the raw bytes is accepted.', () => {
    expect(webhooks.isSigned(sender, raw, headers)).toBe(true);
    expect(webhooks.isSigned(sender, raw, { 'x-webhook-hmac': sign })).toBe(true);
  });

  it.each([
    ['other bytes', Buffer.from('{"event": "message"}'), headers],
    ['no signature', raw, {}],
    ['an empty signature', raw, { 'x-webhook-hmac': '' }],
    ['half of the signature', raw, { 'x-webhook-hmac': sign.slice(0, 64) }],
    ['a signature that is not hexadecimal', raw, { 'x-webhook-hmac': 'z'.repeat(128) }],
    ['another algorithm', raw, { ...headers, 'x-webhook-hmac-algorithm': 'none' }],
  ])('A webhook with %s is refused.', (_what, bytes, headers) => {
    expect(webhooks.isSigned(sender, bytes, headers)).toBe(false);
  });

  it('Without a key every webhook is refused.', () => {
    const open = { ...sender, settings: { session: 'default' } };
    const unsigned = createHmac('sha512', '').update(raw).digest('hex');
    expect(webhooks.isSigned(open, raw, { 'x-webhook-hmac': unsigned })).toBe(false);
  });
});

describe('Acks', () => {
  const id = idFor(hookKey, 'm1:12:a3') ?? '';
  const ack = (ack: number, more: object = {}) =>
    read('message.ack', { id: `true_${chat}_${id}`, from: chat, fromMe: true, ack, ackName: 'X', ...more });
  const receipt = { providerID: id, at: now, opaque: 'm1:12:a3' };

  it.each([
    [1, 'sent'],
    [2, 'delivered'],
    [3, 'read'],
    [4, 'read'],
  ])('Ack %i means %s for the message and attempt that the message id encodes.', (code, status) => {
    expect(ack(code)).toEqual([{ kind: 'receipt', receipt: { ...receipt, status } }]);
  });

  it('An error ack fails the message and pauses the sender.', () => {
    const reason = reasonOf('wahaNotDelivered');
    expect(ack(-1)).toEqual([
      { kind: 'receipt', receipt: { ...receipt, status: 'failed', reason, code: '-1' } },
      { kind: 'trouble', reason, policy: 'pauseSender' },
    ]);
  });

  it('An ack of a chat with a hidden number is read like any other ack.', () => {
    expect(ack(2, { id: `true_123456789012345@lid_${id}` })).toEqual([
      { kind: 'receipt', receipt: { ...receipt, status: 'delivered' } },
    ]);
  });

  it('An ack of media has only the provider id, because media ids encode no message.', () => {
    const media = '3EB0000000000000000001';
    expect(ack(2, { id: `true_${chat}_${media}` })).toEqual([
      { kind: 'receipt', receipt: { providerID: media, status: 'delivered', at: now } },
    ]);
  });

  it.each([
    ['with code 0', { ack: 0 }],
    ['with an unknown code', { ack: 9 }],
    ['of a message to us', { fromMe: false }],
    ['of a message written on the phone', { id: `true_${chat}_3A0123456789ABCDEF01` }],
    ['of a group message', { id: `true_120363000000000000@g.us_${id}_${chat}` }],
    ['of a status post', { id: `true_status@broadcast_${id}` }],
  ])('An ack %s gives no event.', (_what, more) => expect(ack(2, more)).toEqual([]));

  it('The time of an ack is the timestamp of the gateway.', () => {
    const payload = { id: `true_${chat}_${id}`, fromMe: true, ack: 2 };
    const [event] = read('message.ack', payload, { timestamp: Date.parse('2026-11-05T05:59:00.000Z') });
    expect(event).toMatchObject({ receipt: { at: new Date('2026-11-05T05:59:00.000Z') } });
  });
});

describe('Messages of parents', () => {
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

  it('A parent’s message is read with its number, text and time.', () =>
    expect(message()).toEqual([inbound]));

  it('A parent’s media is read with or without a text, and lost media becomes a sentence.', () => {
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
  ])('A hidden sender is replaced by the number that the message also has: %j.', (_data) => {
    expect(message({ from: '123456789012345@lid', _data })).toEqual([inbound]);
  });

  it.each([
    ['no other data', {}],
    ['another hidden id', { key: { remoteJidAlt: '123456789012345@lid' } }],
    ['invalid data', { key: { remoteJidAlt: 7 }, Info: { SenderAlt: '' } }],
  ])('A sender whose number is hidden keeps the hidden id: %s.', (_what, _data) => {
    const hidden = { ...inbound, number: '123456789012345@lid', isHidden: true };
    expect(message({ from: '123456789012345:7@lid', _data })).toEqual([hidden]);
  });

  it.each([
    ['of our own', { fromMe: true }],
    ['in a group', { from: '120363000000000000@g.us' }],
    ['in a status post', { from: 'status@broadcast' }],
    ['in a channel', { from: '120363000000000000@newsletter' }],
    // Some engines name the writer in `from`, and the chat elsewhere.
    ['to a group', { to: '120363000000000000@g.us' }],
    ['with the id of a group message', { id: `false_120363000000000000@g.us_3AAB_${chat}` }],
    ['with the id of a status post', { id: `false_status@broadcast_3AAB_${chat}` }],
    ['in a group of NOWEB', { _data: { key: { remoteJid: '120363000000000000@g.us' } } }],
    ['in a group of GOWS', { _data: { Info: { Chat: '120363000000000000@g.us' } } }],
  ])('A message %s gives no event.', (_what, more) => expect(message(more)).toEqual([]));

  it.each([
    [{ location: { latitude: '31', longitude: '74' } }, wahaInboundWords.location],
    [{ vCards: ['BEGIN:VCARD'] }, wahaInboundWords.contact],
    [{}, wahaInboundWords.unshown],
  ])('A message without text is shown as a sentence: %j.', (more, text) => {
    expect(message({ body: '', ...more })).toEqual([{ ...inbound, text }]);
  });

  it('A reaction in a group gives no event.', () => {
    const payload = { id: `false_120363000000000000@g.us_3AAB_${chat}`, from: chat, fromMe: false };
    expect(read('message.reaction', { ...payload, reaction: { text: '👍' } })).toEqual([]);
  });

  it('A reaction is read as a sentence, and a removed reaction gives no event.', () => {
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

describe('Session status', () => {
  const lost = { kind: 'session', state: 'failed' };
  it.each([
    ['WORKING', [{ kind: 'session', state: 'working' }]],
    ['SCAN_QR_CODE', [{ kind: 'session', state: 'scan' }]],
    ['STARTING', []],
    ['STOPPED', [lost]],
    ['FAILED', [lost]],
  ])('The session status %s gives its session events.', (status, events) => {
    expect(read('session.status', { name: 'default', status })).toEqual(events);
  });
});

it('A webhook of another session of the gateway gives no event.', () => {
  const payload = { name: 'other', status: 'FAILED' };
  expect(read('session.status', payload, { session: 'other' })).toEqual([]);
});

it('Reading any webhook never throws.', () => {
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
