/** Connecting a campus to WhatsApp: stored settings, hidden secrets, and the findings of a test. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Finding } from '#shared/calls/connection.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { allRights } from '#shared/people/rights.ts';
import { connectionWords, findingWords } from '#shared/words/whatsapp-number.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { showSender } from '../../src/server/senders/settings/settings.ts';
import { updateSender } from '../../src/server/senders/settings/settings-queries.ts';
import type { Answered } from '../../src/server/whatsapp/model.ts';
import type { NumberState, Provider } from '../../src/server/whatsapp/port.ts';
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

describe.each(engines)('Connecting WhatsApp on %s', (engine) => {
  const { fake, given } = createFake();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: given, log: openLog('silent') });
  });
  afterAll(() => world.stop());
  const open = () => openConnecting(world, fake);
  const stateOf = (findings: Finding[], what: Finding['what']) =>
    findings.find((finding) => finding.what === what)?.state;

  it('A connection keeps its settings, seals the secrets and never answers them.', async () => {
    const { ask, connect, sender } = await open();
    const connected = await connect(cloud);
    expect(connected).toMatchObject({
      way: 'cloud',
      settings: { ...ids, version: 'v25.0' },
      storedSecrets: ['token', 'appSecret'],
      testHost: '127.0.0.1:9',
      notes: [],
    });
    const row = await sender();
    expect(connected.webhook).toEqual({
      url: `${world.address}/webhooks/whatsapp/${row.id}`,
      verifyToken: expect.stringMatching(/^[\w-]{32}$/),
      lastAt: null,
      problem: '',
    });
    const answers = await Promise.all(
      [calls.getConnection, calls.getSender, calls.testConnection].map((call) =>
        ask(call, call.method === 'GET' ? undefined : {}),
      ),
    );
    for (const answered of [JSON.stringify(answers), JSON.stringify(row)])
      for (const secret of Object.values(secrets)) expect(answered).not.toContain(secret);
    expect(fake.queried[0]?.settings).toMatchObject({
      ...ids,
      ...secrets,
      verifyToken: connected.webhook.verifyToken,
      hookUrl: connected.webhook.url,
    });
  });

  it('The webhook address given to providers ignores forwarded headers of the request.', async () => {
    const { campus } = await open();
    const { token } = await campus.user();
    const response = await fetch(`${world.address}/api/Sender/Connection?db=${campus.db}&cID=${campus.id}`, {
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-host': 'evil.example.org',
        'x-forwarded-proto': 'https',
      },
    });
    const { webhook } = (await response.json()) as { webhook: { url: string } };
    expect(webhook.url).toMatch(`${world.address}/webhooks/whatsapp/`);
  });

  it('A missing secret is reported at its field.', async () => {
    const { put, sender } = await open();
    const answered = await put({ way: 'cloud', cloud: { ...ids, token: 'only' } });
    expectFailure(answered, 'malformed');
    expect(answered.body.issues).toEqual([{ path: 'cloud.appSecret', message: connectionWords.secret }]);
    expect((await sender()).provider).toBe('demo');
  });

  it.each([
    ['cloud', { ...ids, ...secrets, wabaID: 'WABA' }],
    ['cloud', { ...ids, ...secrets, version: '25' }],
    ['waha', { url: 'ftp://gateway' }],
    ['waha', { url: 'https://user:word@gateway.example.org' }],
    ['waha', { ...gateway, session: 'a b' }],
    ['telegram', {}],
    ['cloud', undefined],
  ])('An invalid connection is refused: %s %j.', async (way, given) => {
    const { put, sender } = await open();
    expectFailure(await put({ way, [way]: given }), 'malformed');
    expect((await sender()).provider).toBe('demo');
  });

  it('The program’s own address is refused as a gateway, under every name of this computer.', async () => {
    const { put, sender } = await open();
    const { port } = new URL(world.address);
    for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '[::1]']) {
      const answered = await put({ way: 'waha', waha: { ...gateway, url: `http://${host}:${port}/` } });
      expectFailure(answered, 'invalid');
      expect(answered.body.issues).toEqual([{ path: 'waha.url', message: connectionWords.itself }]);
    }
    expect((await sender()).provider).toBe('demo');
  });

  it('An empty secret keeps the stored one, and the verify token stays.', async () => {
    const { connect, test } = await open();
    const { webhook } = await connect(cloud);
    const again = await connect({ way: 'cloud', cloud: { ...ids, token: 'EAAG-a-new-one' } });
    expect(again.webhook.verifyToken).toBe(webhook.verifyToken);
    await test();
    expect(fake.queried[0]?.settings).toMatchObject({
      token: 'EAAG-a-new-one',
      appSecret: secrets.appSecret,
    });
  });

  it('The secret of one app is not kept for another app.', async () => {
    const { connect, put } = await open();
    await connect(cloud);
    const answered = await put({ way: 'cloud', cloud: { ...ids, appID: '670843887433848' } });
    expectFailure(answered, 'malformed');
    expect(answered.body.issues).toEqual([{ path: 'cloud.appSecret', message: connectionWords.secret }]);
    const given = { ...ids, appID: '670843887433848', appSecret: 'another' };
    expect((await connect({ way: 'cloud', cloud: given })).storedSecrets).toEqual(['token', 'appSecret']);
  });

  it('The API key of one gateway is not sent to another gateway.', async () => {
    const { connect, test } = await open();
    expect((await connect(waha)).storedSecrets).toEqual(['apiKey']);
    await test();
    const [first] = fake.queried;
    expect(first?.settings).toMatchObject({ url: 'http://127.0.0.1:3999', apiKey: 'the-api-key' });
    expect(first?.settings.hookKey).toMatch(/^[\w-]{32}$/);
    await connect({ way: 'waha', waha: { url: gateway.url, session: 'second' } });
    fake.queried = [];
    await test();
    expect(fake.queried[0]?.settings).toMatchObject({
      apiKey: 'the-api-key',
      hookKey: first?.settings.hookKey,
    });
    const moved = await connect({ way: 'waha', waha: { url: 'http://gateway.example.org' } });
    expect(moved.storedSecrets).toEqual([]);
    expect(moved.notes).toEqual([connectionWords.plainGateway]);
    expect(moved.webhook.problem).toBe(connectionWords.hookLocal);
    fake.queried = [];
    await test();
    expect(fake.queried[0]?.settings).not.toHaveProperty('apiKey');
    expect(fake.queried[0]?.settings.hookKey).not.toBe(first?.settings.hookKey);
  });

  it('Test connection stores the number, its quality and its daily limit.', async () => {
    const { campus, connect, test } = await open();
    await connect(cloud);
    const { findings, connection } = await test();
    expect(findings.map(({ what, state }) => [what, state])).toEqual([
      ['reached', 'good'],
      ['number', 'good'],
      ['quality', 'good'],
      ['limit', 'good'],
      ['webhook', 'waiting'],
    ]);
    expect(findings[0]?.text).toBe(findingWords.reachedTest('127.0.0.1:9'));
    expect(findings[1]?.text).toBe('+924235761999 · Girls School');
    expect(connection).toMatchObject({ number: '+924235761999', quality: 'Good', perDay: 250 });
    expect(connection.checkedAt).not.toBeNull();
    expect(await showSender(campus.scope, world.deps)).toMatchObject({
      provider: 'cloud',
      number: '+924235761999',
      name: 'Girls School',
      testHost: '127.0.0.1:9',
    });
    await updateSender(campus.scope, { hookAt: new Date().toISOString() });
    expect(stateOf((await test()).findings, 'webhook')).toBe('good');
    // Another app signs with another secret, so its webhook has to arrive once more.
    await connect({ way: 'cloud', cloud: { ...ids, appSecret: 'another' } });
    expect(stateOf((await test()).findings, 'webhook')).toBe('waiting');
    // Nothing is known about another number yet.
    const other = await connect({ way: 'cloud', cloud: { ...ids, phoneNumberID: '106540352242923' } });
    expect(other).toMatchObject({ number: '', quality: '', perDay: null, checkedAt: null });
  });

  it.each<[Answered<NumberState>, Finding['what'], Finding['state'], string]>([
    [refused, 'reached', 'bad', sayReason(makeReason('newToken'))],
    [
      { kind: 'unreachable', reason: makeReason('cloudUnreachable') },
      'reached',
      'bad',
      sayReason(makeReason('cloudUnreachable')),
    ],
    [
      { kind: 'done', value: { ...numberState, error: makeReason('numberUnverified') } },
      'number',
      'bad',
      sayReason(makeReason('numberUnverified')),
    ],
    [{ kind: 'done', value: { ...numberState, quality: 'low' } }, 'quality', 'bad', findingWords.quality.low],
    [
      { kind: 'done', value: { ...numberState, quality: 'medium' } },
      'quality',
      'fair',
      findingWords.quality.medium,
    ],
    [{ kind: 'done', value: { ...numberState, perDay: null } }, 'limit', 'good', findingWords.noLimit],
  ])('Test connection says what is wrong: %j.', async (answer, what, state, text) => {
    const { connect, test } = await open();
    await connect(cloud);
    fake.answer = answer;
    expect((await test()).findings).toContainEqual({ what, state, text });
  });

  it('Test connection reports an unexpected error as such.', async () => {
    const { connect, test } = await open();
    await connect(cloud);
    fake.during = () => Promise.reject(new Error('Surprise'));
    expect((await test()).findings).toContainEqual({
      what: 'reached',
      state: 'bad',
      text: sayReason(makeReason('surprise')),
    });
  });

  it('Test connection stores nothing when the number was changed during the test.', async () => {
    const { campus, connect, test } = await open();
    await connect(cloud);
    fake.during = async () => {
      await updateSender(campus.scope, { settings: JSON.stringify({ ...ids, phoneNumberID: '9999999' }) });
    };
    expect((await test()).connection).toMatchObject({ number: '', checkedAt: null });
  });

  it('Connecting another number deletes cached media, and another account deletes the approvals too.', async () => {
    const { campus, connect, sender } = await open();
    await connect(cloud);
    const { id: senderID } = await sender();
    const template = await campus.template('Fee due', 'Fee of {{name}}');
    const { db } = campus.scope;
    const at = '2999-01-01T00:00:00.000Z';
    await db
      .insertInto('provider_cache')
      .values({ senderID, name: 'media', value: '1', expiresAt: at })
      .execute();
    const approved = { language: 'en', category: 'UTILITY', providerID: '1', state: 'approved' } as const;
    await db
      .insertInto('approval')
      .values({
        ...approved,
        templateID: template?.id ?? 0,
        campusID: campus.id,
        name: 'fee_due',
        reason: '',
        message: '',
        media: '',
        stopButton: 0,
        submittedAt: at,
      })
      .execute();
    const count = async () => {
      const cached = await db
        .selectFrom('provider_cache')
        .select('name')
        .where('senderID', '=', senderID)
        .execute();
      const approvals = await db
        .selectFrom('approval')
        .select('name')
        .where('campusID', '=', campus.id)
        .execute();
      return [cached.length, approvals.length];
    };
    await connect({ way: 'cloud', cloud: { ...ids, token: 'a-new-one' } });
    expect(await count()).toEqual([1, 1]);
    await connect({ way: 'cloud', cloud: { ...ids, phoneNumberID: '106540352242923' } });
    expect(await count()).toEqual([0, 1]);
    await connect({ way: 'cloud', cloud: { ...ids, wabaID: '102290129340399' } });
    expect(await count()).toEqual([0, 0]);
  });

  it('A phone can be linked only if the provider uses a session.', async () => {
    const { ask, connect, test, sender } = await open();
    const none = await ask(calls.startLinkedSession, {});
    expect(none.body).toEqual({ state: 'off', qr: '', reason: connectionWords.noSession });
    await connect(waha);
    const shown = await ask(calls.startLinkedSession, {});
    expectAnswer(calls.startLinkedSession, shown);
    expect(shown.body).toMatchObject({ state: 'scan', qr: expect.stringMatching(/^data:/) });
    const hookUrl = `${world.address}/webhooks/whatsapp/${(await sender()).id}`;
    expect(fake.queried[0]?.settings).toMatchObject({ hookUrl, hookKey: expect.any(String) });
    const before = (await test()).findings;
    expect([stateOf(before, 'session'), stateOf(before, 'number')]).toEqual(['waiting', undefined]);
    fake.linked = 'working';
    const { findings } = await test();
    expect([stateOf(findings, 'session'), stateOf(findings, 'number')]).toEqual(['good', 'good']);
    expectAnswer(calls.endLinkedSession, await ask(calls.endLinkedSession, {}));
  });

  it('A provider that this installation does not have is refused.', async () => {
    const { put } = await open();
    const { cloud: original } = world.deps.providers;
    delete world.deps.providers.cloud;
    const answered = await put(cloud);
    world.deps.providers.cloud = original as Provider;
    expectFailure(answered, 'invalid');
    expect(answered.body.message).toBe(connectionWords.noProvider);
  });

  it('Test connection is good for the demo phone and for sending by hand.', async () => {
    const { connect, test } = await open();
    expect((await test()).findings).toEqual([{ what: 'reached', state: 'good', text: findingWords.demo }]);
    await connect({ way: 'assisted' });
    expect((await test()).findings).toEqual([
      { what: 'reached', state: 'good', text: findingWords.assisted },
    ]);
  });

  it('The connection is for administrators, and other users see only the way.', async () => {
    const { campus, connect } = await open();
    await connect(cloud);
    const { token } = await campus.user({ ...allRights, admin: false });
    const query = { db: campus.db, cID: campus.id };
    expectFailure(await world.call(calls.getConnection, { token, query }), 'forbidden');
    expect((await world.call(calls.getSender, { token, query })).body.provider).toBe('cloud');
  });
});
