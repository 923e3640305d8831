/** Scheduled sends begin at their hour, begin a little late, or wait for a person when they are very late. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import { switchBroadcasts } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { cancel } from '../../src/server/outbox/changes/cancel.ts';
import { restoreMessages } from '../../src/server/outbox/changes/restore.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { acceptAsP, createOutside, emptyOutbox, nextSlug, readRun } from '../races/one-message.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Scheduled sends on %s', (engine) => {
  const { outside, given } = createOutside();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  async function schedule(sendAt = '2026-11-09T12:00') {
    // Monday 9 November 2026, 11:00 in Karachi.
    outside.now = new Date('2026-11-09T06:00:00.000Z');
    outside.answer = acceptAsP;
    const campus = await world.school(nextSlug());
    const { id } = await campus.group({ bills: 2 });
    const { broadcastID } = await campus.message({ groupIDs: [id], status: 'unpaid', sendAt });
    const states = async () => (await readRun(campus.scope, broadcastID)).map(({ status }) => status);
    const run = async () =>
      campus.scope.db
        .selectFrom('broadcast')
        .select(['state', 'startAt', 'startedAt', 'notice'])
        .where('campusID', '=', campus.id)
        .where('id', '=', broadcastID)
        .executeTakeFirstOrThrow();
    const turn = (from: 'running' | 'paused', to: 'running' | 'paused') =>
      switchBroadcasts(campus.scope, world.deps, { from, to, broadcastID });
    return { campus, id, broadcastID, states, run, turn };
  }
  const send = async () => {
    let all = 0;
    for (let count = 1; count > 0; all += count) count = await sendNext(world.deps);
    return all;
  };
  const hour = 3600;

  it('A scheduled send begins at its hour in the time zone of the campus.', async () => {
    const { run, states } = await schedule();
    expect(await run()).toMatchObject({ startAt: '2026-11-09T07:00:00.000Z', startedAt: null });
    outside.pass(hour - 1);
    expect(await send()).toBe(0);
    outside.pass(1);
    expect(await send()).toBe(2);
    expect(await states()).toEqual(['accepted', 'accepted']);
    expect(await run()).toMatchObject({ startedAt: '2026-11-09T07:00:00.000Z', notice: null });
  });

  it('A send that begins less than two hours late says so in a notice.', async () => {
    const { run } = await schedule();
    outside.pass(2 * hour + 14 * 60);
    expect(await send()).toBe(2);
    expect((await run()).notice).toBe(makeReason('late', { minutes: 74 }));
  });

  it('A send whose hour is long past waits for a person to resume it.', async () => {
    const { run, turn } = await schedule();
    outside.pass(3 * hour + 1);
    expect(await send()).toBe(0);
    const startAt = '2026-11-09T07:00:00.000Z';
    const notice = makeReason('missed', { startAt, timeZone: 'Asia/Karachi' });
    expect(await run()).toMatchObject({ state: 'paused', notice });
    await turn('paused', 'running');
    expect(await send()).toBe(2);
    expect((await run()).notice).toBeNull();
  });

  it('A scheduled message contains the amount payable on the day on which it is sent.', async () => {
    outside.now = new Date('2026-11-09T06:00:00.000Z');
    outside.answer = acceptAsP;
    const campus = await world.school(nextSlug());
    // The bills are due on the 10th and ask for more afterwards.
    const { id } = await campus.group({ bills: 1 });
    const begun = { groupIDs: [id], message: 'Rs. {{payable}}' };
    const onTime = await campus.message({ ...begun, sendAt: '2026-11-10T12:00' });
    const late = await campus.message({ ...begun, sendAt: '2026-11-11T12:00' });
    const textOf = async (broadcastID: number) =>
      (
        await campus.scope.db
          .selectFrom('message')
          .select('text')
          .where('campusID', '=', campus.id)
          .where('broadcastID', '=', broadcastID)
          .executeTakeFirstOrThrow()
      ).text;
    expect([await textOf(onTime.broadcastID), await textOf(late.broadcastID)]).toEqual([
      'Rs. 12,500',
      'Rs. 13,500',
    ]);
    // Qasid was off at the hour of the send; on the next day a person resumes it.
    outside.pass(48 * hour);
    await send();
    const { broadcastID } = onTime;
    await switchBroadcasts(campus.scope, world.deps, { from: 'paused', to: 'running', broadcastID });
    await send();
    expect(await textOf(broadcastID)).toBe('Rs. 13,500');
  });

  it('A scheduled send keeps its time when it is paused, resumed, cancelled and restored.', async () => {
    const { campus, broadcastID, turn, states } = await schedule();
    await turn('running', 'paused');
    await turn('paused', 'running');
    expect(await send()).toBe(0);
    const { at } = await cancel(campus.scope, world.deps, { broadcastID });
    expect(await states()).toEqual(['cancelled', 'cancelled']);
    expect(await restoreMessages(campus.scope, world.deps, at)).toEqual({ changed: 2 });
    expect(await send()).toBe(0);
    outside.pass(hour);
    expect(await send()).toBe(2);
  });

  it('A scheduled send that a person paused does not begin automatically, and begins at once when resumed after its hour.', async () => {
    const { turn } = await schedule();
    await turn('running', 'paused');
    outside.pass(hour + 60);
    expect(await send()).toBe(0);
    await turn('paused', 'running');
    expect(await send()).toBe(2);
  });

  it('A scheduled reminder skips families that have paid before its time.', async () => {
    const { campus, id, states } = await schedule();
    await campus.scope.db.updateTable('bill').set({ status: 'paid' }).where('groupID', '=', id).execute();
    outside.pass(hour);
    expect(await send()).toBe(0);
    expect(await states()).toEqual(['skipped', 'skipped']);
  });

  it('A scheduled send to all about an amount skips bills that were paid after planning, and includes bills that were paid before.', async () => {
    outside.now = new Date('2026-11-09T06:00:00.000Z');
    outside.answer = acceptAsP;
    const campus = await world.school(nextSlug());
    const { id, bills } = await campus.group({ bills: 3 });
    const [before, since] = bills;
    const markPaid = (bill: { id: number } | undefined) =>
      campus.scope.db
        .updateTable('bill')
        .set({ status: 'paid' })
        .where('id', '=', bill?.id ?? 0)
        .execute();
    await markPaid(before);
    const request = { groupIDs: [id], message: 'Fees of {{name}}: {{total}}' };
    const { broadcastID, queued } = await campus.message({ ...request, sendAt: '2026-11-09T12:00' });
    const atOnce = await campus.message({ ...request, message: 'News of {{name}}' });
    expect([queued, atOnce.queued]).toEqual([3, 3]);
    await markPaid(since);
    outside.pass(hour);
    await send();
    const fates = async (broadcastID: number) =>
      (await readRun(campus.scope, broadcastID)).map(({ status, reason }) => reason ?? status);
    expect(await fates(broadcastID)).toEqual(['accepted', makeReason('paidSince'), 'accepted']);
    expect(await fates(atOnce.broadcastID)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it.each([
    ['2026-11-09T11:00', failureWords.sendAtPast],
    ['2026-11-08T12:00', failureWords.sendAtPast],
    ['2027-12-01T12:00', failureWords.sendAtFar],
  ])('A send for %s is refused as past or too far ahead.', async (sendAt, message) => {
    await expect(schedule(sendAt)).rejects.toMatchObject({ code: 'invalid', message });
  });
});
