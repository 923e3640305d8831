/** The order in which sends go out, and what waits meanwhile. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settleClaimed } from '../../src/server/outbox/delivery/completer-queries.ts';
import { settle } from '../../src/server/outbox/delivery/completer-rules.ts';
import { claimNext, createProgress } from '../../src/server/outbox/delivery/scheduler.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { receiptsWorker } from '../../src/server/outbox/receipts/worker.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { emptyOutbox, nextSlug, readRun } from '../races/one-message.ts';
import { engines } from '../support/engines.ts';
import { asking } from '../support/leaving.ts';
import { createWorld, type World } from '../support/world.ts';

const polled: string[] = [];
const demo: Provider = {
  send: asking((_sender, { opaque }) => ({
    kind: 'accepted',
    providerID: `demo.${opaque}`,
    pollAfter: 0,
  })),
  pollReceipts: (_sender, { providerID }) => {
    polled.push(providerID);
    return { receipts: [], pollAt: new Date() };
  },
};

describe.each(engines)('Order of sending on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo } });
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  async function queueRun(bills: number) {
    const campus = await world.school(nextSlug());
    const { id: groupID } = await campus.group({ bills });
    const { broadcastID } = await campus.message({ groupIDs: [groupID] });
    const rows = await readRun(campus.scope, broadcastID);
    /** Puts a message back into the queue, as after an answer "later". */
    const putBack = (place: number) =>
      campus.scope.db
        .updateTable('message')
        .set({
          status: 'queued',
          leaseUntil: null,
          handedOverAt: null,
          dueAt: world.deps.now().toISOString(),
        })
        .where('id', '=', rows[place]?.id ?? 0)
        .execute();
    const state = async () => {
      const { db } = campus.scope;
      const run = db.selectFrom('broadcast').select('state').where('id', '=', broadcastID);
      return (await run.executeTakeFirstOrThrow()).state;
    };
    return { placeOf: (id: number) => rows.findIndex((row) => row.id === id), putBack, state };
  }

  it('A requeued message is claimed again after a second, before its send is marked as done.', async () => {
    const { placeOf, putBack, state } = await queueRun(140);
    let now = 0;
    const progress = createProgress(() => now);
    const claim = async () => {
      const { claimed } = await claimNext(world.deps, { most: () => 40, progress });
      return claimed.map(({ id }) => placeOf(id));
    };
    const places = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
    expect(await claim()).toEqual(places(0, 39));
    await putBack(1);
    expect(await claim()).toEqual(places(40, 79));
    now += 1000;
    expect(await claim()).toEqual([1, ...places(80, 118)]);
    await putBack(2);
    expect(await state()).toBe('running');
    expect(await claim()).toEqual([2, ...places(119, 139)]);
    expect(await state()).toBe('done');
  });

  it('Messages of a claim that was rolled back are claimed again a second later.', async () => {
    const { placeOf } = await queueRun(3);
    let now = 0;
    const progress = createProgress(() => now);
    const store = { ...world.deps.store, engine: 'sqlite' as const };
    const claimIn = (db: World['deps']['store']['db']) =>
      claimNext({ ...world.deps, store: { ...store, db } }, { most: () => 2, progress });
    await world.deps.store.db
      .transaction()
      .execute(async (db) => {
        expect((await claimIn(db)).claimed).toHaveLength(2);
        throw new Error('taken back');
      })
      .catch(() => {});
    now += 1000;
    const { claimed } = await claimIn(world.deps.store.db);
    expect(claimed.map(({ id }) => placeOf(id))).toEqual([0, 1]);
  });

  it('The provider is polled at once while nothing is sent, and once a second while sending.', async () => {
    await queueRun(1);
    await sendNext(world.deps);
    let isSending = false;
    const { tick } = receiptsWorker(world.deps, () => isSending);
    polled.length = 0;
    await tick();
    await tick();
    expect(polled).toHaveLength(2);
    isSending = true;
    await tick();
    expect(polled).toHaveLength(2);
    await new Promise((resolve) => setTimeout(resolve, 1001));
    await tick();
    expect(polled).toHaveLength(3);
  });
});

describe.skipIf(!engines.includes('postgres'))('Many messages on postgres', () => {
  it('Outcomes of 3,000 messages are written by primary key, even when PostgreSQL has misleading statistics.', async () => {
    const world = await createWorld('postgres', { providers: { demo } });
    const campus = await world.school(nextSlug());
    const { id: groupID } = await campus.group({ bills: 3000 });
    await campus.message({ groupIDs: [groupID] });
    await world.deps.store.db.connection().execute(async (db) => {
      // After this, the statistics say that no message is being sent.
      await sql`analyze message`.execute(db);
      const store = { ...world.deps.store, db, engine: 'sqlite' as const };
      const { claimed } = await claimNext({ ...world.deps, store }, { most: () => 3000 });
      expect(claimed).toHaveLength(3000);
      const scans = async (): Promise<number> => {
        await sql`select pg_stat_force_next_flush()`.execute(db);
        const { rows } = await sql<{ scans: number }>`select sum(idx_scan)::int as scans
          from pg_stat_user_indexes where relname = 'message' and indexrelname <> 'message_pkey'`.execute(db);
        return rows[0]?.scans ?? 0;
      };
      const before = await scans();
      const now = world.deps.now();
      const outcomes = claimed.map((one) =>
        settle(one, { kind: 'accepted', providerID: `many.${one.id}` }, now),
      );
      await settleClaimed(db, outcomes, now.toISOString());
      expect((await scans()) - before).toBe(0);
    });
    await world.stop();
  });
});
