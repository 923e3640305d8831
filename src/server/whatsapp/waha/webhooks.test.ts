import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
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
    const reason = makeReason('wahaNotDelivered');
    expect(ack(-1)).toEqual([
      { kind: 'receipt', receipt: { ...receipt, status: 'failed', reason, code: '-1' } },
      { kind: 'problem', reason, policy: 'pauseSender' },
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
    ['that a program sent', { fromMe: true, source: 'api', id: `true_${chat}_3AAB` }],
    ['of our own that may be from a program', { fromMe: true, id: `true_${chat}_3EB0AB` }],
    ['that we sent', { fromMe: true, source: 'app', id: `true_${chat}_${idFor(hookKey, 'm1:12:a3')}` }],
    ['of our own in a group', { fromMe: true, source: 'app', id: 'true_120363000000000000@g.us_3AAB' }],
    ['in a group', { from: '120363000000000000@g.us' }],
    ['in a status post', { from: 'status@broadcast' }],
    ['in a channel', { from: '120363000000000000@newsletter' }],
    ['that only reports an edit', { _data: { message: { protocolMessage: { type: 14 } } } }],
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

  it.each([
    ['of the engines', { from: '924235761999@c.us', to: chat }],
    ['with the chat in `from`', { from: chat, to: null }],
    ['with the chat only in its id', { from: '924235761999@c.us' }],
    ['of an older gateway', { source: undefined }],
    ['to a hidden id', { id: 'true_12345@lid_3AAB', from: '1@lid', _data: { key: { remoteJidAlt: chat } } }],
    ['to a hidden id of GOWS', { id: 'true_12345@lid_3AAB', _data: { Info: { RecipientAlt: chat } } }],
  ])('A message from the phone’s own app is an answer: %s.', (_what, more) => {
    const { kind: _kind, ...answered } = inbound;
    const own = { id: `true_${chat}_3AAB`, fromMe: true, source: 'app', ...more };
    expect(message(own)).toEqual([{ ...answered, kind: 'answered', providerID: '3AAB' }]);
  });

  it('Both message events of the gateway are read, and the id is the same.', () => {
    const payload = { id: `false_${chat}_3AAB`, from: chat, fromMe: false, body: 'x' };
    expect(read('message.any', payload)).toEqual(read('message', payload));
  });

  const changed = { number: '+923001234567', at: inbound.at };
  const ids = [`false_${chat}_3AAB`];

  it('An edit names the message under every id that it may have.', () => {
    const edit = {
      id: `false_${chat}_3AAE`,
      timestamp: now.getTime() / 1000 - 60,
      from: chat,
      fromMe: false,
    };
    const of = (more: object) => read('message.edited', { ...edit, body: 'new', ...more });
    const edited = { kind: 'edited', ...changed, providerID: edit.id, originalIDs: ids, text: 'new' };
    expect(of({ editedMessageId: '3AAB' })).toEqual([edited]);
    expect(of({ editedMessageId: ids[0] })).toEqual([edited]);
    const lid = { id: 'false_12345@lid_3AAE', from: '12345@lid', _data: { key: { remoteJidAlt: chat } } };
    expect(of({ ...lid, editedMessageId: '3AAB' })).toEqual([
      { ...edited, providerID: lid.id, originalIDs: ['false_12345@lid_3AAB', ...ids] },
    ]);
    const ours = { id: `true_${chat}_3AAE`, fromMe: true, to: chat, editedMessageId: `true_${chat}_3AAB` };
    expect(of(ours)).toEqual([{ ...edited, providerID: ours.id, originalIDs: ['3AAB'], isOurs: true }]);
    expect(of({ id: 'false_1203@g.us_3AAE', editedMessageId: '3AAB' })).toEqual([]);
    expect(of({})).toEqual([{ ...inbound, providerID: edit.id, text: 'new' }]);
  });

  it.each<[string, object]>([
    ['after', { revokedMessageId: '3AAB', after: { id: `false_${chat}_3AAX`, from: chat, fromMe: false } }],
    [
      'before',
      { before: { id: `false_${chat}_3AAB`, from: chat, fromMe: false, timestamp: 5 }, after: null },
    ],
    ['the engine', { revokedMessageId: '3AAB', _data: { key: { remoteJid: chat, fromMe: false } } }],
    ['the payload', { revokedMessageId: '3AAB', from: chat, fromMe: false }],
    ['the id', { revokedMessageId: `false_${chat}_3AAB` }],
  ])('A deletion is read with the chat from %s.', (_what, payload) =>
    expect(read('message.revoked', payload)).toEqual([
      { kind: 'revoked', ...changed, at: now, originalIDs: ids },
    ]),
  );

  it('A deletion of ours has the bare id, and one in a group or without an id gives no event.', () => {
    const ours = { revokedMessageId: '3AAB', after: { id: `true_${chat}_3AAX`, from: chat, fromMe: true } };
    expect(read('message.revoked', ours)).toEqual([
      { kind: 'revoked', ...changed, at: now, originalIDs: ['3AAB'], isOurs: true },
    ]);
    const inGroup = { id: `false_1203@g.us_3AAX_${chat}`, from: '1203@g.us', fromMe: false };
    expect(read('message.revoked', { revokedMessageId: '3AAB', after: inGroup })).toEqual([]);
    expect(read('message.revoked', { after: { id: 'x', from: chat, fromMe: false } })).toEqual([]);
  });

  it('A call is read with its outcome, and a call in a group gives no event.', () => {
    const payload = {
      id: 'C1',
      from: chat,
      timestamp: now.getTime() / 1000 - 60,
      isVideo: true,
      isGroup: false,
    };
    const called = { kind: 'called', providerID: 'C1', ...changed };
    expect(read('call.received', payload)).toEqual([called]);
    expect(read('call.accepted', payload)).toEqual([{ ...called, outcome: 'talked' }]);
    expect(read('call.rejected', payload)).toEqual([{ ...called, outcome: 'missed' }]);
    expect(read('call.received', { ...payload, isGroup: true })).toEqual([]);
    expect(read('call.received', { ...payload, from: '1203@g.us' })).toEqual([]);
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
  const event = fc.constantFrom(
    ...['message', 'message.any', 'message.ack', 'message.reaction', 'message.edited', 'message.revoked'],
    ...['call.received', 'call.accepted', 'session.status', 'other'],
  );
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
