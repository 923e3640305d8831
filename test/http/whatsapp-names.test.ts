/** WhatsApp may name a parent by a user id only, or by another spelling of the number that was written to. */
import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { webhookWords } from '#shared/words/chats.ts';
import { listChats, loadChat } from '../../src/server/chat/chat.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { listOpenWindows } from '../../src/server/outbox/limits/windows-queries.ts';
import { listOptedOut, listOptOuts } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import { cloudApi } from '../../src/server/whatsapp/cloud/provider.ts';
import { nextSlug } from '../races/one-message.ts';
import type { CampusInTest } from '../support/campus.ts';
import { surround } from '../support/cloud-sender.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { callerOf } from './callers.ts';

const appSecret = 'the secret of the app';
const ids = { phoneNumberID: '106540352242922', wabaID: '102290129340398', appID: '777', version: 'v25.0' };
const number = '+541123456789';
/** WhatsApp’s own spelling of the number. */
const spelled = '+5491123456789';
const userID = 'AR.13491208655302741918';
const digits = (e164: string): string => e164.slice(1);

describe.each(engines)('WhatsApp names of a number on %s', (engine) => {
  let now = new Date('2026-11-05T06:00:00.000Z');
  /** For a number that is written to: the number that WhatsApp uses for it. */
  const takenFor = new Map<string, string>();
  let world: World;
  let campus: CampusInTest;
  let senderID: string;

  beforeAll(async () => {
    const cloud = cloudApi(surround({}, now), { graphUrl: 'http://127.0.0.1:9' });
    world = await createWorld(engine, {
      now: () => now,
      providers: {
        cloud: {
          ...cloud,
          windowHours: undefined,
          send: async (_sender, { to }) => ({
            kind: 'accepted',
            providerID: `wamid.${randomUUID()}`,
            waID: takenFor.get(to) ?? to,
          }),
        },
      },
    });
  });
  afterAll(() => world.stop());

  beforeEach(async () => {
    takenFor.clear();
    campus = await world.school(nextSlug());
    const { db } = world.deps.store;
    // The campus of the previous test no longer uses this app.
    await db.updateTable('sender').set({ provider: 'demo' }).execute();
    const sender = await db
      .updateTable('sender')
      .set({
        provider: 'cloud',
        settings: JSON.stringify(ids),
        secrets: world.deps.vault.seal(JSON.stringify({ token: 't', appSecret })),
      })
      .where('campusID', '=', campus.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    senderID = sender.id;
  });

  const pass = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const timestamp = (): string => String(Math.floor(now.getTime() / 1000));

  /** Sends a webhook as Meta does. */
  async function hear(value: object, field = 'messages'): Promise<void> {
    const fullValue = {
      messaging_product: 'whatsapp',
      metadata: { phone_number_id: ids.phoneNumberID },
      ...value,
    };
    const entry = [{ id: ids.wabaID, changes: [{ field, value: fullValue }] }];
    const raw = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const signature = createHmac('sha256', appSecret).update(raw).digest('hex');
    const answer = await fetch(`${world.address}/webhooks/whatsapp/${senderID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body: raw,
    });
    expect(answer.status).toBe(200);
    while ((await handleStoredWebhooks(world.deps)) > 0);
  }

  const messageOf = (text: string, from: object) => ({
    ...from,
    id: `wamid.${randomUUID()}`,
    timestamp: timestamp(),
    type: 'text',
    text: { body: text },
  });
  const hidden = { from_user_id: userID };
  const named = { contacts: [{ profile: { name: 'Parent', username: '@parent' }, user_id: userID }] };
  /** A message of a parent with a username and a hidden number. */
  const wrote = (text: string) => hear({ ...named, messages: [messageOf(text, hidden)] });
  const wroteFrom = (from: string, text: string) =>
    hear({ contacts: [{ wa_id: digits(from) }], messages: [messageOf(text, { from: digits(from) })] });

  /** Sends to the number, and returns the provider id of the message. */
  async function send(to = number): Promise<string> {
    pass(60);
    await campus.message({ contacts: to, message: `Fees are due ${randomUUID()}` });
    while ((await sendNext(world.deps)) > 0);
    const { providerID } = await world.deps.store.db
      .selectFrom('message')
      .select('providerID')
      .where('campusID', '=', campus.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return providerID ?? '';
  }

  /** Sends a status of a message to a number. With a user id it names that too. */
  const delivered = (id: string, recipient: string, by: string | undefined = userID) =>
    hear({
      ...(by && { contacts: [{ wa_id: digits(recipient), user_id: by }] }),
      statuses: [
        {
          id,
          status: 'delivered',
          timestamp: timestamp(),
          recipient_id: digits(recipient),
          ...(by && { recipient_user_id: by }),
        },
      ],
    });
  const learn = async (): Promise<void> => delivered(await send(), number);

  const textsOf = async (of: string): Promise<string[]> =>
    (await loadChat(campus.scope, of)).filter(({ fromAdmin }) => !fromAdmin).map(({ message }) => message);
  const optedOut = async (): Promise<string[]> => [...(await listOptedOut(campus.scope))].sort();
  const notices = () =>
    world.deps.store.db
      .selectFrom('message')
      .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
      .select('message.number')
      .where('message.campusID', '=', campus.id)
      .where('broadcast.kind', '=', 'notice')
      .execute();
  const waiting = () =>
    world.deps.store.db
      .selectFrom('message')
      .select('number')
      .where('campusID', '=', campus.id)
      .where('status', '=', 'queued')
      .execute();

  it('A message with only a user id appears in the chat of the number that is known for this id.', async () => {
    await learn();
    await hear({ messages: [messageOf('without a number and without contacts', hidden)] });
    await hear({ ...named, messages: [messageOf('without a number', {})] });
    await hear({
      contacts: [{ wa_id: digits(number), user_id: userID }],
      messages: [messageOf('with both', { from: digits(number), ...hidden })],
    });
    const texts = ['without a number and without contacts', 'without a number', 'with both'];
    expect(await textsOf(number)).toEqual(texts);
    expect(await textsOf(userID)).toEqual([]);
    expect([...(await listOpenWindows(campus.scope, [number], '2026-01-01')).keys()]).toEqual([number]);
  });

  it('A message with both a number and a user id links the id to the number.', async () => {
    await hear({ messages: [messageOf('with both', { from: digits(number), ...hidden })] });
    await wrote('STOP');
    expect(await textsOf(number)).toEqual(['with both', 'STOP']);
    expect(await optedOut()).toEqual([number]);
  });

  it('A message from an unknown user id is shown in Chats, and moves to the number once it is learned.', async () => {
    await wrote('Paid today');
    const text = `Paid today\n${webhookWords.numberUnknown}`;
    const list = async () =>
      (
        await listChats(campus.scope, {
          ...{ list: 'all', search: '', after: 0, take: 10, number: '' },
          ...{ numbers: [], closing: undefined },
        })
      ).items;
    expect(await list()).toMatchObject([{ number: userID, text, unread: 1 }]);
    expect(await textsOf(userID)).toEqual([text]);
    await learn();
    expect(await list()).toMatchObject([{ number, text: 'Paid today', unread: 1 }]);
    expect(await textsOf(number)).toEqual(['Paid today']);
  });

  it('STOP or START from a WhatsApp user id whose phone number is known opts that number out or in, and STOP is confirmed to the number.', async () => {
    await learn();
    await wrote('STOP');
    expect(await optedOut()).toEqual([number]);
    expect(await notices()).toEqual([{ number }]);
    pass(60);
    await wrote('START');
    expect(await optedOut()).toEqual([]);
  });

  it('STOP from an unknown user id counts for the number once it is learned, also for queued messages.', async () => {
    await wrote('STOP');
    expect(await notices()).toEqual([]);
    const id = await send();
    await campus.message({ contacts: number, message: 'Waiting' });
    expect(await waiting()).toEqual([{ number }]);
    await delivered(id, number);
    expect(await waiting()).toEqual([]);
    expect(await listOptOuts(campus.scope)).toMatchObject([{ number, note: 'STOP' }]);
  });

  it('A clerk can end the opt-out of an unknown user id.', async () => {
    await wrote('STOP');
    expect(await optedOut()).toEqual([userID]);
    const clerk = callerOf(world, campus, await campus.user());
    await clerk.get(calls.removeOptOut, { query: { number: userID } });
    expect(await optedOut()).toEqual([]);
  });

  it('START from an unknown user id ends the number’s opt-out once it is learned.', async () => {
    const id = await send();
    await wroteFrom(number, 'STOP');
    expect(await optedOut()).toEqual([number]);
    pass(60);
    await wrote('START');
    expect(await optedOut()).toEqual([number]);
    await delivered(id, number);
    expect(await optedOut()).toEqual([]);
  });

  it('A STOP written after a START from an unknown user id stays valid once the number is learned.', async () => {
    const id = await send();
    await wrote('START');
    pass(60);
    await wroteFrom(number, 'STOP');
    await delivered(id, number);
    expect(await optedOut()).toEqual([number]);
  });

  it('The WhatsApp preference of a user id counts for its number.', async () => {
    await learn();
    const prefer = (value: string) =>
      hear(
        {
          ...named,
          user_preferences: [
            { user_id: userID, category: 'marketing_messages', value, timestamp: Number(timestamp()) },
          ],
        },
        'user_preferences',
      );
    await prefer('stop');
    expect(await optedOut()).toEqual([number]);
    pass(60);
    await prefer('resume');
    expect(await optedOut()).toEqual([]);
  });

  it('A user id that changed its number is reported in the chat of the old number.', async () => {
    await learn();
    const system = { type: 'user_changed_number', wa_id: '5491100000001', body: 'User changed' };
    await hear({
      messages: [{ ...hidden, id: 'wamid.moved', timestamp: timestamp(), type: 'system', system }],
    });
    expect(await optedOut()).toEqual([number]);
    expect(await textsOf(number)).toEqual([webhookWords.numberChanged('+5491100000001')]);
  });

  it('Chat, window and STOP belong to the number that was written to, however WhatsApp spells it.', async () => {
    takenFor.set(number, spelled);
    await delivered(await send(), spelled, '');
    await wroteFrom(spelled, 'Salam');
    expect(await textsOf(number)).toEqual(['Salam']);
    expect([...(await listOpenWindows(campus.scope, [number, spelled], '2026-01-01')).keys()]).toEqual([
      number,
    ]);
    await wroteFrom(spelled, 'STOP');
    expect(await optedOut()).toEqual([number]);
    expect(await notices()).toEqual([{ number }]);
  });

  it('Messages under WhatsApp’s spelling before any receipt move to the number that was written to.', async () => {
    takenFor.set(number, spelled);
    const id = await send();
    await wroteFrom(spelled, 'STOP');
    await delivered(id, spelled, '');
    expect(await textsOf(number)).toEqual(['STOP']);
    expect(await optedOut()).toContain(number);
    pass(60);
    await wroteFrom(spelled, 'START');
    expect(await optedOut()).toEqual([]);
  });

  it('Where two spellings of one number were written to, STOP counts for both.', async () => {
    takenFor.set(number, spelled);
    await delivered(await send(spelled), spelled);
    await wroteFrom(spelled, 'Salam');
    await delivered(await send(number), spelled);
    expect(await textsOf(spelled)).toEqual(['Salam']);
    await wroteFrom(spelled, 'STOP');
    expect(await optedOut()).toEqual([spelled, number].sort());
    expect(await notices()).toEqual([{ number: spelled }]);
    pass(60);
    await wrote('START');
    expect(await optedOut()).toEqual([]);
  });

  it('A receipt for another recipient does not link a user id to a number.', async () => {
    await delivered(await send(), '+5491199999999');
    await wrote('STOP');
    expect(await optedOut()).toEqual([userID]);
  });
});
