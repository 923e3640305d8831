/** The second half of the story: every reason, connections, approvals, schedules and cancels. */
import { hasCode, makeReason, type Reason } from '#shared/messages/reasons.ts';
import { reasonWords } from '#shared/words/reasons.ts';
import type { World } from '../../support/world.ts';
import { addCampus, type Begun } from './bills.ts';
import { type Body, type Clock, type Desk, insert } from './desk.ts';

const ids = { phoneNumberID: '106540352242922', wabaID: '102290129340398', appID: '670843887433847' };
export const secrets = { token: 'EAAG-the-token', appSecret: 'the-app-secret', apiKey: 'the-api-key' };

/** A picture that was uploaded to WhatsApp already. */
const uploadedFile = `3-${'A'.repeat(24)}.jpg`;

type Story = Begun & { world: World; clock: Clock };

const dayLater = '2026-11-21T08:00:00.000Z';

/** Inserts a send; its text says what it is for. */
async function addRun({ world, clock }: Story, place: { cID: number; senderID: string }, more: object) {
  const at = clock.now.toISOString();
  const counts = { total: 0, queued: 0, audience: 'all', state: 'done', servedAt: at, createdAt: at };
  const content = { text: 'Of a run', media: '', createdBy: 'user-clerk', ...counts };
  const [id = 0] = await insert(world.deps.store.db, 'broadcast', {
    campusID: place.cID,
    senderID: place.senderID,
    ...content,
    ...more,
  });
  return id;
}

/** A value for each detail that a reason may have. */
const details: Readonly<Record<string, unknown>> = {
  ...{ names: ['name', 'dueDate'], day: '2026-11-20', most: 250, failures: 3, minutes: 120, status: 500 },
  ...{ reason: { code: 'switchedOff' }, startAt: dayLater, timeZone: 'Asia/Karachi', wabaID: '1020' },
  ...{ kind: 'SPAM', name: 'NOWEB', why: 'No reason', reported: 'No reason', text: 'No reason' },
};

/** The stored form of a reason, with the details that its sentence uses. */
function storedReason([code, words]: [string, unknown]): Reason {
  const used: Record<string, unknown> = {};
  const get = (_details: object, name: string) => (used[name] = details[name]);
  if (typeof words === 'function') words(new Proxy({}, { get }));
  return JSON.stringify({ code, ...used }) as Reason;
}
const everyReason = Object.entries(reasonWords).map(storedReason);

/** Reasons of a send. */
const notices = ['guard', 'template', 'missed', 'late', 'clockAhead'] as const;

/** Inserts a message for each reason, a held send for each notice, and messages in the states that have none. */
export async function addReasons(story: Story): Promise<void> {
  const { world, clock } = story;
  const { db } = world.deps.store;
  const at = clock.now.toISOString();
  const stopped = { stoppedAt: at, stopReason: makeReason('numberOffline'), stopPolicy: 'pauseSender' };
  const place = await addCampus(world, 'Reasons Campus', stopped);
  const states = ['skipped', 'failed', 'unknown', 'cancelled', 'queued'];
  const rows: { status: string; reason: string | null }[] = [
    ...everyReason.map((reason, index) => ({ status: states[index % states.length] ?? '', reason })),
    ...['accepted', 'sent', 'delivered', 'read', 'sending'].map((status) => ({ status, reason: null })),
  ];
  for (const notice of everyReason.filter((reason) => hasCode(reason, ...notices)))
    await addRun(story, place, { notice, state: 'paused' });
  const broadcastID = await addRun(story, place, {
    ...{ text: 'Every reason', total: rows.length, state: 'running', nextAt: dayLater },
  });
  for (const [index, { status, reason }] of rows.entries()) {
    const attempts = ['failed', 'unknown'].includes(status) ? 1 : 0;
    const [messageID = 0] = await insert(db, 'message', {
      campusID: place.cID,
      broadcastID,
      senderID: place.senderID,
      groupIDs: '',
      billIDs: '',
      number: `+92300800${String(index).padStart(4, '0')}`,
      name: `Reason ${index}`,
      text: status === 'skipped' ? '' : `Text ${index}`,
      media: '',
      status,
      reason,
      attempts,
      dueAt: status === 'queued' ? dayLater : null,
      leaseUntil: status === 'sending' ? '2026-11-20T08:01:00.000Z' : null,
      providerID: attempts === 0 ? null : `reason.${index}`,
      createdAt: at,
      updatedAt: '2026-11-20T07:00:00.000Z',
    });
    if (attempts === 0) continue;
    const of = { messageID, campusID: place.cID, senderID: place.senderID };
    const outcome = status === 'unknown' ? 'unknown' : 'rejected';
    await insert(db, 'attempt', { ...of, attempt: 1, startedAt: at, endedAt: at, outcome, reason });
  }
  const receipt = { senderID: place.senderID, at, receivedAt: at, matched: 0 };
  await insert(
    db,
    'receipt',
    { ...receipt, providerID: 'nobody.1', status: 'delivered' },
    { ...receipt, providerID: 'nobody.2', status: 'failed', reason: makeReason('switchedOff') },
  );
}

