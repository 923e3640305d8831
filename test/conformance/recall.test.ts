/** What waits is taken back when its bills are removed or paid, and not brought back by a retry. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { reasonOf, tellReason } from '#shared/reasons.ts';
import { sendNext } from '../../src/server/outbox/worker/worker.ts';
import { type CampusInTest, freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('taking back on %s', (engine) => {
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

  /** Two children of one family, in a billing each. */
  async function family() {
    const number = freshNumber();
    const groups = [];
    for (const name of ['Ali', 'Bina']) {
      groups.push(await campus.group({ name: `${name} ${++count}`, bills: [makeBill({ name, number })] }));
    }
    const [first, second] = groups;
    if (!first || !second) throw new Error('two groups');
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
  /** Past every screen, as an import or a colleague may do it while a message waits. */
  const store = (id: number | undefined, bill: { numbers?: string; dueDate?: string | null }) =>
    world.deps.store.db
      .updateTable('bill')
      .set(bill)
      .where('id', '=', id ?? 0)
      .execute();

  it.each(['cancelOutbox', 'retryOutbox', 'leaveOutbox'] as const)(
    '%s of no messages changes none',
    async (name) => {
      const { body, status } = await world.call(calls[name], { token, query: place(), body: { ids: [] } });
      expect([status, body]).toMatchObject([200, { changed: 0 }]);
    },
  );

  it('a family’s message is written anew for the bills that are left', async () => {
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

  it('a reminder to a family speaks of the child that has not paid, and to nobody when both have', async () => {
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
    // Another that waits until both have paid.
    await world.deps.store.db
      .updateTable('message')
      .set({ status: 'cancelled', dueAt: null })
      .where('broadcastID', '=', one.broadcastID)
      .execute();
    const two = await campus.message({ ...run, message: 'Due now:\n{{name}}' });
    expect(await textsOf(two.broadcastID)).toEqual([`Due now:\n${ours.second.bills[0]?.name}`]);
    await pay(ours.second.bills[0] ?? { id: 0 });
    expect(await statesOf(two.broadcastID)).toEqual([['skipped', reasonOf('paidSince')]]);
  });

  it('a payment that no screen told of is seen when the message’s turn comes', async () => {
    const { bills, id } = await campus.group({ bills: 2 });
    const { broadcastID } = await campus.message({ groupIDs: [id], message: sum, status: 'unpaid' });
    await world.deps.store.db
      .updateTable('bill')
      .set({ status: 'paid' })
      .where('id', '=', bills[0]?.id ?? 0)
      .execute();
    await sendNext(world.deps);
    expect((await statesOf(broadcastID))[0]).toEqual(['skipped', reasonOf('paidSince')]);
    expect((await statesOf(broadcastID))[1]?.[0]).not.toBe('skipped');
  });

  it('what waits for a number that was mended goes neither to the old one nor back there by a retry', async () => {
    const { bills, id } = await campus.group({ bills: 3 });
    const [waits, failed, mended] = bills;
    const { broadcastID } = await campus.message({ groupIDs: [id], message: sum });
    await world.deps.store.db
      .updateTable('message')
      .set({ status: 'failed', dueAt: null })
      .where('billIDs', '=', ` ${failed?.id} `)
      .execute();
    for (const bill of [waits, failed]) await change(bill?.id, { name: 'x', number: freshNumber() });
    const gone = ['skipped', reasonOf('numberChanged')];
    expect(await statesOf(broadcastID)).toEqual([gone, ['failed', null], ['queued', null]]);
    await world.call(calls.retryOutbox, { token, query: place(), body: { broadcastID } });
    await store(mended?.id, { numbers: '+923000000001' });
    await sendAll();
    expect(await statesOf(broadcastID)).toEqual([gone, gone, gone]);
  });

  it('a change that leaves the number as it is takes nothing back', async () => {
    const { bills, id } = await campus.group({ bills: 1 });
    const { broadcastID } = await campus.message({ groupIDs: [id], message: sum });
    const [bill] = bills;
    await change(bill?.id, { name: 'Another', number: `${bill?.number}, ${freshNumber()}` });
    expect(await statesOf(broadcastID)).toEqual([['queued', null]]);
  });

  it('a family is told of the child that still has this number', async () => {
    const ours = await family();
    const message = 'Dear parent\n{{name}}';
    const { broadcastID } = await campus.message({ groupIDs: ours.groupIDs, message, family: true });
    await change(ours.first.bills[0]?.id, { name: 'Ali', number: freshNumber() });
    expect(await statesOf(broadcastID)).toEqual([['queued', null]]);
    await sendAll();
    expect(await textsOf(broadcastID)).toEqual(['Dear parent\nBina']);
  });

  it('a text that would be written anew with a hole is left out with what is missing', async () => {
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
    expect(await statesOf(broadcastID)).toEqual([['skipped', reasonOf('missing', { names: ['dueDate'] })]]);
  });

  it('a text that names nobody stays while one of its bills stands', async () => {
    const ours = await family();
    const { broadcastID } = await campus.message({
      groupIDs: ours.groupIDs,
      message: 'School is closed tomorrow',
    });
    await removeGroup(ours.first.id);
    expect(await statesOf(broadcastID)).toEqual([['queued', null]]);
    await removeGroup(ours.second.id);
    expect(await statesOf(broadcastID)).toEqual([['skipped', reasonOf('billRemoved')]]);
  });

  it('a reminder is not sent to one who has paid; a message to everybody is', async () => {
    const { bills, id } = await campus.group({ bills: 2 });
    const reminder = await campus.message({ groupIDs: [id], message: sum, status: 'unpaid' });
    const news = await campus.message({ groupIDs: [id], message: 'School is closed tomorrow' });
    await pay(bills[0] ?? { id: 0 });
    expect(await statesOf(reminder.broadcastID)).toEqual([
      ['skipped', reasonOf('paidSince')],
      ['queued', null],
    ]);
    expect(await statesOf(news.broadcastID)).toEqual([
      ['queued', null],
      ['queued', null],
    ]);
  });

  it('when many are marked as paid together, the reminders to them go and the others stay', async () => {
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
    const paid = ['skipped', reasonOf('paidSince')];
    expect(await statesOf(reminder.broadcastID)).toEqual([paid, ['queued', null], paid]);
    // One of the family's two is still to be paid.
    expect(await statesOf(ofFamily.broadcastID)).toEqual([['queued', null]]);
    expect(await statesOf(news.broadcastID)).toEqual(Array(3).fill(['queued', null]));
  });

  it('a retry does not bring back what was paid or removed meanwhile', async () => {
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
    const overtaken = [reasonOf('paidSince'), reasonOf('billRemoved')];
    const leftOut = overtaken
      .map((reason) => ({ ...tellReason(reason), count: 1 }))
      .sort((a, b) => a.reason.localeCompare(b.reason));
    expect(body).toEqual({ changed: 1, leftOut });
    expect(await statesOf(broadcastID)).toEqual([
      ['skipped', reasonOf('paidSince')],
      ['skipped', reasonOf('billRemoved')],
      ['queued', null],
    ]);
  });

  it('a cleared run that was paused has nothing left to wait for', async () => {
    const { id } = await campus.group({ bills: 2 });
    const { broadcastID } = await campus.message({ groupIDs: [id] });
    await world.call(calls.pauseOutbox, { token, query: place(), body: {} });
    await world.call(calls.clearOutbox, { token, query: place() });
    const { body } = await world.call(calls.listBroadcasts, { token, query: place() });
    const run = body.find((one: { broadcastID: number }) => one.broadcastID === broadcastID);
    expect(run).toMatchObject({ paused: true, counts: { cancelled: 2, pending: 0 } });
  });

  it('a repeated request answers as the first did, whatever was skipped since', async () => {
    const { bills, id } = await campus.group({ bills: [makeBill(), makeBill({ number: '', name: 'Eva' })] });
    const wish = { groupIDs: [id], message: sum, clientID: 'the same press' };
    const first = await campus.message(wish);
    await world.call(calls.removeBill, { token, params: { id: bills[0]?.id }, query: { db: 'recall' } });
    expect(await campus.message(wish)).toEqual(first);
  });

  it('it is said before how many messages go with a billing or a bill', async () => {
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
    // The text about both was left for this one, which is its last.
    expect(await count({ groupID: ours.second.id })).toBe(1);
    const sister = await campus.sister();
    const asked = { token: (await sister.user()).token, query: { ...place(), cID: sister.id } };
    const elsewhere = await world.call(calls.countWaiting, {
      ...asked,
      query: { ...asked.query, groupID: ours.second.id },
    });
    expect(elsewhere.body).toEqual({ messages: 0 });
  });
});
