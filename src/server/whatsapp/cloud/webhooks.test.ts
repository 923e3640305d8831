import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeReason, type Reason, sayReason } from '#shared/messages/reasons.ts';
import { phoneWords } from '#shared/words/chats.ts';
import { cloudInboundWords } from '#shared/words/reasons.ts';
import { cloudSender } from '../../../../test/support/cloud-sender.ts';
import { readExamples } from '../../../../test/support/graph-server.ts';
import { createWebhooks } from './webhooks.ts';

const now = new Date('2026-11-05T06:00:00Z');
const webhooks = createWebhooks(() => now);
const sender = cloudSender();
const { namesIn, namesOf, of: appOf } = webhooks.app!;
const isAbout = (body: unknown, about: typeof sender): boolean =>
  namesOf(about).some((name) => namesIn(body).has(name));

it('Senders are of one app if they have its id and its secret.', () => {
  const [one, other] = [cloudSender({ phoneNumberID: '1' }), cloudSender({ phoneNumberID: '2' })];
  expect(appOf(one)).toBe(appOf(other));
  expect(appOf(cloudSender({ appID: '999' }))).not.toBe(appOf(one));
  expect(appOf(cloudSender({ appSecret: 'another' }))).not.toBe(appOf(one));
  expect(appOf(cloudSender({ appSecret: '' }))).toBeUndefined();
});
const examples = readExamples<{ entry: object[] }>('webhooks');

const wamid = 'wamid.HBgMOTIzMDAxMjM0NTY3FQIAERgSNDFBQjEyM0NEMzQ1RUY2Nzg5AA==';
const seconds = (count: number) => new Date(count * 1000);
const receipt = (status: string, more = {}) => ({
  kind: 'receipt',
  receipt: {
    providerID: wamid,
    status,
    at: seconds(1795000000),
    opaque: 'm1:01JD3V9W6C8Q4Z7K2N5R1T0XYA:a1',
    recipient: '+923001234567',
    ...more,
  },
});
const failed = (code: number, policy: string, reason: Reason) =>
  receipt('failed', {
    code: String(code),
    policy,
    reason,
  });
const inbound = (text: string, more = {}) => ({
  kind: 'inbound',
  providerID: 'wamid.IN1',
  number: '+923001234567',
  at: seconds(1795000100),
  text,
  ...more,
});
const media = (type: string, name = '') => ({ media: { id: '1003383421387256', type, name } });
const template = (status: string, time: number, reason: Reason | null = null) => ({
  kind: 'template',
  name: 'fee_voucher_due',
  language: 'en',
  status,
  reason,
  at: seconds(time),
});

const expected: Record<string, object[]> = {
  status_sent: [receipt('sent')],
  status_delivered: [receipt('delivered')],
  status_read: [receipt('read')],
  status_failed_131026: [failed(131026, 'failRecipient', makeReason('notOnWhatsAppOrTooOld'))],
  status_failed_131049: [failed(131049, 'retryTomorrow', makeReason('sparedForNow'))],
  status_failed_131053: [
    failed(
      131053,
      'failRequest',
      makeReason('mediaNotTaken', { reported: 'Downloading media from weblink failed with http code 404' }),
    ),
  ],
  value_level_error_130429: [{ kind: 'problem', reason: makeReason('cloudSlower'), policy: 'retrySender' }],
  in_text: [inbound('STOP')],
  in_image: [inbound('receipt', media('image/jpeg'))],
  in_audio: [inbound('', media('audio/ogg; codecs=opus'))],
  in_document: [inbound('', media('application/pdf', 'receipt.pdf'))],
  in_button: [inbound('Stop messages', { payload: 'STOP' })],
  in_interactive_button: [inbound('Already paid', { payload: 'paid' })],
  in_interactive_list: [inbound('Row', { payload: 'r1' })],
  in_flow: [inbound('Form answered: Sent\nvisit_day: 2026-12-10\nchildren: 2')],
  in_unsupported: [inbound(cloudInboundWords.unsupported)],
  in_number_changed: [
    { kind: 'numberChanged', from: '+923001234567', to: '+923009999999', at: seconds(1795000200) },
  ],
  template_approved: [template('approved', 1795000300)],
  template_rejected: [
    template(
      'rejected',
      1795000301,
      makeReason('textFormat', {
        reported:
          'Your template has parameters placed next to each other (like {{1}}{{2}}) without text or punctuation between them. Separate parameters with descriptive text and ensure each parameter is clearly contextualized.',
      }),
    ),
  ],
  template_paused: [template('paused', 1795000302, makeReason('approvalPaused'))],
  template_deleting_reason_null: [
    { ...template('disabled', 1795000303, makeReason('approvalDeleted')), name: 'x' },
  ],
  user_stop: [{ kind: 'preference', number: '+923001234567', request: 'stop', at: seconds(1795000400) }],
};

