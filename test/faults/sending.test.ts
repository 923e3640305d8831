/** What is known about a message is kept, even when the store fails or one answer is slow. */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { rescueExpiredLeases } from '../../src/server/outbox/delivery/rescue.ts';
import { sendingWorker, sendNext } from '../../src/server/outbox/delivery/worker.ts';
import type { Outcome, Provider } from '../../src/server/whatsapp/port.ts';
import { acceptAsP, emptyOutbox, nextSlug, readRun } from '../races/one-message.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { asking } from '../support/leaving.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';
import { isReadingSenders, isSettling, withFault } from './failing-store.ts';

describe.each(engines)('Sending on %s', (engine) => {
  let world: World;
  let answer: (opaque: string) => Outcome | Promise<Outcome>;
  let complaints: string[];
  beforeAll(async () => {
    const demo: Provider = { send: asking((_sender, { opaque }) => answer(opaque)) };
    world = await createWorld(engine, { providers: { demo } });
  });
  beforeEach(() => {
    answer = acceptAsP;
    complaints = [];
    const error = vi.spyOn(world.deps.log, 'error') as unknown as MockInstance<
      (line: { err: Error }) => void
    >;
    error.mockImplementation(({ err }) => void complaints.push(err.message));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await emptyOutbox(world);
  });
  afterAll(() => world.stop());

  async function queue(bills: number) {
    const campus = await world.school(nextSlug());
    const { id } = await campus.group({ bills });
    const { broadcastID } = await campus.message({ groupIDs: [id] });
    const states = async () => {
      const rows = await readRun(campus.scope, broadcastID);
      const counts = Map.groupBy(rows, ({ status }) => status);
      return Object.fromEntries([...counts].map(([status, rows]) => [status, rows.length]));
    };
    return { campus, broadcastID, states };
  }

  it('Outcomes that could not be stored are stored again once the store is back.', async () => {
    const { states } = await queue(50);
    let failures = 0;
    const deps = withFault(world.deps, (words) => isSettling(words) && ++failures <= 4);
    expect(await sendNext(deps)).toBe(50);
    expect(failures).toBeGreaterThan(4);
    expect(await states()).toEqual({ accepted: 50 });
    expect(complaints).toEqual(['the store is away']);
  });

  it('A message id that the store refuses makes only its own message unknown, and the others are accepted.', async () => {
    const { states } = await queue(30);
    // No two messages may have the same provider id, so only the first of these three gets it.
    let given = 0;
    answer = (opaque) => (++given % 10 === 0 ? { kind: 'accepted', providerID: 'same' } : acceptAsP(opaque));
    expect(await sendNext(world.deps)).toBe(30);
    expect(await states()).toEqual({ accepted: 28, unknown: 2 });
    // The reason must name the duplicate id and not a stopped computer.
    const reasons = world.deps.store.db.selectFrom('message').select('reason').distinct();
    expect(await reasons.where('status', '=', 'unknown').execute()).toEqual([
      { reason: makeReason('idTaken') },
    ]);
  });

  it('The outcome of a message is stored even after another worker rescued its lease.', async () => {
    const { states } = await queue(10);
    let failures = 0;
    const away = withFault(world.deps, (words) => isSettling(words) && ++failures <= 2);
    const later = { ...world.deps, now: () => new Date(Date.now() + 61_000) };
    answer = async (opaque) => {
      await rescueExpiredLeases(later, {});
      return acceptAsP(opaque);
    };
    await sendNext(away);
    expect(await states()).toEqual({ accepted: 10 });
  });

  it('A worker that has to stop does not wait forever for a store that fails.', async () => {
    const { states } = await queue(10);
    let isTried = () => {};
    const tried = new Promise<void>((resolve) => {
      isTried = resolve;
    });
    const worker = sendingWorker(
      withFault(world.deps, (words) => {
        if (isSettling(words)) isTried();
        return isSettling(words);
      }),
    );
    await worker.start();
    await tried;
    await worker.stop();
    expect(await states()).toEqual({ sending: 10 });
  });

  it('Nothing is claimed while the senders cannot be read.', async () => {
    const { states } = await queue(10);
    const deps = withFault(world.deps, isReadingSenders);
    await expect(sendNext(deps)).rejects.toThrow('the store is away');
    expect(await states()).toEqual({ queued: 10 });
    expect(await sendNext(world.deps)).toBe(10);
    expect(await states()).toEqual({ accepted: 10 });
  });

  it('Sending continues while the provider has not answered for one message, and stopping the worker waits for that answer.', async () => {
    const { states } = await queue(350);
    let given = 0;
    let release = (_outcome: Outcome) => {};
    let isAllGiven = () => {};
    const allGiven = new Promise<void>((resolve) => {
      isAllGiven = resolve;
    });
    answer = (opaque) => {
      if (++given === 350) isAllGiven();
      if (given > 1) return acceptAsP(opaque);
      return new Promise((resolve) => {
        release = () => resolve(acceptAsP(opaque));
      });
    };
    const worker = sendingWorker(world.deps);
    await worker.start();
    await allGiven;
    let isStopped = false;
    const stopped = worker.stop().then(() => {
      isStopped = true;
    });
    await eventually(async () => expect(await states()).toEqual({ accepted: 349, sending: 1 }));
    expect(isStopped).toBe(false);
    release({ kind: 'accepted', providerID: '' });
    await stopped;
    expect(await states()).toEqual({ accepted: 350 });
    expect(complaints).toEqual([]);
  });

  it('After the computer slept, a worker does not rescue the messages that it has claimed itself.', async () => {
    const { states } = await queue(20);
    let release = () => {};
    const slept = new Promise<void>((resolve) => {
      release = resolve;
    });
    answer = async () => {
      await slept;
      return { kind: 'notSent', reason: providerReason('No line') };
    };
    let ahead = 0;
    const worker = sendingWorker({ ...world.deps, now: () => new Date(Date.now() + ahead) });
    expect(await worker.tick()).toBe(20);
    ahead = 3_600_000;
    expect(await worker.tick()).toBe(0);
    expect(await states()).toEqual({ sending: 20 });
    release();
    await worker.stop();
    expect(await states()).toEqual({ queued: 20 });
  });

  it('No more than a thousand messages of one number are in flight.', async () => {
    const { states } = await queue(2500);
    let inFlight = 0;
    let most = 0;
    answer = async (opaque) => {
      most = Math.max(most, ++inFlight);
      await world.deps.store.db.selectFrom('school').select('id').execute();
      inFlight--;
      return acceptAsP(opaque);
    };
    const worker = sendingWorker(world.deps);
    await worker.start();
    await eventually(async () => expect(await states()).toEqual({ accepted: 2500 }));
    await worker.stop();
    expect(most).toBeGreaterThan(100);
    expect(most).toBeLessThanOrEqual(1000);
  });

  it('A scheduled send whose hour passed while the computer slept waits for a person.', async () => {
    const campus = await world.school(nextSlug());
    const { id } = await campus.group({ bills: 3 });
    const inKarachi = new Date(Date.now() + 5 * 3_600_000 + 600_000).toISOString().slice(0, 16);
    const { broadcastID } = await campus.message({ groupIDs: [id], sendAt: inKarachi });
    let ahead = 0;
    const worker = sendingWorker({ ...world.deps, now: () => new Date(Date.now() + ahead) });
    await worker.tick();
    ahead = 3 * 3_600_000;
    await worker.tick();
    await worker.stop();
    const rows = await readRun(campus.scope, broadcastID);
    expect(rows.map(({ status }) => status)).toEqual(['queued', 'queued', 'queued']);
  });
});
