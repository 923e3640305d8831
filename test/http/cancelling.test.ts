/** Queued messages can be cancelled and restored. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { clear } from '../../src/server/outbox/changes/cancel.ts';
import { insertOptOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Cancelling on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const stored = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'status', 'reason'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  /** Sends everything that waits. A send without waiting messages is marked as done in an extra round. */
  async function work() {
    const { deps, work } = here.world;
    const running = deps.store.db.selectFrom('broadcast').select('id').where('state', '=', 'running');
    do await work();
    while ((await running.execute()).length > 0);
  }
  /** Makes a send to children with these names. */
  async function run(...names: string[]) {
    const group = await here.campus.group({ bills: names.map((name) => makeBill({ name })) });
    return here.campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
  }

  const cancel = (body: Record<string, unknown>) => here.clerk.get(calls.cancelOutbox, { body });
  const restore = async (at: string) => (await here.clerk.get(calls.restoreOutbox, { body: { at } })).changed;
  const states = async () => (await stored()).map(({ status }) => status);

  it('Cancelling affects the queued messages of one send, or single messages.', async () => {
    const { clerk, campus } = here;
    const { broadcastID } = await run('A', 'B', 'C');
    await run('D', 'E');
    const [a, , , d] = await stored();
    await here.world.deps.store.db
      .updateTable('message')
      .set({ status: 'read', dueAt: null })
      .where('id', '=', a?.id ?? 0)
      .execute();
    expect(await cancel({ broadcastID })).toEqual({ changed: 2, at: expect.any(String), sent: 1 });
    expect(await cancel({ ids: [a?.id, d?.id] })).toMatchObject({ changed: 1 });
    expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual([
      ['read', null],
      ['cancelled', makeReason('cancelled')],
      ['cancelled', makeReason('cancelled')],
      ['cancelled', makeReason('cancelled')],
      ['queued', null],
    ]);
    expect(await cancel({ broadcastID })).toMatchObject({ changed: 0 });
    expect(await cancel({ ids: [] })).toMatchObject({ changed: 0 });
    expectFailure(await clerk.ask(calls.cancelOutbox, { body: {} }), 'malformed');
    const theirs = await (await campus.sister()).message({ contacts: '03001234567' });
    for (const id of [theirs.broadcastID, 987_654_321])
      expectFailure(await clerk.ask(calls.cancelOutbox, { body: { broadcastID: id } }), 'notFound');
  });

  it('A restore requeues the messages that were cancelled at the same instant, and does so only once.', async () => {
    const { clerk, clock } = here;
    // Two cancellations at the same time get different instants.
    clock.now = new Date();
    const first = await run('A', 'B');
    const second = await run('C');
    const one = await cancel({ broadcastID: first.broadcastID });
    const two = await cancel({ broadcastID: second.broadcastID });
    expect(two.at > one.at).toBe(true);
    expect(await restore(one.at)).toBe(2);
    expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual([
      ['queued', null],
      ['queued', null],
      ['cancelled', makeReason('cancelled')],
    ]);
    expect(await restore(one.at)).toBe(0);
    clock.now = undefined;
    await work();
    expect(await states()).toEqual(['read', 'read', 'cancelled']);
    const { at } = await clerk.get(calls.clearOutbox);
    expect(await restore(at)).toBe(0);
    expect(await restore(new Date(Date.parse(two.at) + 1).toISOString())).toBe(0);
    expectFailure(await clerk.ask(calls.restoreOutbox, { body: { at: 'yesterday' } }), 'malformed');
  });

  it('Cancelled messages can be restored for ten minutes only, and in their own campus only.', async () => {
    const { campus, clock } = here;
    clock.now = new Date('2026-11-20T06:00:00.000Z');
    const sister = await campus.sister();
    await sister.message({ contacts: '03001234567' });
    await clear(sister.scope, here.world.deps);
    await run('A');
    const { at } = await here.clerk.get(calls.clearOutbox);
    clock.now = new Date('2026-11-20T06:10:00.001Z');
    expect(await restore(at)).toBe(0);
    clock.now = new Date('2026-11-20T06:10:00.000Z');
    expect(await restore(at)).toBe(1);
    const ofSister = here.world.deps.store.db
      .selectFrom('message')
      .select('status')
      .where('campusID', '=', sister.id);
    expect(await ofSister.execute()).toEqual([{ status: 'cancelled' }]);
  });

  it('Cancelled messages that can be restored are listed for ten minutes, to their own campus only.', async () => {
    const { campus, clerk, clock } = here;
    const cancelled = () => clerk.get(calls.listCancelled);
    expect(await cancelled()).toEqual([]);
    clock.now = new Date('2026-11-20T06:00:00.000Z');
    const sister = await campus.sister();
    await sister.message({ contacts: '03001234567' });
    await clear(sister.scope, here.world.deps);
    const { broadcastID } = await run('A', 'B');
    await run('C');
    const one = await cancel({ broadcastID });
    clock.now = new Date('2026-11-20T06:02:00.000Z');
    const two = await clerk.get(calls.clearOutbox);
    const first = { at: one.at, count: 2, left: 480_000 };
    const second = { at: two.at, count: 1, left: 600_000 };
    expect(await cancelled()).toEqual([second, first]);
    await restore(two.at);
    expect(await cancelled()).toEqual([first]);
    clock.now = new Date('2026-11-20T06:10:00.000Z');
    expect(await cancelled()).toEqual([{ ...first, left: 0 }]);
    clock.now = new Date('2026-11-20T06:10:00.001Z');
    expect(await cancelled()).toEqual([]);
  });

  it('Restored messages of a paused send stay paused until it is resumed.', async () => {
    const { clerk } = here;
    const { broadcastID } = await run('A');
    await clerk.get(calls.pauseOutbox, { body: { broadcastID } });
    const { at } = await clerk.get(calls.clearOutbox);
    await work();
    expect(await restore(at)).toBe(1);
    await work();
    expect(await states()).toEqual(['queued']);
    expect((await clerk.get(calls.listBroadcasts))[0]).toMatchObject({
      paused: true,
      counts: { pending: 1 },
    });
    await clerk.get(calls.resumeOutbox, { body: { broadcastID } });
    await work();
    expect(await states()).toEqual(['read']);
  });

  it('Restoring skips messages whose bill was paid or removed since, or whose number opted out.', async () => {
    const { campus, clerk } = here;
    const group = await campus.group({ bills: 4 });
    const [paid, removed, unwanted] = group.bills;
    await campus.message({ groupIDs: [group.id], message: 'Dear {{name}}', status: 'unpaid' });
    const { at } = await clerk.get(calls.clearOutbox);
    const body = { name: 'x', number: paid?.number, status: 'paid' };
    await clerk.get(calls.updateBill, { params: { id: paid?.id }, body });
    await clerk.get(calls.removeBill, { params: { id: removed?.id } });
    const number = `+92${unwanted?.number?.slice(1)}`;
    await insertOptOut(campus.scope, { number, at: '2026-11-01T00:00:00.000Z', note: '' });
    expect(await restore(at)).toBe(1);
    expect((await stored()).map(({ status, reason }) => [status, reason])).toEqual([
      ['skipped', makeReason('paidSince')],
      ['skipped', makeReason('billRemoved')],
      ['skipped', makeReason('optedOut')],
      ['queued', null],
    ]);
  });
});
