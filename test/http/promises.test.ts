/** Promises to pay: noted for a family, they hold its reminders, and the ledger says whether they were kept. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import type { RemindedFamily } from '#shared/calls/reminders.ts';
import { remindDue } from '../../src/server/reminders/runs/worker.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('promises on %s', (engine) => {
  const here = useCampus(engine);
  const [number, mother, other] = ['+923001112221', '+923001112222', '+923001112223'];
  const typed = '0300-1112221';
  const db = () => here.world.deps.store.db;
  /** In Karachi, which is five hours ahead. */
  const at = (local: string): void => {
    here.clock.now = new Date(`${local}:00+05:00`);
  };
  const bills = async (...given: Partial<NewBill>[]): Promise<number[]> =>
    (
      await here.campus.group({
        bills: given.map((bill) =>
          makeBill({ total: 6500, amountAfterDueDate: null, number: typed, ...bill }),
        ),
      })
    ).bills.map(({ id }) => id);
  const body = { number: typed, day: '2026-12-10', amount: 6500 };
  const note = (changes = {}) => here.clerk.get(calls.notePromise, { body: { ...body, ...changes } });
  const withdraw = (promiseID: number) => here.clerk.get(calls.withdrawPromise, { body: { promiseID } });
  const list = async (numbers = number) =>
    (await here.clerk.get(calls.listPromises, { query: { numbers } })).items;
  const states = async (numbers = number) => (await list(numbers)).map((one: { state: string }) => one.state);
  const unkept = async () => (await here.clerk.get(calls.today)).unkept;
  let presses = 0;
  const pay = (billID: number, amount: number, also = {}) =>
    here.clerk.get(calls.receivePayment, {
      body: { ...{ clientID: `promise ${++presses}`, amount, method: 'cash', billID }, ...also },
    });
  const entries = async () =>
    (await entriesOf(db(), await schoolOf(db(), here.campus.id)))
      .map(({ what }) => what)
      .filter((what) => what.startsWith('promise'));

  it('A promise is open until its day has passed, then it is on Today until the money comes in.', async () => {
    at('2026-12-05T10:00');
    const [first = 0] = await bills({ name: 'Ayesha', regNum: 'A1' }, { name: 'Bilal', regNum: 'B1' });
    const noted = await note({ note: 'Salary on the 10th' });
    expect(noted).toMatchObject({
      day: '2026-12-10',
      amount: 6500,
      note: 'Salary on the 10th',
      state: 'open',
    });
    at('2026-12-10T23:00');
    expect([await states(), (await unkept()).count]).toEqual([['open'], 0]);
    const spellings = [typed, `${number}, 123@lid`, number.replace('+92', '0'), number.replace('+', '00')];
    for (const spelled of spellings) expect(await states(spelled), spelled).toEqual(['open']);
    at('2026-12-11T00:05');
    expect(await states()).toEqual(['unkept']);
    expect(await unkept()).toMatchObject({
      count: 1,
      items: [
        { promiseID: noted.id, number, billID: expect.any(Number), day: '2026-12-10', payable: 13_000 },
      ],
    });
    // A part of what was promised does not keep it.
    await pay(first, 6000);
    expect(await states()).toEqual(['unkept']);
    const { paymentID } = await pay(first, 500);
    expect([await states(), (await unkept()).count]).toEqual([['kept'], 0]);
    await here.clerk.get(calls.voidPayment, { params: { id: paymentID }, body: { reason: 'Not theirs' } });
    expect([await states(), (await unkept()).count]).toEqual([['unkept'], 1]);
    // A month later nobody needs it on Today any more.
    at('2027-01-11T10:00');
    expect((await unkept()).count).toBe(0);
  });

  it('Only money that came in after a promise was noted keeps it, and a cheque that bounced does not.', async () => {
    at('2026-12-05T10:00');
    const [id = 0] = await bills({ regNum: 'A1', total: 20_000 });
    await pay(id, 6500);
    at('2026-12-05T10:10');
    await note();
    expect(await states()).toEqual(['open']);
    at('2026-12-06T10:00');
    const { paymentID } = await pay(id, 6500, { method: 'cheque', reference: '77' });
    expect(await states()).toEqual(['kept']);
    await here.clerk.get(calls.returnPayment, {
      params: { id: paymentID },
      body: { clientID: 'bounced', kind: 'bounced', amount: 6500, reason: 'No money' },
    });
    expect(await states()).toEqual(['open']);
  });

  it('A promise of all that is payable is kept once nothing is payable, also of children without registration.', async () => {
    at('2026-12-05T10:00');
    const [first = 0, second = 0] = await bills({ name: 'Ayesha' }, { name: 'Bilal' });
    await note({ amount: null });
    await pay(first, 6500);
    expect(await states()).toEqual(['open']);
    await here.clerk.get(calls.markBills, { body: { ids: [second], status: 'paid' } });
    expect(await states()).toEqual(['kept']);
  });

  it('A payment for a child without a registration number keeps the promise.', async () => {
    at('2026-12-05T10:00');
    const [first = 0] = await bills({ name: 'Ayesha', regNum: null }, { name: 'Bilal', regNum: null });
    await note();
    at('2026-12-06T10:00');
    await pay(first, 6500);
    expect(await states()).toEqual(['kept']);
  });

  it('A new promise replaces an open one, a kept promise stays kept, and a repeated promise makes no second one.', async () => {
    at('2026-12-05T10:00');
    const [id = 0] = await bills({ regNum: 'A1', total: 20_000 });
    const first = await note();
    expect(await note()).toEqual(first);
    at('2026-12-06T10:00');
    await note({ day: '2026-12-12', amount: null });
    expect(await states()).toEqual(['open', 'replaced']);
    await note({ day: '2026-12-12', amount: 5000 });
    at('2026-12-07T10:00');
    await pay(id, 5000);
    await note({ day: '2026-12-20' });
    expect(await states()).toEqual(['open', 'kept', 'replaced', 'replaced']);
    const [open] = await list();
    expect(await withdraw(open?.id ?? 0)).toMatchObject({ state: 'withdrawn' });
    expect(await withdraw(open?.id ?? 0)).toMatchObject({ state: 'withdrawn' });
    expect(await entries()).toEqual([...Array(4).fill('promiseNoted'), 'promiseWithdrawn']);
  });

  it('A promise is refused for a past day, a day too far ahead, a family that owes nothing or an unknown number.', async () => {
    at('2026-12-05T10:00');
    await bills({ status: 'paid' });
    const ask = async (changes: object) =>
      (await here.clerk.ask(calls.notePromise, { body: { ...body, ...changes } })).body.issues?.[0]?.path;
    expect(await ask({ day: '2026-12-04' })).toBe('day');
    expect(await ask({ day: '2028-01-01' })).toBe('day');
    for (const changes of [{}, { number: other }])
      expectFailure(await here.clerk.ask(calls.notePromise, { body: { ...body, ...changes } }), 'invalid');
    await bills({ status: 'unpaid', name: 'Bilal' });
    expect(await note({ day: '2026-12-05' })).toMatchObject({ state: 'open' });
  });

  it('A promise belongs to the whole family: it applies to both parents and moves to a corrected number.', async () => {
    at('2026-12-05T10:00');
    await bills({ name: 'Ayesha', regNum: 'A1', number: `${typed}, 0300-1112222` });
    await note();
    expect([await states(mother), await states(other)]).toEqual([['open'], []]);
    const { correctionID } = await here.clerk.get(calls.correctNumber, {
      body: { from: number, to: '0300-1112223' },
    });
    expect([await states(number), await states(other), await states(mother)]).toEqual([
      [],
      ['open'],
      ['open'],
    ]);
    await here.clerk.get(calls.undoCorrection, { body: { correctionID } });
    expect([await states(number), await states(other)]).toEqual([['open'], []]);
  });

  it('When a corrected number joins two families, the later promise stays open.', async () => {
    at('2026-12-05T10:00');
    await bills({ name: 'Ayesha', regNum: 'A1' }, { name: 'Bilal', regNum: 'B1', number: '0300-1112223' });
    await note({ number: other });
    await note();
    await here.clerk.get(calls.correctNumber, { body: { from: number, to: other } });
    expect(await states(other)).toEqual(['open', 'replaced']);
  });

  it('Automatic reminders to a family wait until the day of its promise has passed, and the list of next reminders gives the reason.', async () => {
    at('2026-12-01T08:00');
    const message = 'Fee of {{name}}: {{payable}}';
    const { id: templateID } = await here.clerk.get(calls.addTemplate, {
      body: { title: 'Due', message, sendOn: 'due' },
    });
    await here.clerk.get(calls.switchReminder, { body: { templateID, isOn: true } });
    await bills(
      { name: 'Ayesha', dueDate: '2026-12-08' },
      { name: 'Bilal', dueDate: '2026-12-08', number: '0300-1112223' },
    );
    const noted = await note();
    at('2026-12-07T10:00');
    const next = await here.clerk.get(calls.showNextReminders);
    expect(next).toMatchObject({ day: '2026-12-08', bills: 1, families: 1, promised: 1, count: 2 });
    expect(next.items.map(({ name, reason }: RemindedFamily) => [name, reason])).toEqual([
      ['Ayesha', 'Promised to pay by 10 Dec 2026'],
      ['Bilal', null],
    ]);
    const notified = async () =>
      (
        await db()
          .selectFrom('message')
          .select('name')
          .where('campusID', '=', here.campus.id)
          .orderBy('id')
          .execute()
      ).map(({ name }) => name);
    const run = async (day: string): Promise<string[]> => {
      await here.world.work();
      at(`${day}T09:05`);
      await remindDue(here.world.deps);
      return notified();
    };
    expect(await run('2026-12-08')).toEqual(['Bilal']);
    expect(await run('2026-12-10')).toEqual(['Bilal']);
    expect(await run('2026-12-11')).toEqual(['Bilal', 'Ayesha']);
    expect(noted.state).toBe('open');
  });

  it('A waiting or scheduled reminder skips a family with an open promise, and a reminder sent at once is delivered.', async () => {
    at('2026-12-05T10:00');
    await here.clerk.get(calls.setPace, { body: { pace: 'instant' } });
    const group = await here.campus.group({
      bills: [
        makeBill({ name: 'Ayesha', number: typed }),
        makeBill({ name: 'Bilal', number: '0300-1112223' }),
      ],
    });
    await note();
    const send = { groupIDs: [group.id], message: 'Fee of {{name}}: {{payable}}', status: 'unpaid' };
    expect(await here.clerk.get(calls.planSend, { body: send })).toMatchObject({ queued: 2, promised: 1 });
    const later = { ...send, sendAt: '2026-12-12T10:00' };
    expect(await here.clerk.get(calls.planSend, { body: later })).toMatchObject({ queued: 2, promised: 0 });
    await here.clerk.get(calls.sendToGroups, { body: { ...send, sendAt: '2026-12-06T10:00' } });
    const fates = async () =>
      (
        await db()
          .selectFrom('message')
          .select(['name', 'status', 'reason'])
          .where('campusID', '=', here.campus.id)
          .orderBy('id')
          .execute()
      ).map(({ name, status, reason }) => [name, status, reason]);
    at('2026-12-06T10:01');
    await here.world.work();
    expect(await fates()).toEqual([
      ['Ayesha', 'skipped', '{"code":"promised","day":"2026-12-10"}'],
      ['Bilal', expect.stringMatching(/accepted|sent|delivered|read/), null],
    ]);
    await here.clerk.get(calls.sendToGroups, { body: { ...send, message: 'Now: {{name}}' } });
    await here.world.work();
    const [, , ayesha] = await fates();
    expect(ayesha?.[1]).toMatch(/accepted|sent|delivered|read/);
  });
});
