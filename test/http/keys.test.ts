/** API keys: made by an administrator, shown once, used by programs, and revoked. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { mostKeys } from '#shared/limits.ts';
import { allRights, noRights } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';
import { listen } from './listening.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const portal = 'https://portal.example.org';
const onlyView = { view: true, add: false, edit: false, delete: false, outbox: false };

describe.each(engines)('API keys on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let head: Caller;
  let now: Date;
  /** Milliseconds that a test adds to the monotonic clock. */
  let elapsed = 0;

  beforeAll(async () => {
    now = new Date('2026-11-20T06:00:00.000Z');
    const runtime = { elapsed: () => elapsed };
    world = await createWorld(engine, { now: () => now, runtime }, { corsOrigins: [portal] });
  });
  beforeEach(async () => {
    // Longer than the time for which a new listener gets earlier events again.
    elapsed += minute;
    campus = await world.school(freshSlug());
    head = callerOf(world, campus, await campus.user());
  });
  afterAll(() => world.stop());

  const make = async (body: object = {}, by = head): Promise<{ id: string; key: string }> =>
    by.get(calls.makeKey, { body: { name: 'Parents’ portal', rights: onlyView, ...body } });
  const list = (by = head) => by.get(calls.listKeys);
  const asKey = (token: string, of = campus) => callerOf(world, of, { token, userID: '', userName: '' });
  const wait = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };

  it('An API key is shown once, stored as a digest, and used with the same calls as the pages.', async () => {
    const group = await campus.group({ bills: 2 });
    const { id, key } = await make();
    expect(key).toMatch(/^qasid_[\w-]{43}$/);
    const [listed] = await list();
    expect(listed).toEqual({
      id,
      name: 'Parents’ portal',
      ending: key.slice(-4),
      rights: onlyView,
      perMinute: 300,
      createdAt: now.toISOString(),
      maker: head.userName,
      isMakerHere: true,
      usedAt: null,
      expiresAt: null,
      isExpired: false,
    });
    const rows = await world.deps.store.db.selectFrom('api_key').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(6, -4));
    const program = asKey(key);
    expect((await program.get(calls.listGroups)).map((one: { id: number }) => one.id)).toEqual([group.id]);
    expectFailure(await program.ask(calls.removeGroup, { query: { id: group.id } }), 'forbidden');
    expectFailure(await program.ask(calls.listGroups, { query: { db: undefined } }), 'malformed');
  });

  it('An API key writes in the name of its maker, but cannot undo the maker’s imports.', async () => {
    const { key } = await make({ rights: { ...onlyView, add: true } });
    const body = {
      group: { name: 'A', month: 1, year: 2026, description: 'B' },
      contacts: [{ name: 'C', number: '03001234567' }],
    };
    const { id } = await asKey(key).get(calls.saveGroup, { body });
    const row = await world.deps.store.db
      .selectFrom('import')
      .select('createdBy')
      .where('groupID', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.createdBy).toBe(head.userID);
    // The key cannot undo an import that its maker made.
    const [own] = await asKey(key)
      .get(calls.listImports)
      .then(({ items }) => items);
    expect(own.mayUndo).toBe(false);
    expectFailure(await asKey(key).ask(calls.undoImport, { params: { id: own.id } }), 'forbidden');
  });

  it('A send by an API key names the key in place of its maker, and is found by the key’s name.', async () => {
    await campus.group({ bills: 1 });
    const { key } = await make({ rights: { ...onlyView, add: true, outbox: true } });
    const body = { message: 'School is closed tomorrow.', contacts: '03001234567' };
    const { broadcastID } = await asKey(key).get(calls.sendToGroups, { body });
    await head.get(calls.sendToGroups, { body });
    const listed = async (search: string) =>
      (await head.get(calls.listBroadcasts, { query: { search } })).map(({ by }: { by: string }) => by);
    expect(await listed('')).toEqual([head.userName, 'API key Parents’ portal']);
    expect(await listed('portal')).toEqual(['API key Parents’ portal']);
    const { by } = await head.get(calls.getSend, { params: { id: broadcastID } });
    expect(by).toBe('API key Parents’ portal');
  });

  it('An API key has only rights that its maker has, and never the right of an administrator.', async () => {
    const half = await campus.user({ admin: true, view: true });
    const lesser = callerOf(world, campus, half);
    for (const right of ['add', 'edit', 'delete', 'outbox']) {
      const refused = await lesser.ask(calls.makeKey, {
        body: { name: 'A', rights: { ...onlyView, [right]: true } },
      });
      expectFailure(refused, 'forbidden');
      expect(refused.body.message).toBe(failureWords.keyBeyond);
    }
    expectAnswer(calls.makeKey, await lesser.ask(calls.makeKey, { body: { name: 'A', rights: onlyView } }));
    for (const rights of [
      { ...onlyView, admin: true },
      { ...onlyView, admin: false },
      { ...onlyView, view: false },
    ])
      expectFailure(await head.ask(calls.makeKey, { body: { name: 'A', rights } }), 'malformed');
  });

  it('A user whose administrator right was just removed cannot make an API key.', async () => {
    const { db } = world.deps.store;
    const other = await campus.user();
    const late = callerOf(world, campus, other);
    await Promise.all([
      addMembership(db, {
        userID: other.userID,
        campusID: campus.id,
        rights: { ...allRights, admin: false },
      }),
      late.ask(calls.makeKey, { body: { name: 'Late', rights: onlyView } }),
    ]);
    expectFailure(await late.ask(calls.makeKey, { body: { name: 'Later', rights: onlyView } }), 'forbidden');
    expect((await list()).map(({ name }: { name: string }) => name)).not.toContain('Later');
  });

  it('An API key keeps working when its maker is disabled or removed, and the list says so.', async () => {
    const maker = await campus.user();
    const { key } = await make({}, callerOf(world, campus, maker));
    const { db } = world.deps.store;
    const isHere = async () => (await list())[0].isMakerHere;
    await addMembership(db, { userID: maker.userID, campusID: campus.id, rights: noRights });
    expect(await isHere()).toBe(false);
    await head.get(calls.disablePerson, { params: { id: maker.userID } });
    expect(await isHere()).toBe(false);
    expectAnswer(calls.listGroups, await asKey(key).ask(calls.listGroups));
  });

  it('An API key belongs to one campus, and other campuses can neither see nor revoke it.', async () => {
    const sister = await campus.sister();
    const elsewhere = callerOf(world, sister, await sister.user());
    const both = callerOf(world, campus, await campus.user(allRights, [sister]));
    const { id, key } = await make();
    expect(await list(elsewhere)).toEqual([]);
    expect(await list(both)).toHaveLength(1);
    for (const by of [elsewhere, callerOf(world, sister, both)]) {
      const refused = await by.ask(calls.revokeKey, { params: { id } });
      const absent = await by.ask(calls.revokeKey, { params: { id: 'no-such-key' } });
      expectFailure(refused, 'notFound');
      expect(refused.body).toEqual(absent.body);
    }
    expectFailure(await asKey(key, sister).ask(calls.listGroups), 'notFound');
    expectAnswer(calls.listGroups, await asKey(key).ask(calls.listGroups));
  });

  it('Revoking an API key ends it and its live streams at once.', async () => {
    const [{ id, key }, other] = [await make(), await make({ name: 'Another' })];
    const [theirs, others, person] = [
      await listen(world, { token: key }, campus),
      await listen(world, { token: other.key }, campus),
      await listen(world, head, campus),
    ];
    /** The next event that is not about keys. Several changes of keys may come as one event. */
    const nextBeside = async ({ next }: typeof theirs) => {
      for (;;) {
        const event = await next();
        if (event?.what !== 'keys') return event;
      }
    };
    for (const { block } of [theirs, others, person]) await block();
    await head.get(calls.revokeKey, { params: { id } });
    expect(await nextBeside(theirs)).toBeUndefined();
    expectFailure(await asKey(key).ask(calls.listGroups), 'signedOut');
    expectFailure(await head.ask(calls.revokeKey, { params: { id } }), 'notFound');
    // Other streams get the event and stay open.
    world.deps.bus.publish(campus.id, { what: 'students' });
    for (const stream of [others, person]) {
      expect(await nextBeside(stream)).toEqual({ what: 'students' });
      await stream.close();
    }
    expect((await list()).map((one: { id: string }) => one.id)).toEqual([other.id]);
  });

  it('An API key that was made for some days expires automatically.', async () => {
    const { key } = await make({ days: 2 });
    wait(2 * day - 1);
    expectAnswer(calls.listGroups, await asKey(key).ask(calls.listGroups));
    expect((await list())[0].isExpired).toBe(false);
    wait(1);
    expectFailure(await asKey(key).ask(calls.listGroups), 'signedOut');
    expect((await list())[0].isExpired).toBe(true);
  });

  it('The last use of an API key is written once a minute at most, also for refused calls.', async () => {
    const { key } = await make();
    const usedAt = async () => (await list())[0].usedAt;
    const ask = () => asKey(key).ask(calls.listGroups);
    const first = now.toISOString();
    await Promise.all([ask(), ask(), ask()]);
    expect(await usedAt()).toBe(first);
    wait(minute - 1);
    await ask();
    expect(await usedAt()).toBe(first);
    wait(1);
    await ask();
    expect(await usedAt()).toBe(now.toISOString());
    // A refused call also counts as a use.
    wait(minute);
    expectFailure(await asKey(key).ask(calls.listKeys), 'forbidden');
    expect(await usedAt()).toBe(now.toISOString());
  });

  it('Each API key has its own rate limit, and a refusal says when to retry.', async () => {
    const [slow, other] = [await make({ perMinute: 6 }), await make({ perMinute: 6 })];
    const ask = ({ key }: { key: string }) => asKey(key).ask(calls.listGroups);
    for (let call = 0; call < 6; call++) expect((await ask(slow)).status).toBe(200);
    const refused = await ask(slow);
    expectFailure(refused, 'tooMany');
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await ask(other)).status).toBe(200);
    elapsed += 10_000;
    expect((await ask(slow)).status).toBe(200);
    expectFailure(await ask(slow), 'tooMany');
    // A call refused for another reason counts against the rate limit too.
    elapsed += 10_000;
    expectFailure(await asKey(slow.key).ask(calls.listKeys), 'forbidden');
    expectFailure(await ask(slow), 'tooMany');
  });

  it(`A campus has at most ${mostKeys} API keys.`, async () => {
    for (let made = 0; made < mostKeys; made++) await campus.key();
    const refused = await head.ask(calls.makeKey, { body: { name: 'A', rights: onlyView } });
    expectFailure(refused, 'conflict');
    const [last] = await list();
    await head.get(calls.revokeKey, { params: { id: last.id } });
    await make();
  });

  it('An API key is accepted in the Authorization header only, not in a cookie, address or body.', async () => {
    const { key } = await make();
    const get = (path: string, headers: Record<string, string>) =>
      fetch(`${world.address}${path}`, { headers }).then(({ status }) => status);
    const place = `db=${campus.db}&cID=${campus.id}`;
    expect(await get(`/api/Groups?${place}`, { authorization: `Bearer ${key}` })).toBe(200);
    expect(await get('/api/Account/Session', { cookie: `qasid_session=${key}` })).toBe(401);
    expect(await get('/files/1-aaaaaaaaaaaaaaaaaaaaaaaa.jpg', { cookie: `qasid_session=${key}` })).toBe(401);
    for (const name of ['token', 'key', 'access_token', 'api_key'])
      expect(await get(`/api/Groups?${place}&${name}=${key}`, {})).toBe(401);
    expect(await get(`/api/Groups?${place}`, { 'x-api-key': key })).toBe(401);
    expect(await get(`/api/Groups?${place}`, { authorization: `Basic ${btoa(`${key}:`)}` })).toBe(401);
  });

  it('An API key reads the files of its own campus only.', async () => {
    const [here, there] = [await campus.key(), await (await campus.sister()).key()];
    const { fileForm, pixel } = await import('./sample-inputs.ts');
    const { path } = await head.get(calls.uploadFile, { body: fileForm(pixel) });
    const status = async (token: string) =>
      (await fetch(new URL(path[0], world.address), { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect(await status(here.token)).toBe(200);
    expect(await status(there.token)).toBe(404);
  });

  describe('Cross-origin requests', () => {
    const ask = (headers: Record<string, string>, path = `/api/Groups?db=${campus.db}&cID=${campus.id}`) =>
      fetch(`${world.address}${path}`, { headers });
    const preflight = (path: string, origin = portal, method = 'GET') =>
      fetch(`${world.address}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

    it('An API key is accepted from a listed origin, and refusals are readable there too.', async () => {
      const { token } = await campus.key({ view: true });
      const authorization = `Bearer ${token}`;
      const answered = await ask({ origin: portal, authorization });
      expect([answered.status, allowed(answered)]).toEqual([200, portal]);
      expect(answered.headers.get('vary')).toMatch(/\bOrigin\b/);
      expect(answered.headers.get('access-control-allow-credentials')).toBeNull();
      const refused = await ask({ origin: portal, authorization: 'Bearer qasid_not-a-key-of-anybody' });
      expect([refused.status, allowed(refused)]).toEqual([401, portal]);
      const response = await preflight('/api/Groups/Save', portal, 'POST');
      expect([response.status, allowed(response)]).toEqual([204, portal]);
      expect(response.headers.get('access-control-allow-methods')).toBe('POST');
      expect(response.headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    });

    it.each([
      'https://portal.example.org.evil.example',
      'https://evil.example',
      'http://portal.example.org',
      'https://portal.example.org:8443',
      'https://sub.portal.example.org',
      'null',
      '*',
    ])('A request from the origin %s gets no CORS headers.', async (origin) => {
      const { token } = await campus.key({ view: true });
      expect(allowed(await ask({ origin, authorization: `Bearer ${token}` }))).toBeNull();
      expect(allowed(await preflight('/api/Groups', origin))).toBeNull();
    });

    it('Sessions and sign-in get no CORS headers, even from a listed origin.', async () => {
      const session = { origin: portal, authorization: `Bearer ${head.token}` };
      expect(allowed(await ask(session))).toBeNull();
      const cookie = { origin: portal, cookie: `qasid_session=${head.token}` };
      expect(allowed(await ask(cookie, '/api/Account/Session'))).toBeNull();
      for (const path of [
        '/api/Account/Login',
        '/api/Account/Session',
        '/api/People',
        '/api/Keys',
        '/api/Backups',
      ])
        expect([(await preflight(path)).status, allowed(await preflight(path))]).toEqual([404, null]);
    });
  });

  it('The API reference describes API keys and the calls that accept them.', async () => {
    const { paths, components, info } = (await (await fetch(`${world.address}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { security?: object[] }>>;
      components: { securitySchemes: Record<string, object> };
      info: { description: string };
    };
    expect(components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(paths['/api/Groups']?.get?.security).toEqual([{ bearer: [] }, { key: [] }]);
    expect(paths['/api/Keys']?.get?.security).toBeUndefined();
    expect(info.description).toContain('Authorization: Bearer qasid_');
  });
});

it('Without CORS_ORIGINS no origin gets CORS headers.', async () => {
  const world = await createWorld('sqlite');
  const campus = await world.school(freshSlug());
  const { token } = await campus.key();
  const headers = { origin: portal, authorization: `Bearer ${token}` };
  const answered = await fetch(`${world.address}/api/Groups?db=${campus.db}&cID=${campus.id}`, { headers });
  expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  const response = await fetch(`${world.address}/api/Groups`, {
    method: 'OPTIONS',
    headers: { origin: portal },
  });
  expect(response.status).toBe(404);
  await world.stop();
});
