/** A school under attack: people with passwords, a clock that the test controls, and attackers at many addresses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { allRights, type Rights } from '#shared/people/rights.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { createUser } from '../../src/server/auth/setup/setup.ts';
import { callerOf, freshSlug } from '../http/callers.ts';
import type { CampusInTest } from '../support/campus.ts';
import type { Engine } from '../support/engines.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';

export const password = 'correct horse battery';

type Person = { userName: string; userID: string };
type LoginTry = { password?: string; code?: string; from?: string; cookie?: string };

export type Target = {
  world: World;
  campus: CampusInTest;
  clock: { now: Date };
  /** Moves the clock by these seconds. */
  wait: (seconds: number) => void;
  /** Makes a person with a password. */
  person: (rights?: Rights, of?: CampusInTest) => Promise<Person>;
  /** Signs in from an unused address, unless one is given. */
  login: (userName: string, tried?: LoginTry) => Promise<Answered>;
  /** An administrator who is signed in. */
  head: ReturnType<typeof callerOf>;
};

let address = 0;
/** Addresses of the block that is reserved for tests of networks (RFC 2544: 198.18.0.0/15). */
const freshAddress = (): string => {
  address += 1;
  return `198.18.${Math.floor(address / 250) % 250}.${(address % 250) + 1}`;
};

/** The cookies that a browser would send back. */
export const cookiesOf = ({ headers }: Pick<Answered, 'headers'>): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');

export function useTarget(engine: Engine): Target {
  const target = { clock: { now: new Date('2026-11-20T06:00:00.000Z') } } as Target;
  beforeAll(async () => {
    // Each guess would log a warning, so the log is silent.
    target.world = await createWorld(engine, { now: () => target.clock.now }, { logLevel: 'silent' });
  });
  beforeEach(async () => {
    const { world, clock } = target;
    target.campus = await world.school(freshSlug());
    target.head = callerOf(world, target.campus, await target.campus.user());
    target.wait = (seconds) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    };
    // Each test begins in a new minute, so that limits start fresh.
    target.wait(120);
    target.person = async (rights = allRights, of = target.campus) => {
      const userName = `clerk.${randomUUID().slice(0, 8)}`;
      const userID = (await createUser(world.deps, { userName, name: 'Hira Malik', password })) ?? '';
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
