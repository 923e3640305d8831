/** Two programs on one database, each with both of its workers, while clerks press every button. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { switchBroadcasts } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { clear } from '../../src/server/outbox/changes/cancel.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { sendingWorker, sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { setNextPolls } from '../../src/server/outbox/receipts/receipts-queries.ts';
import { pollProviders, receiptsWorker } from '../../src/server/outbox/receipts/worker.ts';
import type { Provider } from '../../src/server/whatsapp/port.ts';
import { yieldToEventLoop } from '../../src/server/yielding.ts';
import { engines } from '../support/engines.ts';
import { asking } from '../support/leaving.ts';
import { createWorld, type World } from '../support/world.ts';
import { emptyOutbox, nextSlug, readRun } from './one-message.ts';

const isPutOff = new Set<string>();
const polled: string[] = [];

/** One message in seven is put off once, and one in eleven fails later. The others get two receipts. */
const demo: Provider = {
  send: asking((_sender, { opaque }) => {
    const id = Number(opaque.split(':')[1]);
    if (id % 7 === 0 && !isPutOff.has(opaque)) {
      isPutOff.add(opaque);
      return { kind: 'later', at: new Date() };
    }
    return { kind: 'accepted', providerID: `demo.${opaque}`, pollAfter: 0 };
  }),
  pollReceipts: (_sender, { providerID, status, acceptedAt }, now) => {
    polled.push(providerID);
    const id = Number(providerID.split(':')[1]);
    const receipt = { providerID, at: acceptedAt };
    if (id % 11 === 0) return { receipts: [{ ...receipt, status: 'failed' }], pollAt: null };
    if (status === 'accepted')
      return { receipts: [{ ...receipt, status: 'sent' }], pollAt: new Date(now.getTime() + 1) };
    return { receipts: [{ ...receipt, status: 'read' }], pollAt: null };
  },
};

describe.each(engines)('Two of each worker on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { providers: { demo } });
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  async function queueRuns(runs: number, bills: number) {
    const campus = await world.school(nextSlug());
    const group = await campus.group({ bills });
    const ids: number[] = [];
    for (let run = 0; run < runs; run++)
      ids.push((await campus.message({ groupIDs: [group.id] })).broadcastID);
    const states = async () =>
      (await Promise.all(ids.map((id) => readRun(campus.scope, id)))).flat().map(({ status }) => status);
    return { campus, scope: campus.scope, ids, states };
  }

  it('Two workers of each kind finish all sends and log no error while clerks pause, retry and clear.', {
    timeout: 60_000,
  }, async () => {
    const complaints: unknown[] = [];
    const error = vi.spyOn(world.deps.log, 'error').mockImplementation((line) => void complaints.push(line));
    const { scope, ids, states } = await queueRuns(6, 200);
    const { deps } = world;
    const senders = [sendingWorker(deps), sendingWorker(deps)];
    const askers = [receiptsWorker(deps), receiptsWorker(deps)];
    const workers = [...senders, ...askers];
    let isPressing = true;

    const work = async (tick: () => Promise<number>) => {
      for (let idle = 0; isPressing || idle < 3; ) {
        idle = (await tick()) === 0 ? idle + 1 : 0;
        // The workers yield between rounds, as their loop does. An empty round waits for nothing and would starve the
        // others.
        await yieldToEventLoop();
      }
    };
    const press = async () => {
      for (const broadcastID of [...ids, ...ids, ...ids]) {
        await switchBroadcasts(scope, deps, { from: 'running', to: 'paused', broadcastID });
        await retry(scope, deps, {});
        await switchBroadcasts(scope, deps, { from: 'paused', to: 'running' });
        await retry(scope, deps, { broadcastID });
      }
      await clear(scope, deps);
      isPressing = false;
    };
    await Promise.all([press(), ...workers.map((worker) => work(worker.tick))]);
    await Promise.all(senders.map((worker) => worker.stop()));
    // Messages that the last answers put back are sent now. Each empty send may need a round of its own first.
    for (let idle = 0; idle < 2 * ids.length; ) {
      idle = (await sendNext(deps)) + (await pollProviders(deps)) === 0 ? idle + 1 : 0;
    }
    error.mockRestore();

    expect(complaints).toEqual([]);
    const counts = Map.groupBy(await states(), (status) => status);
    const allowed = ['read', 'failed', 'cancelled'];
    expect([...counts.keys()].filter((status) => !allowed.includes(status))).toEqual([]);
    expect(counts.get('read')?.length).toBeGreaterThan(0);
  });

  it('Concurrent receipt workers each poll different messages.', async () => {
    await queueRuns(1, 60);
    while ((await sendNext(world.deps)) > 0);
    polled.length = 0;
    const now = new Date();
    const deps = { ...world.deps, now: () => now };
    await Promise.all([pollProviders(deps), pollProviders(deps), pollProviders(deps)]);
    expect(polled).toHaveLength(60);
    expect(new Set(polled).size).toBe(60);
  });

  it('A poll result for another try does not end the polling of a message.', async () => {
    const { scope } = await queueRuns(1, 1);
    while ((await sendNext(world.deps)) > 0);
    const read = () =>
      scope.db
        .selectFrom('message')
        .select(['id', 'pollAt', 'providerID'])
        .where('campusID', '=', scope.campusID)
        .executeTakeFirstOrThrow();
    const before = await read();
    expect(before.pollAt).not.toBeNull();
    await setNextPolls(scope.db, [{ id: before.id, providerID: 'demo.earlier', pollAt: null }]);
    expect(await read()).toEqual(before);
    await setNextPolls(scope.db, [{ ...before, pollAt: null }]);
    expect((await read()).pollAt).toBeNull();
  });
});
