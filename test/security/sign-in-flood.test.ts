/** Many sign-in tries in flight. Each hash waits until the test lets it end, as on a machine that is slow. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { allRights } from '#shared/people/rights.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { createUser } from '../../src/server/auth/setup/setup.ts';
import { freshSlug } from '../http/callers.ts';
import { expectAnswer, expectFailure } from '../http/expectations.ts';
import { engines } from '../support/engines.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';
import { cookiesOf } from './target.ts';

const password = 'correct horse battery';
/** The most hashes that run at the same time. */
const mostAtOnce = 2;
/** Who had to wait behind the flood would be served after about twice as many hashes. */
const early = 25;

describe.each(engines)('A flood of sign-in tries on %s', (engine) => {
  let world: World;
  let userName: string;
  let cookie: string;
  let isShut = false;
  const hashing: (() => void)[] = [];
  /** Every test uses its own addresses. */
  let net = 0;

  const mayEnd = () => (isShut ? new Promise<void>((end) => hashing.push(end)) : undefined);
  const passwords = {
    hash: async (given: string) => {
      await mayEnd();
      return given;
    },
    verify: async ({ hash, password }: { hash: string; password: string }) => {
      await mayEnd();
      return hash === password;
    },
  };
  type Sent = { cookie?: string; given?: string };
  const login = (of: string, from: string, { cookie, given = password }: Sent = {}): Promise<Answered> =>
    world.call(calls.login, {
      body: { userName: of, password: given },
      headers: { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) },
    });

  beforeAll(async () => {
    world = await createWorld(engine, { runtime: { passwords } }, { logLevel: 'silent' });
  });
  beforeEach(async () => {
    net += 1;
    const campus = await world.school(freshSlug());
    userName = `clerk.${randomUUID().slice(0, 8)}`;
    const userID = (await createUser(world.deps, { userName, name: 'Hira Malik', password })) ?? '';
    await addMembership(world.deps.store.db, { userID, campusID: campus.id, rights: allRights });
    cookie = cookiesOf(await login(userName, `198.19.${net}.250`));
    isShut = true;
  });
  const endAll = () => {
    isShut = false;
    for (const end of hashing.splice(0)) end();
  };
  // Also after a failure: otherwise the next test would wait for these hashes.
  afterEach(endAll);
  afterAll(() => world.stop());

  /** Begins tries with made-up names and returns when the line is full. `finish` ends their hashes. */
  async function flood(tries: number, fromOf: (at: number) => string) {
    let refused = 0;
    const sent = Array.from({ length: tries }, async (_, at) => {
      const { status } = await login(`nobody.${net}.${at}`, fromOf(at));
      if (status === 429) refused += 1;
    });
    await expect.poll(() => refused).toBeGreaterThanOrEqual(tries - 50 - mostAtOnce);
    const finish = async () => {
      endAll();
      await Promise.all(sent);
    };
    return { finish };
  }

  /**
   * Ends one hash after the other until this answer is there, slowly, so that a busy machine can answer in between.
   * Returns how many hashes ended before.
   */
  async function hashesUntil(answer: Promise<Answered>): Promise<number> {
    let isThere = false;
    let ended = 0;
    void answer.then(() => {
      isThere = true;
    });
    await expect
      .poll(
        () => {
          const end = isThere ? undefined : hashing.shift();
          if (end) ended += 1;
          end?.();
          return isThere;
        },
        { interval: 100 },
      )
      .toBe(true);
    return ended;
  }

  it.each([
    ['one address', 55, () => 1],
    ['one address', 90, () => 1],
    ['60 addresses', 200, (at: number) => (at % 60) + 1],
  ] as const)(
    'A known browser signs in first while guesses from %s wait (%i tries).',
    async (_from, tries, hostOf) => {
      const { finish } = await flood(tries, (at) => `198.19.${net}.${hostOf(at)}`);
      const trusted = login(userName, `198.19.${net}.251`, { cookie });
      expect(await hashesUntil(trusted)).toBeLessThan(early);
      expectAnswer(calls.login, await trusted);
      await finish();
    },
  );

  it('A new browser at another address takes turns with an address that floods the line.', async () => {
    const { finish } = await flood(90, () => `198.19.${net}.1`);
    const fresh = login(userName, `198.19.${net}.251`);
    expect(await hashesUntil(fresh)).toBeLessThan(early);
    expectAnswer(calls.login, await fresh);
    await finish();
  });

  it('A person changes the password while guesses wait.', async () => {
    isShut = false;
    const { token } = (await login(userName, `198.19.${net}.251`, { cookie })).body;
    isShut = true;
    const { finish } = await flood(90, () => `198.19.${net}.1`);
    const body = { current: password, password: 'another good password' };
    const changed = world.call(calls.changePassword, { token, body });
    expect(await hashesUntil(changed)).toBeLessThan(early);
    expectAnswer(calls.changePassword, await changed);
    await finish();
  });

  it('The limits per minute of an address do not count for a known browser there, which has its own.', async () => {
    isShut = false;
    const from = `198.19.${net}.1`;
    const wrong = (sent: Sent = {}) => login(userName, from, { ...sent, given: 'a slip' });
    for (let tried = 0; tried < 10; tried++) expectFailure(await wrong(), 'signedOut');
    for (let tried = 0; tried < 95; tried++) await login(`nobody.${net}.${tried}`, from);
    expectFailure(await wrong(), 'tooMany');
    expectAnswer(calls.login, await login(userName, from, { cookie }));
    for (let tried = 0; tried < 10; tried++) expectFailure(await wrong({ cookie }), 'signedOut');
    expectFailure(await wrong({ cookie }), 'tooMany');
    expectFailure(await login(userName, from, { cookie }), 'tooMany');
  });
});
