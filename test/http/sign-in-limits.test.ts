/**
 * Limits for sign-in attempts are counted in the store, so that another process or another name gives no new chance.
 */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allRights } from '#shared/people/rights.ts';
import { buildApp } from '../../src/server/app.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { createUser } from '../../src/server/auth/setup/setup.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';

const password = 'correct horse battery';

describe.each(engines)('Sign-in limits on %s', (engine) => {
  let world: World;
  let app: FastifyInstance;
  let now: Date;
  let userName: string;
  /** Every test uses its own addresses: 198.51.<net>.1 and following. */
  let net = 0;

  beforeAll(async () => {
    world = await createWorld(engine, { now: () => now ?? new Date() });
    now = new Date();
  });
  beforeEach(async () => {
    net += 1;
    app = await buildApp(world.deps);
    userName = `user.${randomUUID().slice(0, 8)}`;
    const campus = await world.school(freshSlug());
    const userID = (await createUser(world.deps, { userName, name: 'Ayesha', password })) ?? '';
    await addMembership(world.deps.store.db, { userID, campusID: campus.id, rights: allRights });
  });
  afterEach(() => app.close());
  afterAll(() => world.stop());

  const address = (host = 1) => `198.51.${net}.${host}`;
  type Try = { given?: string; from?: string; of?: string; at?: FastifyInstance };
  const signIn = ({ given = password, from = address(), of = userName, at = app }: Try = {}) =>
    at.inject({
      method: 'POST',
      url: '/api/Account/Login',
      headers: { 'x-forwarded-for': from },
      body: { userName: of, password: given },
    });
  const statusOf = async (tried: Try = {}) => (await signIn(tried)).statusCode;
  /** An impossible user name, so that no password is hashed for it. */
  const junk = () => `no name! ${randomUUID()}`;
  const inRow = async (count: number, tried: () => Try) => {
    const codes: number[] = [];
    for (let at = 0; at < count; at++) codes.push(await statusOf(tried()));
    return codes;
  };
  const times = (count: number, code: number) => Array.from({ length: count }, () => code);

  it('One address has a hundred sign-in attempts a minute, whatever the user names.', async () => {
    expect(await inRow(160, () => ({ of: junk() }))).toEqual([...times(100, 401), ...times(60, 429)]);
    const refused = await signIn();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statusOf({ from: address(2) })).toBe(200);
  });

  it('All addresses of one IPv6 network count as one address for sign-in.', async () => {
    let host = 0;
    const from = () => `2001:db8:${net}:1::${(++host).toString(16)}`;
    const codes = await inRow(101, () => ({ of: junk(), from: from() }));
    expect(codes).toEqual([...times(100, 401), 429]);
    expect(await statusOf({ from: `2001:db8:${net}:2::1` })).toBe(200);
  });

  it('An address with changing ports and invalid addresses each count as one address for sign-in.', async () => {
    let port = 1000;
    const withPort = () => ({ given: 'wrong', from: `${address(3)}:${++port}` });
    expect(await inRow(11, withPort)).toEqual([...times(10, 401), 429]);
    expect(await statusOf({ from: address(3) })).toBe(429);
    const bracketed = () => ({ given: 'wrong', from: `[2001:db8:${net}:3::1]:${++port}` });
    expect(await inRow(11, bracketed)).toEqual([...times(10, 401), 429]);
    const madeUp = () => ({ given: 'wrong', from: `a${++port}` });
    expect(await inRow(11, madeUp)).toEqual([...times(10, 401), 429]);
    expect(await statusOf()).toBe(200);
  });

  it('Sign-in attempts are counted across processes and restarts.', async () => {
    const other = await buildApp(world.deps);
    expect(await inRow(5, () => ({ given: 'wrong' }))).toEqual(times(5, 401));
    expect(await inRow(5, () => ({ given: 'wrong', at: other }))).toEqual(times(5, 401));
    expect(await statusOf({ at: other })).toBe(429);
    await other.close();
    expect(await statusOf()).toBe(429);
    const restarted = await buildApp(world.deps);
    expect(await statusOf({ at: restarted })).toBe(429);
    await restarted.close();
  });

  it('Sign-in attempts at the same time are each counted.', async () => {
    const tries = Array.from({ length: 16 }, () => statusOf({ given: 'wrong' }));
    expect((await Promise.all(tries)).sort()).toEqual([...times(10, 401), ...times(6, 429)]);
  });

  it('The count of wrong passwords starts again after a minute and after a successful sign-in.', async () => {
    await inRow(9, () => ({ given: 'wrong' }));
    expect(await statusOf()).toBe(200);
    expect(await inRow(11, () => ({ given: 'wrong' }))).toEqual([...times(10, 401), 429]);
    now = new Date(now.getTime() + 60_000);
    expect(await statusOf()).toBe(200);
  });

  it('A clock that was ahead locks nobody out, and old sign-in counts are deleted.', async () => {
    const day = 24 * 60 * 60 * 1000;
    now = new Date(now.getTime() + day);
    await inRow(11, () => ({ given: 'wrong' }));
    now = new Date(now.getTime() - day);
    expect(await statusOf()).toBe(200);
    now = new Date(now.getTime() + 2 * day);
    await statusOf({ of: junk(), from: address(9) });
    const rows = await world.deps.store.db.selectFrom('sign_in_try').select('key').execute();
    // Counters: the address, the name at the address, and wrong passwords for the name at this address, anywhere, and
    // in total.
    expect(rows).toHaveLength(5);
  });

  it('The stored sign-in counts contain digests only, no names or addresses.', async () => {
    await signIn({ given: 'wrong', of: `${userName}.typed` });
    const rows = await world.deps.store.db.selectFrom('sign_in_try').select('key').execute();
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
  });
});
