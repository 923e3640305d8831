/** A process that freezes in the middle of a transaction, as a stopped or swapped-out process does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockCampus } from '../../src/server/auth/campus-lock.ts';
import { switchBroadcasts } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import type { Store } from '../../src/server/platform/db/store.ts';
import { lockSender } from '../../src/server/senders/settings/settings-queries.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { createWorld, type World } from '../support/world.ts';
import { acceptAsP, createOutside, nextSlug, readRun } from './one-message.ts';

/** Milliseconds within which the other processes must continue. */
const longest = 15_000;

describe.skipIf(!engines.includes('postgres'))('Frozen worker', { timeout: 40_000 }, () => {
  const { outside, given } = createOutside();
  let world: World;
  let other: Store;
  beforeAll(async () => {
    outside.answer = acceptAsP;
    world = await createWorld('postgres', given);
    other = await openPostgres(world.deps.config.databaseUrl ?? '');
  });
  afterAll(async () => {
    await other.close();
    await world.stop();
  });

  it('A worker frozen in a transaction loses its locks: others send and pause within 15 s.', async () => {
    const campus = await world.school(nextSlug());
    const { broadcastID } = await campus.message({ contacts: '0300-3000001, 0300-3000011' });
    const [{ senderID } = { senderID: '' }] = await readRun(campus.scope, broadcastID);
    let goOn = () => {};
    const frozen = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let holds = () => {};
    const held = new Promise<void>((resolve) => {
      holds = resolve;
    });
    const gone = other.db
      .transaction()
      .execute(async (db) => {
        await lockCampus({ db, campusID: campus.id });
        await lockSender(db, senderID);
        holds();
        await frozen;
        await lockSender(db, senderID);
      })
      .catch((error: Error) => error.message);
    await held;
    const began = performance.now();
    const paused = switchBroadcasts(campus.scope, world.deps, { from: 'running', to: 'paused' });
    const states = async () => (await readRun(campus.scope, broadcastID)).map(({ status }) => status);
    // Both wait for the frozen process. The database decides which of them continues first.
    const sent = await sendNext(world.deps);
    expect(await paused).toEqual({ changed: sent > 0 ? 0 : 1 });
    await switchBroadcasts(campus.scope, world.deps, { from: 'paused', to: 'running' });
    await eventually(async () => {
      await sendNext(world.deps);
      expect(await states()).toEqual(['accepted', 'accepted']);
    });
    expect(performance.now() - began).toBeLessThan(longest);
    goOn();
    // The frozen process learns this when it continues, and nothing of its transaction is stored.
    expect(await gone).toMatch(/terminat|not queryable|idle-in-transaction/);
  });
});
