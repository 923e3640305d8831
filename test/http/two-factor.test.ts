/** Sign-in with a code of an authenticator app, and recovery codes for a lost phone. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { recoveryCodes as howMany } from '#shared/limits.ts';
import { allRights, roles } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { createUser } from '../../src/server/auth/setup/setup.ts';
import { codeOf, stepAt } from '../../src/server/auth/two-factor/two-factor-rules.ts';
import { createVault } from '../../src/server/senders/secrets/secrets-rules.ts';
import { fromBase32 } from '../support/authenticator.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { callerOf, freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';

const password = 'correct horse battery';

describe.each(engines)('Two-factor sign-in on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let now: Date;
  let userName: string;
  let userID: string;
  let count = 0;

  beforeAll(async () => {
    now = new Date();
    world = await createWorld(engine, { now: () => now });
    campus = await world.school(freshSlug());
  });
  beforeEach(async () => {
    // Each sign-in needs a later code than the ones before.
    wait(90);
    userName = `clerk.${++count}`;
    userID = (await createUser(world.deps, { userName, name: 'Hira Malik', password })) ?? '';
    await addMembership(world.deps.store.db, { userID, campusID: campus.id, rights: roles.accounts });
  });
  afterAll(() => world.stop());

  function wait(seconds: number): void {
    now = new Date(now.getTime() + seconds * 1000);
  }
  const login = (code?: string, given = password) =>
    world.call(calls.login, {
      body: { userName, password: given, ...(code === undefined ? {} : { code }) },
    });
  const appCode = (secret: string): string => codeOf(fromBase32(secret), stepAt(now));

  /** Turns two-factor on. The token is of a session from before. */
  async function turnOn() {
    const { token } = (await login()).body;
    const begun = await world.call(calls.beginTwoFactor, { token, body: { current: password } });
    expectAnswer(calls.beginTwoFactor, begun);
    const { secret, uri } = begun.body;
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    const code = appCode(secret);
    const confirmed = await world.call(calls.confirmTwoFactor, { token, body: { code } });
    expectAnswer(calls.confirmTwoFactor, confirmed);
    return { token, secret: secret as string, first: code, codes: confirmed.body.recoveryCodes as string[] };
  }
  const shown = async (token: string) => (await world.call(calls.getTwoFactor, { token })).body;

  it('Once two-factor is on, sign-in asks for a code, and the password alone is not enough.', async () => {
    const { token, secret } = await turnOn();
    expect(await shown(token)).toEqual({ isOn: true, recoveryCodes: howMany });
    wait(30);
    const answered = await login();
    expectFailure(answered, 'signedOut');
    expect(answered.body.issues).toEqual([{ path: 'code', message: failureWords.codeNeeded }]);
    expect(answered.headers.get('set-cookie')).toBeNull();
    const { db } = world.deps.store;
    expect(await db.selectFrom('session').select('id').where('userId', '=', userID).execute()).toHaveLength(
      1,
    );
    const opened = await login(appCode(secret));
    expectAnswer(calls.login, opened);
    // Without the password the answer does not mention the code.
    const wrong = await login(undefined, 'not the password');
    expect(wrong.body).toEqual({ code: 'signedOut', message: failureWords.wrongPassword });
  });

  it('Two-factor is on only after a code of the app has confirmed the latest secret.', async () => {
    const { token } = (await login()).body;
    const { secret } = (await world.call(calls.beginTwoFactor, { token, body: { current: password } })).body;
    expect(await shown(token)).toEqual({ isOn: false, recoveryCodes: 0 });
    const wrong = appCode(secret) === '000000' ? '000001' : '000000';
    expectFailure(await world.call(calls.confirmTwoFactor, { token, body: { code: wrong } }), 'invalid');
    expectAnswer(calls.login, await login());
    // After a new start in another page the earlier secret is invalid.
    await world.call(calls.beginTwoFactor, { token, body: { current: password } });
    const late = await world.call(calls.confirmTwoFactor, { token, body: { code: appCode(secret) } });
    expectFailure(late, 'invalid');
  });

  it('A code is accepted once, even for two sign-ins at once, and an older code is refused.', async () => {
    const { secret, first } = await turnOn();
    expectFailure(await login(first), 'signedOut');
    wait(30);
    const code = appCode(secret);
    const answers = await Promise.all([login(code), login(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    wait(30);
    const late = appCode(secret);
    wait(30);
    expectAnswer(calls.login, await login(appCode(secret)));
    expectFailure(await login(late), 'signedOut');
  });

  it('Each recovery code is accepted once, however it is typed.', async () => {
    const { token, codes } = await turnOn();
    expect(codes).toHaveLength(howMany);
    const [one = '', other = ''] = codes;
    expectAnswer(calls.login, await login(` ${one.toLowerCase().replaceAll('-', ' ')}`));
    expectFailure(await login(one), 'signedOut');
    const answers = await Promise.all([login(other), login(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await shown(token)).toEqual({ isOn: true, recoveryCodes: howMany - 2 });
  });

  it('New recovery codes replace the old ones.', async () => {
    const { token, codes } = await turnOn();
    const renewed = await world.call(calls.renewRecoveryCodes, { token, body: { current: password } });
    expectAnswer(calls.renewRecoveryCodes, renewed);
    expectFailure(await login(codes[0]), 'signedOut');
    expectAnswer(calls.login, await login(renewed.body.recoveryCodes[0]));
  });

  it('After ten wrong codes the account’s codes are locked for fifteen minutes.', async () => {
    const { secret } = await turnOn();
    wait(30);
    for (let tries = 0; tries < 10; tries++) {
      // The limit of wrong passwords for a name counts per minute.
      if (tries === 5) wait(60);
      expectFailure(await login(`99999${tries}`), 'signedOut');
    }
    wait(60);
    expectFailure(await login(appCode(secret)), 'tooMany');
    wait(15 * 60);
    expectAnswer(calls.login, await login(appCode(secret)));
  });

  describe('Another secret.key', () => {
    const anotherKey = () => createVault(randomBytes(32), { randomBytes });
    const stored = () =>
      world.deps.store.db.selectFrom('two_factor').select('secret').where('userID', '=', userID);
    const store = (secret: string) =>
      world.deps.store.db.updateTable('two_factor').set({ secret }).where('userID', '=', userID).execute();

    it('If a code cannot be checked, the answer says why, the code does not count as a guess, and a recovery code signs in.', async () => {
      const { secret, codes } = await turnOn();
      const sealed = (await stored().executeTakeFirstOrThrow()).secret;
      await store(anotherKey().seal(fromBase32(secret).toString('base64')));
      const message = failureWords.twoFactorSealed;
      for (let tries = 0; tries < 12; tries += 1) {
        // The limit of wrong passwords for a name counts per minute.
        if (tries % 5 === 0) wait(60);
        const answer = await login(appCode(secret));
        expectFailure(answer, 'conflict');
        expect(answer.body).toMatchObject({ message, issues: [{ path: 'code', message }] });
      }
      const { db } = world.deps.store;
      const failures = await db
        .selectFrom('failed_sign_in')
        .selectAll()
        .where('userID', '=', userID)
        .execute();
      expect(failures).toEqual([]);
      wait(60);
      expectAnswer(calls.login, await login(codes[0]));
      await store(sealed);
      expectAnswer(calls.login, await login(appCode(secret)));
    });

    it('After a change of secret.key a half-finished set-up of two-factor has to begin again.', async () => {
      const { token } = (await login()).body;
      const begin = () => world.call(calls.beginTwoFactor, { token, body: { current: password } });
      const confirm = (secret: string) =>
        world.call(calls.confirmTwoFactor, { token, body: { code: appCode(secret) } });
      const { secret } = (await begin()).body;
      await store(anotherKey().seal(fromBase32(secret).toString('base64')));
      const refused = await confirm(secret);
      expectFailure(refused, 'conflict');
      expect(refused.body.message).toBe(failureWords.twoFactorNotBegun);
      expectAnswer(calls.confirmTwoFactor, await confirm((await begin()).body.secret));
    });
  });

  it('Switching two-factor on or off and renewing codes need the password.', async () => {
    const { token } = await turnOn();
    const body = { current: 'not the password' };
    for (const call of [calls.beginTwoFactor, calls.renewRecoveryCodes, calls.endTwoFactor])
      expectFailure(await world.call(call, { token, body }), 'invalid');
    expectFailure(await world.call(calls.beginTwoFactor, { token, body: { current: password } }), 'conflict');
    expectAnswer(
      calls.endTwoFactor,
      await world.call(calls.endTwoFactor, { token, body: { current: password } }),
    );
    expectAnswer(calls.login, await login());
    expect(await shown(token)).toEqual({ isOn: false, recoveryCodes: 0 });
  });

  it('An administrator sees two-factor, and a reset turns it off.', async () => {
    await turnOn();
    const head = callerOf(world, campus, await campus.user(allRights));
    const seen = async () =>
      (await head.get(calls.listPeople)).people.find(({ id }: { id: string }) => id === userID).hasTwoFactor;
    expect(await seen()).toBe(true);
    const { url } = await head.get(calls.resetPerson, { params: { id: userID } });
    expect(await seen()).toBe(false);
    const next = 'another good password';
    const token = new URL(url).hash.slice(1);
    expectAnswer(calls.openLink, await world.call(calls.openLink, { body: { token, password: next } }));
    expectAnswer(calls.login, await login(undefined, next));
  });

  it('The store contains neither the secret nor a recovery code in readable form.', async () => {
    const { secret, codes } = await turnOn();
    const { db } = world.deps.store;
    const stored = JSON.stringify([
      await db.selectFrom('two_factor').selectAll().execute(),
      await db.selectFrom('recovery_code').selectAll().execute(),
    ]);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(fromBase32(secret).toString('base64'));
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});
