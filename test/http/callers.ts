/** People who ask over HTTP: `const groups = await clerk.get(calls.listGroups)`. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Call } from '#shared/call.ts';
import type { Rights } from '#shared/rights.ts';
import type { CampusInTest, UserInTest } from '../support/campus.ts';
import type { Engine } from '../support/engines.ts';
import { type Answered, type Asked, createWorld, type World } from '../support/world.ts';
import { expectAnswer } from './expectations.ts';

export type Caller = UserInTest & {
  /** The answer as it comes. `db` and `cID` are the campus's unless given; undefined leaves one out. */
  ask: (call: Call, asked?: Asked) => Promise<Answered>;
  /** The body of an answer that must be a good one. */
  get: (call: Call, asked?: Asked) => Promise<Answered['body']>;
};

const given = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

export function callerOf(world: World, campus: CampusInTest, user: UserInTest): Caller {
  const ask: Caller['ask'] = (call, { query, ...asked } = {}) => {
    const place = { db: campus.db, cID: campus.id };
    return world.call(call, { token: user.token, query: given({ ...place, ...query }), ...asked });
  };
  const get: Caller['get'] = async (call, asked) => {
    const answered = await ask(call, asked);
    expectAnswer(call, answered);
    return answered.body;
  };
  return { ...user, ask, get };
}

export type Here = {
  world: World;
  campus: CampusInTest;
  /** May do everything in the campus. */
  clerk: Caller;
  /** Another user of the campus, with these rights only. */
  caller: (rights: Partial<Rights>, also?: CampusInTest[]) => Promise<Caller>;
  /** The clock the server reads; real time until a test sets it. */
  clock: { now: Date | undefined };
};

export const freshSlug = (): string => `school-${randomUUID().slice(0, 8)}`;

/** A world for the tests of a describe, and for each of them a school of its own. */
export function useCampus(engine: Engine): Here {
  const here = { clock: { now: undefined } } as Here;
  beforeAll(async () => {
    here.world = await createWorld(engine, { now: () => here.clock.now ?? new Date() });
  });
  beforeEach(async () => {
    here.clock.now = undefined;
    const campus = await here.world.school(freshSlug());
    here.campus = campus;
    here.clerk = callerOf(here.world, campus, await campus.user());
    here.caller = async (rights, also) => callerOf(here.world, campus, await campus.user(rights, also));
  });
  afterAll(() => here.world.stop());
  return here;
}

/** Looks into the store: the bills of a billing, every column, in their order. */
export const billsIn = (here: Here) => (groupID: number) =>
  here.world.deps.store.db
    .selectFrom('bill')
    .selectAll()
    .where('groupID', '=', groupID)
    .orderBy('id')
    .execute();
