/** The log never contains a phone number, a text or anything that allows signing in. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { setUpWithPassword } from '../../src/server/auth/setup/setup.ts';
import { fillNewCampus } from '../../src/server/demo/demo.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { logAttempt } from '../../src/server/platform/metrics/sending.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';

const password = 'correct-horse-battery';
const number = '+923007654321';
const text = 'Assalam o Alaikum, the fee of Zulekha is due';
const secrets = { token: 'EAAG-whatsapp-token', appSecret: 'whatsapp-app-secret' };

/** A provider whose error message contains its secrets. */
const careless: Provider = {
  send: async () => ({ kind: 'notSent', reason: providerReason('No line') }),
  check: async ({ settings }) => {
    throw new TypeError(`Bearer ${settings.token} of ${settings.appSecret} is not taken`);
  },
};

const open = (level: 'trace' | 'warn') => {
  const lines: string[] = [];
  return { lines, log: openLog(level, { write: (line) => lines.push(line) }) };
};

describe.each(engines)('The log on %s', (engine) => {
  let world: World;
  const { lines, log } = open('trace');
  beforeAll(async () => {
    world = await createWorld(engine, { log, providers: { cloud: careless } });
    await setUpWithPassword(world.deps, { password, demo: false }, fillNewCampus);
  });
  afterAll(() => world.stop());

  const query = { db: 'main', cID: 1 };
  const found = (fields: object) =>
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(fields));

  async function signIn(): Promise<string> {
    const { body } = await world.call(calls.login, { body: { userName: 'admin', password } });
    return body.token;
  }

  /** Sends a broken request with a token in it. */
  async function sendNonsense(token: string): Promise<void> {
    const socket = connect(Number(new URL(world.address).port), '127.0.0.1');
    socket.write(`GET /api/Account/Session HTTP/1.1\r\nauthorization: Bearer ${token}\r\nbad header\r\n\r\n`);
    socket.resume();
    await once(socket, 'close');
  }

  it('The log contains no token, password, cookie, phone number or text, even at level trace.', async () => {
    const token = await signIn();
    await world.call(calls.login, { body: { userName: 'admin', password: `${password}-wrong` } });
    const body = { message: text, contacts: number, clientID: crypto.randomUUID() };
    const sent = await world.call(calls.sendToMember, { token, query, body });
    expect(sent.body).toMatchObject({ queued: 1 });
    await world.work();
    await world.call(calls.replyFromPhone, { token, query, body: { number, message: text } });
    await world.call(calls.loadChat, { token, query: { ...query, number } });
    await world.call(calls.sendToMember, { token, query, body: `{"message":"${text}",` });
    const form = new FormData();
    form.set('file', new Blob([text]), 'Zulekha.txt');
    await world.call(calls.uploadFile, { token, query, body: form });
    await fetch(`${world.address}/setup?token=${token}`);
    await fetch(`${world.address}/api/${token}/${number}?text=${text}`, {
      headers: { cookie: `qasid_session=${token}` },
    });
    await sendNonsense(token);

    expect(lines.length).toBeGreaterThan(8);
    const all = lines.join('');
    for (const secret of [token, password, number.slice(4), 'Zulekha', 'Alaikum', 'qasid_session', 'Bearer'])
      expect(all).not.toContain(secret);
  });

  it('The log contains no secret of a provider, even when the connection fails.', async () => {
    const token = await signIn();
    const ids = { phoneNumberID: '106540352242922', wabaID: '102290129340398', appID: '670843887433847' };
    const connect = (cloud: unknown) =>
      world.call(calls.setConnection, { token, query, body: { way: 'cloud', cloud } });
    expect((await connect({ ...ids, ...secrets, wabaID: secrets.token })).status).toBe(400);
    const broken = JSON.stringify({ way: 'cloud', cloud: { ...ids, ...secrets } }).slice(0, -1);
    expect((await world.call(calls.setConnection, { token, query, body: broken })).status).toBe(400);
    expect((await connect({ ...ids, ...secrets })).status).toBe(200);
    const tested = await world.call(calls.testConnection, { token, query, body: {} });
    expect(tested.body.findings[0]).toMatchObject({ state: 'bad' });
    await world.call(calls.setConnection, { token, query, body: { way: 'demo' } });
    found({ level: 'error', msg: 'connection' });
    for (const secret of Object.values(secrets)) expect(lines.join('')).not.toContain(secret);
  });

  it('The log has a line for each answer with the pattern of its route.', async () => {
    await signIn();
    found({
      level: 'info',
      requestID: expect.stringMatching(/^[\da-f-]{36}$/),
      method: 'POST',
      route: '/api/Account/Login',
      status: 200,
      milliseconds: expect.any(Number),
    });
  });

  it('A log line names user and campus by id, under the request id of the answer.', async () => {
    const token = await signIn();
    const { headers } = await world.call(calls.listGroups, { token, query });
    const requestID = headers.get('x-request-id');
    expect(requestID).toMatch(/^[\da-f-]{36}$/);
    const { body: session } = await world.call(calls.getSession, { token });
    found({ requestID, route: `/api${calls.listGroups.path}`, userID: session.userID, campusID: 1 });
    const again = await world.call(calls.listGroups, { token, query });
    expect(again.headers.get('x-request-id')).not.toBe(requestID);
    const given = await fetch(`${world.address}/api/openapi.json`, { headers: { 'x-request-id': 'mine' } });
    expect(given.headers.get('x-request-id')).not.toBe('mine');
  });

  it('A failed sign-in is logged as a warning with its address and never with the user name.', async () => {
    const body = { userName: 'somebody-else', password: 'a-wrong-password' };
    const { headers } = await world.call(calls.login, { body });
    const requestID = headers.get('x-request-id');
    found({ level: 'warn', requestID, msg: 'sign-in failed', address: '127.0.0.1', why: 'signedOut' });
    expect(lines.join('')).not.toContain('somebody-else');
  });

  it('Health and metrics requests leave no line in the log.', async () => {
    for (const probe of ['/healthz', '/readyz', '/metrics']) {
      expect((await fetch(`${world.address}${probe}`)).status).toBe(200);
      expect(lines.filter((line) => line.includes(`"route":"${probe}"`))).toEqual([]);
    }
  });

  it('The log has a line for each settled attempt.', () => {
    logAttempt(log, { messageID: 7, attempt: 2, outcome: 'rejected', code: '131026', milliseconds: 312 });
    found({ messageID: 7, attempt: 2, outcome: 'rejected', code: '131026', milliseconds: 312 });
  });

  it('An unexpected error is logged with its stack.', async () => {
    const { db } = world.deps.store;
    const token = await signIn();
    await db.schema.alterTable('inbound').renameTo('gone').execute();
    expect((await world.call(calls.listGroups, { token, query })).status).toBe(500);
    await db.schema.alterTable('gone').renameTo('inbound').execute();
    found({
      level: 'error',
      requestID: expect.any(String),
      err: expect.objectContaining({ stack: expect.stringContaining('billing/groups/') }),
    });
  });
});

