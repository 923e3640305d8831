/** A school that is attacked: people with passwords, a clock that the test holds, and strangers from many addresses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { allRights, type Rights } from '#shared/rights.ts';
import { addMembership } from '../../src/server/auth/queries.ts';
import { openSignIn } from '../../src/server/auth/sign-in.ts';
import { callerOf, freshSlug } from '../http/callers.ts';
import type { CampusInTest } from '../support/campus.ts';
import type { Engine } from '../support/engines.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';

export const password = 'correct horse battery';

export type Person = { userName: string; userID: string };
export type LoginTry = { password?: string; code?: string; from?: string; cookie?: string };

export type Target = {
  world: World;
  campus: CampusInTest;
  clock: { now: Date };
  /** Lets so many seconds pass. */
  wait: (seconds: number) => void;
  /** Somebody with a password of his own. */
  person: (rights?: Rights, of?: CampusInTest) => Promise<Person>;
  /** From an address that nobody tried from before, unless one is given. */
  login: (userName: string, tried?: LoginTry) => Promise<Answered>;
  /** An administrator, signed in. */
  head: ReturnType<typeof callerOf>;
};

let address = 0;
/** Of the block that is kept for documents (RFC 2544: 198.18.0.0/15 for tests of networks). */
const freshAddress = (): string => {
  address += 1;
  return `198.18.${Math.floor(address / 250) % 250}.${(address % 250) + 1}`;
};

/** What a browser would send back of the cookies that it was given. */
export const cookiesOf = ({ headers }: Pick<Answered, 'headers'>): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

export function useTarget(engine: Engine): Target {
  const target = { clock: { now: new Date('2026-11-20T06:00:00.000Z') } } as Target;
  beforeAll(async () => {
    // Each guess is told to whoever bars addresses.
    target.world = await createWorld(engine, { now: () => target.clock.now }, { logLevel: 'silent' });
  });
  beforeEach(async () => {
    const { world, clock } = target;
    target.campus = await world.school(freshSlug());
    target.head = callerOf(world, target.campus, await target.campus.user());
    target.wait = (seconds) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    };
    // Each test begins in a minute of its own.
    target.wait(120);
    target.person = async (rights = allRights, of = target.campus) => {
      const userName = `clerk.${randomUUID().slice(0, 8)}`;
      const { createUser } = await openSignIn(world.deps);
      const userID = (await createUser({ userName, name: 'Hira Malik', password })) ?? '';
      await addMembership(world.deps.store.db, { userID, campusID: of.id, rights });
      return { userName, userID };
    };
    target.login = (userName, { password: given = password, code, from = freshAddress(), cookie } = {}) =>
      world.call(calls.login, {
        body: { userName, password: given, ...(code !== undefined && { code }) },
        headers: { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) },
      });
  });
  afterAll(() => target.world.stop());
  return target;
}
