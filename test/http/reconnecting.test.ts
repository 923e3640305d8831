/**
 * How a change of the connection affects waiting messages and messages in flight, and what stops and restarts a sender.
 */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { noPace } from '#shared/calls/senders.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { loadChat } from '../../src/server/chat/chat.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { listOptedOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { changePace, showSender } from '../../src/server/senders/settings/settings.ts';
import { updateSender } from '../../src/server/senders/settings/settings-queries.ts';
import { listSubmitted, putSubmitted } from '../../src/server/templates/approvals/approvals-queries.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import { createWebhooks } from '../../src/server/whatsapp/cloud/webhooks.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import {
  cloud,
  createFake,
  gateway,
  ids,
  numberState,
  openConnecting,
  refused,
  secrets,
  waha,
} from './connecting.ts';
import { expectAnswer, expectFailure } from './expectations.ts';

describe.each(engines)('Reconnecting WhatsApp on %s', (engine) => {
  const { fake, given } = createFake();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: given, log: openLog('silent') });
  });
  afterAll(() => world.stop());
  const open = () => openConnecting(world, fake);

  it('A sender that was stopped for its token continues after a successful test.', async () => {
    const { campus, connect, test, sender } = await open();
    await connect(cloud);
    fake.outcome = { kind: 'rejected', reason: makeReason('newToken'), code: '190', policy: 'fixToken' };
    await campus.message({ contacts: '0300-3000001' });
    await sendNext(world.deps);
    expect(await sender()).toMatchObject({ stopReason: makeReason('newToken'), stopPolicy: 'fixToken' });
    fake.answer = refused;
    await test();
    expect((await sender()).stoppedAt).not.toBeNull();
    fake.answer = { kind: 'done', value: numberState };
    await test();
    expect(await sender()).toMatchObject({ stoppedAt: null, stopReason: null, stopPolicy: null });
    fake.outcome = { kind: 'accepted', providerID: 'w' };
    expect(await sendNext(world.deps)).toBe(1);
  });

  it('A sender that was stopped for complaints stays stopped after a successful test.', async () => {
    const { campus, connect, test, sender } = await open();
    await connect(cloud);
    fake.outcome = {
      kind: 'rejected',
      reason: makeReason('heldBackForReports'),
      code: '131048',
      policy: 'pauseSender',
    };
    await campus.message({ contacts: '0300-3000001' });
    await sendNext(world.deps);
    await test();
    expect(await sender()).toMatchObject({ stopReason: makeReason('heldBackForReports') });
    await campus.scope.db.updateTable('message').set({ status: 'cancelled', dueAt: null }).execute();
  });

  it('Waiting messages are sent by the new connection at its pace, and the stop of the old connection is cleared.', async () => {
    const { campus, connect, sender } = await open();
    const { scope } = campus;
    await changePace(scope, world.deps, { ...noPace, quiet: { from: '22:00', to: '06:00' }, perMinute: 60 });
    await updateSender(scope, { stoppedAt: '2026-11-20T00:00:00.000Z', stopReason: makeReason('newToken') });
    await campus.message({ contacts: '0300-3000001', kind: 'reply' });
    await connect(cloud);
    expect(await showSender(scope, world.deps)).toMatchObject({
      stopped: null,
      pace: { ...noPace, perMinute: 60, pairSeconds: 6, quiet: { from: '22:00', to: '06:00' } },
    });
    expect(await sendNext(world.deps)).toBe(1);
    expect(fake.sent.map(({ provider }) => provider)).toEqual(['cloud']);
    await connect(waha);
    // A pace set by hand stays; the pace of the old connection goes.
    expect((await showSender(scope, world.deps)).pace).toEqual({
      ...noPace,
      perMinute: 60,
      gap: { from: 8, to: 20 },
      rest: { every: 30, seconds: 300 },
      newPerDay: 20,
      pairSeconds: 6,
      quiet: { from: '22:00', to: '06:00' },
    });
    await connect({ way: 'demo' });
    expect((await showSender(scope, world.deps)).pace).toEqual({
      ...noPace,
      perMinute: 60,
      quiet: { from: '22:00', to: '06:00' },
    });
    // The sender keeps only the ids that are needed when the campus returns to this account.
    const { phoneNumberID: pastNumberIDs, wabaID: pastWabaID } = ids;
    const settings = JSON.stringify({ pastNumberIDs, pastWabaID });
    expect(await sender()).toMatchObject({ secrets: null, settings, verifyToken: null });
  });

  it('A message in flight is finished by the connection it began with.', async () => {
    const { campus, connect } = await open();
    await connect(cloud);
    const { promise: isCalled, resolve: called } = Promise.withResolvers<void>();
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    const { send } = given.cloud;
    given.cloud.send = async (sender, message, leave) => {
      called();
      await isLetGo;
      return send(sender, message, leave);
    };
    world.deps.providers.cloud = given.cloud;
    await campus.message({ contacts: '0300-3000001' });
    const round = sendNext(world.deps);
    await isCalled;
    await connect(waha);
    letGo();
    await round;
    given.cloud.send = send;
    expect(fake.sent).toMatchObject([{ provider: 'cloud', settings: { token: secrets.token } }]);
    const rows = await campus.scope.db
      .selectFrom('message')
      .select('status')
      .where('campusID', '=', campus.id)
      .execute();
    expect(rows).toEqual([{ status: 'accepted' }]);
  });

  /** Sends a webhook of that WhatsApp number to the address of the sender. */
  async function hear(senderID: string, phoneNumberID: string, event: object): Promise<void> {
    const value = { metadata: { phone_number_id: phoneNumberID }, ...event };
    const entry = [{ id: ids.wabaID, changes: [{ field: 'messages', value }] }];
    const raw = JSON.stringify({ object: 'whatsapp_business_account', entry });
    const signature = createHmac('sha256', secrets.appSecret).update(raw).digest('hex');
    const answer = await fetch(`${world.address}/webhooks/whatsapp/${senderID}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body: raw,
    });
    expect(answer.status).toBe(200);
  }

  /** A campus that connects one number after another and gets WhatsApp’s webhooks about them. */
  async function openWithNumbers() {
    const opened = await open();
    const webhooks = createWebhooks(() => new Date());
    const before = world.deps.providers.cloud!;
    world.deps.providers.cloud = { ...before, webhooks };
    const connectAs = async (phoneNumberID: string) =>
      expectAnswer(
        calls.setConnection,
        await opened.put({ way: 'cloud', cloud: { ...cloud.cloud, phoneNumberID } }),
      );
    const leave = () => {
      world.deps.providers.cloud = before;
    };
    return { ...opened, connectAs, leave };
  }

  it('A late webhook of a former number still counts for messages from before the change.', async () => {
    const { campus, sender, connectAs, leave } = await openWithNumbers();
    await connectAs('1065403532');
    const { id } = await sender();
    await connectAs('1065403533');
    const connectedAt = Date.parse((await sender()).connectedAt ?? '');
    const write = (number: string, text: string, at: number) => ({
      id: `wamid.${number}${text}${at}`,
      from: number,
      timestamp: String(Math.floor(at / 1000)),
      type: 'text',
      text: { body: text },
    });
    const [early, late, other] = ['923003000051', '923003000052', '923003000053'];
    const to = (phoneNumberID: string, from: string, text: string, at: number) =>
      hear(id, phoneNumberID, { messages: [write(from, text, at)] });
    await to('1065403532', early!, 'STOP', connectedAt - 60_000);
    // After the change the number may belong to another campus.
    await to('1065403532', late!, 'STOP', connectedAt + 2000);
    await to('1065403533', other!, 'STOP', connectedAt + 2000);
    while ((await handleStoredWebhooks(world.deps)) > 0);
    expect([...(await listOptedOut(campus.scope))].sort()).toEqual([`+${early}`, `+${other}`]);
    const texts = async (number?: string) =>
      (await loadChat(campus.scope, `+${number}`)).map(({ message }) => message);
    expect(await texts(early)).toContain('STOP');
    expect(await texts(late)).toEqual([]);
    await campus.scope.db.updateTable('message').set({ status: 'cancelled', dueAt: null }).execute();
    leave();
  });

  it('Receipts for messages sent by former numbers still count.', async () => {
    const { campus, ask, sender, connectAs, leave } = await openWithNumbers();
    const numbers = ['1065403522', '1065403523', '1065403524'];
    const sent: string[] = [];
    for (const [index, phoneNumberID] of numbers.entries()) {
      await connectAs(phoneNumberID);
      await campus.message({ contacts: `0300-300000${index}`, kind: 'reply' });
      await sendNext(world.deps);
      const row = await campus.scope.db
        .selectFrom('message')
        .select('providerID')
        .where('campusID', '=', campus.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      sent.push(row.providerID ?? '');
    }
    // A new app or version is the same number, and a number that returns is no former one.
    await connectAs(numbers[1]!);
    await connectAs(numbers[1]!);
    const settings = { ...ids, version: 'v25.0', phoneNumberID: numbers[1] };
    expect((await ask(calls.getConnection)).body.settings).toEqual(settings);
    const { id } = await sender();
    for (const [index, phoneNumberID] of numbers.entries())
      await hear(id, phoneNumberID, {
        statuses: [{ id: sent[index], status: 'delivered', timestamp: '1795000000' }],
      });
    while ((await handleStoredWebhooks(world.deps)) > 0);
    const rows = await campus.scope.db
      .selectFrom('message')
      .select('status')
      .where('campusID', '=', campus.id)
      .execute();
    expect(rows.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    leave();
  });

  it('Recipients count as new to a number that was connected since.', async () => {
    const { campus, connect } = await open();
    await campus.message({ contacts: '0300-3000001, 0300-3000002', kind: 'reply' });
    await sendNext(world.deps);
    await connect(waha);
    await changePace(campus.scope, world.deps, { ...noPace, newPerDay: 1 });
    await campus.message({ contacts: '0300-3000001, 0300-3000002', message: 'Again' });
    expect(await sendNext(world.deps)).toBe(1);
    expect(fake.sent).toHaveLength(1);
  });

  it('A sender whose secrets cannot be opened is stopped with its reason, and no message fails.', async () => {
    const { campus, ask, connect, put, test, sender } = await open();
    await connect(cloud);
    await updateSender(campus.scope, { secrets: Buffer.alloc(64, 7).toString('base64') });
    await campus.message({ contacts: '0300-3000001' });
    await sendNext(world.deps);
    expect(await sender()).toMatchObject({ stopReason: makeReason('sealed') });
    expect(fake.sent).toEqual([]);
    const { body } = await ask(calls.getConnection);
    expect(body).toMatchObject({ storedSecrets: [], notes: [sayReason(makeReason('sealed'))] });
    expect((await test()).findings[0]).toMatchObject({ state: 'bad', text: sayReason(makeReason('sealed')) });
    expectFailure(await put({ way: 'cloud', cloud: ids }), 'malformed');
    await connect(cloud);
    await test();
    expect(await sendNext(world.deps)).toBe(1);
  });

  it('A chat that was opened by hand can still be closed after the connection changes.', async () => {
    const { campus, ask, connect } = await open();
    await connect({ way: 'assisted' });
    await campus.message({ contacts: '0300-3000001' });
    const { body: first } = await ask(calls.nextByHand);
    const { id } = first.next;
    expect((await ask(calls.openByHand, { id })).status).toBe(200);
    await connect(cloud);
    expect((await ask(calls.nextByHand)).body.next).toMatchObject({ id });
    expect((await ask(calls.closeByHand, { id, outcome: 'sent' })).body).toEqual({ changed: 1 });
    expect((await ask(calls.nextByHand)).body.next).toBeNull();
  });

  it.each([
    ['forgets what is approved', 'another account', { ...cloud.cloud, wabaID: '998877665544332' }, []],
    ['keeps what is approved', 'the same account', cloud.cloud, [{ state: 'approved' }]],
  ])('A campus %s when it comes back to %s.', async (_does, _whose, again, approvals) => {
    const { campus, connect } = await open();
    await connect(cloud);
    const { id: templateID } = (await campus.template('Fee', 'The fee of {{name}} is due now.'))!;
    await putSubmitted(campus.scope, {
      templateID,
      name: `fee_${templateID}`,
      language: 'en',
      category: 'UTILITY',
      providerID: '1',
      state: 'approved',
      reason: '',
      message: 'The fee of {{name}} is due now.',
      media: '',
      stopButton: 0,
      submittedAt: '2026-01-01T00:00:00.000Z',
      syncedAt: '2026-01-02T00:00:00.000Z',
    });
    await connect({ way: 'waha', waha: { url: 'http://gateway.example.org', session: 'default' } });
    await connect({ way: 'demo' });
    await connect({ way: 'cloud', cloud: again });
    const submitted = await listSubmitted(campus.scope);
    expect(submitted).toMatchObject(approvals);
    expect(submitted).toHaveLength(approvals.length);
  });

  it('Reached recipients move to the business portfolio when a test finds it.', async () => {
    const { campus, connect, test, sender } = await open();
    await connect(cloud);
    const { id } = await sender();
    const { db } = campus.scope;
    const [early, late] = ['2026-11-20T06:00:00.000Z', '2026-11-20T07:00:00.000Z'];
    const reached = (portfolio: string, number: string, at: string) => ({ portfolio, number, at });
    const portfolio = `P of ${id}`;
    await db
      .insertInto('reached')
      .values([
        reached(`sender:${id}`, '+923003000001', late),
        reached(`sender:${id}`, '+923003000002', early),
        reached(portfolio, '+923003000001', early),
        reached(portfolio, '+923003000002', late),
      ])
      .execute();
    await db
      .insertInto('reached')
      .values(reached(`sender:${id}`, '+923003000003', early))
      .execute();
    fake.answer = { kind: 'done', value: { ...numberState, portfolio } };
    await test();
    const rows = db.selectFrom('reached').select(['number', 'at']).where('portfolio', '=', portfolio);
    expect(await rows.orderBy('number').execute()).toEqual([
      { number: '+923003000001', at: late },
      { number: '+923003000002', at: late },
      { number: '+923003000003', at: early },
    ]);
  });

  it('A refusal by the old connection does not stop the new one.', async () => {
    const { campus, connect, sender } = await open();
    await connect(cloud);
    const { promise: isCalled, resolve: called } = Promise.withResolvers<void>();
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    const { send } = given.cloud;
    world.deps.providers.cloud = {
      send: async () => {
        called();
        await isLetGo;
        return { kind: 'rejected', reason: makeReason('newToken'), code: '190', policy: 'fixToken' };
      },
    };
    await campus.message({ contacts: '0300-3000001', kind: 'reply' });
    const round = sendNext(world.deps);
    await isCalled;
    await connect({ way: 'waha', waha: gateway });
    letGo();
    await round;
    world.deps.providers.cloud = { ...given.cloud, send };
    expect(await sender()).toMatchObject({ stoppedAt: null, stopReason: null });
    expect(await sendNext(world.deps)).toBe(1);
    expect(fake.sent).toMatchObject([{ provider: 'waha' }]);
  });
});
