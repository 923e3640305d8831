import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { allRights } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { digestOf } from '../../src/server/auth/auth-rules.ts';
import { createUser } from '../../src/server/auth/setup/setup.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';

const password = 'correct horse battery';

describe.each(engines)('Accounts and sessions on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let now: Date | undefined;

  beforeAll(async () => {
    // Passwords are hashed as in the real program.
    world = await createWorld(engine, { now: () => now ?? new Date(), runtime: {} });
    campus = await world.school(freshSlug());
    for (const userName of ['ayesha.khan', 'bilal', 'hira']) await insertUser(userName, [campus]);
    await insertUser('nowhere', []);
  });
  afterAll(() => world.stop());

  /** Creates a user with a password, unlike the users of other tests. */
  async function insertUser(userName: string, campuses: CampusInTest[]): Promise<void> {
    const { db } = world.deps.store;
    const userID = (await createUser(world.deps, { userName, name: `Name of ${userName}`, password })) ?? '';
    for (const { id } of campuses)
      await addMembership(db, { userID, campusID: id, rights: { ...allRights, admin: false } });
  }

  const login = (userName: string, given = password) =>
    world.call(calls.login, { body: { userName, password: given } });
  const open = async (userName: string) => {
    const answered = await login(userName);
    expectAnswer(calls.login, answered);
    return answered;
  };
  const session = (token: string, cID?: number) =>
    world.call(calls.getSession, { token, ...(cID === undefined ? {} : { query: { cID } }) });
  const withCookie = async (path: string, token: string, method = 'GET') => {
    const response = await fetch(`${world.address}/api${path}`, {
      method,
      headers: { cookie: `qasid_session=${token}` },
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : '', headers: response.headers };
  };

  it('Account/Login with the right password answers everything the screen needs.', async () => {
    const { body } = await open('ayesha.khan');
    expect(body).toEqual({
      token: expect.stringMatching(/^[\w.~+/=-]{16,200}$/),
      userID: expect.any(String),
      userName: 'ayesha.khan',
      name: 'Name of ayesha.khan',
      db: campus.db,
      cId: campus.id,
      domain: world.address,
      timeZone: 'Asia/Karachi',
      graceDays: 0,
      sundayDays: 0,
      closedUntil: null,
      country: 'PK',
      currency: 'Rs.',
      logo: null,
      rights: { ...allRights, admin: false },
      campuses: [{ id: campus.id, name: 'Girls Campus' }],
    });
    const { status } = await world.call(calls.listGroups, {
      token: body.token,
      query: { db: body.db, cID: body.cId },
    });
    expect(status).toBe(200);
  });

  it('A user name is accepted in any letter case, and every login gets its own token.', async () => {
    const first = await open('Ayesha.Khan');
    const second = await open(' ayesha.khan ');
    expect(first.body.userID).toBe(second.body.userID);
    expect(first.body.token).not.toBe(second.body.token);
  });

  it('A wrong password, an unknown user name and a user without a campus get the same refusal.', async () => {
    const answers = [
      await login('ayesha.khan', 'wrong password'),
      await login('ayesha.khan', `${password} `),
      await login('nobody.here'),
      await login('a'),
      await login('not a name!'),
      await login('nowhere'),
    ];
    for (const answered of answers) {
      expectFailure(answered, 'signedOut');
      expect(answered.body).toEqual({ code: 'signedOut', message: failureWords.wrongPassword });
      expect(answered.headers.get('set-cookie')).toBeNull();
    }
  });

  it('The eleventh login attempt in a minute is refused, whether its password is right or wrong.', async () => {
    for (let tries = 0; tries < 10; tries++)
      expectFailure(await login('bilal', `wrong ${tries}`), 'signedOut');
    const answered = await login('BILAL');
    expectFailure(answered, 'tooMany');
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(0);
    // Other users behind the same address can still sign in.
    await open('hira');
  });

  it('A session is proven by the bearer token, and the browser’s cookie is accepted by Account/Session only.', async () => {
    const { body, headers } = await open('ayesha.khan');
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^qasid_session=[^;]+; .*Path=\/api\/Account; HttpOnly; SameSite=Strict/);
    expect(cookie).not.toContain('Secure');
    expect((await session(body.token)).body).toEqual(body);
    expect((await withCookie('/Account/Session', encodeURIComponent(body.token))).body).toEqual(body);
    const query = `?db=${campus.db}&cID=${campus.id}`;
    for (const path of ['/Groups', '/Groups/LoadData', '/Live', '/Outbox/Count']) {
      expectFailure(await withCookie(`${path}${query}`, body.token), 'signedOut');
    }
    expectFailure(await withCookie(`/Chat/ClearOutBox${query}`, body.token, 'POST'), 'signedOut');
  });

  it('Account/Session called by cookie sets the cookies again for another week.', async () => {
    const { body } = await open('ayesha.khan');
    const cookies = (await withCookie('/Account/Session', body.token)).headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(`^qasid_session=${body.token}; Max-Age=604800; Path=/api/Account; HttpOnly`),
      expect.stringMatching(`^qasid_session=${body.token}; Max-Age=604800; Path=/files; HttpOnly`),
      expect.stringMatching(`^qasid_signed_in=${body.userID}; Max-Age=604800; Path=/; `),
    ]);
    expect((await session(body.token)).headers.getSetCookie()).toEqual([]);
  });

  it.each(['a..b', '.abc', 'abc.', '___'])(
    'A user name with unusual dots or underscores can log in: %s.',
    async (name) => {
      await insertUser(name, [campus]);
      expect((await open(name)).body.userName).toBe(name);
    },
  );

  it('A session belongs to one school, and the campuses of another school are not found.', async () => {
    const other = await world.school(freshSlug());
    await insertUser('two.schools', [campus, other]);
    const { body } = await open('two.schools');
    expect(body.campuses.map(({ id }: { id: number }) => id)).toEqual([campus.id]);
    for (const db of [campus.db, other.db]) {
      const query = { db, cID: other.id };
      expectFailure(await world.call(calls.listGroups, { token: body.token, query }), 'notFound');
    }
    expectFailure(await session(body.token, other.id), 'notFound');
  });

  it('A login deletes the expired sessions of the same user and no others.', async () => {
    await insertUser('weekly', [campus]);
    const stored = async (userID: string) => {
      const { db } = world.deps.store;
      const rows = await db.selectFrom('session').select('token').where('userId', '=', userID).execute();
      return rows.map(({ token }) => token).sort();
    };
    const { body: over } = await open('weekly');
    const { body: standing } = await open('weekly');
    const { body: ofOther } = await open('hira');
    const expiresAt = '2020-01-01T00:00:00.000Z';
    await world.deps.store.db
      .updateTable('session')
      .set({ expiresAt })
      .where('token', 'in', [over.token, ofOther.token].map(digestOf))
      .execute();
    const { body: latest } = await open('weekly');
    expect(await stored(latest.userID)).toEqual([standing.token, latest.token].map(digestOf).sort());
    expect(await stored(ofOther.userID)).toContain(digestOf(ofOther.token));
  });

  it.each(['', 'made-up-token-of-a-good-length', 'a%00b', '%zz', '%ED%A0%80', 'x'.repeat(5000)])(
    'A session cookie of %j does not authenticate.',
    async (token) => {
      expectFailure(await withCookie('/Account/Session', token), 'signedOut');
    },
  );

  it('Account/Session shows another campus of the user with the rights in it, and no campus of other users.', async () => {
    const { db } = world.deps.store;
    const sister = await campus.sister('Boys Campus');
    await insertUser('head.office', [campus]);
    const { body } = await open('head.office');
    const viewOnly = { ...allRights, add: false, edit: false, delete: false, outbox: false, admin: false };
    expectFailure(await session(body.token, sister.id), 'notFound');
    await addMembership(db, { userID: body.userID, campusID: sister.id, rights: viewOnly });
    const there = await session(body.token, sister.id);
    expectAnswer(calls.getSession, there);
    expect(there.body).toMatchObject({ cId: sister.id, rights: viewOnly });
    expect(there.body.campuses).toEqual([
      { id: campus.id, name: 'Girls Campus' },
      { id: sister.id, name: 'Boys Campus' },
    ]);
    expect((await session(body.token)).body.cId).toBe(campus.id);
  });

  it('Account/Logout ends one session, or every session of the user.', async () => {
    const [first, second, third] = [await open('hira'), await open('hira'), await open('hira')];
    const other = await open('ayesha.khan');
    const out = await world.call(calls.logout, { token: first.body.token });
    expectAnswer(calls.logout, out);
    expect(out.headers.get('set-cookie')).toMatch(/^qasid_session=;/);
    expectFailure(await session(first.body.token), 'signedOut');
    expectAnswer(calls.getSession, await session(second.body.token));
    expectAnswer(
      calls.logout,
      await world.call(calls.logout, { token: second.body.token, body: { everywhere: true } }),
    );
    for (const { body } of [second, third]) expectFailure(await session(body.token), 'signedOut');
    expectAnswer(calls.getSession, await session(other.body.token));
  });

  it('A page on another port cannot end a session with its cookie.', async () => {
    const { token } = (await open('hira')).body;
    const logOut = (headers: Record<string, string>) =>
      fetch(`${world.address}/api${calls.logout.path}`, {
        method: 'POST',
        headers: { cookie: `qasid_session=${token}`, ...headers },
      });
    expect((await logOut({ origin: 'http://localhost:9999' })).status).toBe(401);
    expect((await logOut({ 'content-type': 'text/plain' })).status).toBe(401);
    expectAnswer(calls.getSession, await session(token));
    expect((await logOut({ 'content-type': 'application/json' })).status).toBe(204);
    expectFailure(await session(token), 'signedOut');
  });

  it('A session ends after a week without use, and continues while it is used.', async () => {
    const day = 24 * 60 * 60 * 1000;
    const start = Date.now();
    const at = async (days: number, token: string) => {
      now = new Date(start + days * day);
      return session(token).finally(() => {
        now = undefined;
      });
    };
    const [used, unused] = [(await open('hira')).body.token, (await open('hira')).body.token];
    expectAnswer(calls.getSession, await at(6.9, used));
    expectAnswer(calls.getSession, await at(13, used));
    expectFailure(await at(7.1, unused), 'signedOut');
    expectFailure(await at(21, used), 'signedOut');
  });
});
