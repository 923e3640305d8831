/** A bill is corrected while its message waits or before a retry: the message gets the new values. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { longestMessage } from '#shared/limits.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { markHandedOver } from '../../src/server/outbox/delivery/claims-queries.ts';
import { claimNext } from '../../src/server/outbox/delivery/scheduler.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

const owes = '{{name}} owes {{total}}';
const notThere = '0300-1234500';

describe.each(engines)('Messages of corrected bills on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const stored = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'broadcastID', 'status', 'reason', 'text', 'params', 'billIDs'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const texts = async () => (await stored()).map(({ text }) => text);
  const ends = async () => (await stored()).map(({ status, reason }) => [status, reason]);
  const fix = (id: number | undefined, body: object) =>
    here.clerk.get(calls.updateBill, { params: { id }, body: { reason: 'Corrected', ...body } });
  const mark = (ids: number[], status: 'paid' | 'unpaid', since?: string) =>
    here.clerk.get(calls.markBills, { body: { ids, status, since } });
  const setMessages = (to: {
    status: 'failed' | 'queued';
    leaseUntil: null;
    handedOverAt?: null;
    dueAt: string | null;
  }) =>
    here.world.deps.store.db.updateTable('message').set(to).where('campusID', '=', here.campus.id).execute();

  /** Sends one message for each of these bills. */
  async function run(bills: Parameters<typeof makeBill>[0][], options: object = {}) {
    const group = await here.campus.group({
      bills: bills.map((bill) => makeBill({ total: 4100, ...bill })),
    });
    const { broadcastID } = await here.campus.message({ groupIDs: [group.id], message: owes, ...options });
    return { ...group, broadcastID, ids: group.bills.map(({ id }) => id) };
  }

  it('A queued message gets every new value of a bill corrected by hand, and other messages stay.', async () => {
    const message = '{{name}} {{total}} {{dueDate}} {{heads}} {{status}}';
    const heads = { head1: 'Van', amount1: 100 };
    const { ids, broadcastID } = await run(
      [
        { name: 'Ali', ...heads },
        { name: 'Bina', ...heads },
      ],
      { message },
    );
    await here.campus.message({ contactIDs: ids, message: 'School is closed on 4,100' });
    await fix(ids[0], { name: 'Aly', total: 3000, dueDate: '2026-12-24', amount1: 50 });
    const [mended, other, ...plain] = await stored();
    expect(mended).toMatchObject({ text: 'Aly 3,000 24 Dec 2026 Van 50 unpaid', broadcastID });
    expect(other?.text).toBe('Bina 4,100 10 Nov 2026 Van 100 unpaid');
    expect(plain.map(({ text }) => text)).toEqual(Array(2).fill('School is closed on 4,100'));
    await mark(ids, 'paid');
    expect((await texts()).slice(0, 2).map((text) => text.slice(-5))).toEqual([' paid', ' paid']);
    await mark(ids, 'unpaid');
    await here.world.work();
    expect(await texts()).toEqual([mended?.text, other?.text, ...plain.map(({ text }) => text)]);
  });

  it('Queued messages of scheduled and paused sends get the new values and stay queued.', async () => {
    here.clock.now = new Date('2026-11-02T06:00:00Z');
    const later = await run([{ name: 'Ali' }], { sendAt: '2026-11-05T09:00' });
    const paused = await run([{ name: 'Bina' }]);
    await here.clerk.get(calls.pauseOutbox, { body: { broadcastID: paused.broadcastID } });
    for (const id of [...later.ids, ...paused.ids]) await fix(id, { total: 3000 });
    expect(await texts()).toEqual(['Ali owes 3,000', 'Bina owes 3,000']);
    const [first] = await stored();
    expect(first?.status).toBe('queued');
    await here.world.work();
    expect((await stored()).map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  it('Restored messages get the values of bills corrected meanwhile, by hand or by a file.', async () => {
    const { id, ids, bills } = await run([{ name: 'Ali' }, { name: 'Bina' }, { name: 'Cyra' }]);
    const { at } = await here.clerk.get(calls.clearOutbox);
    await fix(ids[0], { total: 3000 });
    const rows = bills.map(({ regNum, name, number }) => ({ regNum, name, number, invNo: null }));
    const saved = await here.campus.save([{ ...makeBill(), ...rows[1], total: 2000 }], { id });
    expect(saved).toMatchObject({ updated: 1 });
    expect(await here.clerk.get(calls.restoreOutbox, { body: { at } })).toEqual({ changed: 3 });
    expect(await texts()).toEqual(['Ali owes 3,000', 'Bina owes 2,000', 'Cyra owes 4,100']);
  });

  it('A file, or its undo, rewrites 2,300 queued messages of the bills it changes.', async () => {
    const many = 2300;
    const list = Array.from({ length: many }, () => makeBill({ invNo: null }));
    const group = await here.campus.group({ bills: list });
    await here.campus.message({ groupIDs: [group.id], message: '{{regNum}}: {{status}}' });
    const save = await here.campus.save(
      list.map((row) => ({ ...row, status: 'paid' })),
      { id: group.id },
    );
    expect(save).toMatchObject({ updated: many });
    const says = async (status: string) =>
      expect((await texts()).filter((text, at) => text !== `${list[at]?.regNum}: ${status}`)).toHaveLength(0);
    await says('paid');
    await here.clerk.get(calls.undoImport, { params: { id: save.importID } });
    await says('unpaid');
  });

  it('A queued message of a family is rewritten as a whole, for the bills that are still unpaid.', async () => {
    const number = freshNumber();
    const message = '{{name}}: {{total}}\nTogether {{total}}';
    const both = { message, family: true, status: 'unpaid' };
    const { ids } = await run(
      [
        { name: 'Ali', number },
        { name: 'Bina', number },
      ],
      both,
    );
    await fix(ids[0], { total: 3000 });
    expect(await texts()).toEqual(['Ali: 3,000\nBina: 4,100\nTogether 7,100']);
    const { at } = await mark([ids[1] ?? 0], 'paid');
    expect(await texts()).toEqual(['Ali: 3,000\nTogether 3,000']);
    await mark([ids[1] ?? 0], 'unpaid', at);
    await fix(ids[1], { total: 1000 });
    expect(await texts()).toEqual(['Ali: 3,000\nBina: 1,000\nTogether 4,000']);
    await fix(ids[1], { name: 'Bina', total: null });
    expect(await ends()).toEqual([['skipped', makeReason('missing', { names: ['total'] })]]);
  });

  it('A queued message by an approved template gets the new values as its parameters.', async () => {
    const { ids, broadcastID } = await run([{ name: 'Ali' }]);
    const template = { templateID: 1, name: 'fee', language: 'en', hasHeader: false, stopButton: false };
    await here.world.deps.store.db
      .updateTable('broadcast')
      .set({ template: JSON.stringify(template) })
      .where('id', '=', broadcastID)
      .execute();
    await fix(ids[0], { total: 3000 });
    const [message] = await stored();
    expect(message).toMatchObject({ text: 'Ali owes 3,000', params: JSON.stringify(['Ali', '3,000']) });
  });

  it('A queued message is skipped if its bill has lost a value or the text has become too long.', async () => {
    const message = `{{name}} owes {{total}} ${'.'.repeat(longestMessage - 40)}`;
    const { ids } = await run([{ name: 'Ali' }, { name: 'Bina' }], { message });
    await fix(ids[0], { total: null });
    await fix(ids[1], { name: 'B'.repeat(60) });
    expect(await ends()).toEqual([
      ['skipped', makeReason('missing', { names: ['total'] })],
      ['skipped', makeReason('tooLong')],
    ]);
  });

  it('Queued messages get the new month of a corrected billing.', async () => {
    const { id } = await run([{ month: null, year: null }], { message: 'Fee of {{month}} {{year}}' });
    expect(await texts()).toEqual(['Fee of November 2026']);
    const groups = await here.clerk.get(calls.listGroups);
    const { name, description } = groups.find((group: { id: number }) => group.id === id);
    await here.clerk.get(calls.updateGroup, {
      params: { id },
      body: { name, description, avatar: '', month: 10, year: 2026 },
    });
    expect(await texts()).toEqual(['Fee of October 2026']);
  });

  it('A retry sends the new values of a corrected bill, to the same or to the new number.', async () => {
    const { ids } = await run([{ name: 'Ali' }, { name: 'Bina', number: notThere }, { number: notThere }]);
    await setMessages({ status: 'failed', leaseUntil: null, dueAt: null });
    await fix(ids[0], { total: 3000 });
    await fix(ids[1], { number: freshNumber(), total: 2000 });
    await fix(ids[2], { number: freshNumber(), total: null });
    const before = (await stored())[1]?.text;
    expect(await here.clerk.get(calls.retryOutbox, { body: {} })).toEqual({
      changed: 2,
      leftOut: [{ ...tellReason(makeReason('missing', { names: ['total'] })), count: 1 }],
    });
    const [same, old, , mended, lacking] = await stored();
    expect([same?.text, same?.status]).toEqual(['Ali owes 3,000', 'queued']);
    expect([old?.text, old?.reason]).toEqual([before, makeReason('numberChanged')]);
    expect([mended?.text, mended?.status]).toEqual(['Bina owes 2,000', 'queued']);
    expect(lacking).toMatchObject({ status: 'skipped', reason: makeReason('missing', { names: ['total'] }) });
    // A parent who got the message does not get it again, though its amount has changed.
    await here.world.work();
    const again = await here.clerk.ask(calls.sendToMember, {
      body: { contactIDs: [ids[0]], message: owes, again: false },
    });
    expect(again.status).toBe(409);
  });

  it('A message corrected during its handover gets the new values at the next attempt.', async () => {
    const { ids } = await run([{ name: 'Ali' }]);
    // Messages left by other tests are claimed too.
    const { deps } = here.world;
    const next = async () => (await claimNext(deps, { most: () => 50 })).claimed;
    let claimed = await next();
    while (claimed[0]?.campusID !== here.campus.id) claimed = await next();
    await markHandedOver(deps.store.db, claimed, deps.now().toISOString());
    await fix(ids[0], { total: 3000 });
    expect(await texts()).toEqual(['Ali owes 4,100']);
    await setMessages({
      status: 'queued',
      leaseUntil: null,
      handedOverAt: null,
      dueAt: new Date().toISOString(),
    });
    await here.world.deps.store.db
      .updateTable('broadcast')
      .set({ state: 'running' })
      .where('campusID', '=', here.campus.id)
      .execute();
    await here.world.work();
    expect(await texts()).toEqual(['Ali owes 3,000']);
  });
});
