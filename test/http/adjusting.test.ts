/** Fines, waivers and write-offs: what they count against, who may void them, and when that is refused. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import type { Answered } from '../support/world.ts';
import { type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const dueDate = '2026-11-10';

describe.each(engines)('Voiding an adjustment on %s', (engine) => {
  const here = useCampus(engine);
  let presses = 0;

  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const billsOf = async (rows: Partial<NewBill>[]): Promise<number[]> => {
    const made = rows.map((row) => makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, ...row }));
    return (await here.campus.group({ bills: made })).bills.map(({ id }) => id);
  };
  const listed = async (bill: number | undefined) =>
    (await here.clerk.get(calls.listAdjustments, { params: { id: bill } })).items;
  /** Returns the id of the new adjustment. */
  const adjust = async (bill: number | undefined, body: object, by: Caller = here.clerk) => {
    presses += 1;
    const adjustment = { clientID: `press ${presses}`, reason: 'As agreed', ...body };
    await by.get(calls.adjustBill, { params: { id: bill }, body: adjustment });
    return (await listed(bill))[0].id as number;
  };
  const takeBack = (id: number, by: Caller = here.clerk): Promise<Answered> =>
    by.ask(calls.voidAdjustment, { params: { id }, body: { reason: 'The wrong child' } });
  const expectRefusal = (answer: Answered, message: string): void => {
    expectFailure(answer, 'conflict');
    expect(answer.body.message).toBe(message);
  };
  const stored = async (id: number | undefined) =>
    here.world.deps.store.db
      .selectFrom('bill')
      .select(['paid', 'status', 'settledOn'])
      .where('id', '=', id ?? 0)
      .executeTakeFirst();

  it('After a waiver is voided the bill asks for the same amount again, and its list and history show the reason.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const id = await adjust(bill, { kind: 'waiver', amount: 1200 });
    expect(await stored(bill)).toMatchObject({ status: 'waived' });
    const { status, body } = await takeBack(id);
    expect({ status, bill: body.bill }).toMatchObject({
      status: 200,
      bill: { charged: 1200, balance: 1200 },
    });
    expect(await stored(bill)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
    expect(await listed(bill)).toMatchObject([
      {
        ...{ id, kind: 'waiver', amount: 1200, reason: 'As agreed' },
        ...{ voidedAt: '2026-11-12T10:00:00.000Z', voidReason: 'The wrong child' },
      },
    ]);
    const { items } = await here.clerk.get(calls.listHistory, { query: { kind: 'bill', id: bill } });
    expect(items[0]).toMatchObject({ code: 'adjustmentVoided' });
    expectRefusal(await takeBack(id), moneyRefusals.adjustmentVoid);
    expectFailure(await takeBack(987_654_321), 'notFound');
  });

  it('The edit right allows voiding an own adjustment within ten minutes; later, or for others, the delete right is needed.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const editor = await here.caller({ view: true, edit: true });
    const colleague = await here.caller({ view: true, edit: true });
    const [bill] = await billsOf([{}]);
    const own = await adjust(bill, { kind: 'fine', amount: 100 }, editor);
    for (const one of [
      await takeBack(own, colleague),
      await takeBack(own, await here.caller({ view: true })),
    ])
      expectFailure(one, 'forbidden');
    at('2026-11-12T10:10:00.000Z');
    expect((await takeBack(own, editor)).status).toBe(200);
    const late = await adjust(bill, { kind: 'waiver', amount: 100 }, editor);
    at('2026-11-12T10:20:01.000Z');
    const refused = await takeBack(late, editor);
    expectFailure(refused, 'forbidden');
    expect(refused.body.message).toBe(moneyRefusals.mayNotVoid);
    expect((await takeBack(late)).status).toBe(200);
  });

  it('A message that was skipped because of a waiver is queued again when the waiver is voided.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const { id, bills } = await here.campus.group({ bills: [makeBill({ total: 1000, dueDate })] });
    await here.campus.message({ groupIDs: [id], message: 'Due: {{name}}', status: 'unpaid' });
    const waiting = async () => {
      const messages = here.world.deps.store.db.selectFrom('message').select(['status', 'reason']);
      return messages.where('campusID', '=', here.campus.id).execute();
    };
    const waiver = await adjust(bills[0]?.id, { kind: 'waiver', amount: 1000 });
    expect(await waiting()).toEqual([{ status: 'skipped', reason: makeReason('otherSince') }]);
    await takeBack(waiver);
    expect(await waiting()).toEqual([{ status: 'queued', reason: null }]);
  });

  it('A fine that is paid cannot be voided until its money is refunded.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const fine = await adjust(bill, { kind: 'fine', amount: 50 });
    const body = { clientID: 'fine paid', amount: 1050, method: 'cash', billID: bill };
    const { paymentID } = await here.clerk.get(calls.receivePayment, { body });
    expectRefusal(await takeBack(fine), moneyRefusals.finePaid);
    const back = { clientID: 'fine back', kind: 'refund', amount: 50, reason: 'The wrong child' };
    await here.clerk.get(calls.returnPayment, { params: { id: paymentID }, body: back });
    expect((await takeBack(fine)).status).toBe(200);
    expect(await stored(bill)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-05' });
  });

  it('A waiver can be taken back whatever was paid, also after the due date has moved.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const pay = (amount: number) => {
      presses += 1;
      const body = { clientID: `press ${presses}`, amount, method: 'cash', billID: bill };
      return here.clerk.get(calls.receivePayment, { body });
    };
    await pay(1200);
    await adjust(bill, { kind: 'fine', amount: 10 });
    const waiver = await adjust(bill, { kind: 'waiver', amount: 10 });
    const later = { dueDate: '2026-11-30', reason: 'Agreed' };
    await here.clerk.get(calls.updateBill, { params: { id: bill }, body: later });
    expect((await takeBack(waiver)).status).toBe(200);
  });

  it('A fine cannot be taken back while money that came in late pays it.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const pay = (clientID: string, amount: number) =>
      here.clerk.get(calls.receivePayment, { body: { clientID, amount, method: 'cash', billID: bill } });
    await pay('fee in time', 1000);
    const fine = await adjust(bill, { kind: 'fine', amount: 50 });
    at('2026-11-20T10:00:00.000Z');
    await pay('fine late', 50);
    expectRefusal(await takeBack(fine), moneyRefusals.finePaid);
  });

  it('A waiver reduces the late fine if it is not larger, unless the clerk says that it is of the fee.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const bills = await billsOf([{}, {}, {}]);
    await adjust(bills[0], { kind: 'waiver', amount: 200 });
    await adjust(bills[1], { kind: 'waiver', amount: 201 });
    await adjust(bills[2], { kind: 'waiver', amount: 200, of: 'fee' });
    const chargedOn = async (bill: number | undefined, day: string) => {
      const { families } = await here.clerk.get(calls.findOpenBills, { query: { billID: bill, day } });
      return families[0].bills[0].charged;
    };
    const charged = [];
    for (const bill of bills)
      charged.push([await chargedOn(bill, '2026-11-10'), await chargedOn(bill, '2026-11-12')]);
    expect(charged).toEqual([
      [1000, 1000],
      [799, 999],
      [800, 1000],
    ]);
    const more = { clientID: 'more', kind: 'waiver', amount: 201, of: 'lateFine', reason: 'As agreed' };
    const [bill] = await billsOf([{}]);
    expectRefusal(
      await here.clerk.ask(calls.adjustBill, { params: { id: bill }, body: more }),
      moneyRefusals.moreThanLateFine,
    );
  });

  it('A fee that was waived after the due date counts as waived from the first day of the bill.', async () => {
    at('2026-11-20T10:00:00.000Z');
    const [bill] = await billsOf([{ total: 10_040, amountAfterDueDate: 10_540 }]);
    await adjust(bill, { kind: 'waiver', amount: 5000 });
    const find = { query: { billID: bill, day: '2026-11-08' } };
    const { families } = await here.clerk.get(calls.findOpenBills, find);
    expect(families[0].balance).toBe(5040);
    const body = {
      clientID: 'in time',
      amount: 5040,
      method: 'cash',
      receivedOn: '2026-11-08',
      billID: bill,
    };
    await here.clerk.get(calls.receivePayment, { body });
    expect(await stored(bill)).toEqual({ paid: 504_000, status: 'paid', settledOn: '2026-11-08' });
  });

  it('A carried adjustment cannot be voided, nor an older fine that is part of the carried amount.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const regNum = 'C-1';
    const saveMonth = async (month: number, row: object): Promise<number> => {
      const of = { name: `Month ${month}`, description: 'Fees', campusID: here.campus.id };
      const group = { id: 0, month, year: 2026, ...of };
      const contacts = [{ name: 'Ali', regNum, number: '03001234567', ...row }];
      const { id } = await here.clerk.get(calls.saveGroup, { body: { group, contacts } });
      return (await here.clerk.get(calls.listBills, { params: { id } })).items[0].id;
    };
    const old = await saveMonth(10, { total: 1000, dueDate: '2026-10-10' });
    const fine = await adjust(old, { kind: 'fine', amount: 50 });
    at('2026-11-05T10:01:00.000Z');
    const arrears = { head1: 'Tuition Fee', amount1: 500, head2: 'Arrears', amount2: 1050 };
    await saveMonth(11, { total: 1550, dueDate, ...arrears });
    const [carried] = await listed(old);
    expect(carried).toMatchObject({ kind: 'carried', amount: 1050 });
    expectRefusal(await takeBack(carried.id), moneyRefusals.carriedStays);
    expectRefusal(await takeBack(fine), moneyRefusals.carriedSince);
  });

  it('A waiver that a bank file made cannot be voided by itself.', async () => {
    at('2026-11-20T10:00:00.000Z');
    const [bill] = await billsOf([{ invNo: '90000001' }]);
    const account = { kind: 'bank', title: 'HBL' };
    const { id: accountID } = await here.clerk.get(calls.addMoneyAccount, { body: account });
    const body = {
      ...{ saveID: 'one save', accountID, file: { name: 'HBL.csv', sha256: 'ab'.repeat(32) } },
      rows: [{ row: 0, day: '2026-11-20', amount: 1000, text: 'IBFT 90000001' }],
      decisions: [{ row: 0, match: 'fineOpen', act: 'waive', billID: bill }],
    };
    await here.clerk.get(calls.saveBankFile, { body });
    const [waiver] = await listed(bill);
    expect(waiver).toMatchObject({ kind: 'waiver', amount: 200, reason: 'HBL.csv' });
    expectRefusal(await takeBack(waiver.id), moneyRefusals.waivedByBank);
  });
});