it('The test covers every webhook of Meta’s examples.', () => {
  expect(Object.keys(expected).sort()).toEqual(Object.keys(examples).sort());
});

it('The reason of a rejected template is our sentence, followed by WhatsApp’s advice.', () => {
  const alone = sayReason(makeReason('textFormat', {}));
  expect(sayReason(makeReason('textFormat', { reported: 'Mind the gap.' }))).toBe(`${alone} Mind the gap.`);
});

it.each(Object.entries(expected))('The example webhook %s gives its expected events.', (name, events) => {
  expect(webhooks.readEvents(sender, examples[name])).toEqual(events);
});

it('A webhook with several entries gives the events of all entries in their order.', () => {
  const batch = {
    object: 'whatsapp_business_account',
    entry: Object.values(examples).flatMap(({ entry }) => entry),
  };
  expect(webhooks.readEvents(sender, batch)).toEqual(Object.values(expected).flat());
});

it('Webhooks of another number or account give no events.', () => {
  const others = cloudSender({ phoneNumberID: '1', wabaID: '2' });
  for (const example of Object.values(examples)) expect(webhooks.readEvents(others, example)).toEqual([]);
});

it('Receipts and parents’ messages to a past number of the sender are still read.', () => {
  const moved = cloudSender({ phoneNumberID: '1', pastNumberIDs: '5 106540352242922' });
  for (const name of ['status_sent', 'status_delivered', 'status_failed_131026'])
    expect(webhooks.readEvents(moved, examples[name])).toEqual(expected[name]);
  for (const name of ['in_text', 'user_stop'])
    expect(webhooks.readEvents(moved, examples[name])).toEqual(
      (expected[name] ?? []).map((event) => ({ ...event, toPastNumber: true })),
    );
  expect(webhooks.readEvents(moved, examples.value_level_error_130429)).toEqual([]);
  expect(isAbout(examples.status_sent, { ...moved, settings: { ...moved.settings, wabaID: '2' } })).toBe(
    true,
  );
  const other = cloudSender({ phoneNumberID: '1', wabaID: '2', pastNumberIDs: '' });
  expect(isAbout(examples.status_sent, other)).toBe(false);
});

const ofNumber = (value: object) => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [{ field: 'messages', value: { metadata: { phone_number_id: '106540352242922' }, ...value } }],
    },
  ],
});
const ofAccount = (field: string, value: object) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: [{ field, value }] }],
});
const write = (type: string, body: unknown) =>
  webhooks.readEvents(
    sender,
    ofNumber({
      messages: [{ id: 'wamid.IN1', from: '923001234567', timestamp: 1795000100, type, [type]: body }],
    }),
  );

