/** The day book: receipts of a day by method and clerk, returned payments and handed-out receipts. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

describe.each(engines)('Day book on %s', (engine) => {
  const here = useCampus(engine);
  let presses = 0;
  const press = (): string => {
    presses += 1;
    return `day ${presses}`;
  };
  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const receive = (body: object) =>
    here.clerk.get(calls.receivePayment, { body: { clientID: press(), method: 'cash', ...body } });
  /** Adds two children of one family in their own billing. */
  const addFamily = async () => {
    const family = { number: freshNumber(), total: 1000.1, amountAfterDueDate: 1200, dueDate: '2026-11-10' };
    const rows = ['Ali', 'Bina'].map((name) => makeBill({ ...family, name }));
    return (await here.campus.group({ bills: rows })).bills.map(({ id }) => id);
  };
  const bookOf = (day: string) => here.clerk.get(calls.showDayBook, { query: { day } });

  it('The day book sums payments by method and clerk, and shows a returned payment on the day of its return.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [first, second] = await addFamily();
    await receive({ amount: 1000.1, allocations: [{ billID: first, amount: 1000.1 }] });
    const cheque = await receive({
      ...{ amount: 300.2, method: 'cheque', reference: '1', payer: 'Tariq' },
      allocations: [{ billID: second, amount: 300.2 }],
    });
    const slip = await receive({ amount: 5, allocations: [{ billID: second, amount: 5 }] });
    const body = { reason: 'A slip' };
    await here.clerk.get(calls.voidPayment, { params: { id: slip.paymentID }, body });
    const before = {
      ...{ day: '2026-11-05', count: 2, sum: 1300.3, returned: 0, net: 1300.3 },
      ways: [
        { method: 'cash', count: 1, sum: 1000.1 },
        { method: 'cheque', count: 1, sum: 300.2 },
      ],
    };
    const book = await bookOf('2026-11-05');
    expect(book).toMatchObject(before);
    expect(book.clerks).toMatchObject([{ count: 2, sum: 1300.3 }]);

    at('2026-11-07T10:00:00.000Z');
    await here.clerk.get(calls.returnPayment, {
      params: { id: cheque.paymentID },
      body: { clientID: press(), kind: 'bounced', reason: 'No funds' },
    });
    // A later return does not change the book of the payment’s day.
    expect(await bookOf('2026-11-05')).toMatchObject(before);
    expect(await here.clerk.get(calls.showDayBook)).toMatchObject({
      ...{ day: '2026-11-07', count: 0, sum: 0, returned: 300.2, net: -300.2 },
      returns: [{ receiptNo: cheque.receiptNo, payer: 'Tariq', kind: 'bounced', amount: 300.2 }],
    });
  });

  it('The day book separates money received at the counter from bills only marked as paid.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [first, second] = await addFamily();
    await receive({ amount: 10, allocations: [{ billID: first, amount: 10 }] });
    await here.clerk.get(calls.markBills, { body: { ids: [second], status: 'paid' } });
    const { items } = await here.clerk.get(calls.listPayments, { query: { billID: second } });
    await here.clerk.get(calls.returnPayment, {
      params: { id: items[0].id },
      body: { clientID: press(), kind: 'refund', amount: 100, reason: 'Moved away' },
    });
    // The marked payment was never in the till.
    expect(await bookOf('2026-11-05')).toMatchObject({
      ...{ count: 1, sum: 10, returned: 0, net: 10, returns: [] },
      markedPaid: { count: 1, sum: 1000.1 },
    });
    // A refund in cash is taken from the till.
    const { id: accountID } = await here.clerk.get(calls.addMoneyAccount, {
      body: { kind: 'cash', title: 'Till' },
    });
    await here.clerk.get(calls.returnPayment, {
      params: { id: items[0].id },
      body: { clientID: press(), kind: 'refund', amount: 50, accountID, reason: 'Moved away' },
    });
    expect(await bookOf('2026-11-05')).toMatchObject({ returned: 50, net: -40, returns: [{ amount: 50 }] });
    const query = { from: '2026-11-05', to: '2026-11-05', source: 'counter' };
    expect(await here.clerk.get(calls.listPayments, { query })).toMatchObject({ count: 1, sum: 10 });
  });

  it('A receipt says what was paid on which bill, and what the family still owes.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [first, second] = await addFamily();
    const allocations = [
      { billID: first, amount: 1200 },
      { billID: second, amount: 100 },
    ];
    const { paymentID } = await receive({ amount: 1300, allocations });
    const receipt = await here.clerk.get(calls.showReceipt, { params: { id: paymentID } });
    expect(receipt).toMatchObject({
      lines: [
        { name: 'Ali', amount: 1200, balance: 0 },
        { name: 'Bina', amount: 100, balance: 1100 },
      ],
      left: 1100,
    });
    const missing = await here.clerk.ask(calls.showReceipt, { params: { id: 999_999 } });
    expect(missing.status).toBe(404);
  });

  it('The receipt of money that was returned, or never came, says what the family owes again.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [first, second] = await addFamily();
    const cheque = await receive({
      ...{ amount: 1200, method: 'cheque', reference: '1' },
      allocations: [{ billID: first, amount: 1200 }],
    });
    const slip = await receive({ amount: 100, allocations: [{ billID: second, amount: 100 }] });
    const leftOf = async (id: number) => (await here.clerk.get(calls.showReceipt, { params: { id } })).left;
    expect(await leftOf(cheque.paymentID)).toBe(1100);
    await here.clerk.get(calls.returnPayment, {
      params: { id: cheque.paymentID },
      body: { clientID: press(), kind: 'bounced' },
    });
    expect(await leftOf(cheque.paymentID)).toBe(2300);
    await here.clerk.get(calls.voidPayment, { params: { id: slip.paymentID }, body: { reason: 'A slip' } });
    expect(await leftOf(slip.paymentID)).toBe(2400);
    // It settles no bill, but was received for the family of one, so less is left to pay.
    const ahead = await receive({ amount: 50, billID: second, allocations: [] });
    expect(await leftOf(ahead.paymentID)).toBe(2350);
  });

  it('A family is found by the id of one of its bills, and that bill is named.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [, second] = await addFamily();
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { billID: second } });
    expect(families).toMatchObject([{ scanned: second, balance: 2400, bills: [{ billID: second }, {}] }]);
    expect(await here.clerk.get(calls.findOpenBills)).toEqual({ families: [] });
  });
});
