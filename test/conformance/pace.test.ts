/** How fast and when a campus sends, what stops it, and that one campus does not wait for another. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { noPace, type PaceSettings } from '#shared/calls/senders.ts';
import { makeReason, parseReason, sayReason } from '#shared/messages/reasons.ts';
import { standstillWords } from '#shared/words/whatsapp-number.ts';
import { switchBroadcasts } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { completeAttempts } from '../../src/server/outbox/delivery/completer.ts';
import { settle } from '../../src/server/outbox/delivery/completer-rules.ts';
import { claimNext } from '../../src/server/outbox/delivery/scheduler.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { countOutbox } from '../../src/server/outbox/lists/alerts.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { changePace, showSender } from '../../src/server/senders/settings/settings.ts';
import type { Policy } from '../../src/server/whatsapp/error-codes.ts';
import type { Outcome } from '../../src/server/whatsapp/port.ts';
import { acceptAsP, claimSome, createOutside, emptyOutbox, nextSlug, readRun } from '../races/one-message.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Pace of sending on %s', (engine) => {
  const { outside, given } = createOutside();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  async function open(pace: Partial<PaceSettings> = {}) {
    // Monday 9 November 2026, 11:00 in Karachi.
    outside.now = new Date('2026-11-09T06:00:00.000Z');
    outside.answer = acceptAsP;
    const campus = await world.school(nextSlug());
    await changePace(campus.scope, world.deps, { ...noPace, ...pace });
    return campus;
  }
  const refuse = (policy: Policy): Outcome => ({
    kind: 'rejected',
    reason: providerReason('Refused'),
    code: '1',
    policy,
  });
  const send = () => sendNext(world.deps);
  const sendAll = async () => {
    let all = 0;
    for (let count = 1; count > 0; all += count) count = await send();
    return all;
  };
  const statesOf = async ({ scope }: CampusInTest, run: number) =>
    (await readRun(scope, run)).map(({ status, reason }) => [status, reason]);
  const runOf = async ({ scope }: CampusInTest, run: number) =>
    scope.db
      .selectFrom('broadcast')
      .select(['state', 'notice', 'startedAt', 'failures'])
      .where('campusID', '=', scope.campusID)
      .where('id', '=', run)
      .executeTakeFirstOrThrow();
  const resume = (campus: CampusInTest, broadcastID?: number) =>
    switchBroadcasts(campus.scope, world.deps, { from: 'paused', to: 'running', broadcastID });
  const contacts = (count: number, from = 1): string =>
    Array.from({ length: count }, (_, index) => `0300-${3_000_000 + (from + index) * 10 + 1}`).join(', ');

  it('Messages over the daily limit of new numbers are postponed at once, even if the sender sends one message at a time.', async () => {
    const campus = await open({ gap: { from: 5, to: 5 }, newPerDay: 1 });
    const { broadcastID } = await campus.message({ contacts: contacts(40) });
    const claim = async () => (await claimNext(world.deps, { most: () => 50 })).claimed.length;
    expect(await claim()).toBe(1);
    outside.pass(5);
    expect(await claim()).toBe(0);
    const states = await statesOf(campus, broadcastID);
    expect(states.filter(([, reason]) => reason === makeReason('newPerDay', { most: 1 }))).toHaveLength(39);
  });

  it('The pace keeps the gap between two messages and the rest after every few.', async () => {
    const campus = await open({ gap: { from: 5, to: 5 }, rest: { every: 2, seconds: 60 } });
    await campus.message({ contacts: contacts(4) });
    const sentAt: number[] = [];
    for (let second = 0; second < 100; second++) {
      if ((await sendAll()) > 0) sentAt.push(second);
      outside.pass(1);
    }
    expect(sentAt).toEqual([0, 5, 70, 75]);
  });

  it('Three workers together send no more than the rate per minute.', async () => {
    const campus = await open({ perMinute: 60 });
    await campus.message({ contacts: contacts(30) });
    let sent = 0;
    for (let second = 0; second < 10; second++) {
      for (const count of await Promise.all([send(), send(), send()])) sent += count;
      outside.pass(1);
    }
    expect(sent).toBe(10);
  });

  it('Messages that missed their slot while the process was stalled get new slots after those already assigned.', async () => {
    const campus = await open({ perMinute: 4800 });
    await campus.message({ contacts: contacts(10) });
    let requests = 0;
    outside.answer = (opaque) => {
      requests += 1;
      // The process is suspended after the first message.
      if (requests === 1) outside.pass(0.5);
      return acceptAsP(opaque);
    };
    const began = outside.now.getTime();
    expect(await send()).toBe(10);
    expect(requests).toBe(10);
    const { nextAt } = await campus.scope.db
      .selectFrom('sender')
      .select('nextAt')
      .where('campusID', '=', campus.id)
      .executeTakeFirstOrThrow();
    expect(Date.parse(nextAt) - began).toBeGreaterThan(500 + (9 * 60_000) / 4800);
  });

  it('A send waits for the end of the quiet hours, while a reply is sent at once.', async () => {
    const campus = await open({ quiet: { from: '11:00', to: '13:00' } });
    const { broadcastID } = await campus.message({ contacts: contacts(2) });
    expect(await sendAll()).toBe(0);
    await campus.message({ contacts: contacts(1, 9), kind: 'reply' });
    expect(await sendAll()).toBe(1);
    expect(await statesOf(campus, broadcastID)).toEqual([
      ['queued', null],
      ['queued', null],
    ]);
    expect(await countOutbox(campus.scope, world.deps)).toMatchObject({ pending: 2, alert: null });
    outside.pass(2 * 3600);
    expect(await sendAll()).toBe(2);
  });

  it('The daily limit of new numbers delays messages to new numbers and not to known ones.', async () => {
    const campus = await open({ newPerDay: 2 });
    await campus.message({ contacts: contacts(1) });
    expect(await sendAll()).toBe(1);
    const { broadcastID } = await campus.message({ contacts: contacts(4) });
    expect(await sendAll()).toBe(2);
    const waits = ['queued', makeReason('newPerDay', { most: 2 })];
    expect(await statesOf(campus, broadcastID)).toEqual([
      ['accepted', null],
      ['accepted', null],
      waits,
      waits,
    ]);
    expect((await showSender(campus.scope, world.deps)).newToday).toBe(2);
    outside.pass(24 * 3600);
    expect(await sendAll()).toBe(2);
    expect((await showSender(campus.scope, world.deps)).newToday).toBe(2);
  });

  it('Two messages to one number are at least pairSeconds apart.', async () => {
    const campus = await open({ pairSeconds: 6 });
    await campus.message({ contacts: contacts(2), message: 'One' });
    const second = await campus.message({ contacts: contacts(1), message: 'Two' });
    expect(await sendAll()).toBe(2);
    expect(await statesOf(campus, second.broadcastID)).toEqual([['queued', makeReason('pairLimit')]]);
    outside.pass(6);
    expect(await sendAll()).toBe(1);
    expect(await statesOf(campus, second.broadcastID)).toEqual([['accepted', null]]);
  });

  it('The gap between two messages to one number also applies to a retry and after an unknown outcome.', async () => {
    const campus = await open({ pairSeconds: 6 });
    const { scope } = campus;
    const { broadcastID } = await campus.message({ contacts: contacts(1), message: 'One' });
    expect(await sendAll()).toBe(1);
    outside.pass(1);
    // Failed, as after a receipt.
    await scope.db
      .updateTable('message')
      .set({ status: 'failed' })
      .where('campusID', '=', campus.id)
      .execute();
    expect((await retry(scope, world.deps, { broadcastID })).changed).toBe(1);
    expect(await sendAll()).toBe(0);
    expect(await statesOf(campus, broadcastID)).toEqual([['queued', makeReason('pairLimit')]]);
    outside.pass(5);
    outside.answer = () => ({ kind: 'unknown', reason: providerReason('Cut off') });
    expect(await sendAll()).toBe(1);
    outside.answer = acceptAsP;
    const second = await campus.message({ contacts: contacts(1), message: 'Two' });
    outside.pass(5);
    expect(await sendAll()).toBe(0);
    outside.pass(1);
    expect(await sendAll()).toBe(1);
    expect(await statesOf(campus, second.broadcastID)).toEqual([['accepted', null]]);
  });

  it('After WhatsApp’s pair limit refused a message, the retry waits until the pair is free.', async () => {
    const campus = await open({ pairSeconds: 6 });
    const freeAt = outside.now.getTime() + 6000;
    let refusals = 0;
    outside.answer = (opaque) => {
      if (outside.now.getTime() >= freeAt) return acceptAsP(opaque);
      refusals += 1;
      return refuse('retryPair');
    };
    const { broadcastID } = await campus.message({ contacts: contacts(1) });
    for (let second = 0; second <= 6; second++) {
      await send();
      outside.pass(1);
    }
    expect(await statesOf(campus, broadcastID)).toEqual([['accepted', null]]);
    expect(refusals).toBe(1);
  });

  it('A campus with ten messages does not wait for another with thousands.', async () => {
    const large = await open();
    const small = await world.school(nextSlug());
    const many = await large.message({ contacts: contacts(3000) });
    const few = await small.message({ contacts: contacts(10) });
    for (let turns = 0; turns < 3; turns++) await send();
    expect(new Set((await statesOf(small, few.broadcastID)).map(([status]) => status))).toEqual(
      new Set(['accepted']),
    );
    const left = (await statesOf(large, many.broadcastID)).filter(([status]) => status === 'queued');
    expect(left.length).toBeGreaterThanOrEqual(2000);
  });

  it('A send pauses after ten provider errors in a row, says so in an alert, and continues when resumed.', async () => {
    const campus = await open();
    outside.answer = () => refuse('failRequest');
    const { broadcastID } = await campus.message({ contacts: contacts(12) });
    const { scope } = campus;
    // One message after the other, as at a slow pace.
    await changePace(scope, world.deps, { ...noPace, gap: { from: 1, to: 1 } });
    for (let second = 0; second < 15; second++) {
      await send();
      outside.pass(1);
    }
    const states = await statesOf(campus, broadcastID);
    expect(states.filter(([status]) => status === 'failed')).toHaveLength(10);
    const notice = makeReason('guard', { failures: 10, reason: parseReason(providerReason('Refused')) });
    expect(await runOf(campus, broadcastID)).toMatchObject({ state: 'paused', notice, failures: '' });
    expect((await countOutbox(scope, world.deps)).alert).toBe(sayReason(notice));
    outside.answer = acceptAsP;
    await resume(campus, broadcastID);
    expect((await countOutbox(scope, world.deps)).alert).toBeNull();
    await changePace(scope, world.deps, noPace);
    expect(await sendAll()).toBe(2);
    expect(await runOf(campus, broadcastID)).toMatchObject({ notice: null });
  });

  it.each<Policy>(['pauseSender', 'fixToken'])(
    'After an answer with the policy %s, the sender stops and its messages wait until a person resumes it.',
    async (policy) => {
      const campus = await open();
      const other = await world.school(nextSlug());
      outside.answer = () => refuse(policy);
      const first = await campus.message({ contacts: contacts(3) });
      await sendAll();
      outside.answer = acceptAsP;
      await campus.message({ contacts: contacts(1, 9), kind: 'reply' });
      await other.message({ contacts: contacts(1) });
      expect(await sendAll()).toBe(1);
      // No message has failed; they all wait.
      expect(new Set((await statesOf(campus, first.broadcastID)).map(([status]) => status))).toEqual(
        new Set(['queued']),
      );
      expect((await showSender(campus.scope, world.deps)).stopped?.reason).toBe('Refused');
      expect((await countOutbox(campus.scope, world.deps)).alert).toBe(standstillWords.stopped('Refused'));
      await resume(campus);
      expect((await showSender(campus.scope, world.deps)).stopped).toBeNull();
      expect(await sendAll()).toBe(4);
    },
  );

  it('A send whose template was paused is held, and other sends continue.', async () => {
    const campus = await open();
    outside.answer = () => refuse('pauseTemplate');
    const { broadcastID } = await campus.message({ contacts: contacts(2) });
    await sendAll();
    expect(await runOf(campus, broadcastID)).toMatchObject({
      state: 'paused',
      notice: makeReason('template', { reason: parseReason(providerReason('Refused')) }),
    });
    outside.answer = acceptAsP;
    await campus.message({ contacts: contacts(1, 9) });
    expect(await sendAll()).toBe(1);
    await resume(campus, broadcastID);
    expect(await sendAll()).toBe(2);
  });

  it('A sender that is asked to slow down tries again later and does not count the try.', async () => {
    const campus = await open();
    let requests = 0;
    outside.answer = (opaque) => (++requests === 1 ? refuse('retrySender') : acceptAsP(opaque));
    const { broadcastID } = await campus.message({ contacts: contacts(1) });
    await send();
    expect(await statesOf(campus, broadcastID)).toEqual([['queued', makeReason('slowDown')]]);
    expect(await send()).toBe(0);
    outside.pass(2);
    await sendAll();
    expect(await readRun(campus.scope, broadcastID)).toMatchObject([{ status: 'accepted', attempts: 1 }]);
  });

  it('A sender slows down once for all tries in flight, and again only for tries that began afterwards.', async () => {
    const campus = await open();
    await campus.message({ contacts: contacts(40) });
    const { db } = campus.scope;
    const claimed = await claimSome(world.deps, 40);
    const settleOne = async (tried: (typeof claimed)[number]) => {
      const settlement = settle(tried, refuse('retrySender'), outside.now);
      const moment = { now: outside.now, chance: Math.random };
      await inTransaction({ db }, ({ db }) => completeAttempts(db, [settlement], moment));
      outside.now = new Date(outside.now.getTime() + 10);
    };
    const slowed = async () =>
      (
        await db
          .selectFrom('sender')
          .select('slowed')
          .where('campusID', '=', campus.id)
          .executeTakeFirstOrThrow()
      ).slowed;
    // Nine refusals do not slow the sender down: each message only waits and is tried again.
    for (const tried of claimed.slice(0, 9)) await settleOne(tried);
    expect(await slowed()).toBe(0);
    const slowedAt = outside.now;
    for (const tried of claimed.slice(9, 25)) await settleOne(tried);
    expect(await slowed()).toBe(1);
    // A try that began in the same millisecond counts as begun before, because a slowed sender pauses first.
    const [first, ...others] = claimed.slice(25);
    await settleOne({ ...first!, startedAt: slowedAt.toISOString() });
    const after = new Date(slowedAt.getTime() + 1).toISOString();
    for (const tried of others.slice(0, 9)) await settleOne({ ...tried, startedAt: after });
    expect(await slowed()).toBe(1);
    await settleOne({ ...others[9]!, startedAt: after });
    expect(await slowed()).toBe(2);
  });

  it('An alert reports messages that have been due for over five minutes without being sent.', async () => {
    const campus = await open();
    await campus.message({ contacts: contacts(1) });
    const since = outside.now.toISOString();
    outside.pass(4 * 60);
    expect((await countOutbox(campus.scope, world.deps)).alert).toBeNull();
    outside.pass(2 * 60);
    expect((await countOutbox(campus.scope, world.deps)).alert).toBe(
      standstillWords.still(since, 'Asia/Karachi'),
    );
  });
});
