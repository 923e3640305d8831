/** Users who call the API over HTTP: `const groups = await clerk.get(calls.listGroups)`. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Call } from '#shared/call.ts';
import type { Rights } from '#shared/people/rights.ts';
import type { CampusInTest, UserInTest } from '../support/campus.ts';
import type { Engine } from '../support/engines.ts';
import { type Answered, type CallRequest, createWorld, type World } from '../support/world.ts';
import { expectAnswer } from './expectations.ts';

export type Caller = UserInTest & {
  /** Returns the answer as it comes. `db` and `cID` are the campus’s by default; undefined leaves one out. */
  ask: (call: Call, request?: CallRequest) => Promise<Answered>;
  /** Returns the body of an answer that must succeed. */
  get: (call: Call, request?: CallRequest) => Promise<Answered['body']>;
};

const given = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

export function callerOf(world: World, campus: CampusInTest, user: UserInTest): Caller {
  const ask: Caller['ask'] = (call, { query, ...request } = {}) => {
    const place = { db: campus.db, cID: campus.id };
    return world.call(call, { token: user.token, query: given({ ...place, ...query }), ...request });
  };
  const get: Caller['get'] = async (call, request) => {
    const answered = await ask(call, request);
    expectAnswer(call, answered);
    return answered.body;
  };
  return { ...user, ask, get };
}

export type Here = {
  world: World;
  campus: CampusInTest;
  /** Has all rights in the campus. */
  clerk: Caller;
  /** Makes another user of the campus with these rights only. */
  caller: (rights: Partial<Rights>, also?: CampusInTest[]) => Promise<Caller>;
  /** The server’s clock; real time until a test sets it. */
  clock: { now: Date | undefined };
};

export const freshSlug = (): string => `school-${randomUUID().slice(0, 8)}`;

/** One world for the tests of a describe, and a new school for each test. */
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

/** Reads all columns of a billing’s bills from the store, in their order. */
export const billsIn = (here: Here) => (groupID: number) =>
  here.world.deps.store.db
    .selectFrom('bill')
    .selectAll()
    .where('groupID', '=', groupID)
    .orderBy('id')
    .execute();
