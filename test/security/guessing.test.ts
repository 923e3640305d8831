/** Guessing at an account, from one address or as many as one likes: it is slowed, its owner is not, and is told. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { expectAnswer, expectFailure } from '../http/expectations.ts';
import { engines } from '../support/engines.ts';
import { cookiesOf, password, useTarget } from './target.ts';

const day = 24 * 60 * 60;

describe.each(engines)('guesses at an account on %s', (engine) => {
  const target = useTarget(engine);
  const { clock } = target;

  /** So many wrong passwords, each from another address; how each was answered. */
  async function guess(userName: string, count: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let tried = 0; tried < count; tried++)
      statuses.push((await target.login(userName, { password: `guess ${tried}` })).status);
    return statuses;
  }
  /** The same from one address, as often as one may from there in a minute. */
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

  it('from one address are one each half minute after thirty of a day, and slow nobody elsewhere', async () => {
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
    // However long it goes on: what a slowed address tries is not counted against the others.
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

  it('from many addresses are one each half minute after three hundred of a day, and the right one is none the faster', async () => {
    const { userName } = await target.person();
    expect(await guess(userName, 300)).toEqual(times(300, 401));
    expect(await guess(userName, 4)).toEqual([401, 429, 429, 429]);
    const right = await target.login(userName);
    expectFailure(right, 'tooMany');
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(right.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    target.wait(Number(right.headers.get('retry-after')));
    // Slowed, not shut out: also where the owner was never before.
    expectAnswer(calls.login, await target.login(userName));
    // And so on, however many there are.
    let heard = 0;
    for (let minutes = 0; minutes < 20; minutes++) {
      target.wait(60);
      heard += (await guess(userName, 5)).filter((status) => status === 401).length;
    }
    expect(heard).toBeLessThanOrEqual(20);
    target.wait(day);
    expect(await guess(userName, 30)).toEqual(times(30, 401));
  });

  it('do not slow the owner where the owner has signed in before', async () => {
    const { userName } = await target.person();
    const first = await target.login(userName);
    const cookie = cookiesOf(first);
    await guess(userName, 310);
    expectFailure(await target.login(userName), 'tooMany');
    expectAnswer(calls.login, await target.login(userName, { cookie }));
    // Whose own slips are counted apart.
    expectFailure(await target.login(userName, { cookie, password: 'a slip' }), 'signedOut');
    expectAnswer(calls.login, await target.login(userName.toUpperCase(), { cookie }));
  });

  it('by a browser that is known are slowed too, by themselves', async () => {
    const { userName } = await target.person();
    const cookie = cookiesOf(await target.login(userName));
    const statuses: number[] = [];
    for (let tried = 0; tried < 33; tried++)
      statuses.push((await target.login(userName, { cookie, password: `guess ${tried}` })).status);
    expect(statuses).toEqual([...times(31, 401), 429, 429]);
    expectAnswer(calls.login, await target.login(userName));
  });

  it('make no browser known: not by another account’s cookie, nor by one that was made up', async () => {
    const [owner, other] = [await target.person(), await target.person()];
    const cookie = cookiesOf(await target.login(owner.userName));
    const known = /qasid_known_\w+=[^;]+/.exec(cookie)?.[0] ?? '';
    const [name = '', value = ''] = known.split('=', 2);
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

  it('at a name that nobody has are answered as at one that somebody has', async () => {
    const { userName } = await target.person();
    const bodies = async (name: string) => {
      const answers = [];
      for (let tried = 0; tried < 303; tried++)
        answers.push((await target.login(name, { password: 'guess' })).body);
      return answers;
    };
    expect(await bodies('nobody.here')).toEqual(await bodies(userName));
  });

  it('do not keep out whoever an administrator gives a link', async () => {
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

  it('are told to the owner, once they are more than somebody mistypes, until the owner has seen it', async () => {
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

  it('at tokens, keys and links find nothing and are all answered alike', async () => {
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