/** Templates in every state of their approval, and a send that waits for one of them. */
async function addApprovals(story: Story, desk: Desk, senderID: string): Promise<void> {
  const { world, clock } = story;
  const { db } = world.deps.store;
  const at = clock.now.toISOString();
  const of = { campusID: desk.cID, language: 'en', category: 'UTILITY', media: '', stopButton: 1 };
  const states: readonly [string, Reason | ''][] = [
    ['pending', ''],
    ['approved', ''],
    ['rejected', makeReason('textBreaksRules', {})],
    ['paused', makeReason('approvalPaused')],
    ['disabled', makeReason('approvalSwitchedOff')],
  ];
  for (const [index, [state, reason]] of states.entries()) {
    const message = `Dear parent of {{name}}, this is notice ${index}. Thank you.`;
    const { id: templateID } = await desk.post('/MessageTemplate', { title: `Notice ${index}`, message });
    const name = `notice_${index}`;
    await insert(db, 'approval', {
      ...of,
      templateID,
      name,
      providerID: `t.${index}`,
      state,
      reason,
      message,
      submittedAt: at,
    });
    if (state !== 'paused') continue;
    const run = { templateID, name, language: 'en', hasHeader: false, stopButton: true };
    const notice = makeReason('template', { reason: { code: 'approvalPaused' } });
    const text = `Held for its template: ${message}`;
    const held = { text, template: JSON.stringify(run), notice, state: 'paused', total: 1, queued: 1 };
    const broadcastID = await addRun(story, { cID: desk.cID, senderID }, held);
    await insert(db, 'message', {
      campusID: desk.cID,
      broadcastID,
      senderID,
      groupIDs: '',
      billIDs: '',
      number: `+92300900000${index % 10}`,
      name: 'Held',
      text,
      media: '',
      status: 'queued',
      params: '["Held"]',
      dueAt: at,
      createdAt: at,
      updatedAt: at,
    });
  }
}

const statusCall = (providerID: string, status: string, opaque: string) => {
  const timestamp = String(Date.parse('2026-11-20T07:59:00.000Z') / 1000);
  const receipt = { id: providerID, status, timestamp, recipient_id: '923003000001' };
  const metadata = { display_phone_number: '924235761999', phone_number_id: ids.phoneNumberID };
  const statuses = [{ ...receipt, biz_opaque_callback_data: opaque }];
  const value = { messaging_product: 'whatsapp', metadata, statuses };
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: ids.wabaID, changes: [{ value, field: 'messages' }] }],
  });
};

