/** What an outcome does to a run while others look at it and see it as it was before. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/server/db/store.ts';
import { inTransaction } from '../../src/server/db/store.ts';
import { pauseBroadcast, rescheduleBroadcast } from '../../src/server/outbox/broadcasts/queries.ts';
import { settleClaimed } from '../../src/server/outbox/completer/queries.ts';
import { settle } from '../../src/server/outbox/completer/rules.ts';
import { engines } from '../support/engines.ts';
import { untilSomebodyWaits } from '../support/locks.ts';
import { said } from '../support/said.ts';
import { createWorld, type World } from '../support/world.ts';
import { claimSome, createOutside, emptyOutbox, nextSlug } from './one-message.ts';

describe.each(engines)('a run that changes under others on %s', (engine) => {
  const { outside, given } = createOutside();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  async function queueRun(bills: number) {
    const campus = await world.school(nextSlug());
    const group = await campus.group({ bills });
    return (await campus.message({ groupIDs: [group.id] })).broadcastID;
  }

  /** Begins the second while the first has done its work and not yet committed it. */
  async function during<T>(first: (db: Db) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
    const [done, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = inTransaction({ db: world.deps.store.db }, async ({ db }) => {
      await first(db);
      done.resolve();
      await release.promise;
    });
    await done.promise;
    const answered = second();
    // SQLite has one connection, which the first holds: the second waits for it by itself.
    if (engine === 'postgres') await untilSomebodyWaits(world.deps.store.db);
    release.resolve();
    await holding;
    return answered;
  }

  it('it is not served once more while the guard pauses it', async () => {
    const run = await queueRun(5);
    const claimed = await during(
      (db) => pauseBroadcast(db, run, said('Held up')),
      () => claimSome(world.deps, 5),
    );
    expect(claimed).toEqual([]);
  });

  it('it is not done while an answer puts its last message back', async () => {
    const run = await queueRun(1);
    const { now } = outside;
    const putBack = (await claimSome(world.deps, 1)).map((one) =>
      settle(one, { kind: 'later', at: now }, now),
    );
    await during(
      (db) => settleClaimed(db, putBack, now.toISOString()),
      () => inTransaction({ db: world.deps.store.db }, ({ db }) => rescheduleBroadcast(db, run)),
    );
    const row = world.deps.store.db.selectFrom('broadcast').select('state').where('id', '=', run);
    expect(await row.executeTakeFirst()).toEqual({ state: 'running' });
  });
});
