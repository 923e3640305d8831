/** Today: everything that needs a person in one answer, limited by the user’s rights. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { callerOf, useCampus } from './callers.ts';

const [ayesha, bilal] = ['+923007654321', '+923007654322'] as const;

describe.each(engines)('Today on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(async () => {
    here.clock.now = new Date('2026-11-22T05:00:00.000Z');
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
  });
  const today = () => here.clerk.get(calls.today);

  it('Today shows a new school only its first steps, and none once it has several billings.', async () => {
    expect(await today()).toEqual({
      toAnswer: { count: 0, items: [] },
      numberless: { count: 0, items: [] },
      unkept: { count: 0, items: [] },
      collected: {
        days: [16, 17, 18, 19, 20, 21, 22].map((day) => ({ day: `2026-11-${day}`, payments: 0, amount: 0 })),
        lastWeek: 0,
      },
      falling: [],
      missing: null,
      failures: { count: 0, kinds: [] },
      scheduled: [],
      sending: [],
      steps: { isConnected: false, isUploaded: false, isTested: false },
    });
    const group = await here.campus.group({ bills: 1 });
    expect((await today()).steps).toMatchObject({ isUploaded: true, isTested: false });
    await here.campus.message({ groupIDs: [group.id] });
    await here.world.work();
    expect((await today()).steps).toMatchObject({ isTested: true });
    await here.campus.group({ name: 'December' });
    expect((await today()).steps).toBeNull();
  });

  it('Today shows the chats to answer, latest first, each family once, and counts them as Chats does.', async () => {
    for (const [number, message] of [
      [ayesha, 'Salam'],
      [bilal, 'Slip no 4471'],
      [ayesha, 'Can I pay in two parts?'],
    ])
      await here.clerk.get(calls.replyFromPhone, { body: { number, message } });
    const answer = await today();
    expect(answer.toAnswer).toMatchObject({
      count: 2,
      items: [
        { number: ayesha, text: 'Can I pay in two parts?' },
        { number: bilal, text: 'Slip no 4471' },
      ],
    });
    // A chat that somebody has only looked at still waits.
    const [{ id }] = (await here.clerk.get(calls.listConversations)).items;
    await here.clerk.get(calls.markSeen, { body: { number: ayesha, upTo: `i${id}` } });
    expect((await today()).toAnswer).toMatchObject({ count: 2, items: [{ number: ayesha }, {}] });
    await here.clerk.get(calls.markAnswered, { body: { number: ayesha, upTo: `i${id}`, isAnswered: true } });
    expect((await today()).toAnswer).toMatchObject({ count: 1, items: [{ number: bilal }] });
    expect(await here.clerk.get(calls.listConversations)).toMatchObject({ waiting: 1 });
  });

  it('Today sums the payments of each day of the week, less returns, and the week before.', async () => {
    const group = await here.campus.group({
      bills: [1, 2, 3, 4].map((n) => makeBill({ name: `Child ${n}`, regNum: `C${n}`, total: 1000 })),
    });
    const [first, second, third, fourth] = group.bills.map(({ id }) => id) as [
      number,
      number,
      number,
      number,
    ];
    let presses = 0;
    const pay = async (billID: number, amount: number, receivedOn: string) =>
      here.clerk.get(calls.receivePayment, {
        body: {
          ...{ clientID: `collected ${++presses}`, amount, method: 'cash', receivedOn },
          allocations: [{ billID, amount }],
        },
      });
    await pay(first, 400.5, '2026-11-15');
    await here.campus.group({ name: 'Said', bills: [makeBill({ status: 'paid', total: 700 })] });
    await pay(second, 1000, '2026-11-16');
    const back = await pay(third, 1000, '2026-11-21');
    const slip = await pay(fourth, 300, '2026-11-22');
    await pay(fourth, 250, '2026-11-22');
    await here.clerk.get(calls.voidPayment, {
      params: { id: slip.paymentID },
      body: { reason: 'Wrong child' },
    });
    await here.clerk.get(calls.returnPayment, {
      params: { id: back.paymentID },
      body: { clientID: 'back', kind: 'refund', amount: 100, reason: 'Paid twice' },
    });
    const { collected } = await today();
    expect(collected.lastWeek).toBe(400.5);
    expect(collected.days).toMatchObject([
      { day: '2026-11-16', payments: 1, amount: 1000 },
      ...[17, 18, 19, 20].map((day) => ({ day: `2026-11-${day}`, payments: 0, amount: 0 })),
      { day: '2026-11-21', payments: 1, amount: 1000 },
      // A return is subtracted on the day of the return, as in the day book.
      { day: '2026-11-22', payments: 1, amount: 150 },
    ]);
    const summary = (await here.clerk.get(calls.listGroups)).find(
      ({ id }: { id: number }) => id === group.id,
    );
    expect(summary).toMatchObject({ collected: 2550.5, outstanding: 1449.5, expected: 4000 });
  });

  it('Today lists each child with an open bill and no number once, with the payable amount.', async () => {
    const none = { number: '', total: 6500, amountAfterDueDate: 7500, dueDate: '2026-11-10' };
    await here.campus.group({
      bills: [
        makeBill({ ...none, name: 'Laiba', regNum: 'L' }),
        makeBill({ ...none, name: 'Usman', regNum: null }),
        makeBill({ ...none, name: 'Paid', status: 'paid' }),
        makeBill({ name: 'Told' }),
      ],
    });
    await here.campus.group({
      name: 'December',
      bills: [makeBill({ ...none, name: 'Laiba', regNum: 'L', dueDate: '2026-12-10' })],
    });
    const { numberless } = await today();
    expect(numberless).toMatchObject({
      count: 2,
      items: [
        { name: 'Laiba', regNum: 'L', payable: 6500 },
        { name: 'Usman', regNum: null, payable: 7500 },
      ],
    });
    const first = await here.clerk.get(calls.listNumberless, { query: { take: 1 } });
    expect(first.items).toHaveLength(1);
    const rest = await here.clerk.get(calls.listNumberless, { query: { after: first.next } });
    expect(rest).toMatchObject({ items: [{ name: 'Usman' }], next: null });
    // A bill that gets a number leaves the list.
    const [{ billID: id }] = numberless.items;
    await here.clerk.get(calls.updateBill, { params: { id }, body: { number: '0300-1111111' } });
    expect(
      (await here.clerk.get(calls.listNumberless)).items.map(({ name }: { name: string }) => name),
    ).toEqual(['Usman', 'Laiba']);
  });

  it('A child without a number gets that of another child with the same father’s name proposed, and it is not stored.', async () => {
    const file = { name: 'roster.csv', sha256: 'a'.repeat(64) };
    const students = [
      { regNum: 'P1', name: 'Iqra', fatherName: 'Imran Bhatti', class: '5' },
      { regNum: 'P2', name: 'Fatima', fatherName: 'Imran Bhatti', class: '1', number: '3004709137' },
      { regNum: 'P3', name: 'Omar', fatherName: 'Akram', class: '5' },
      { regNum: 'P4', name: 'Zara', fatherName: 'Akram', class: '1', number: '0321-8840127' },
      { regNum: 'P5', name: 'Sana', fatherName: 'Akram', class: '2', number: '0321-8840128' },
    ];
    await here.clerk.get(calls.importStudents, asLines({ saveID: randomUUID(), file }, students));
    const none = { number: null, invNo: null };
    await here.campus.group({
      bills: ['P1', 'P3'].map((regNum) => makeBill({ ...none, regNum, name: regNum })),
    });
    const { items } = await here.clerk.get(calls.listNumberless);
    // Two numbers of fathers with one name are two families.
    expect(items.map(({ name, proposed }: { name: string; proposed?: object }) => [name, proposed])).toEqual([
      ['P3', undefined],
      ['P1', { number: '3004709137', name: 'Fatima' }],
    ]);
    expect((await today()).numberless.count).toBe(2);
  });

  it('Today shows the days of two weeks on which open bills are due or expire, and the missing month.', async () => {
    const bill = (dueDate: string, expiryDate: string, status = 'unpaid') =>
      makeBill({ dueDate, expiryDate, status });
    const { id } = await here.campus.group({
      name: 'November 2026',
      bills: [
        bill('2026-11-10', '2026-11-25'),
        bill('2026-11-10', '2026-11-25', 'partial'),
        bill('2026-11-10', '2026-11-25', 'paid'),
        bill('2026-11-30', '2026-12-31'),
        bill('2026-11-22', '2026-11-21'),
      ],
    });
    const of = { groupID: id, billing: 'November 2026' };
    expect(await today()).toMatchObject({
      falling: [
        { ...of, day: '2026-11-22', kind: 'due', bills: 1 },
        { ...of, day: '2026-11-25', kind: 'expiry', bills: 2 },
        { ...of, day: '2026-11-30', kind: 'due', bills: 1 },
      ],
      missing: { month: 12, year: 2026, day: '2026-12-01' },
    });
  });

  it('Today shows scheduled and running sends and failures to users with the right outbox only.', async () => {
    const { campus, world, clerk } = here;
    const group = await campus.group({ bills: 3 });
    await clerk.get(calls.sendToGroups, {
      body: { groupIDs: [group.id], message: 'School is closed', sendAt: '2026-11-23T09:00' },
    });
    await campus.message({ groupIDs: [group.id], message: 'Fees are due' });
    const { scheduled, sending } = await today();
    expect(scheduled).toMatchObject([
      { text: 'School is closed', startAt: '2026-11-23T04:00:00.000Z', messages: 3 },
    ]);
    expect(sending).toMatchObject([{ text: 'Fees are due', done: 0, total: 3, paused: false }]);
    const viewer = callerOf(world, campus, await campus.user({ view: true }));
    expect(await viewer.get(calls.today)).toMatchObject({ scheduled: [], sending: [], failures: null });
  });

  it('Today shows the own campus only.', async () => {
    await here.campus.group({ bills: [makeBill({ number: '', expiryDate: '2026-11-25' })] });
    await here.clerk.get(calls.replyFromPhone, { body: { number: ayesha, message: 'Salam' } });
    const sister = await here.campus.sister();
    const sisterCaller = callerOf(here.world, sister, await sister.user());
    expect(await sisterCaller.get(calls.today)).toMatchObject({
      toAnswer: { count: 0, items: [] },
      numberless: { count: 0, items: [] },
      falling: [],
    });
  });
});
