/** Bypassing the second factor, with the password or with a session. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { codeOf, stepAt } from '../../src/server/auth/two-factor/two-factor-rules.ts';
import { expectAnswer, expectFailure } from '../http/expectations.ts';
import { fromBase32 } from '../support/authenticator.ts';
import { engines } from '../support/engines.ts';
import { cookiesOf, password, useTarget } from './target.ts';

describe.each(engines)('Bypassing two-factor on %s', (engine) => {
  const target = useTarget(engine);
  const call: typeof target.world.call = (...given) => target.world.call(...given);

  async function protectedPerson() {
    const person = await target.person();
    const first = await target.login(person.userName);
    const { token } = first.body as { token: string };
    const { secret } = (await call(calls.beginTwoFactor, { token, body: { current: password } })).body;
    const code = () => codeOf(fromBase32(secret), stepAt(target.clock.now));
    const { recoveryCodes } = (await call(calls.confirmTwoFactor, { token, body: { code: code() } })).body;
    target.wait(30);
    return { ...person, token, code, recoveryCodes: recoveryCodes as string[], cookie: cookiesOf(first) };
  }
  const isSignedIn = async (token: string) => (await call(calls.getSession, { token })).status === 200;

  it('Sign-in without a code or with a malformed one is refused.', async () => {
    const { userName } = await protectedPerson();
    const wrong = [
      '',
      ' ',
      '000000',
      '0',
      'null',
      '-1',
      '1e5',
      '٠٠٠٠٠٠',
      'AAAA-AAAA-AAAA-AAAA',
      "' or 1=1 --",
    ];
    for (const code of [undefined, ...wrong]) {
      const answer = await target.login(userName, code === undefined ? {} : { code });
      expectFailure(answer, 'signedOut');
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(JSON.stringify(answer.body)).not.toContain('token');
    }
    for (const code of [[], {}, null, 0, true, ['000000']]) {
      const body = { userName, password, code };
      expectFailure(await call(calls.login, { body }), 'malformed');
    }
  });

  it('A code of another account and an already used code are refused.', async () => {
    const [one, other] = [await protectedPerson(), await protectedPerson()];
    expectFailure(await target.login(one.userName, { code: other.code() }), 'signedOut');
    expectFailure(await target.login(one.userName, { code: other.recoveryCodes[0] ?? '' }), 'signedOut');
    const code = one.code();
    expectAnswer(calls.login, await target.login(one.userName, { code }));
    expectFailure(await target.login(one.userName, { code }), 'signedOut');
    target.wait(120);
    expectFailure(await target.login(one.userName, { code }), 'signedOut');
  });

  it('A session without the password cannot turn two-factor off or replace it.', async () => {
    const { token, userName } = await protectedPerson();
    const body = { current: 'not the password' };
    for (const one of [calls.endTwoFactor, calls.renewRecoveryCodes, calls.beginTwoFactor])
      expectFailure(await call(one, { token, body }), 'invalid');
    // Even with the password no second app can be added.
    expectFailure(await call(calls.beginTwoFactor, { token, body: { current: password } }), 'conflict');
    expectFailure(await call(calls.confirmTwoFactor, { token, body: { code: '000000' } }), 'conflict');
    expectFailure(await target.login(userName), 'signedOut');
  });

  it('Guessed codes do not lock out the owner’s known browser or the recovery codes.', async () => {
    const owner = await protectedPerson();
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried++)
      statuses.push((await target.login(owner.userName, { code: `00000${tried % 10}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const stranger = await target.login(owner.userName, { code: owner.code() });
    expectFailure(stranger, 'tooMany');
    expect(Number(stranger.headers.get('retry-after'))).toBeGreaterThan(0);
    // The owner’s browser has its own limit, and a recovery code is accepted anywhere.
    expectAnswer(
      calls.login,
      await target.login(owner.userName, { code: owner.code(), cookie: owner.cookie }),
    );
    const [recovery = ''] = owner.recoveryCodes;
    expectAnswer(calls.login, await target.login(owner.userName, { code: recovery }));
    target.wait(30);
    expectFailure(await target.login(owner.userName, { code: owner.code() }), 'tooMany');
    const notice = (await call(calls.getGuesses, { token: owner.token })).body.notice;
    expect(notice).toMatchObject({ passwords: 0, codes: 10 });
    target.wait(15 * 60);
    expectAnswer(calls.login, await target.login(owner.userName, { code: owner.code() }));
  });

  it('Codes are guessed no faster in a known browser than elsewhere.', async () => {
    const owner = await protectedPerson();
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried++)
      statuses.push(
        (await target.login(owner.userName, { code: `00000${tried % 10}`, cookie: owner.cookie })).status,
      );
    expect(statuses.slice(10)).toEqual([429, 429]);
    expectAnswer(calls.login, await target.login(owner.userName, { code: owner.code() }));
  });

  it('A right password with a wrong code leaves no session.', async () => {
    const { userID, userName, token } = await protectedPerson();
    const { db } = target.world.deps.store;
    await Promise.all(Array.from({ length: 8 }, () => target.login(userName, { code: '000000' })));
    const sessions = await db.selectFrom('session').select('id').where('userId', '=', userID).execute();
    expect(sessions).toHaveLength(1);
    expect(await isSignedIn(token)).toBe(true);
  });
});
