/** An outcome changes a send while concurrent transactions still see the state before it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  pauseBroadcast,
  rescheduleBroadcast,
} from '../../src/server/outbox/broadcasts/broadcasts-queries.ts';
import { settleClaimed } from '../../src/server/outbox/delivery/completer-queries.ts';
import { settle } from '../../src/server/outbox/delivery/completer-rules.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { engines } from '../support/engines.ts';
import { untilSomebodyWaits } from '../support/locks.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';
import { claimSome, createOutside, emptyOutbox, nextSlug } from './one-message.ts';

describe.each(engines)('Changes of a send under concurrent readers on %s', (engine) => {
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

  /** Begins `second` when `first` has done its work and has not yet committed it. */
  async function during<T>(first: (db: Db) => Promise<unknown>, second: () => Promise<T>): Promise<T> {
    const [done, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = inTransaction({ db: world.deps.store.db }, async ({ db }) => {
      await first(db);
      done.resolve();
      await release.promise;
    });
    await done.promise;
    const answered = second();
    // On SQLite, `first` holds the only connection, so `second` waits by itself.
    if (engine === 'postgres') await untilSomebodyWaits(world.deps.store.db);
    release.resolve();
    await holding;
    return answered;
  }

  it('A send is not claimed while another transaction pauses it.', async () => {
    const run = await queueRun(5);
    const claimed = await during(
      (db) => pauseBroadcast(db, run, providerReason('Held up')),
      () => claimSome(world.deps, 5),
    );
    expect(claimed).toEqual([]);
  });

  it('A send is not marked as done while an answer requeues its last message.', async () => {
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