describe('Other kinds of messages', () => {
  it.each<[string, unknown, string]>([
    ['reaction', { message_id: wamid, emoji: '👍' }, 'Reacted with 👍'],
    ['reaction', { message_id: wamid }, 'Removed a reaction'],
    [
      'location',
      { latitude: 31.5, longitude: 74.3, name: 'Home' },
      'Location: Home, https://maps.google.com/?q=31.5,74.3',
    ],
    [
      'contacts',
      [{ name: { formatted_name: 'Ali' }, phones: [{ phone: '+92 300 1234567' }] }],
      'Contact: Ali, +92 300 1234567',
    ],
    ['order', { catalog_id: '1' }, cloudInboundWords.unsupported],
    ['constructor', {}, cloudInboundWords.unsupported],
    ['image', { caption: 'an image without an id' }, cloudInboundWords.unsupported],
    ['text', { body: 'with\0 NUL' }, 'with NUL'],
  ])('A message of the type %s with %j is read as the text %j.', (type, body, text) =>
    expect(write(type, body)).toEqual([inbound(text)]),
  );

  it('A sticker and a video are read as media.', () => {
    expect(write('sticker', { id: '5', mime_type: 'image/webp' })).toEqual([
      inbound('', { media: { id: '5', type: 'image/webp', name: '' } }),
    ]);
    expect(write('video', { id: '6', mime_type: 'video/mp4', caption: 'see' })).toEqual([
      inbound('see', { media: { id: '6', type: 'video/mp4', name: '' } }),
    ]);
  });
});

describe('Changes, echoes and calls', () => {
  const from = '923001234567';
  const timestamp = '1795000100';
  const chat = { number: '+923001234567', at: seconds(1795000100) };
  const message = (more: object) =>
    webhooks.readEvents(sender, ofNumber({ messages: [{ id: 'wamid.E2', from, timestamp, ...more }] }));
  const edit = (message: unknown) => ({ type: 'edit', edit: { original_message_id: 'wamid.E1', message } });

  it.each<[string, unknown, string]>([
    ['a text', { type: 'text', text: { body: 'I paid 50000' } }, 'I paid 50000'],
    ['the caption of a picture', { type: 'image', image: { id: '5', caption: 'the slip' } }, 'the slip'],
    ['something unknown', { type: 'poll', poll: {} }, cloudInboundWords.unsupported],
    ['nothing', undefined, cloudInboundWords.unsupported],
  ])('An edit of %s has the new text and the id of its message.', (_what, content, text) =>
    expect(message(edit(content))).toEqual([
      { kind: 'edited', ...chat, providerID: 'wamid.E2', originalIDs: ['wamid.E1'], text },
    ]),
  );

  it('A deletion has the id of its message.', () =>
    expect(message({ type: 'revoke', revoke: { original_message_id: 'wamid.E1' } })).toEqual([
      { kind: 'revoked', ...chat, originalIDs: ['wamid.E1'] },
    ]));

  it('An edit or deletion without the id of its message is shown as unknown.', () => {
    const unknown = [inbound(cloudInboundWords.unsupported, { providerID: 'wamid.E2' })];
    expect(message({ type: 'edit', edit: { message: { type: 'text' } } })).toEqual(unknown);
    expect(message({ type: 'revoke' })).toEqual(unknown);
  });

  const echo = (more: object) =>
    webhooks.readEvents(
      sender,
      ofNumber({
        message_echoes: [{ from: '924235761999', to: from, id: 'wamid.ECHO1', timestamp, ...more }],
      }),
    );

  it('An echo is an answer to the number that it was sent to.', () => {
    const answered = { kind: 'answered', ...chat, providerID: 'wamid.ECHO1' };
    expect(echo({ type: 'text', text: { body: 'Yes' } })).toEqual([{ ...answered, text: 'Yes' }]);
    expect(echo({ type: 'image', image: { id: '5', mime_type: 'image/png' } })).toEqual([
      { ...answered, text: '', media: { id: '5', type: 'image/png', name: '' } },
    ]);
    expect(echo({ type: 'unknown' })).toEqual([{ ...answered, text: phoneWords.unknown }]);
    expect(echo({ type: 'text', text: { body: 'Yes' }, group_id: 'G' })).toEqual([]);
    expect(echo({ type: 'text', text: { body: 'Yes' }, to: undefined })).toEqual([]);
    expect(echo({ type: 'revoke', revoke: { original_message_id: 'wamid.E1' } })).toEqual([
      { kind: 'revoked', ...chat, originalIDs: ['wamid.E1'], isOurs: true },
    ]);
  });

  it('A call has its direction, and an outcome once it has ended.', () => {
    const call = (more: object) =>
      webhooks.readEvents(
        sender,
        ofNumber({ calls: [{ id: 'wacid.1', from, to: '924235761999', timestamp, ...more }] }),
      );
    const called = { kind: 'called', ...chat, providerID: 'wacid.1' };
    const direction = 'USER_INITIATED';
    expect(call({ event: 'connect', direction })).toEqual([called]);
    const missed = { ...called, outcome: 'missed' };
    expect(call({ event: 'terminate', direction, status: 'MISSED' })).toEqual([missed]);
    expect(call({ event: 'terminate', status: 'FAILED' })).toEqual([missed]);
    expect(call({ event: 'terminate', direction, status: 'COMPLETED' })).toEqual([
      { ...called, outcome: 'talked' },
    ]);
    const ours = { direction: 'BUSINESS_INITIATED', from: '924235761999', to: from };
    expect(call({ event: 'terminate', ...ours, status: 'COMPLETED' })).toEqual([
      { ...called, isOurs: true, outcome: 'talked' },
    ]);
  });

  it('A webhook of echoes or calls is about the number that it names.', () => {
    for (const field of ['smb_message_echoes', 'calls']) {
      const value = { metadata: { phone_number_id: '106540352242922' } };
      const body = { object: 'whatsapp_business_account', entry: [{ id: '5', changes: [{ field, value }] }] };
      expect(isAbout(body, sender)).toBe(true);
      expect(isAbout(body, cloudSender({ phoneNumberID: '1', wabaID: '5' }))).toBe(false);
    }
  });
});

