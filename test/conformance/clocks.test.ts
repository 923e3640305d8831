/**
 * The clock of the computer was ahead and is set back, or the computer slept. Sending must go on, send nothing twice
 * and log a warning.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { noPace, type PaceSettings } from '#shared/calls/senders.ts';
import { standstillWords } from '#shared/words/whatsapp-number.ts';
import { insertInbound } from '../../src/server/chat/chat-queries.ts';
import { outboxMetrics } from '../../src/server/operations/health/health.ts';
import { markHandedOver } from '../../src/server/outbox/delivery/claims-queries.ts';
import { sendingWorker, sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { countOutbox } from '../../src/server/outbox/lists/alerts.ts';
import { showSends } from '../../src/server/outbox/lists/sends.ts';
import { addOptOut, recordOptOut, removeOptOut } from '../../src/server/outbox/opt-outs/opt-outs.ts';
import { listOptOuts } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { changePace } from '../../src/server/senders/settings/settings.ts';
import type { Outcome } from '../../src/server/whatsapp/port.ts';
import { acceptAsP, claimSome, emptyOutbox, nextSlug, readRun } from '../races/one-message.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { asking } from '../support/leaving.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';

const latest = { which: 'everything', search: '', after: 0, take: 20 } as const;
const hours = 3600;
const days = 24 * hours;

describe.each(engines)('Clock changes on %s', (engine) => {
  let world: World;
  let now: Date;
  let answer: (opaque: string) => Outcome | Promise<Outcome>;
  let offered: string[];
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  beforeAll(async () => {
    // Monday 9 November 2026, 11:00 in Karachi.
    now = new Date('2026-11-09T06:00:00.000Z');
    const send = asking((_sender, { opaque }) => {
      offered.push(opaque.split(':')[1] ?? '');
      return answer(opaque);
    });
    world = await createWorld(engine, { providers: { demo: { send } }, now: () => now });
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await emptyOutbox(world);
  });
  afterAll(() => world.stop());

  async function open(pace: Partial<PaceSettings> = {}) {
    now = new Date('2026-11-09T06:00:00.000Z');
    answer = acceptAsP;
    offered = [];
    const warn = vi.spyOn(world.deps.log, 'warn').mockImplementation(() => {});
    const campus = await world.school(nextSlug());
    const setPace = (pace: Partial<PaceSettings>) =>
      changePace(campus.scope, world.deps, { ...noPace, ...pace });
    await setPace(pace);
    const warnings = () =>
      warn.mock.calls.filter(
        ([, line]) =>
          line === 'stored times were in the future because the clock had been ahead; they were corrected',
      );
    return { campus, warnings };
  }
  const contacts = (count: number, from = 1): string =>
    Array.from({ length: count }, (_, index) => `0300-${3_000_000 + (from + index) * 10 + 1}`).join(', ');
  const statesOf = async ({ scope }: CampusInTest, run: number) => {
    const counts = Map.groupBy(await readRun(scope, run), ({ status }) => status);
    return Object.fromEntries([...counts].map(([status, rows]) => [status, rows.length]));
  };
  const stateOfRun = async ({ scope }: CampusInTest, run: number) =>
    scope.db
      .selectFrom('broadcast')
      .select('state')
      .where('id', '=', run)
      .executeTakeFirstOrThrow()
      .then(({ state }) => state);
  /** Acts as a process that starts, sends all that is due, and stops. */
  async function live(worker = sendingWorker(world.deps)) {
    for (let count = 1; count > 0; ) count = await worker.tick();
    await worker.stop();
  }
  const expectNoneTwice = () => expect(new Set(offered).size).toBe(offered.length);
  const figure = async (figures: ReturnType<typeof outboxMetrics>, name: string) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(await figures.metrics())?.[1]);

  describe.each([
    ['400 days', 400 * days],
    ['6 hours', 6 * hours],
  ])('A clock that was %s ahead and is set back', (_name, ahead) => {
    it('After the clock is set back, waiting messages are sent and one warning is logged.', async () => {
      const { campus, warnings } = await open({ perMinute: 600 });
      const before = await campus.message({ contacts: contacts(8) });
      pass(ahead);
      await sendNext(world.deps);
      const during = await campus.message({ contacts: contacts(3, 20) });
      pass(-ahead);
      expect(await sendNext(world.deps)).toBe(0);
      await live();
      expect(warnings()).toHaveLength(1);
      const notices = (await showSends(campus.scope, world.deps, latest)).map(
        ({ broadcastID, noticeCode }) => [broadcastID, noticeCode],
      );
      expect(notices).toEqual([
        [during.broadcastID, 'clockAhead'],
        [before.broadcastID, 'clockAhead'],
      ]);
      for (let second = 0; second < 8; second += 1) {
        pass(1);
        await live();
      }
      expect(await statesOf(campus, before.broadcastID)).toEqual({ accepted: 8 });
      expect(await statesOf(campus, during.broadcastID)).toEqual({ accepted: 3 });
      expect(warnings()).toHaveLength(1);
      expectNoneTwice();
    });

    it('A running worker notices the corrected clock at once and sends the messages that wait for a retry.', async () => {
      const { campus, warnings } = await open();
      answer = () => ({
        kind: 'rejected',
        reason: providerReason('Later'),
        code: '1',
        policy: 'retryTransient',
      });
      pass(ahead);
      const { broadcastID } = await campus.message({ contacts: contacts(3) });
      const worker = sendingWorker(world.deps);
      await worker.tick();
      await eventually(async () => expect(await statesOf(campus, broadcastID)).toEqual({ queued: 3 }));
      answer = acceptAsP;
      pass(-ahead);
      await live(worker);
      expect(await statesOf(campus, broadcastID)).toEqual({ accepted: 3 });
      expect(warnings()).toHaveLength(1);
    });

    it('A number that was written to by the wrong clock is written to again.', async () => {
      const { campus } = await open({ pairSeconds: 6 });
      pass(ahead);
      await campus.message({ contacts: contacts(2), message: 'By the wrong clock' });
      await live();
      pass(60 - ahead);
      const { broadcastID } = await campus.message({ contacts: contacts(2), message: 'By the right one' });
      await live();
      pass(7);
      await live();
      expect(await statesOf(campus, broadcastID)).toEqual({ accepted: 2 });
      expectNoneTwice();
    });

    it('After a fast clock is set back, an opt-out or its removal replaces the entry that was stored with a future time.', async () => {
      const { campus } = await open();
      const number = '+923001234567';
      const isNoted = async () => (await listOptOuts(campus.scope, number)).length === 1;
      pass(ahead);
      await addOptOut(campus.scope, world.deps, { number, note: '' });
      pass(60 - ahead);
      await removeOptOut(campus.scope, world.deps, { number, note: '', asOf: now });
      expect(await isNoted()).toBe(false);
      await addOptOut(campus.scope, world.deps, { number, note: '' });
      pass(ahead);
      await removeOptOut(campus.scope, world.deps, { number, note: '' });
      pass(60 - ahead);
      await recordOptOut(campus.scope, world.deps, { number, note: 'STOP', asOf: now });
      expect(await isNoted()).toBe(true);
    });

    it('Polls and media downloads that the wrong clock put into the future become due at once.', async () => {
      const { campus } = await open();
      const { db, campusID } = campus.scope;
      await campus.message({ contacts: contacts(1) });
      await live();
      pass(ahead);
      const wrong = now.toISOString();
      const { id: senderID } = await db
        .selectFrom('sender')
        .select('id')
        .where('campusID', '=', campusID)
        .executeTakeFirstOrThrow();
      await db.updateTable('message').set({ pollAt: wrong }).where('campusID', '=', campusID).execute();
      const inbound = { campusID, senderID, number: '+923001234567', text: '', media: '', audio: '' };
      const of = { providerID: `w${campusID}`, mediaID: 'm', mediaType: 'image/png' };
      await insertInbound(db, { ...inbound, ...of, at: wrong, fetchAt: wrong });
      pass(-ahead);
      await live();
      const at = now.toISOString();
      const polls = await db
        .selectFrom('message')
        .select('pollAt')
        .where('campusID', '=', campusID)
        .execute();
      const fetches = await db
        .selectFrom('inbound')
        .select('fetchAt')
        .where('campusID', '=', campusID)
        .execute();
      // The next poll of a message may be a day away, a media download only minutes.
      if (ahead > 2 * days) expect(polls).toEqual([{ pollAt: at }]);
      expect(fetches).toEqual([{ fetchAt: at }]);
      await db
        .updateTable('inbound')
        .set({ fetchAt: null, mediaID: null })
        .where('campusID', '=', campusID)
        .execute();
    });

    it('Messages that the daily limit of new numbers put off by the wrong clock are scheduled anew.', async () => {
      const { campus } = await open({ newPerDay: 2 });
      const { broadcastID } = await campus.message({ contacts: contacts(4) });
      pass(ahead);
      await sendNext(world.deps);
      pass(-ahead);
      await live();
      pass(13 * hours);
      await live();
      expect(await statesOf(campus, broadcastID)).toEqual({ accepted: 4 });
      expectNoneTwice();
    });

    it('The standstill metrics measure from the corrected clock while no worker runs.', async () => {
      const { campus } = await open({ perMinute: 600 });
      const figures = outboxMetrics(world.deps);
      const since = now.toISOString();
      await campus.message({ contacts: contacts(8) });
      pass(ahead);
      await sendNext(world.deps);
      await figure(figures, 'qasid_standstill_seconds');
      pass(-ahead);
      pass(10 * 60);
      expect(await figure(figures, 'qasid_standstill_seconds')).toBe(600);
      expect(await figure(figures, 'qasid_oldest_due_seconds')).toBe(600);
      expect((await countOutbox(campus.scope, world.deps)).alert).toBe(
        standstillWords.still(since, 'Asia/Karachi'),
      );
      await emptyOutbox(world);
      pass(60);
      expect(await figure(figures, 'qasid_standstill_seconds')).toBe(0);
      pass(60);
      // The message is not due by its own time, so the metric counts from when it was first seen.
      pass(ahead);
      await campus.message({ contacts: contacts(1, 20) });
      pass(-ahead);
      expect(await figure(figures, 'qasid_standstill_seconds')).toBe(0);
      pass(10 * 60);
      expect(await figure(figures, 'qasid_standstill_seconds')).toBe(600);
      expect(await figure(figures, 'qasid_oldest_due_seconds')).toBe(600);
    });
  });

  it('A message handed over before the clock is set back 2 hours becomes unknown and is not sent again; the others are sent.', async () => {
    const { campus, warnings } = await open({ gap: { from: 5, to: 5 }, rest: { every: 3, seconds: 60 } });
    const { broadcastID } = await campus.message({ contacts: contacts(4) });
    const [lost] = await claimSome(world.deps, 1);
    await markHandedOver(world.deps.store.db, lost ? [lost] : [], now.toISOString());
    pass(-2 * hours);
    await live();
    const rows = await readRun(campus.scope, broadcastID);
    expect(rows.find(({ id }) => id === lost?.id)?.status).toBe('unknown');
    for (let second = 0; second < 90; second += 5) {
      pass(5);
      await live();
    }
    expect(await statesOf(campus, broadcastID)).toEqual({ unknown: 1, accepted: 3 });
    expect(offered).not.toContain(String(lost?.id));
    expectNoneTwice();
    expect(warnings()).toHaveLength(1);
  });

  it('Messages in flight while the clock is set back are settled by the provider’s answers.', async () => {
    const { campus } = await open();
    const { broadcastID } = await campus.message({ contacts: contacts(3) });
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = (opaque) => promise.then(() => acceptAsP(opaque));
    const worker = sendingWorker(world.deps);
    expect(await worker.tick()).toBe(3);
    await eventually(() => expect(offered).toHaveLength(3));
    pass(-2 * hours);
    await worker.tick();
    expect(await statesOf(campus, broadcastID)).toEqual({ sending: 3 });
    resolve();
    await worker.stop();
    expect(await statesOf(campus, broadcastID)).toEqual({ accepted: 3 });
    expectNoneTwice();
  });

  it('Clock repair leaves messages alone that wait for a pace, quiet hours, a limit or a planned time.', async () => {
    const { campus, warnings } = await open({
      gap: { from: 300, to: 300 },
      rest: { every: 1, seconds: 3600 },
      quiet: { from: '12:00', to: '09:00' },
      newPerDay: 2,
    });
    const run = await campus.message({ contacts: contacts(4) });
    const planned = await campus.message({ contacts: contacts(1, 9), sendAt: '2026-12-24T11:00' });
    answer = () => ({
      kind: 'rejected',
      reason: providerReason('Not today'),
      code: '1',
      policy: 'retryTomorrow',
    });
    const reply = await campus.message({ contacts: contacts(1, 30), kind: 'reply' });
    const read = async () => [
      await readRun(campus.scope, run.broadcastID),
      await readRun(campus.scope, planned.broadcastID),
      await readRun(campus.scope, reply.broadcastID),
      await campus.scope.db
        .selectFrom('sender')
        .select(['nextAt', 'runsAt', 'servedAt'])
        .where('campusID', '=', campus.id)
        .execute(),
    ];
    await live();
    const before = await read();
    await live();
    expect(await read()).toEqual(before);
    // The quiet hours begin. The sender stores that once.
    pass(2 * hours);
    await live();
    const quiet = await read();
    pass(600);
    await live();
    expect(await read()).toEqual(quiet);
    expect(warnings()).toEqual([]);
  });

  it.each([
    ['41 s', 41],
    ['9 days', 9 * days],
  ])(
    'After the computer sleeps for %s during a send, no message is sent twice and the send is not paused.',
    async (_name, slept) => {
      const { campus } = await open();
      // More messages than may be in flight at once. A send whose messages have all been claimed cannot be paused.
      const { broadcastID } = await campus.message({ contacts: contacts(120) });
      const { promise, resolve } = Promise.withResolvers<void>();
      const silent = (opaque: string) => offered.indexOf(opaque.split(':')[1] ?? '') < 15;
      answer = (opaque) =>
        promise.then(() =>
          silent(opaque) ? { kind: 'unknown', reason: providerReason('No answer') } : acceptAsP(opaque),
        );
      const worker = sendingWorker(world.deps);
      expect(await worker.tick()).toBe(50);
      await eventually(() => expect(offered).toHaveLength(50));
      pass(slept);
      await worker.tick();
      await eventually(() => expect(offered).toHaveLength(100));
      expect(await statesOf(campus, broadcastID)).toEqual({ sending: 100, queued: 20 });
      resolve();
      await eventually(async () =>
        expect(await statesOf(campus, broadcastID)).toEqual({ unknown: 15, accepted: 85, queued: 20 }),
      );
      expect(await stateOfRun(campus, broadcastID)).toBe('running');
      await live(worker);
      expect(await statesOf(campus, broadcastID)).toEqual({ unknown: 15, accepted: 105 });
      expectNoneTwice();
    },
  );
});
