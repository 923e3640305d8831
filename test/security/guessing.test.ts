/** Guesses at an account, from one address or many: they are slowed, the owner is not, and the owner is told. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { expectAnswer, expectFailure } from '../http/expectations.ts';
import { engines } from '../support/engines.ts';
import { cookiesOf, password, useTarget } from './target.ts';

const day = 24 * 60 * 60;

describe.each(engines)('Guesses at an account on %s', (engine) => {
  const target = useTarget(engine);
  const { clock } = target;

  /** Tries wrong passwords, each from another address, and returns the statuses. */
  async function guess(userName: string, count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let tried = 0; tried < count; tried++)
      statuses.push((await target.login(userName, { password: `guess ${tried}` })).status);
    return statuses;
  }
  /** Tries wrong passwords from one address, as often as its limit per minute allows. */
  async function guessFrom(from: string, userName: string, count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let tried = 0; tried < count; tried++) {
      if (tried % 10 === 0) target.wait(60);
      statuses.push((await target.login(userName, { password: `guess ${tried}`, from })).status);
    }
    return statuses;
  }
  const times = (count: number, status: number) => Array.from({ length: count }, () => status);
  const notice = async (token: string) => (await target.world.call(calls.getGuesses, { token })).body.notice;

  it('Guesses from one address are slowed to one each half minute after thirty a day, and other addresses are not.', async () => {
    const { userName } = await target.person();
    const from = '203.0.113.7';
    expect(await guessFrom(from, userName, 30)).toEqual(times(30, 401));
    expect(await guessFrom(from, userName, 4)).toEqual([401, 429, 429, 429]);
    const right = await target.login(userName, { from });
    expectFailure(right, 'tooMany');
    expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    // A new browser of the owner, or a program, at another address.
    expectAnswer(calls.login, await target.login(userName));
    expectFailure(await target.login(userName, { password: 'a slip' }), 'signedOut');
    // Attempts that a slowed address makes do not count against other addresses.
    let heard = 0;
    for (let minutes = 0; minutes < 300; minutes++) {
      target.wait(60);
      if ((await target.login(userName, { password: 'guess', from })).status === 401) heard++;
    }
    expect(heard).toBe(300);
    expectAnswer(calls.login, await target.login(userName));
    target.wait(day);
    expect(await guessFrom(from, userName, 30)).toEqual(times(30, 401));
  });

  it('After three hundred guesses a day from many addresses, sign-in is slowed to one attempt each half minute, even with the right password.', async () => {
    const { userName } = await target.person();
    expect(await guess(userName, 300)).toEqual(times(300, 401));
    expect(await guess(userName, 4)).toEqual([401, 429, 429, 429]);
    const right = await target.login(userName);
    expectFailure(right, 'tooMany');
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    target.wait(Number(right.headers.get('retry-after')));
    // The sign-in is slowed but not locked, even where the owner never signed in before.
    expectAnswer(calls.login, await target.login(userName));
    // This continues, however many guesses there are.
    let heard = 0;
    for (let minutes = 0; minutes < 20; minutes++) {
      target.wait(60);
      heard += (await guess(userName, 5)).filter((status) => status === 401).length;
    }
    expect(heard).toBeLessThanOrEqual(20);
    target.wait(day);
    expect(await guess(userName, 30)).toEqual(times(30, 401));
  });

  it('Guesses do not slow the owner in a browser that has signed in before.', async () => {
    const { userName } = await target.person();
    const first = await target.login(userName);
    const cookie = cookiesOf(first);
    await guess(userName, 310);
    expectFailure(await target.login(userName), 'tooMany');
    expectAnswer(calls.login, await target.login(userName, { cookie }));
    // The owner’s own mistakes are counted separately.
    expectFailure(await target.login(userName, { cookie, password: 'a slip' }), 'signedOut');
    expectAnswer(calls.login, await target.login(userName.toUpperCase(), { cookie }));
  });

  it('Many wrong passwords in a known browser slow down that browser only.', async () => {
    const { userName } = await target.person();
    const cookie = cookiesOf(await target.login(userName));
    const statuses: number[] = [];
    for (let tried = 0; tried < 33; tried++) {
      // A browser has ten tries a minute.
      if (tried % 10 === 0) target.wait(60);
      statuses.push((await target.login(userName, { cookie, password: `guess ${tried}` })).status);
    }
    expect(statuses).toEqual([...times(31, 401), 429, 429]);
    expectAnswer(calls.login, await target.login(userName));
  });

  it('A browser is not treated as known because of a forged cookie or one of another account.', async () => {
    const [owner, other] = [await target.person(), await target.person()];
    const cookie = cookiesOf(await target.login(owner.userName));
    const trustedCookie = /qasid_known_\w+=[^;]+/.exec(cookie)?.[0] ?? '';
    const [name = '', value = ''] = trustedCookie.split('=', 2);
    const ofOther = cookiesOf(await target.login(other.userName));
    const otherValue = /qasid_known_\w+=([^;]+)/.exec(ofOther)?.[1] ?? '';
    await guess(owner.userName, 301);
    const flipped = decodeURIComponent(value).replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    const forged = [
      `${name}=${otherValue}`,
      `${name}=${encodeURIComponent(flipped)}`,
      `${name}=${encodeURIComponent(`known-browser x ${owner.userName}`)}`,
      `${name}=`,
      ofOther,
    ];
    for (const one of forged) expectFailure(await target.login(owner.userName, { cookie: one }), 'tooMany');
    expectAnswer(calls.login, await target.login(owner.userName, { cookie }));
  });

  it('Guesses at an unknown name are answered like those at a known one.', async () => {
    const { userName } = await target.person();
    const bodies = async (name: string) => {
      const answers = [];
      for (let tried = 0; tried < 303; tried++)
        answers.push((await target.login(name, { password: 'guess' })).body);
      return answers;
    };
    expect(await bodies('nobody.here')).toEqual(await bodies(userName));
  });

  it('Guesses do not lock out a person with a one-time link.', async () => {
    const { userName, userID } = await target.person();
    await guess(userName, 310);
    const { url } = await target.head.get(calls.resetPerson, { params: { id: userID } });
    const body = { token: new URL(url).hash.slice(1), password: 'another good password' };
    const joined = await target.world.call(calls.openLink, { body });
    expectAnswer(calls.openLink, joined);
    await guess(userName, 3);
    const cookie = cookiesOf(joined);
    expectAnswer(calls.login, await target.login(userName, { cookie, password: body.password }));
  });

  it('The owner sees a warning about thirty or more guesses until the owner marks them as seen.', async () => {
    const { userName } = await target.person();
    const first = await target.login(userName);
    const { token } = first.body;
    const since = clock.now.toISOString();
    await guess(userName, 29);
    expect(await notice(token)).toBeNull();
    await guess(userName, 1);
    target.wait(30);
    await guess(userName, 3);
    expect(await notice(token)).toEqual({ passwords: 33, codes: 0, since, latest: clock.now.toISOString() });
    const other = await target.person();
    expect(await notice((await target.login(other.userName)).body.token)).toBeNull();
    expectAnswer(calls.seeGuesses, await target.world.call(calls.seeGuesses, { token, body: {} }));
    expect(await notice(token)).toBeNull();
    target.wait(60);
    await guess(userName, 1);
    expect((await notice(token)).passwords).toBe(1);
  });

  it('Guessed tokens, keys and links find nothing and get the same answer.', async () => {
    const { world, campus } = target;
    const query = { db: campus.db, cID: campus.id };
    const made = ['a'.repeat(43), 'A'.repeat(43), `qasid_${'a'.repeat(43)}`, 'qasid_', '0'.repeat(200)];
    const answers = await Promise.all(made.map((token) => world.call(calls.listGroups, { token, query })));
    for (const answer of answers) {
      expectFailure(answer, 'signedOut');
      expect(answer.body).toEqual(answers[0]?.body);
    }
    for (const token of made)
      expectFailure(await world.call(calls.openLink, { body: { token, password } }), 'notFound');
  });
});