describe('Log lines', () => {
  it.each([
    [new Error(`Unexpected token 'D', "Dear "Zulekha", your" is not valid JSON`)],
    [Object.assign(new Error('duplicate key'), { detail: `Key (number)=(${number}) already exists.` })],
    [new Error(`no route for /setup?token=Zulekha of ${number}`)],
    [new Error('fetch failed', { cause: new Error(`0300 765 4321 and "Zulekha"`) })],
  ])('A log line of an error keeps nothing of the text of its message: %s.', (error) => {
    const { lines, log } = open('trace');
    log.error(error);
    log.error({ err: error }, `it said ${error.message}`);
    log.child({ requestID: '1' }).error(error, error.message);
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toMatch(/Zulekha|7654321|765 4321/);
    expect(lines.join('')).toContain('log.test.ts');
  });

  it('A log line hides fields that could hold secrets or texts.', () => {
    const { lines, log } = open('trace');
    const request = { headers: { authorization: 'Bearer hidden' } };
    log.info(
      { token: 'hidden', password: 'hidden', to: 'hidden', text: 'hidden', request, count: 3 },
      'said',
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ token: '…', text: '…', count: 3, msg: 'said' });
    expect(lines[0]).not.toContain('hidden');
  });

  it('A log line hides what a sentence for a person quotes.', () => {
    const { lines, log } = open('trace');
    log.error({ err: new Failure('conflict', 'Not made because of “Zulekha” (Student).') }, 'not made');
    expect(lines[0]).toContain('Not made because of … (Student).');
  });

  it('A log at level warn has no info lines.', () => {
    const { lines, log } = open('warn');
    log.info('usual');
    log.warn('unusual');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', msg: 'unusual' }]);
  });
});