it('A message in a group gives no event, whatever its type.', () => {
  const sent = { id: 'wamid.G1', from: '923001234567', timestamp: 1795000100 };
  const inGroup = [
    { type: 'text', text: { body: 'stop' } },
    { type: 'image', image: { id: '5', mime_type: 'image/jpeg' } },
    { type: 'reaction', reaction: { emoji: '👍' } },
    { type: 'system', system: { type: 'user_changed_number', wa_id: '923009999999' } },
    { type: 'not known yet' },
  ].map((content) => ({ ...sent, group_id: 'Y2FwaV9ncm91cDox', ...content }));
  const alone = { ...sent, group_id: null, type: 'text', text: { body: 'Salam' } };
  const [event, ...more] = webhooks.readEvents(sender, ofNumber({ messages: [...inGroup, alone] }));
  expect(event).toMatchObject({ kind: 'inbound', text: 'Salam' });
  expect(more).toEqual([]);
});

it('One malformed status is skipped, and the others are read.', () => {
  const good = { id: 'wamid.1', status: 'played', timestamp: '1795000000' };
  const statuses = [good, null, 7, { ...good, timestamp: 'soon' }, { ...good, status: 'odd' }, good];
  const read = {
    kind: 'receipt',
    receipt: { providerID: 'wamid.1', status: 'read', at: seconds(1795000000) },
  };
  expect(webhooks.readEvents(sender, ofNumber({ statuses, messages: 'none' }))).toEqual([read, read]);
});

