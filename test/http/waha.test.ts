/** A campus that sends from a linked phone: the whole program with a fake gateway. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { callWords, revokedWords, webhookWords } from '#shared/words/chats.ts';
import { openSender } from '../../src/server/senders/connections/connections-rules.ts';
import { findSendersByID } from '../../src/server/senders/settings/settings-queries.ts';
import { qrInWaha, startWaha, type Waha } from '../peers/waha.ts';
import { freshNumber } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { fileForm, pixel } from './sample-inputs.ts';

const hookKey = 'a key of this sender';

describe.each(engines)('A linked phone on %s', (engine) => {
  const here = useCampus(engine);
  let waha: Waha;
  let senderID: string;

  async function connect(): Promise<void> {
    const { deps, address } = here.world;
    const settings = {
      url: waha.url,
      session: 'school',
      hookUrl: `${address}/webhooks/whatsapp/${senderID}`,
    };
    await deps.store.db
      .updateTable('sender')
      .set({
        provider: 'waha',
        settings: JSON.stringify(settings),
        secrets: deps.vault.seal(JSON.stringify({ apiKey: waha.apiKey, hookKey })),
      })
      .where('id', '=', senderID)
      .execute();
  }

  const provider = () => here.world.deps.providers.waha ?? expect.unreachable();
  const sender = async () => {
    const [row] = await findSendersByID(here.world.deps.store.db, [senderID]);
    return openSender(here.world.deps.vault, row ?? expect.unreachable());
  };

  beforeEach(async () => {
    waha = await startWaha();
    senderID = `s${here.campus.id}`;
    await connect();
    const { start } = provider().session ?? expect.unreachable();
    const qr = `data:image/png;base64,${qrInWaha.toString('base64')}`;
    expect(await start(await sender())).toEqual({ kind: 'done', value: { state: 'scan', qr } });
    waha.scan('school', '+92 42 35761999');
  });
  afterEach(() => waha.stop());

  /** Waits until the gateway’s webhooks are accepted, and sends what waits. */
  async function work(): Promise<void> {
    await waha.whenDelivered();
    await here.world.work();
  }
  const send = async (...contacts: string[]) => {
    const sent = await here.campus.message({ contacts: contacts.join(', '), message: 'Fees are due' });
    await work();
    return sent;
  };
  const stored = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'status', 'reason', 'providerID'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const states = async () => (await stored()).map(({ status }) => status);
  const stop = async () => (await here.clerk.get(calls.getSender)).stopped?.reasonCode ?? null;

  it('A linked phone sends messages and receives their acks.', async () => {
    const [first, second, absent] = [freshNumber(), freshNumber(), freshNumber()];
    waha.absent.add(`92${absent.slice(1)}`);
    await send(first, second, absent);
    expect(await states()).toEqual(['accepted', 'accepted', 'failed']);
    expect((await stored())[2]?.reason).toBe(makeReason('notOnWhatsApp'));
    // Two messages are in flight at once, in either order.
    const idOf = (number: string) =>
      waha.sent.find(({ chatId }) => chatId === `92${number.slice(1)}@c.us`)?.id ?? '';
    expect(waha.sent).toHaveLength(2);
    for (const ack of [1, 2, 3]) waha.ack(idOf(first), ack);
    waha.ack(idOf(second), 1);
    await work();
    expect(await states()).toEqual(['read', 'sent', 'failed']);
    expect(waha.refused).toEqual([]);
  });

  it('An ack settles a text whose answer was lost, and lost media stay unknown for a person.', async () => {
    waha.faults.push('cutAfter');
    await send(freshNumber());
    expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual([
      ['unknown', makeReason('wahaLost')],
    ]);
    waha.ack(waha.sent[0]?.id ?? '', 2);
    await work();
    expect(await states()).toEqual(['delivered']);
    expect((await stored())[0]?.providerID).toBe(waha.sent[0]?.id);

    const { path } = await here.clerk.get(calls.uploadFile, { body: fileForm(pixel) });
    waha.faults.push('cutAfter');
    await here.campus.message({
      contacts: freshNumber(),
      message: 'A slip',
      media: path[0],
    });
    await work();
    waha.ack(waha.sent[1]?.id ?? '', 2);
    await work();
    expect(await states()).toEqual(['delivered', 'unknown']);
    expect(waha.sent).toHaveLength(2);
  });

  it('A sender stops when WhatsApp rejects a message from its phone.', async () => {
    waha.faults.push('ackError');
    await send(freshNumber());
    await work();
    expect(await states()).toEqual(['failed']);
    expect(await stop()).toBe('wahaNotDelivered');
    await send(freshNumber());
    expect(await states()).toEqual(['failed', 'queued']);
    await here.clerk.get(calls.resumeOutbox, { body: {} });
    await work();
    expect(await states()).toEqual(['failed', 'accepted']);
  });

  it.each([
    ['timelock', 'wahaTimelock'],
    ['lost', 'wahaFailed'],
  ] as const)('A sender stops at the fault %s, and its messages stay queued.', async (fault, code) => {
    waha.faults.push(fault);
    await send(freshNumber());
    await work();
    expect(await states()).toEqual(['queued']);
    expect(await stop()).toBe(code);
    expect(waha.sent).toEqual([]);
  });

  it('A gateway error that repeats our request leaves the message unknown and sends it once.', async () => {
    waha.faults.push('echo');
    const contacts = freshNumber();
    await here.campus.message({
      contacts,
      message: 'Please reach out to us before the time-lock of the portal.',
    });
    await work();
    await work();
    expect(await states()).toEqual(['unknown']);
    expect(await stop()).toBeNull();
    expect(waha.sent).toHaveLength(1);
  });

  it('A sender waits while its phone is disconnected, and continues when it is linked again.', async () => {
    waha.setStatus('school', 'FAILED');
    await work();
    expect(await stop()).toBe('sessionLost');
    await send(freshNumber());
    expect(await states()).toEqual(['queued']);
    waha.setStatus('school', 'WORKING');
    await work();
    expect(await stop()).toBeNull();
    expect(await states()).toEqual(['accepted']);
  });

  it('A phone that stays in the state starting for a minute is reported with what to do.', async () => {
    here.clock.now = new Date();
    waha.setStatus('school', 'STARTING');
    const phone = () => here.clerk.get(calls.getLinkedSession);
    expect(await phone()).toEqual({ state: 'starting', qr: '', reason: '' });
    here.clock.now = new Date(here.clock.now.getTime() + 60_000);
    expect(await phone()).toEqual({ state: 'starting', qr: '', reason: sayReason(makeReason('wahaStuck')) });
    const { findings } = await here.clerk.get(calls.testConnection);
    expect(findings).toContainEqual({
      what: 'session',
      state: 'bad',
      text: sayReason(makeReason('wahaStuck')),
    });
    expect(await here.clerk.get(calls.startLinkedSession)).toMatchObject({ state: 'working', reason: '' });
  });

  it('Messages and media from parents are received.', async () => {
    const parent = '+923009990001';
    waha.writes(parent, { text: 'Paid today', lid: '123456789012345' });
    waha.writes(parent, { file: { name: 'slip.png', bytes: qrInWaha, type: 'image/png' } });
    await work();
    const chat = await here.clerk.get(calls.loadChat, { query: { number: parent } });
    const received = chat.filter((one: { fromAdmin: boolean }) => !one.fromAdmin);
    expect(received).toHaveLength(2);
    expect(received[0]).toMatchObject({ message: 'Paid today' });
    expect(received[1].media).toMatch(/^\/files\//);
  });

  it('A hidden WhatsApp id is resolved to its number, and STOP from it counts.', async () => {
    const parent = freshNumber();
    const lid = '223456789012345';
    waha.lids.set(`${lid}@lid`, `92${parent.slice(1)}@c.us`);
    waha.writes(parent, { text: 'Paid today', lid, isHidden: true });
    waha.writes(parent, { text: 'STOP', lid, isHidden: true });
    await work();
    const chat = await here.clerk.get(calls.loadChat, { query: { number: parent } });
    expect(chat.map(({ message }: { message: string }) => message).slice(0, 2)).toEqual([
      'Paid today',
      'STOP',
    ]);
    expect(await here.clerk.get(calls.listOptOuts, { query: { number: parent } })).toHaveLength(1);
    expect(waha.queriedLids).toEqual([`${lid}@lid`]);
  });

  it('STOP in a group of the parent is no private message: no chat, nothing unread, no opt-out.', async () => {
    const parent = `+92${freshNumber().slice(1)}`;
    waha.writes(parent, { text: 'STOP', group: '120363000000000000@g.us' });
    await work();
    expect(await here.clerk.get(calls.loadChat, { query: { number: parent } })).toEqual([]);
    expect(await here.clerk.get(calls.listConversations, { query: {} })).toMatchObject({
      items: [],
      unread: 0,
    });
    expect(await here.clerk.get(calls.listOptOuts, { query: { number: parent } })).toEqual([]);
  });

  it('Edits, deletions, calls and answers from the phone arrive in the chat.', async () => {
    const parent = `+92${freshNumber().slice(1)}`;
    const from = `${parent.slice(1)}@c.us`;
    const id = waha.writes(parent, { text: 'I paid 5000' });
    const gone = waha.writes(parent, { text: 'Sorry, not for you' });
    const bare = (whole: string): string => whole.slice(whole.lastIndexOf('_') + 1);
    const timestamp = Math.floor(Date.now() / 1000);
    const written = { from, fromMe: false, timestamp, hasMedia: false };
    const edit = { ...written, id: `false_${from}_3AE1`, body: 'I paid 50000', editedMessageId: bare(id) };
    waha.tell('school', 'message.edited', edit);
    const after = { ...written, id: `false_${from}_3AE2` };
    waha.tell('school', 'message.revoked', { revokedMessageId: bare(gone), before: null, after });
    waha.writesOnPhone(parent, 'Thank you');
    waha.tell('school', 'call.received', { id: 'C1', from, timestamp, isVideo: false, isGroup: false });
    waha.tell('school', 'call.rejected', { id: 'C1', from, timestamp, isVideo: false, isGroup: false });
    await work();
    const chat = await here.clerk.get(calls.loadChat, { query: { number: parent } });
    const shown = chat.map(({ message, change }: { message: string; change: string | null }) => [
      message,
      change,
    ]);
    expect(shown.sort()).toEqual(
      [
        ['I paid 50000', 'edited'],
        [revokedWords, 'revoked'],
        ['Thank you', null],
        [callWords.theirs.missed, null],
      ].sort(),
    );
    const { items } = await here.clerk.get(calls.listConversations, { query: { number: parent } });
    expect(items).toMatchObject([{ unread: 0, isAnswered: true }]);
  });

  it('A message that Qasid has sent through the gateway is no answer from the phone.', async () => {
    const parent = `+92${freshNumber().slice(1)}`;
    waha.writes(parent, { text: 'Salam' });
    await send(parent);
    const { path } = await here.clerk.get(calls.uploadFile, { body: fileForm(pixel) });
    await here.campus.message({ contacts: parent, message: 'A slip', media: path[0] });
    await work();
    const chat = `${parent.slice(1)}@c.us`;
    expect(waha.sent).toHaveLength(2);
    for (const { id, text } of waha.sent)
      for (const more of [{ source: 'api' }, { source: 'app' }, {}]) {
        const own = { id: `true_${chat}_${id}`, from: chat, to: chat, fromMe: true, body: text, ...more };
        waha.tell('school', 'message.any', own);
      }
    await work();
    expect(await here.clerk.get(calls.loadChat, { query: { number: parent } })).toHaveLength(3);
  });

  it('A message from an unresolved WhatsApp id is stored under the id, with a note.', async () => {
    const name = '323456789012345@lid';
    waha.writes('+923001234567', { text: 'STOP', lid: '323456789012345', isHidden: true });
    await work();
    const text = `STOP\n${webhookWords.numberHidden}`;
    const { items } = await here.clerk.get(calls.listConversations, { query: {} });
    expect(items).toContainEqual(expect.objectContaining({ number: name, text, unread: 1 }));
    const chat = await here.clerk.get(calls.loadChat, { query: { number: name } });
    expect(chat).toMatchObject([{ message: text, fromAdmin: false }]);
    const [{ id: upTo }] = chat;
    expect(await here.clerk.get(calls.markSeen, { body: { number: name, upTo } })).toEqual({ changed: 1 });
    // Nobody knows the number behind this id, so nothing is sent to it and no opt-out is stored.
    expect(await here.clerk.get(calls.listOptOuts, { query: { number: name } })).toEqual([]);
    expect(await here.clerk.get(calls.listOptOuts)).not.toContainEqual(
      expect.objectContaining({ number: name }),
    );
    const contacts = { contacts: name, message: 'Salam' };
    expect((await here.clerk.ask(calls.sendToMember, { body: contacts })).status).toBe(422);
    expect(waha.sent).toEqual([]);
  });

  it('An unsigned webhook of the gateway is refused.', async () => {
    await send(freshNumber());
    const [session] = waha.sessions.values();
    for (const hook of session?.config.webhooks ?? []) hook.hmac = { key: 'another key' };
    waha.ack(waha.sent[0]?.id ?? '', 3);
    await work();
    expect(await states()).toEqual(['accepted']);
    expect(new Set(waha.refused)).toEqual(new Set([401]));
  });
});
