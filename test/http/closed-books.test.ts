/** Closed books: the figures of a closed day do not change, and what concerns it is booked on its own day. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ReportRow } from '#shared/calls/reports.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import type { Answered } from '../support/world.ts';
import { type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const october = { from: '2026-10-01', to: '2026-10-31' };
const november = { from: '2026-11-01', to: '2026-11-30' };

/** Returns the message of a refusal. */
const refusalOf = (answered: Answered, code: 'conflict' | 'invalid' = 'conflict'): string => {
  expectFailure(answered, code);
  return answered.body.message;
};

describe.each(engines)('Closed books on %s', (engine) => {
  const here = useCampus(engine);
  let presses = 0;
  const press = (): string => {
    presses += 1;
    return `closing ${presses}`;
  };
  const at = (day: string): void => {
    here.clock.now = new Date(`${day}T06:00:00.000Z`);
  };
  const close = (closedUntil: string | null, by: Caller = here.clerk) =>
    by.ask(calls.closeBooks, { body: { closedUntil, reason: 'The month is done' } });
  /** Adds two children of one family with a bill of 1,000 each. */
  const addFamily = async () => {
    const family = { number: freshNumber(), total: 1000, amountAfterDueDate: 1200, dueDate: '2026-10-10' };
    const rows = ['Ali', 'Bina'].map((name) => makeBill({ ...family, name, regNum: `${name} ${press()}` }));
    return (await here.campus.group({ bills: rows })).bills.map(({ id }) => id);
  };
  const receive = (body: object, by: Caller = here.clerk) =>
    by.ask(calls.receivePayment, { body: { clientID: press(), method: 'cash', ...body } });
  const pay = async (billID: number, amount: number, more: object = {}) =>
    (await receive({ amount, allocations: [{ billID, amount }], ...more })).body as {
      paymentID: number;
      receiptNo: number;
    };
  const voidIt = (id: number) =>
    here.clerk.ask(calls.voidPayment, { params: { id }, body: { reason: 'A slip' } });
  const giveBack = (id: number, more: object = {}) =>
    here.clerk.ask(calls.returnPayment, {
      params: { id },
      body: { clientID: press(), kind: 'refund', reason: 'Moved away', ...more },
    });
  const adjust = async (billID: number, kind: string, amount: number) => {
    await here.clerk.get(calls.adjustBill, {
      params: { id: billID },
      body: { clientID: press(), kind, amount, reason: kind },
    });
    return (await here.clerk.get(calls.listAdjustments, { params: { id: billID } })).items[0].id;
  };
  const entries = async (what: string) => {
    const { db } = here.world.deps.store;
    const all = await entriesOf(db, await schoolOf(db, here.campus.id));
    return all.filter((entry) => entry.what === what).map(({ details }) => JSON.parse(details ?? '{}'));
  };
  /** The figures of a report with its rows, and the list behind each figure. */
  const reportOf = async (name: string, by: string, days: object) => {
    const { rows, totals } = await here.clerk.get(calls.showReport, {
      params: { name },
      query: { by, ...days },
    });
    const lists: unknown[] = [];
    for (const figure of Object.keys(totals[0].figures))
      if (figure !== 'billed' && figure !== 'outstanding')
        lists.push(
          await here.clerk.get(calls.listReport, { params: { name }, query: { by, figure, ...days } }),
        );
    // What is billed and outstanding is as of today, whatever the days.
    const plain = ({ figures, ...row }: Pick<ReportRow, 'figures'>) => {
      const { billed: _billed, outstanding: _outstanding, ...received } = figures;
      return { ...row, figures: received };
    };
    return { rows: rows.map(plain), totals: totals.map(plain), lists };
  };
  /** Everything that is reported about the days. */
  const booksOf = async (days: { from: string; to: string }, dates: readonly string[]) => ({
    books: await Promise.all(dates.map((day) => here.clerk.get(calls.showDayBook, { query: { day } }))),
    dayBook: await reportOf('day-book', 'day', days),
    byClerk: await reportOf('day-book', 'clerk', days),
    byBilling: await reportOf('collected', 'billing', days),
    byClass: await reportOf('collected', 'class', days),
    heads: await reportOf('heads', 'head', days),
    conceded: await reportOf('concessions', 'billing', days),
    paid: (await here.clerk.get(calls.listPayments, { query: days })).sum,
  });

  it('The day book and the reports of a closed month stay as they were after voids, returns, waivers and moved credit.', async () => {
    at('2026-10-05');
    const [ali, bina] = await addFamily();
    const voided = await pay(ali ?? 0, 500);
    await pay(ali ?? 0, 300);
    const refunded = await pay(bina ?? 0, 700, { method: 'online' });
    const ahead = (await receive({ amount: 400, billID: bina, payer: 'Tariq', allocations: [] })).body;
    const [third] = await addFamily();
    await here.clerk.get(calls.markBills, { body: { ids: [third], status: 'paid' } });
    at('2026-10-20');
    const waiver = await adjust(bina ?? 0, 'waiver', 50);
    at('2026-11-03');
    expect((await close('2026-10-31')).status).toBe(200);
    const dates = ['2026-10-05', '2026-10-20'];
    const before = await booksOf(october, dates);

    at('2026-11-04');
    expect((await voidIt(voided.paymentID)).status).toBe(200);
    expect((await giveBack(refunded.paymentID, { amount: 200 })).status).toBe(200);
    await adjust(bina ?? 0, 'waiver', 20);
    await here.clerk.get(calls.voidAdjustment, { params: { id: waiver }, body: { reason: 'A slip' } });
    await here.clerk.get(calls.allocatePayment, {
      params: { id: ahead.paymentID },
      body: { allocations: [{ billID: ali, amount: 100 }] },
    });
    await here.clerk.get(calls.markBills, { body: { ids: [third], status: 'unpaid' } });
    expect(await booksOf(october, dates)).toEqual(before);

    // November has the changes, each with the day that it concerns.
    const book = await here.clerk.get(calls.showDayBook, { query: { day: '2026-11-04' } });
    expect(book).toMatchObject({
      ...{ sum: 0, returned: 700, net: -700 },
      returns: [
        { kind: 'refund', amount: 200, concerns: '2026-10-05' },
        {
          kind: 'voided',
          receiptNo: voided.receiptNo,
          amount: 500,
          concerns: '2026-10-05',
          reason: 'A slip',
        },
      ],
      cash: [{ clerk: here.clerk.userID, expected: -500 }],
    });
    const { dayBook, byBilling, heads, conceded } = await booksOf(november, ['2026-11-04']);
    expect(dayBook.totals).toMatchObject([
      { figures: { returned: { sum: 700, count: 2 }, markedPaid: { sum: -1000 } } },
    ]);
    expect(dayBook.rows).toMatchObject([{ key: '2026-11-04' }]);
    for (const { totals } of [byBilling, heads])
      expect(totals).toMatchObject([{ figures: { collected: { sum: -700 }, markedPaid: { sum: -1000 } } }]);
    expect(conceded.totals).toMatchObject([{ figures: { waived: { sum: 20 - 50 } } }]);
    expect(await entries('paymentVoided')).toMatchObject([
      { receiptNo: voided.receiptNo, amount: 500_00, reason: 'A slip', concerns: '2026-10-05' },
    ]);
    expect(await entries('paymentReturned')).toMatchObject([{ concerns: '2026-10-05' }]);
    expect(await entries('adjustmentVoided')).toMatchObject([{ concerns: '2026-10-20' }]);
    expect(await entries('paymentAllocated')).toMatchObject([{ concerns: '2026-10-05' }]);
    // The bills themselves are right: Ali has 300 and the moved credit, Bina 500.
    const figures = await here.world.deps.store.db
      .selectFrom('bill')
      .select(['id', 'paid'])
      .where('id', 'in', [ali ?? 0, bina ?? 0])
      .orderBy('id')
      .execute();
    expect(figures.map(({ paid }) => paid)).toEqual([400_00, 500_00]);
  });

  it('The books of an open month lose a void payment, as before.', async () => {
    at('2026-11-04');
    const [ali] = await addFamily();
    const slip = await pay(ali ?? 0, 500, { receivedOn: '2026-11-02' });
    await voidIt(slip.paymentID);
    expect(await here.clerk.get(calls.showDayBook, { query: { day: '2026-11-02' } })).toMatchObject({
      ...{ count: 0, sum: 0, returned: 0 },
    });
    expect(await entries('paymentVoided')).toMatchObject([{ concerns: null }]);
  });

  it('Nothing is added to a closed day, and the answer says until when the books are closed.', async () => {
    at('2026-11-04');
    const [ali] = await addFamily();
    const paid = await pay(ali ?? 0, 100);
    await close('2026-10-31');
    const closed = moneyRefusals.booksClosed('2026-10-31');
    const before = await booksOf(october, ['2026-10-31']);
    for (const answered of [
      await receive({ amount: 5, billID: ali, allocations: [], receivedOn: '2026-10-31' }),
      await giveBack(paid.paymentID, { amount: 1, returnedOn: '2026-10-31' }),
    ])
      expect(refusalOf(answered)).toBe(closed);
    const contacts = [makeBill({ name: 'Sheet', total: 900, status: 'paid', dueDate: '2026-10-10' })];
    const group = { id: 0, name: 'October again', month: 10, year: 2026, description: 'Again' };
    const sheet = await here.clerk.ask(calls.saveGroup, { body: { group, contacts } });
    expect(refusalOf(sheet)).toBe(moneyRefusals.sheetIsClosed('2026-10-31'));
    expect(await booksOf(october, ['2026-10-31'])).toEqual(before);
    expect(
      (await receive({ amount: 5, billID: ali, allocations: [], receivedOn: '2026-11-01' })).status,
    ).toBe(200);
  });

  it('Only an owner moves the closing day, with a reason, and the trail keeps each move.', async () => {
    at('2026-11-04');
    const accounts = await here.caller({ view: true, add: true, edit: true, delete: true, outbox: true });
    expect((await close('2026-10-31', accounts)).status).toBe(403);
    expect(
      (await here.clerk.ask(calls.closeBooks, { body: { closedUntil: '2026-10-31', reason: ' ' } })).status,
    ).toBe(400);
    expect(refusalOf(await close('2026-11-04'), 'invalid')).toBe(moneyRefusals.todayStaysOpen);
    expect((await close('2026-10-31')).status).toBe(200);
    expect((await here.clerk.get(calls.getSession)).closedUntil).toBe('2026-10-31');
    await close('2026-09-30');
    await close(null);
    expect(await entries('booksClosed')).toEqual([
      { day: '2026-10-31', before: null, reason: 'The month is done' },
    ]);
    expect(await entries('booksOpened')).toMatchObject([
      { day: '2026-09-30', before: '2026-10-31' },
      { day: null, before: '2026-09-30' },
    ]);
    const [ali] = await addFamily();
    expect(
      (await receive({ amount: 5, billID: ali, allocations: [], receivedOn: '2026-10-31' })).status,
    ).toBe(200);
  });

  it('Counted cash of a clerk gets no more cash, and a void after the count stands on its own day.', async () => {
    at('2026-11-04');
    const [ali] = await addFamily();
    const cash = await pay(ali ?? 0, 600);
    await here.clerk.get(calls.countCash, { body: { clientID: press(), counted: 600 } });
    const more = { amount: 5, billID: ali, allocations: [], receivedOn: '2026-11-04' };
    const counted = moneyRefusals.cashIsCounted('2026-11-04');
    expect(refusalOf(await receive(more))).toBe(counted);
    // Money that is not in the drawer, and the cash of somebody else, are not counted.
    expect((await receive({ ...more, method: 'online' })).status).toBe(200);
    const colleague = await here.caller({ edit: true });
    expect((await receive(more, colleague)).status).toBe(200);
    const bookOf = (day: string) => here.clerk.get(calls.showDayBook, { query: { day } });
    const before = await bookOf('2026-11-04');

    at('2026-11-05');
    expect(refusalOf(await receive(more))).toBe(counted);
    const back = await giveBack(cash.paymentID, { amount: 10, returnedOn: '2026-11-04' });
    expect(refusalOf(back)).toBe(counted);
    expect((await voidIt(cash.paymentID)).status).toBe(200);
    expect(await bookOf('2026-11-04')).toEqual(before);
    expect(await bookOf('2026-11-05')).toMatchObject({
      returns: [{ kind: 'voided', amount: 600, concerns: '2026-11-04' }],
      cash: [{ clerk: here.clerk.userID, expected: -600 }],
    });
    expect(await entries('paymentVoided')).toMatchObject([{ concerns: '2026-11-04' }]);
  });
});