/** Webhooks that WhatsApp has sent to this campus and that are not handled yet. */
async function addWebhooks({ world }: Story, desk: Desk, senderID: string, opaque: string) {
  const { db } = world.deps.store;
  const at = '2026-11-20T07:59:30.000Z';
  const call = { senderID, receivedAt: at };
  await insert(
    db,
    'hook',
    { ...call, digest: 'one', body: statusCall('cloud.1', 'delivered', opaque) },
    { ...call, digest: 'two', body: '', handledAt: at, error: makeReason('other', { text: 'no JSON' }) },
  );
  const wrote = { campusID: desk.cID, senderID, media: '', audio: '', at };
  await insert(db, 'inbound', {
    ...wrote,
    providerID: 'in.file',
    number: '+923003000002',
    text: '',
    mediaID: 'a-file',
    mediaType: 'image/jpeg',
    fetchAt: at,
  });
  const reached = { portfolio: 'P1', at };
  await insert(db, 'reached', { ...reached, number: '+923003000001' });
  await insert(db, 'provider_cache', {
    senderID,
    name: `media:${ids.phoneNumberID}:/files/${uploadedFile}`,
    value: 'media-1',
    expiresAt: '2026-12-18T08:00:00.000Z',
  });
}

/** Connects the campuses and ends with nothing due; waiting messages are inserted afterwards. */
export async function connect(story: Story, opaques: ReadonlyMap<string, string>): Promise<void> {
  const { world, deskAt } = story;
  const join = async (name: string, connection: object) => {
    const place = await addCampus(world, name);
    const desk = deskAt(place.cID);
    await desk.put('/Sender/Connection', connection);
    return { desk, senderID: place.senderID };
  };
  const send = (desk: Desk, message: string, contacts: string): Promise<Body> =>
    desk.post('/Chat/SendWhatsAppGroup', { message, contacts });
  const { token, appSecret, apiKey } = secrets;
  const cloud = await join('Cloud Campus', { way: 'cloud', cloud: { ...ids, token, appSecret } });
  await send(cloud.desk, 'Cloud: on its way', '0300-3000001');
  await world.work();
  const phone = await join('Phone Campus', { way: 'waha', waha: { url: 'http://127.0.0.1:3999', apiKey } });
  await send(phone.desk, 'Phone: on its way', '0300-3100001');
  await world.work();
  // From here on nothing is handled, so that today's program has to do it.
  const { broadcastID } = await send(cloud.desk, 'Cloud: paused', '0300-3000001');
  await cloud.desk.post('/Outbox/Pause', { broadcastID });
  await addApprovals(story, cloud.desk, cloud.senderID);
  await addWebhooks(story, cloud.desk, cloud.senderID, opaques.get('cloud.1') ?? '');
  const hand = await join('Hand Campus', { way: 'assisted' });
  await send(hand.desk, 'By hand: one after the other', '0300-3200001, 0300-3200002');
  const { next } = await hand.desk.get('/Outbox/ByHand');
  await hand.desk.post('/Outbox/ByHand/Open', { id: next.id });
}

export async function goOn(story: Story): Promise<void> {
  const { desk, fees } = story;
  const send = (message: string, more: object): Promise<Body> =>
    desk.post('/Chat/SendWhatsAppGroup', { message, ...more });
  await send('Scheduled: exams begin', { contacts: '0300-2100001', sendAt: '2026-11-21T14:00' });
  await desk.post('/OptOuts', { number: '0300-2200001', note: 'Asked on the phone' });
  await desk.post('/OptOuts', { number: '0300-2200002' });
  await desk.remove('/OptOuts', { number: '0300-2200002', note: 'Asked for them again' });
  await send('Told not to', { contacts: '0300-2200001, 0300-2200002' });
  await send('Reminder: {{name}} owes {{total}}', { groupIDs: [fees], status: 'unpaid' });
  const { items } = await desk.get(`/Groups/${fees}/Contacts`);
  await desk.post('/GroupContacts/Mark', { ids: items.map(({ id }: Body) => id), status: 'paid' });
  const { broadcastID } = await send('Cancelled: a mistake', { contacts: '0300-2300001, 0300-2300002' });
  await desk.post('/Outbox/Cancel', { broadcastID });
}
