/** The own account: the password, and where the user is signed in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { sessionDays } from '#shared/limits.ts';
import { roles } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { createUser } from '../../src/server/auth/setup/setup.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';
import { listen } from './listening.ts';

const password = 'correct horse battery';
const next = 'another good password';
const day = 24 * 60 * 60 * 1000;

describe.each(engines)('The own account on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let now: Date | undefined;
  let userName: string;
  let count = 0;

  beforeAll(async () => {
    world = await createWorld(engine, { now: () => now ?? new Date() });
    campus = await world.school(freshSlug());
  });
  beforeEach(async () => {
    now = undefined;
    userName = await insertUser();
  });
  afterAll(() => world.stop());

  async function insertUser(): Promise<string> {
    const name = `clerk.${++count}`;
    const userID = (await createUser(world.deps, { userName: name, name: 'Hira Malik', password })) ?? '';
    await addMembership(world.deps.store.db, { userID, campusID: campus.id, rights: roles.accounts });
    return name;
  }

  const login = (given = password, of = userName) =>
    world.call(calls.login, { body: { userName: of, password: given } });
  const open = async (of = userName): Promise<string> => (await login(password, of)).body.token;
  const session = (token: string) => world.call(calls.getSession, { token });
  const change = (token: string, body: Record<string, unknown>) =>
    world.call(calls.changePassword, { token, body: { current: password, password: next, ...body } });
  const sessions = async (token: string) => {
    const answered = await world.call(calls.listSessions, { token });
    expectAnswer(calls.listSessions, answered);
    return answered.body as { id: string; isThis: boolean; device: string; address: string }[];
  };

  it('Changing the password signs the user out everywhere else.', async () => {
    const [here, elsewhere] = [await open(), await open()];
    const other = await open(await insertUser());
    expectAnswer(calls.changePassword, await change(here, {}));
    expectAnswer(calls.getSession, await session(here));
    expectFailure(await session(elsewhere), 'signedOut');
    expectAnswer(calls.getSession, await session(other));
    expectFailure(await login(), 'signedOut');
    expect((await login(next)).status).toBe(200);
  });

  it('A wrong current password changes nothing and is reported at its field.', async () => {
    const token = await open();
    const answered = await change(token, { current: 'not the password' });
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([{ path: 'current', message: failureWords.wrongCurrent }]);
    expect((await login()).status).toBe(200);
  });

  it.each(['Password1!', 'hira malik', 'trustno1', 'sunshine', 'Liverpool', 'manchester'])(
    'A weak password is refused: %s.',
    async (weak) => {
      const answered = await change(await open(), { password: weak });
      expectFailure(answered, 'invalid');
      expect(answered.body.issues[0].path).toBe('password');
    },
  );

  it('The current password can be guessed ten times only, even with a session.', async () => {
    const token = await open();
    for (let tries = 0; tries < 10; tries++)
      expectFailure(await change(token, { current: `wrong ${tries}` }), 'invalid');
    const answered = await change(token, {});
    expectFailure(answered, 'tooMany');
    expect(Number(answered.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('Of two password changes at once one succeeds.', async () => {
    const token = await open();
    const passwords = ['first good password', 'second good password'];
    const answers = await Promise.all(passwords.map((one) => change(token, { password: one })));
    const [first, second] = answers.map(({ status }) => status).sort();
    expect(first).toBe(204);
    // The second request names a password that is no longer the current one.
    expect([409, 422]).toContain(second);
    const won = passwords[answers.findIndex(({ status }) => status === 204)];
    for (const one of passwords) expect((await login(one)).status).toBe(one === won ? 200 : 401);
  });

  it('A user sees and ends the own sessions, and no others.', async () => {
    const other = await open(await insertUser());
    const [first, second] = [await open(), await open()];
    const listed = await sessions(first);
    expect(listed).toHaveLength(2);
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1);
    for (const { device, address } of listed) {
      expect(device).toBe('node');
      expect(address).toBe('127.0.0.1');
    }
    expect(JSON.stringify(listed)).not.toContain(second);
    const [ofOther] = await sessions(other);
    const end = (id: string) => world.call(calls.endSession, { token: first, params: { id } });
    for (const id of [ofOther?.id ?? '', 'nothing']) expectFailure(await end(id), 'notFound');
    expectAnswer(calls.getSession, await session(other));
    const [another] = listed.filter(({ isThis }) => !isThis);
    expectAnswer(calls.endSession, await end(another?.id ?? ''));
    expectFailure(await session(second), 'signedOut');
    expect(await sessions(first)).toHaveLength(1);
  });

  it('Ending all other sessions ends their live streams too.', async () => {
    const [here, elsewhere] = [await open(), await open()];
    const [mine, theirs] = [
      await listen(world, { token: here }, campus),
      await listen(world, { token: elsewhere }, campus),
    ];
    for (const { block } of [mine, theirs]) await block();
    const answered = await world.call(calls.endOtherSessions, { token: here, body: {} });
    expectAnswer(calls.endOtherSessions, answered);
    expect(answered.body).toEqual({ ended: 1 });
    expect((await theirs.next())?.what).toBe('session');
    expect(await theirs.next()).toBeUndefined();
    expect((await mine.next())?.what).toBe('session');
    await mine.close();
    expectFailure(await session(elsewhere), 'signedOut');
  });

  it('A session ends after its longest duration, even when it is used.', async () => {
    const start = Date.now();
    const token = await open();
    for (let days = 5; days < sessionDays; days += 5) {
      now = new Date(start + days * day);
      expectAnswer(calls.getSession, await session(token));
    }
    now = new Date(start + sessionDays * day - 60_000);
    expectAnswer(calls.getSession, await session(token));
    now = new Date(start + sessionDays * day + 60_000);
    expectFailure(await session(token), 'signedOut');
  });

  it('A page on another port cannot change the password with the session cookie.', async () => {
    const token = await open();
    const post = (path: string, type: string) =>
      fetch(`${world.address}/api${path}`, {
        method: 'POST',
        headers: { cookie: `qasid_session=${token}`, 'content-type': type },
        body: JSON.stringify({ current: password, password: next }),
      });
    expect((await post(calls.changePassword.path, 'text/plain')).status).toBe(401);
    expect((await post(calls.endOtherSessions.path, 'text/plain')).status).toBe(401);
    expect((await login()).status).toBe(200);
  });
});
