/** What the counter asks before it stores a payment, and returns that are dated before their payment. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Doubtful payments on %s', (engine) => {
  const here = useCampus(engine);
  let presses = 0;

  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const makeBills = async () => {
    at('2026-11-12T10:00:00.000Z');
    const family = { number: '0300-1234567' };
    const { bills } = await here.campus.group({
      bills: [
        makeBill({ ...family, regNum: 'R-1', total: 1000 }),
        makeBill({ ...family, regNum: 'R-2', total: 1000 }),
        makeBill({ number: '0300-7654321', regNum: 'R-3', total: 1000 }),
      ],
    });
    const cashier = await here.caller({ view: true, add: true, edit: true });
    const pay = (nth: number, body: object = {}) => {
      presses += 1;
      const billID = bills[nth]?.id ?? 0;
      const payment = { clientID: `press ${presses}`, amount: 100, method: 'cash', billID, ...body };
      return cashier.ask(calls.receivePayment, {
        body: { allocations: [{ billID, amount: 100 }], ...payment },
      });
    };
    return { pay, billIDs: bills.map(({ id }) => id) };
  };

  /** The sentences of the trail with this code, newest first. */
  const entries = async (code: string): Promise<string[]> => {
    const owner = await here.caller({ view: true, admin: true });
    const { items } = await owner.get(calls.listTrail);
    return items
      .filter((entry: { code: string }) => entry.code === code)
      .map(({ text }: { text: string }) => text);
  };

  it('The counter asks about a reference that another receipt has, until that receipt is void.', async () => {
    const { pay } = await makeBills();
    const cheque = { method: 'cheque', reference: 'CHQ 7' };
    const first = (await pay(0, cheque)).body;
    at('2026-11-12T12:00:00.000Z');
    const question = await pay(2, cheque);
    expectFailure(question, 'conflict');
    expect(question.body).toMatchObject({
      asks: ['sameReference'],
      message: moneyRefusals.sameReference(first.receiptNo, 'CHQ 7'),
    });
    expect((await here.clerk.get(calls.listPayments)).count).toBe(1);
    expect((await pay(2, { ...cheque, confirmed: true })).status).toBe(200);
    const id = first.allocations[0].billID;
    const others = await here.clerk.get(calls.listPayments);
    expect(others.count).toBe(2);
    for (const { id } of others.items)
      await here.clerk.get(calls.voidPayment, { params: { id }, body: { reason: 'Wrong' } });
    expect((await pay(0, cheque)).status).toBe(200);
    const { items } = await here.clerk.get(calls.listHistory, { query: { kind: 'bill', id } });
    expect(items[0]).toMatchObject({ code: 'paymentReceived' });
  });

  it('The counter asks about the same cash of a family within a minute, but not about another amount, family or method, or later.', async () => {
    const { pay } = await makeBills();
    expect((await pay(0)).status).toBe(200);
    at('2026-11-12T10:00:50.000Z');
    const question = await pay(1);
    expectFailure(question, 'conflict');
    expect(question.body.asks).toEqual(['sameCash']);
    expect((await pay(2)).status).toBe(200);
    expect((await pay(1, { amount: 101 })).status).toBe(200);
    expect((await pay(1, { method: 'online' })).status).toBe(200);
    expect((await pay(1, { confirmed: true })).status).toBe(200);
    at('2026-11-12T10:02:00.000Z');
    expect((await pay(0)).status).toBe(200);
  });

  it('The counter asks about cash into an account that is no cash desk.', async () => {
    const { pay } = await makeBills();
    const accountOf = async (kind: string, title: string) =>
      (await here.clerk.get(calls.addMoneyAccount, { body: { kind, title } })).id;
    const bank = await accountOf('bank', 'HBL');
    const question = await pay(0, { accountID: bank });
    expectFailure(question, 'conflict');
    expect(question.body).toMatchObject({ asks: ['cashInBank'], message: moneyRefusals.cashInBank('HBL') });
    expect((await pay(0, { accountID: bank, method: 'bank' })).status).toBe(200);
    expect((await pay(0, { accountID: await accountOf('cash', 'Desk') })).status).toBe(200);
    expect((await pay(2, { accountID: bank, confirmed: true })).status).toBe(200);
  });

  it('Cash of more than three days ago needs the right to delete; other money and cash of a nearer day do not.', async () => {
    const { pay, billIDs } = await makeBills();
    at('2026-11-20T10:00:00.000Z');
    const late = await pay(0, { receivedOn: '2026-11-16' });
    expectFailure(late, 'forbidden');
    expect(late.body.message).toBe(moneyRefusals.lateCash(3));
    expect((await pay(0, { receivedOn: '2026-11-17' })).status).toBe(200);
    expect((await pay(0, { receivedOn: '2026-11-13', method: 'bank' })).status).toBe(200);
    const [billID = 0] = billIDs;
    const body = { clientID: 'owner', amount: 150, method: 'cash', billID, receivedOn: '2026-11-13' };
    expect((await here.clerk.ask(calls.receivePayment, { body })).status).toBe(200);
    expect(await entries('paymentBackDated')).toEqual([
      'Entered receipt 3 of 150 for 13 Nov 2026',
      'Entered receipt 1 of 100 for 17 Nov 2026',
    ]);
  });

  it('The counter asks about a day more than a year ago, in another year or before the bill existed, and the trail says what was confirmed.', async () => {
    const { pay, billIDs } = await makeBills();
    const [billID = 0] = billIDs;
    const enter = async (receivedOn: string, more: object = {}) => {
      const { status, body } = await pay(0, { method: 'bank', receivedOn, ...more });
      return { status, asks: body.asks };
    };
    expect(await enter('2025-10-31')).toEqual({ status: 409, asks: ['yearAgo', 'beforeBill'] });
    expect(await enter('2025-12-31')).toEqual({ status: 409, asks: ['otherYear', 'beforeBill'] });
    expect(await enter('2026-10-31')).toEqual({ status: 409, asks: ['beforeBill'] });
    // The bill was entered on the 12th, but its month began on the 1st.
    expect(await enter('2026-11-01')).toEqual({ status: 200, asks: undefined });
    const issued = { issueDate: '2026-10-25' };
    await here.clerk.get(calls.updateBill, { params: { id: billID }, body: issued });
    expect((await enter('2026-10-25')).status).toBe(200);
    expect((await enter('2025-10-31', { confirmed: true })).status).toBe(200);
    expect(await entries('paymentDoubted')).toEqual([
      'Confirmed receipt 3 of 100: it was received more than a year before; it was received before its bill existed',
    ]);
    expectFailure(await pay(0, { method: 'bank', receivedOn: '1999-12-31', confirmed: true }), 'malformed');
  });

  it('A return dated before its payment is refused.', async () => {
    const { pay } = await makeBills();
    const { paymentID } = (await pay(0)).body;
    const giveBack = (returnedOn: string) => {
      const body = {
        clientID: `back ${returnedOn}`,
        kind: 'refund',
        amount: 10,
        reason: 'Too much',
        returnedOn,
      };
      return here.clerk.ask(calls.returnPayment, { params: { id: paymentID }, body });
    };
    const refused = await giveBack('2026-11-11');
    expectFailure(refused, 'conflict');
    expect(refused.body.message).toBe(moneyRefusals.returnBeforePayment);
    expect((await giveBack('2026-11-12')).status).toBe(200);
  });
});
