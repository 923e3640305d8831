/** Waiting messages are skipped when their bills are removed or paid, and a retry does not bring them back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Waiting messages whose bills change on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let token: string;
  let count = 0;

  beforeAll(async () => {
    world = await createWorld(engine);
    campus = await world.school('recall');
    ({ token } = await campus.user());
  });
  afterAll(() => world.stop());

  const sum = '{{name}}: {{total}}';

  /** Two children of one family, each in its own billing. */
  async function family() {
    const number = freshNumber();
    const groups = [];
    for (const name of ['Ali', 'Bina']) {
      groups.push(await campus.group({ name: `${name} ${++count}`, bills: [makeBill({ name, number })] }));
    }
    const [first, second] = groups;
    if (!first || !second) throw new Error('two billings are needed');
    return { first, second, groupIDs: [first.id, second.id], number };
  }

  const statesOf = async (broadcastID: number) => {
    const rows = await world.deps.store.db
      .selectFrom('message')
      .select(['status', 'reason'])
      .where('broadcastID', '=', broadcastID)
      .orderBy('id')
      .execute();
    return rows.map(({ status, reason }) => [status, reason]);
  };
  const textsOf = async (broadcastID: number) => {
    const rows = await world.deps.store.db
      .selectFrom('message')
      .select('text')
      .where('broadcastID', '=', broadcastID)
      .orderBy('id')
      .execute();
    return rows.map(({ text }) => text);
  };
  const place = () => ({ db: 'recall', cID: campus.id });
  const removeGroup = (id: number) => world.call(calls.removeGroup, { token, query: { ...place(), id } });
  const change = (id: number | undefined, member: object) =>
    world.call(calls.updateBill, { token, params: { id }, query: { db: 'recall' }, body: member });
  const pay = (bill: { id: number; number?: string | null | undefined }) =>
    change(bill.id, { name: 'x', number: bill.number, status: 'Paid' });
  const sendAll = async (): Promise<void> => {
    while ((await sendNext(world.deps)) > 0);
  };
  /** Changes a bill without an event, as an import or a colleague may do while a message waits. */
  const store = (id: number | undefined, bill: { numbers?: string; dueDate?: string | null }) =>
    world.deps.store.db
      .updateTable('bill')
      .set(bill)
      .where('id', '=', id ?? 0)
      .execute();

  it.each(['cancelOutbox', 'retryOutbox', 'leaveOutbox'] as const)(
    '%s with an empty list of messages changes no message.',
    async (name) => {
      const { body, status } = await world.call(calls[name], { token, query: place(), body: { ids: [] } });
      expect([status, body]).toMatchObject([200, { changed: 0 }]);
    },
  );

  it('When a bill of a family is removed, the waiting message is written anew for the other bills.', async () => {
    for (const [gone, left] of [
      ['first', 'Bina'],
      ['second', 'Ali'],
    ] as const) {
      const ours = await family();
      const message = 'Dear parent\n{{name}}';
      const { broadcastID } = await campus.message({ groupIDs: ours.groupIDs, message, family: true });
      await removeGroup(ours[gone].id);
      expect(await statesOf(broadcastID)).toEqual([['queued', null]]);
      await sendNext(world.deps);
      expect(await textsOf(broadcastID)).toEqual([`Dear parent\n${left}`]);
    }
  });

  it('A reminder to a family names only the unpaid child, and is skipped once both have paid.', async () => {
    const ours = await family();
    const run = {
      groupIDs: ours.groupIDs,
      message: 'Due:\n{{name}}',
      status: 'unpaid',
      family: true,
    } as const;
    const one = await campus.message(run);
    const [paid] = ours.first.bills;
    await pay(paid ?? { id: 0 });
    expect(await statesOf(one.broadcastID)).toEqual([['queued', null]]);
    // A second send that waits until both have paid.
    await world.deps.store.db
      .updateTable('message')
      .set({ status: 'cancelled', dueAt: null })
      .where('broadcastID', '=', one.broadcastID)
      .execute();
    const two = await campus.message({ ...run, message: 'Due now:\n{{name}}' });
    expect(await textsOf(two.broadcastID)).toEqual([`Due now:\n${ours.second.bills[0]?.name}`]);
    await pay(ours.second.bills[0] ?? { id: 0 });
    expect(await statesOf(two.broadcastID)).toEqual([['skipped', makeReason('paidSince')]]);
  });

  it('A waiting message is skipped when its turn comes if its bill was set to paid without the API.', async () => {
    const { bills, id } = await campus.group({ bills: 2 });
    const { broadcastID } = await campus.message({ groupIDs: [id], message: sum, status: 'unpaid' });
    await world.deps.store.db
      .updateTable('bill')
      .set({ status: 'paid' })
      .where('id', '=', bills[0]?.id ?? 0)
      .execute();
    await sendNext(world.deps);
    expect((await statesOf(broadcastID))[0]).toEqual(['skipped', makeReason('paidSince')]);
    expect((await statesOf(broadcastID))[1]?.[0]).not.toBe('skipped');
  });

  it('Messages for a corrected number are skipped, and a retry does not send them to the old number.', async () => {
    const { bills, id } = await campus.group({ bills: 3 });
    const [waits, failed, mended] = bills;
    const { broadcastID } = await campus.message({ groupIDs: [id], message: sum });
    await world.deps.store.db
      .updateTable('message')
      .set({ status: 'failed', dueAt: null })
      .where('billIDs', '=', ` ${failed?.id} `)
      .execute();
    for (const bill of [waits, failed]) await change(bill?.id, { name: 'x', number: freshNumber() });
    const gone = ['skipped', makeReason('numberChanged')];
    expect(await statesOf(broadcastID)).toEqual([gone, ['failed', null], ['queued', null]]);
    await world.call(calls.retryOutbox, { token, query: place(), body: { broadcastID } });
    await store(mended?.id, { numbers: '+923000000001' });
    await sendAll();
    expect(await statesOf(broadcastID)).toEqual([gone, gone, gone]);
  });

  it('A change of a bill that keeps its number does not change the waiting message.', async () => {
    const { bills, id } = await campus.group({ bills: 1 });
    const { broadcastID } = await campus.message({ groupIDs: [id], message: sum });
    const [bill] = bills;
    await change(bill?.id, { name: 'Another', number: `${bill?.number}, ${freshNumber()}` });
    expect(await statesOf(broadcastID)).toEqual([['queued', null]]);
  });

  it('A family message names only the child whose bill still has the number.', async () => {
    const ours = await family();
    const message = 'Dear parent\n{{name}}';
    const { broadcastID } = await campus.message({ groupIDs: ours.groupIDs, message, family: true });
    await change(ours.first.bills[0]?.id, { name: 'Ali', number: freshNumber() });
    expect(await statesOf(broadcastID)).toEqual([['queued', null]]);
    await sendAll();
    expect(await textsOf(broadcastID)).toEqual(['Dear parent\nBina']);
  });

  it('A message that would be rewritten without a required value is skipped with the name of that value.', async () => {
    const number = freshNumber();
    const { bills, id } = await campus.group({
      bills: ['Ali', 'Bina'].map((name) => makeBill({ name, number, dueDate: '2026-12-10' })),
    });
    const { broadcastID } = await campus.message({
      groupIDs: [id],
      message: '{{name}} is due {{dueDate}}',
      status: 'unpaid',
      family: true,
    });
    await pay({ id: bills[0]?.id ?? 0, number });
    await store(bills[1]?.id, { dueDate: null });
    await sendAll();
    expect(await statesOf(broadcastID)).toEqual([['skipped', makeReason('missing', { names: ['dueDate'] })]]);
  });

  it('A message without placeholders stays while one of its bills exists.', async () => {
    const ours = await family();
    const { broadcastID } = await campus.message({
      groupIDs: ours.groupIDs,
      message: 'School is closed tomorrow',
    });
    await removeGroup(ours.first.id);
    expect(await statesOf(broadcastID)).toEqual([['queued', null]]);
    await removeGroup(ours.second.id);
    expect(await statesOf(broadcastID)).toEqual([['skipped', makeReason('billRemoved')]]);
  });

  it('A reminder skips a paid bill, while a message to everybody is still sent.', async () => {
    const { bills, id } = await campus.group({ bills: 2 });
    const reminder = await campus.message({ groupIDs: [id], message: sum, status: 'unpaid' });
    const news = await campus.message({ groupIDs: [id], message: 'School is closed tomorrow' });
    await pay(bills[0] ?? { id: 0 });
    expect(await statesOf(reminder.broadcastID)).toEqual([
      ['skipped', makeReason('paidSince')],
      ['queued', null],
    ]);
    expect(await statesOf(news.broadcastID)).toEqual([
      ['queued', null],
      ['queued', null],
    ]);
  });

  it('Marking many bills as paid skips their reminders and no other message.', async () => {
    const { bills, id } = await campus.group({ bills: 3 });
    const ours = await family();
    const reminder = await campus.message({ groupIDs: [id], message: sum, status: 'unpaid' });
    const ofFamily = await campus.message({
      groupIDs: ours.groupIDs,
      message: sum,
      status: 'unpaid',
      family: true,
    });
    const news = await campus.message({ groupIDs: [id], message: 'School is closed tomorrow' });
    const ids = [bills[0]?.id, bills[2]?.id, ours.second.bills[0]?.id];
    await world.call(calls.markBills, { token, query: place(), body: { ids, status: 'paid' } });
    const paid = ['skipped', makeReason('paidSince')];
    expect(await statesOf(reminder.broadcastID)).toEqual([paid, ['queued', null], paid]);
    // One of the family's two bills is still unpaid.
    expect(await statesOf(ofFamily.broadcastID)).toEqual([['queued', null]]);
    expect(await statesOf(news.broadcastID)).toEqual(Array(3).fill(['queued', null]));
  });

  it('A retry skips failed messages whose bill was paid or removed meanwhile.', async () => {
    const { bills, id } = await campus.group({ bills: 3 });
    const { broadcastID } = await campus.message({ groupIDs: [id], message: sum, status: 'unpaid' });
    await world.deps.store.db
      .updateTable('message')
      .set({ status: 'failed' })
      .where('broadcastID', '=', broadcastID)
      .execute();
    await pay(bills[0] ?? { id: 0 });
    await world.call(calls.removeBill, { token, params: { id: bills[1]?.id }, query: { db: 'recall' } });
    const { body } = await world.call(calls.retryOutbox, { token, query: place(), body: { broadcastID } });
    const overtaken = [makeReason('paidSince'), makeReason('billRemoved')];
    const leftOut = overtaken
      .map((reason) => ({ ...tellReason(reason), count: 1 }))
      .sort((a, b) => a.reason.localeCompare(b.reason));
    expect(body).toEqual({ changed: 1, leftOut });
    expect(await statesOf(broadcastID)).toEqual([
      ['skipped', makeReason('paidSince')],
      ['skipped', makeReason('billRemoved')],
      ['queued', null],
    ]);
  });

  it('A paused send that was cleared has no pending messages.', async () => {
    const { id } = await campus.group({ bills: 2 });
    const { broadcastID } = await campus.message({ groupIDs: [id] });
    await world.call(calls.pauseOutbox, { token, query: place(), body: {} });
    await world.call(calls.clearOutbox, { token, query: place() });
    const { body } = await world.call(calls.listBroadcasts, { token, query: place() });
    const run = body.find((one: { broadcastID: number }) => one.broadcastID === broadcastID);
    expect(run).toMatchObject({ paused: true, counts: { cancelled: 2, pending: 0 } });
  });

  it('A repeated request with the same clientID gives the first answer, whatever was skipped since.', async () => {
    const { bills, id } = await campus.group({ bills: [makeBill(), makeBill({ number: '', name: 'Eva' })] });
    const request = { groupIDs: [id], message: sum, clientID: 'the same press' };
    const first = await campus.message(request);
    await world.call(calls.removeBill, { token, params: { id: bills[0]?.id }, query: { db: 'recall' } });
    expect(await campus.message(request)).toEqual(first);
  });

  it('countWaiting returns the number of waiting messages that the removal of a billing or a bill would skip.', async () => {
    const ours = await family();
    const { id, bills } = await campus.group({ bills: 2 });
    await campus.message({ groupIDs: ours.groupIDs, message: sum, family: true });
    await campus.message({ groupIDs: [ours.first.id], message: sum });
    await campus.message({ groupIDs: [id], message: sum });
    const count = async (query: object) =>
      (await world.call(calls.countWaiting, { token, query: { ...place(), ...query } })).body.messages;
    expect(await count({ groupID: ours.first.id })).toBe(1);
    expect(await count({ groupID: ours.second.id })).toBe(0);
    expect(await count({ groupID: id })).toBe(2);
    expect(await count({ billID: bills[0]?.id })).toBe(1);
    await removeGroup(ours.first.id);
    // The message about both bills was kept for this billing, which is now its last.
    expect(await count({ groupID: ours.second.id })).toBe(1);
    const sister = await campus.sister();
    const request = { token: (await sister.user()).token, query: { ...place(), cID: sister.id } };
    const elsewhere = await world.call(calls.countWaiting, {
      ...request,
      query: { ...request.query, groupID: ours.second.id },
    });
    expect(elsewhere.body).toEqual({ messages: 0 });
  });
});
