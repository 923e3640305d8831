/** A payment marked by mistake is taken back, and the messages it skipped are queued again. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { insertOptOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const paid = ['skipped', makeReason('paidSince')] as const;
const waits = ['queued', null];

describe.each(engines)('Taking back a payment mark on %s', (engine) => {
  const here = useCampus(engine);

  const stored = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'status', 'reason', 'text', 'dueAt'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const states = async () => (await stored()).map(({ status, reason }) => [status, reason]);
  const texts = async () => (await stored()).map(({ text }) => text);
  const remind = (groupIDs: number[], body: object = {}) =>
    here.campus.message({ groupIDs, message: 'Due: {{name}}', status: 'unpaid', ...body });

  type Bills = readonly { id: number }[];
  const idsOf = (bills: Bills) => bills.map(({ id }) => id);
  const pay = async (...bills: Bills): Promise<string> =>
    (await here.clerk.get(calls.markBills, { body: { ids: idsOf(bills), status: 'paid' } })).at;
  const takeBack = async (since: string | undefined, ...bills: Bills): Promise<number[]> =>
    (await here.clerk.get(calls.markBills, { body: { ids: idsOf(bills), status: 'unpaid', since } })).changed;
  /** Moves the clock, so that the next action is later. */
  const pass = (seconds = 1): void => {
    here.clock.now = new Date((here.clock.now ?? new Date()).getTime() + seconds * 1000);
  };
  beforeEach(async () => {
    pass(0);
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
  });

  /** A family of two children, and single children with their own numbers. */
  async function children(count: number) {
    const number = freshNumber();
    const family = ['Ali', 'Bina'].map((name) => makeBill({ name, number }));
    const singles = Array.from({ length: count }, (_, index) => makeBill({ name: `Single ${index}` }));
    const { id, bills } = await here.campus.group({ bills: [...family, ...singles] });
    const [ali, bina, ...others] = bills;
    if (!ali || !bina) throw new Error('the campus has fewer than two children');
    return { id, ali, bina, others };
  }

  it('Taking back a payment queues the reminders that it skipped, and no others.', async () => {
    const { id, bills } = await here.campus.group({ bills: 4 });
    const [first, second, third] = bills;
    if (!first || !second || !third) throw new Error('fewer than three bills were created');
    await remind([id]);
    const before = await pay(third);
    pass();
    const since = await pay(first, second);
    pass();
    expect(await states()).toEqual([paid, paid, paid, waits]);
    expect(await takeBack(since, first)).toEqual([first.id]);
    expect(await states()).toEqual([waits, paid, paid, waits]);
    // A second time changes nothing, and neither does an earlier payment.
    expect(await takeBack(since, first)).toEqual([]);
    expect(await takeBack(since, second, third)).toEqual([second.id, third.id]);
    expect(await states()).toEqual([waits, waits, paid, waits]);
    expect(before < since).toBe(true);
    await here.world.work();
    expect((await stored()).map(({ status }) => status)).toEqual(['read', 'read', 'skipped', 'read']);
  });

  it('Taking back a payment queues a scheduled message to all that the payment skipped.', async () => {
    const { id, bills } = await here.campus.group({ bills: 2 });
    const [first, second] = bills;
    if (!first || !second) throw new Error('fewer than two bills were created');
    await pay(second);
    const day = new Date((here.clock.now ?? new Date()).getTime() + 3 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    await remind([id], { status: 'all', message: 'Fees: {{total}}', sendAt: `${day}T10:00` });
    pass();
    const since = await pay(first);
    expect(await states()).toEqual([paid, waits]);
    pass();
    await takeBack(since, first);
    expect(await states()).toEqual([waits, waits]);
  });

  it('A planned notice to everybody goes to a family that has paid meanwhile.', async () => {
    const { id, bills } = await here.campus.group({ bills: 2 });
    const day = new Date((here.clock.now ?? new Date()).getTime() + 3 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    await remind([id], { status: 'all', message: 'School is closed on Friday', sendAt: `${day}T10:00` });
    await pay(...bills);
    expect(await states()).toEqual([waits, waits]);
  });

  it('Taking back a payment adds the child to the family’s message again.', async () => {
    const { id, ali, bina } = await children(0);
    await remind([id], { family: true });
    const [whole] = await texts();
    const first = await pay(ali);
    pass();
    const second = await pay(bina);
    expect(await states()).toEqual([paid]);
    // The first of two payments is taken back, so the message is about this child only.
    await takeBack(first, ali);
    expect(await states()).toEqual([waits]);
    await takeBack(second, bina);
    await here.world.work();
    expect(await texts()).toEqual([whole]);
    for (const name of ['Ali', 'Bina']) expect(whole).toContain(name);
  });

  it('A family’s message that is queued again leaves out the child that is still paid.', async () => {
    const { id, ali, bina } = await children(0);
    await remind([id], { family: true });
    await pay(ali);
    pass();
    const since = await pay(bina);
    await takeBack(since, bina);
    await here.world.work();
    expect((await texts())[0]).toContain('Bina');
    expect((await texts())[0]).not.toContain('Ali');
  });

  it('Taking back a payment queues a family’s message even if the other child’s bill was removed.', async () => {
    for (const isBefore of [true, false]) {
      const { id, ali, bina } = await children(0);
      await remind([id], { family: true });
      const remove = () => here.clerk.get(calls.removeBill, { params: { id: ali.id } });
      if (isBefore) await remove();
      pass();
      const since = await pay(bina);
      pass();
      if (!isBefore) await remove();
      const state = async () => (await stored()).at(-1)?.status;
      expect(await state()).toBe('skipped');
      await takeBack(since, bina);
      expect(await state()).toBe('queued');
      await here.world.work();
      expect((await texts()).at(-1)).toBe('Due: Bina');
    }
  });

  it('Marking as unpaid without the time of the payment queues the reminders skipped since the mark.', async () => {
    const { id, bills } = await here.campus.group({ bills: 2 });
    const [first, second] = bills;
    if (!first || !second) throw new Error('fewer than two bills were created');
    await remind([id]);
    await pay(first);
    pass();
    await pay(second);
    pass();
    await takeBack(undefined, second);
    expect(await states()).toEqual([paid, waits]);
    const body = { status: 'unpaid' };
    await here.clerk.get(calls.updateBill, { params: { id: first.id }, body });
    expect(await states()).toEqual([waits, waits]);
  });

  it('Taking back a payment queues nothing that an earlier payment skipped.', async () => {
    const { id, bills } = await here.campus.group({ bills: 1 });
    await remind([id]);
    const earlier = await pay(...bills);
    pass();
    const since = (here.clock.now ?? new Date()).toISOString();
    expect(since > earlier).toBe(true);
    await takeBack(since, ...bills);
    expect(await states()).toEqual([paid]);
    const body = { ids: idsOf(bills), status: 'unpaid', since: 'yesterday' };
    expectFailure(await here.clerk.ask(calls.markBills, { body }), 'malformed');
  });

  it('Taking back a payment queues nothing of a send that was cancelled since, unless the send is restored.', async () => {
    const { id, bills } = await here.campus.group({ bills: 3 });
    const [first] = bills;
    if (!first) throw new Error('no bill was created');
    const { broadcastID } = await remind([id]);
    const since = await pay(first);
    pass();
    const cancelled = await here.clerk.get(calls.cancelOutbox, { body: { broadcastID } });
    await takeBack(since, first);
    expect((await states())[0]).toEqual(paid);
    await here.clerk.get(calls.restoreOutbox, { body: { at: cancelled.at } });
    await pay(first);
    await takeBack(since, first);
    expect(await states()).toEqual([waits, waits, waits]);
    await here.clerk.get(calls.cancelOutbox, { body: { ids: [(await stored())[1]?.id] } });
    pass();
    // A cancellation before the payment does not affect the other messages.
    const again = await pay(first);
    await takeBack(again, first);
    expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'cancelled', 'queued']);
  });

  it('Taking back a payment queues nothing for removed bills or opted-out numbers, nor after ten minutes.', async () => {
    const { campus, clerk } = here;
    const { id, bills } = await campus.group({ bills: 4 });
    const [removed, unwanted, included, late] = bills;
    if (!removed || !unwanted || !included || !late) throw new Error('fewer than four bills were created');
    await remind([id]);
    const since = await pay(...bills);
    await clerk.get(calls.removeBill, { params: { id: removed.id } });
    const number = `+92${unwanted.number?.slice(1)}`;
    await insertOptOut(campus.scope, { number, at: '2026-11-01T00:00:00.000Z', note: '' });
    pass(600);
    expect(await takeBack(since, removed, unwanted, included)).toEqual([unwanted.id, included.id]);
    expect(await states()).toEqual([paid, ['skipped', makeReason('optedOut')], waits, paid]);
    pass();
    expect(await takeBack(since, late)).toEqual([late.id]);
    expect((await states())[3]).toEqual(paid);
  });

  it('Requeued messages continue a finished send, stay paused in a paused one, and keep a scheduled time.', async () => {
    const { clerk, campus, world } = here;
    const { bills, id } = await campus.group({ bills: 1 });
    const { broadcastID } = await remind([id]);
    await remind([id], { message: 'Pay {{name}}' });
    await clerk.get(calls.pauseOutbox, { body: { broadcastID } });
    const day = new Date((here.clock.now ?? new Date()).getTime() + 3 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    await remind([id], { message: 'Soon {{name}}', sendAt: `${day}T10:00` });
    const planned = (await stored())[2]?.dueAt;
    const since = await pay(...bills);
    for (let round = 0; round < 3; round++) await world.work();
    pass();
    await takeBack(since, ...bills);
    expect(await states()).toEqual([waits, waits, waits]);
    expect((await stored())[2]?.dueAt).toBe(planned);
    for (let round = 0; round < 3; round++) await world.work();
    expect((await stored()).map(({ status }) => status === 'queued')).toEqual([true, false, true]);
  });

  it('A planned message that waits again after a payment is taken back raises no alert before its time.', async () => {
    const { id, bills } = await here.campus.group({ bills: 2 });
    const [first] = bills;
    if (!first) throw new Error('no bill was created');
    const day = new Date((here.clock.now ?? new Date()).getTime() + 3 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const { broadcastID } = await remind([id], { sendAt: `${day}T10:00` });
    const { db } = here.world.deps.store;
    const turn = () =>
      db
        .selectFrom('broadcast')
        .select(['nextAt', 'startAt'])
        .where('id', '=', broadcastID)
        .executeTakeFirstOrThrow();
    const since = await pay(first);
    pass();
    await takeBack(since, first);
    const { nextAt, startAt } = await turn();
    expect(nextAt).toBe(startAt);
    pass(3600);
    const alert = async () => (await here.clerk.get(calls.countOutbox, {})).alert;
    expect(await alert()).toBeNull();
    // Even if another change made it due too early.
    const early = new Date((here.clock.now ?? new Date()).getTime() - 1800_000).toISOString();
    await db.updateTable('broadcast').set({ nextAt: early }).where('id', '=', broadcastID).execute();
    expect(await alert()).toBeNull();
    // Nothing starts it although its time has passed.
    pass(4 * 86_400);
    expect(await alert()).toContain('Nothing has been sent since');
  });

  it('Taking back a payment changes nothing of another campus.', async () => {
    const sister = await here.campus.sister();
    const { id, bills } = await sister.group({ bills: 1 });
    await sister.message({ groupIDs: [id], message: 'Due: {{name}}', status: 'unpaid' });
    const { db } = here.world.deps.store;
    const since = (here.clock.now ?? new Date()).toISOString();
    const skipped = { status: 'skipped', reason: paid[1], dueAt: null, updatedAt: since } as const;
    await db.updateTable('message').set(skipped).where('campusID', '=', sister.id).execute();
    await db.updateTable('bill').set({ status: 'paid' }).where('campusID', '=', sister.id).execute();
    expect(await takeBack(since, ...bills)).toEqual([]);
    const left = db.selectFrom('message').select('status').where('campusID', '=', sister.id);
    expect(await left.execute()).toEqual([{ status: 'skipped' }]);
  });
});
