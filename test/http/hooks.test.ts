/** Webhooks: unsigned ones change nothing, signed ones are stored before they are answered. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/server/app.ts';
import { insertMany } from '../../src/server/platform/db/long-lists.ts';
import { openLog } from '../../src/server/platform/log/open-log.ts';
import { deleteOld } from '../../src/server/webhooks/retention/retention.ts';
import type { WebhookEvent } from '../../src/server/whatsapp/webhooks.ts';
import { callingProvider, connectCalling } from '../support/calling-provider.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const tables = [
  'hook',
  'receipt',
  'inbound',
  'message',
  'broadcast',
  'opt_out',
  'sender',
  'attempt',
] as const;

describe.each(engines)('Webhooks on %s', (engine) => {
  const { outside, given } = callingProvider();
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  let world: World;
  let campus: CampusInTest;
  let caller: Awaited<ReturnType<typeof connectCalling>>;
  beforeAll(async () => {
    world = await createWorld(engine, { ...given, log });
    campus = await world.school('main');
    caller = await connectCalling(world, campus);
  });
  afterAll(() => world.stop());

  const dump = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [
          table,
          (
            await world.deps.store.db
              .selectFrom(table as 'hook')
              .selectAll()
              .execute()
          )
            .map((row) => JSON.stringify(row))
            .sort(),
        ]),
      ),
    );
  const hooks = () => world.deps.store.db.selectFrom('hook').selectAll().orderBy('id').execute();
  const wrote = (text: string, providerID = `w ${text}`): WebhookEvent => ({
    kind: 'inbound',
    providerID,
    number: '+923001234567',
    text,
    at: outside.now,
  });
  const texts = async () =>
    (await world.deps.store.db.selectFrom('inbound').select('text').orderBy('id').execute()).map(
      ({ text }) => text,
    );

  const greet = (query: string, path = caller.senderID, method = 'GET') =>
    fetch(`${world.address}/webhooks/whatsapp/${path}?${query}`, { method });

  it('A webhook verification is answered with exactly the challenge.', async () => {
    const right = `hub.mode=subscribe&hub.challenge=11%3Cb%3E58&hub.verify_token=${encodeURIComponent(caller.word)}`;
    const answer = await greet(right);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe('11<b>58');
    expect((await greet('hub.challenge=1&hub.verify_token=wrong')).status).toBe(403);
    expect((await greet(right, 'nobody')).status).toBe(404);
  });

  it.each(['HEAD', 'PUT', 'DELETE', 'PATCH'])(
    'A webhook request with the method %s is not found.',
    async (method) => {
      expect((await greet('', caller.senderID, method)).status).toBe(404);
    },
  );

  it('Webhooks are not part of the OpenAPI description.', async () => {
    const { paths } = (await (await fetch(`${world.address}/api/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(paths).filter((path) => path.includes('webhooks'))).toEqual([]);
  });

  const good = () => caller.webhookBody(wrote('never'));
  it.each<[string, number, () => Promise<{ status: number }>]>([
    ['unsigned', 401, () => caller.call(good(), { signature: null })],
    ['signed with nothing', 401, () => caller.call(good(), { signature: '' })],
    ['signed otherwise', 401, () => caller.call(good(), { signature: 'a'.repeat(64) })],
    ['without a body', 401, () => caller.call('', { signature: null })],
    [
      'of a form',
      401,
      () => caller.call('a=b', { signature: null, type: 'multipart/form-data; boundary=x' }),
    ],
    ['too long', 413, () => caller.call(Buffer.alloc(4 * 1024 * 1024, 32))],
    ['no JSON', 400, () => caller.call('{"events":')],
    ['empty and signed', 400, () => caller.call('')],
    ['no text', 400, () => caller.call(Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
    ['a raw NUL', 400, () => caller.call('"\0"')],
    ['endlessly deep and cut off', 400, () => caller.call('['.repeat(500_000))],
    ['to nobody', 404, () => caller.call(good(), { path: 'b9ad1e3e-0000-4000-8000-000000000000' })],
    ['to nonsense', 404, () => caller.call(good(), { path: '%00%27%22' })],
    ['to a path', 404, () => caller.call(good(), { path: '..%2F..%2Fetc' })],
    ['to an endless name', 404, () => caller.call(good(), { path: 'x'.repeat(5000) })],
    ['to what cannot be decoded', 400, () => caller.call(good(), { path: '%E0%A4%A' })],
  ])('A webhook request that is %s is answered %d and changes nothing.', async (_what, status, ask) => {
    const before = await dump();
    expect((await ask()).status).toBe(status);
    await world.work();
    expect(await dump()).toEqual(before);
  });

  it('A webhook for a campus without webhooks is not found.', async () => {
    const sister = await campus.sister();
    const { id } = await world.deps.store.db
      .selectFrom('sender')
      .select('id')
      .where('campusID', '=', sister.id)
      .executeTakeFirstOrThrow();
    expect((await caller.call(good(), { path: id })).status).toBe(404);
  });

  it('A webhook is stored before it is answered, and handled afterwards.', async () => {
    const body = caller.webhookBody(wrote('Salam \u{1f600}'));
    expect(await caller.call(body, { type: 'text/whatever; charset=utf-8' })).toMatchObject({
      status: 200,
      text: '',
    });
    expect(await hooks()).toMatchObject([{ body, handledAt: null, senderID: caller.senderID }]);
    expect(await texts()).toEqual([]);
    await world.work();
    expect(await texts()).toEqual(['Salam \u{1f600}']);
    expect(await hooks()).toMatchObject([{ body, handledAt: outside.now.toISOString(), error: null }]);
    const { hookAt } = await world.deps.store.db
      .selectFrom('sender')
      .select('hookAt')
      .where('id', '=', caller.senderID)
      .executeTakeFirstOrThrow();
    expect(hookAt).toBe(outside.now.toISOString());
  });

  it('A webhook is answered 503 while the store is unavailable, so that the provider repeats it.', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const isAway = { now: false };
    const db = world.deps.store.db.withPlugin({
      transformQuery: ({ node }) => {
        if (isAway.now && JSON.stringify(node).includes('insert into hook')) throw away;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const app = await buildApp({ ...world.deps, store: { ...world.deps.store, db } });
    const count = (await hooks()).length;
    const make = async (payload: string) => {
      const headers = { 'content-type': 'application/json', 'x-signature': caller.sign(payload) };
      const url = `/webhooks/whatsapp/${caller.senderID}`;
      return (await app.inject({ method: 'POST', url, headers, payload })).statusCode;
    };
    const bodies = [caller.webhookBody(wrote('away 1')), caller.webhookBody(wrote('away 2'))];
    isAway.now = true;
    expect(await Promise.all(bodies.map(make))).toEqual([503, 503]);
    expect(await hooks()).toHaveLength(count);
    isAway.now = false;
    expect(await Promise.all(bodies.map(make))).toEqual([200, 200]);
    expect(await hooks()).toHaveLength(count + 2);
    await app.close();
  });

  it('A replayed webhook is answered as the first time and changes nothing.', async () => {
    const body = caller.webhookBody(wrote('once'));
    await caller.call(body);
    await world.work();
    const before = await dump();
    for (let round = 0; round < 3; round += 1) expect((await caller.call(body)).status).toBe(200);
    await world.work();
    expect(await dump()).toEqual(before);
  });

  it('A webhook that repeats an event in another body is stored, and nothing else changes.', async () => {
    await caller.tell(wrote('the same', 'one name'));
    const before = { ...(await dump()), hook: undefined };
    await caller.tell(wrote('the same', 'one name'));
    expect({ ...(await dump()), hook: undefined }).toEqual(before);
  });

  it('A webhook with any JSON is accepted, even when it contains no event.', async () => {
    const before = await texts();
    const count = (await hooks()).length;
    for (const body of [
      'null',
      '7',
      '"text"',
      '[]',
      '{"events":[]}',
      '{"__proto__":1}',
      '['.repeat(9) + ']'.repeat(9),
    ])
      expect((await caller.call(body)).status, body).toBe(200);
    await world.work();
    expect(await texts()).toEqual(before);
    const stored = (await hooks()).slice(count);
    expect(stored).toHaveLength(7);
    for (const { handledAt, error } of stored) expect({ handledAt, error }).toMatchObject({ error: null });
  });

  it('Characters that cannot be stored are removed from a webhook’s text, and nothing else.', async () => {
    await caller.call(caller.webhookBody(wrote('a\0b \ud800 c', 'odd')));
    await world.work();
    expect((await texts()).at(-1)).toBe('ab \ufffd c');
  });

  it('A webhook that cannot be handled is marked with the error, and the other webhooks are handled.', async () => {
    await caller.call(caller.webhookBody(wrote('before it')));
    await caller.call(JSON.stringify({ surprise: true }));
    // The store refuses this one, because a number is required.
    await caller.call(caller.webhookBody({ ...wrote('refused'), number: null } as unknown as WebhookEvent));
    await caller.call(caller.webhookBody(wrote('after it')));
    await world.work();
    expect((await texts()).slice(-2)).toEqual(['before it', 'after it']);
    const [before, burst, refused, after] = (await hooks()).slice(-4);
    expect([before?.error, after?.error]).toEqual([null, null]);
    expect(burst?.error).toContain('an unexpected body');
    expect(refused?.error).toMatch(/null/i);
    expect((await hooks()).filter(({ handledAt }) => handledAt === null)).toEqual([]);
    const logged = lines.join('');
    expect(logged).toContain(`"hookID":${burst?.id}`);
    expect(logged).toContain('call handled');
    for (const word of ['before it', 'refused"', '923001234567', caller.word])
      expect(logged).not.toContain(word);
  });

  it('The body of a webhook is deleted after 8 days, and its digest after 30.', async () => {
    const body = caller.webhookBody(wrote('old'));
    await caller.call(body);
    await world.work();
    const digest = (await hooks()).at(-1)?.digest;
    const find = async () => (await hooks()).find((hook) => hook.digest === digest);
    outside.pass(7 * 86_400);
    await deleteOld(world.deps);
    expect((await find())?.body).toBe(body);
    outside.pass(86_401);
    await deleteOld(world.deps);
    expect((await find())?.body).toBe('');
    const count = (await texts()).length;
    expect((await caller.call(body)).status).toBe(200);
    await world.work();
    expect(await texts()).toHaveLength(count);
    outside.pass(22 * 86_400);
    await deleteOld(world.deps);
    expect(await find()).toBeUndefined();
  });

  it('A webhook that was never handled keeps its body and is handled after 40 days.', async () => {
    await caller.call(caller.webhookBody(wrote('waits')));
    const { id, body } = (await hooks()).at(-1) ?? {};
    outside.pass(40 * 86_400);
    await deleteOld(world.deps);
    expect((await hooks()).find((hook) => hook.id === id)).toMatchObject({ body, handledAt: null });
    await world.work();
    expect((await texts()).at(-1)).toBe('waits');
    outside.pass(1);
    await deleteOld(world.deps);
    expect((await hooks()).find((hook) => hook.id === id)).toBeUndefined();
  });

  it('Old webhooks are deleted in parts, and new ones are handled between the parts.', async () => {
    const { db } = world.deps.store;
    const at = outside.now.toISOString();
    await insertMany(
      db,
      'hook',
      Array.from({ length: 600 }, (_, index) => ({
        ...{ senderID: caller.senderID, digest: `old ${index}`, body: 'x', receivedAt: at, handledAt: at },
      })),
    );
    outside.pass(31 * 86_400);
    const left: number[] = [];
    const sleep = async () => {
      left.push((await hooks()).filter(({ digest }) => digest.startsWith('old ')).length);
      await caller.tell(wrote(`between ${left.length}`));
      expect((await texts()).at(-1)).toBe(`between ${left.length}`);
    };
    await deleteOld({ ...world.deps, runtime: { ...world.deps.runtime, sleep } });
    expect(left).toEqual([350, 100]);
    expect((await hooks()).filter(({ digest }) => digest.startsWith('old '))).toEqual([]);
  });

  it('Retention ends early when the program stops.', async () => {
    await caller.call(caller.webhookBody(wrote('stays')));
    await world.work();
    const before = (await hooks()).length;
    outside.pass(31 * 86_400);
    await deleteOld(world.deps, AbortSignal.abort());
    expect(await hooks()).toHaveLength(before);
  });

  it('A receipt without a message is deleted after 30 days, and a receipt of a message stays.', async () => {
    const at = outside.now;
    const { broadcastID } = await campus.message({ contacts: '03001234567' });
    await world.work();
    const { db } = world.deps.store;
    const { providerID } = await db
      .selectFrom('message')
      .select('providerID')
      .where('broadcastID', '=', broadcastID)
      .executeTakeFirstOrThrow();
    const readReceiptOf = (providerID: string): WebhookEvent => ({
      kind: 'receipt',
      receipt: { providerID, status: 'read', at },
    });
    await caller.tell(readReceiptOf(providerID ?? ''), readReceiptOf('of nobody'));
    const storedIDs = async () => {
      const rows = await db.selectFrom('receipt').select('providerID').orderBy('id').execute();
      return rows.map((row) => row.providerID);
    };
    outside.pass(29 * 86_400);
    await deleteOld(world.deps);
    expect(await storedIDs()).toEqual([providerID, 'of nobody']);
    outside.pass(86_401);
    await deleteOld(world.deps);
    expect(await storedIDs()).toEqual([providerID]);
  });
});