describe('Parents with a user id', () => {
  // As in "Business-scoped user IDs" on developers.facebook.com (August 2026).
  const userID = 'PK.13491208655302741918';
  const contact = { profile: { name: 'Parent', username: '@parent' }, user_id: userID };
  const text = { id: 'wamid.IN1', timestamp: 1795000100, type: 'text', text: { body: 'Salam' } };
  const read = (value: object) => webhooks.readEvents(sender, ofNumber(value));

  it.each<[string, object, object]>([
    ['the user id alone', { messages: [{ ...text, from_user_id: userID }] }, { number: userID, userID }],
    ['the contacts alone', { contacts: [contact], messages: [text] }, { number: userID, userID }],
    [
      'the user id, and contacts with the number',
      { contacts: [{ ...contact, wa_id: '923001234567' }], messages: [{ ...text, from_user_id: userID }] },
      { userID },
    ],
    [
      'the number, and contacts with the user id',
      { contacts: [{ ...contact, wa_id: '923001234567' }], messages: [{ ...text, from: '923001234567' }] },
      { userID },
    ],
    ['both', { messages: [{ ...text, from: '923001234567', from_user_id: userID }] }, { userID }],
    [
      'contacts of somebody else',
      { contacts: [{ ...contact, wa_id: '923007654321' }], messages: [{ ...text, from: '923001234567' }] },
      {},
    ],
  ])('A message that names its sender by %s is read.', (_what, value, expected) =>
    expect(read(value)).toEqual([inbound('Salam', expected)]),
  );

  it('A message that does not name its sender gives no event.', () => {
    const other = { ...contact, user_id: 'PK.2' };
    expect(read({ messages: [text] })).toEqual([]);
    expect(read({ contacts: [contact, other], messages: [text] })).toEqual([]);
  });

  it('A status gives the user id, from its own field or from its contacts.', () => {
    const status = { id: wamid, status: 'read', timestamp: '1795000000', recipient_id: '923001234567' };
    const expectedReceipt = { ...receipt('read').receipt, opaque: undefined, userID };
    for (const value of [
      { statuses: [{ ...status, recipient_user_id: userID }] },
      { statuses: [status], contacts: [{ ...contact, wa_id: '923001234567' }] },
    ])
      expect(read(value)).toEqual([{ kind: 'receipt', receipt: expectedReceipt }]);
  });

  it('A preference and a changed number give the user id.', () => {
    const preference = { category: 'marketing_messages', value: 'stop', timestamp: 1795000200 };
    const at = seconds(1795000200);
    expect(read({ contacts: [contact], user_preferences: [{ ...preference, user_id: userID }] })).toEqual([
      { kind: 'preference', number: userID, userID, request: 'stop', at },
    ]);
    const system = { type: 'user_changed_number', wa_id: '923009999999' };
    const moved = { id: 'wamid.SYS', from_user_id: userID, timestamp: 1795000200, type: 'system', system };
    expect(read({ messages: [moved] })).toEqual([
      { kind: 'numberChanged', from: userID, userID, to: '+923009999999', at },
    ]);
  });
});

describe('Account changes', () => {
  it.each<[string, object, object[]]>([
    ['business_capability_update', { max_daily_conversations_per_business: 2000 }, [{ perDay: 2000 }]],
    [
      'business_capability_update',
      { max_daily_conversations_per_business: 'TIER_10K' },
      [{ perDay: 10_000 }],
    ],
    ['business_capability_update', { max_daily_conversation_per_phone: -1 }, [{ perDay: null }]],
    ['business_capability_update', { max_phone_numbers_per_waba: 25 }, []],
    ['phone_number_quality_update', { event: 'DOWNGRADE', current_limit: 'TIER_250' }, [{ perDay: 250 }]],
    ['phone_number_quality_update', { event: 'THROUGHPUT_UPGRADE', current_limit: 'TIER_UNLIMITED' }, []],
    [
      'phone_number_quality_update',
      { event: 'FLAGGED', current_limit: 'TIER_2K' },
      [{ quality: 'low' }, { perDay: 2000 }],
    ],
    ['phone_number_quality_update', { event: 'UNFLAGGED' }, [{ quality: 'medium' }]],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      [{ kind: 'problem', policy: 'pauseSender' }],
    ],
    [
      'account_update',
      { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
      [{ kind: 'problem', reason: makeReason('accountViolation', { kind: 'scam' }) }],
    ],
    [
      'account_update',
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
      },
      [{ kind: 'problem', policy: 'pauseSender' }],
    ],
    ['account_update', { event: 'ACCOUNT_DELETED' }, [{ kind: 'problem', policy: 'pauseSender' }]],
    ['account_update', { event: 'PARTNER_ADDED' }, []],
    [
      'template_category_update',
      { message_template_name: 'a', message_template_language: 'en-US', new_category: 'MARKETING' },
      [{ kind: 'category', name: 'a', language: 'en_US', category: 'MARKETING', at: now }],
    ],
    [
      'message_template_status_update',
      { event: 'FLAGGED', message_template_name: 'a', message_template_language: 'en' },
      [],
    ],
    ['account_review_update', { decision: 'APPROVED' }, []],
  ])('The account webhook %s with %j gives the events %j.', (field, value, events) => {
    const found = webhooks.readEvents(sender, ofAccount(field, value));
    expect(found).toHaveLength(events.length);
    expect(found).toMatchObject(events);
  });

  it('An account violation has no policy, because it is only shown.', () => {
    const [event] = webhooks.readEvents(sender, ofAccount('account_update', { event: 'ACCOUNT_VIOLATION' }));
    expect(event).not.toHaveProperty('policy');
  });
});

describe('Arbitrary webhooks', () => {
  const check = (body: unknown) => {
    for (const event of webhooks.readEvents(sender, body)) {
      const at = event.kind === 'receipt' ? event.receipt.at : 'at' in event ? event.at : now;
      expect(Number.isNaN(at.getTime())).toBe(false);
      expect(JSON.stringify(event)).not.toContain('\\u0000');
    }
  };

  it('Reading any JSON as a webhook never fails and gives only valid times.', () =>
    fc.assert(fc.property(fc.jsonValue(), check)));

  it('Reading an example with any part replaced by any JSON never fails and gives only valid times.', () => {
    const bodies = fc.constantFrom(...Object.values(examples));
    fc.assert(
      fc.property(bodies, fc.nat(), fc.jsonValue(), (body, place, other) => {
        let left = place % 40;
        const exchange = (_name: string, value: unknown) => (left-- === 0 ? other : value);
        check(JSON.parse(JSON.stringify(body), exchange));
      }),
      { numRuns: 1000 },
    );
  });

  it('Reading a webhook with any value in any field never fails and gives only valid times.', () => {
    const field = fc.constantFrom(
      'messages',
      'user_preferences',
      'message_template_status_update',
      'template_category_update',
      'phone_number_quality_update',
      'business_capability_update',
      'account_update',
    );
    fc.assert(
      fc.property(field, fc.jsonValue(), fc.jsonValue(), (name, value, other) => {
        check(ofAccount(name, value as object));
        check(ofNumber({ statuses: value, messages: other, errors: [value, other] }));
        check(ofNumber({ message_echoes: value, calls: other }));
      }),
    );
  });
});

describe('Webhook challenge', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'the word', 'hub.challenge': '115' };
  it('The webhook challenge is answered if the verify token is right.', () =>
    expect(webhooks.answerChallenge!(sender, query)).toBe('115'));
  it.each([
    { 'hub.mode': 'unsubscribe' },
    { 'hub.verify_token': 'another' },
    { 'hub.verify_token': ['the word'] },
    { 'hub.challenge': undefined },
  ])('A webhook challenge with %j is refused.', (wrong) =>
    expect(webhooks.answerChallenge!(sender, { ...query, ...wrong })).toBeUndefined(),
  );
  it('Without a verify token every webhook challenge is refused.', () => {
    const open = cloudSender({ verifyToken: '' });
    expect(webhooks.answerChallenge!(open, { ...query, 'hub.verify_token': '' })).toBeUndefined();
  });
});

describe('Webhook signature', () => {
  const raw = Buffer.from('{"object":"whatsapp_business_account", "entry":[]}');
  const sign = (secret: string, bytes = raw) =>
    `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
  const isSigned = (header: string | undefined, bytes = raw, from = sender) =>
    webhooks.isSigned(from, bytes, { 'x-hub-signature-256': header });
  const right = sign('a secret of the app');

  it('A signature of the raw bytes is accepted.', () => expect(isSigned(right)).toBe(true));
  it('A signature of other bytes of the same JSON is refused.', () => {
    expect(isSigned(right, Buffer.from(JSON.stringify(JSON.parse(raw.toString()))))).toBe(false);
  });
  it.each([
    undefined,
    '',
    'sha256=',
    right.slice(0, -1),
    `${right}0`,
    right.replace('sha256=', 'sha1='),
    right.replace('sha256=', ''),
    right.toUpperCase(),
    `sha256=${'z'.repeat(64)}`,
    sign('another secret'),
  ])('The signature header %s is refused.', (header) => expect(isSigned(header)).toBe(false));
  it('A signature with an empty app secret is refused.', () => {
    expect(isSigned(sign(''), raw, cloudSender({ appSecret: '' }))).toBe(false);
  });
});
