/**
 * Ten ways in which a cashier makes money disappear within a month. Without the right to delete most are refused; with
 * it each is done, and the page for the owner names each.
 */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Exception } from '#shared/calls/exceptions.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { type Caller, useCampus } from './callers.ts';

const fee = { total: 10_000, amountAfterDueDate: 10_500, dueDate: '2026-11-10' };
const file = { name: 'fees.xlsx', sha256: createHash('sha256').update('fees').digest('hex') };
const children = ['Forged', 'Lowered', 'Reused', 'Fine', 'Moved', 'Counted', 'Deleted', 'Printed', 'Sheet'];

/** `ids`: the bills by the name of their child. `paid`: the payment of 100 for each of them. `desk`: a bank account. */
type Month = { groupID: number; ids: Record<string, number>; paid: Record<string, number>; bank: number };
type Trick = {
  trick: string;
  act: (who: Caller, month: Month) => Promise<{ status: number }>;
  /** What a cashier without the right to delete is answered: 403 or 409 is refused, 200 is done and reported. */
  cashier: number;
  kind: Exception['kind'];
  /** In rupees. */
  amount: number | null;
};

const change = (who: Caller, id: number | undefined, body: object) =>
  who.ask(calls.updateBill, { params: { id: id ?? 0 }, body });
const pay = (who: Caller, billID: number | undefined, body: object) =>
  who.ask(calls.receivePayment, {
    body: { clientID: randomUUID(), amount: 100, method: 'cash', billID, ...body },
  });

const tricks: Trick[] = [
  {
    trick: 'a payment with a forged day',
    act: (who, { ids }) => pay(who, ids.Forged, { receivedOn: '2026-11-12', amount: 10_000 }),
    ...{ cashier: 403, kind: 'backDated', amount: 10_000 },
  },
  {
    trick: 'a lowered total',
    act: (who, { ids }) => change(who, ids.Lowered, { total: 4000, reason: 'A mistake' }),
    ...{ cashier: 403, kind: 'lowered', amount: 6000 },
  },
  {
    trick: 'the slip of one family for another',
    act: (who, { ids }) =>
      pay(who, ids.Reused, { method: 'bank', reference: 'SLIP 7', amount: 300, confirmed: true }),
    ...{ cashier: 200, kind: 'doubtful', amount: 300 },
  },
  {
    trick: 'a late fine that is kept',
    act: (who, { ids }) =>
      change(who, ids.Fine, { dueDate: '2026-11-30', amountAfterDueDate: 10_000, reason: 'Late' }),
    ...{ cashier: 403, kind: 'lowered', amount: 500 },
  },
  {
    trick: 'the credit of another family',
    act: (who, { ids, paid }) =>
      who.ask(calls.allocatePayment, {
        params: { id: paid.Moved ?? 0 },
        body: { allocations: [{ billID: ids.Lowered, amount: 100 }], reason: 'A gift' },
      }),
    ...{ cashier: 403, kind: 'creditMoved', amount: 100 },
  },
  {
    trick: 'a void after the count',
    act: (who, { paid }) =>
      who.ask(calls.voidPayment, { params: { id: paid.Counted ?? 0 }, body: { reason: 'A slip' } }),
    ...{ cashier: 403, kind: 'voided', amount: 100 },
  },
  {
    trick: 'a deleted bill with money',
    act: (who, { ids }) =>
      who.ask(calls.removeBill, { params: { id: ids.Deleted ?? 0 }, query: { money: 'credit' } }),
    ...{ cashier: 403, kind: 'deleted', amount: 100 },
  },
  {
    trick: 'a second receipt for another parent',
    act: async (who, { paid }) => {
      const print = () => who.ask(calls.printReceipt, { params: { id: paid.Printed ?? 0 }, body: {} });
      await print();
      return print();
    },
    ...{ cashier: 200, kind: 'reprinted', amount: null },
  },
  {
    trick: 'a billing that is imported again with less',
    act: async (who, { groupID }) => {
      const rows = [{ ...makeBill(fee), name: 'Sheet', regNum: 'R-Sheet', invNo: 'V-Sheet', total: 9000 }];
      const lines = { group: { id: groupID }, saveID: randomUUID(), file, reason: 'Old sheet' };
      const answer = await who.ask(calls.importBills, asLines(lines, rows));
      return answer.body.skipped > 0 ? { status: 403 } : answer;
    },
    ...{ cashier: 403, kind: 'lowered', amount: 1000 },
  },
  {
    trick: 'cash on a bank account',
    act: (who, { ids, bank }) => pay(who, ids.Sheet, { accountID: bank, amount: 200, confirmed: true }),
    ...{ cashier: 200, kind: 'doubtful', amount: 200 },
  },
];

describe.each(engines)('A dishonest cashier on %s', (engine) => {
  const here = useCampus(engine);

  /** A bill of each child, a payment of 100 in the first days, the day of them counted. */
  async function beginMonth(): Promise<Month> {
    here.clock.now = new Date('2026-11-02T10:00:00.000Z');
    const made = children.map((name, nth) =>
      makeBill({ ...fee, name, regNum: `R-${name}`, invNo: `V-${name}`, number: `0300-123450${nth}` }),
    );
    const group = await here.campus.group({ bills: made });
    const ids = Object.fromEntries(children.map((name, nth) => [name, group.bills[nth]?.id ?? 0]));
    const paid: Month['paid'] = {};
    for (const name of ['Moved', 'Counted', 'Deleted', 'Printed']) {
      const advance = name === 'Moved' ? { allocations: [] } : {};
      const { body } = await pay(here.clerk, ids[name], { ...advance, confirmed: true });
      paid[name] = body.paymentID;
    }
    await pay(here.clerk, ids.Printed, { method: 'bank', reference: 'SLIP 7' });
    const { id: bank } = await here.clerk.get(calls.addMoneyAccount, {
      body: { kind: 'bank', title: 'HBL' },
    });
    const count = { day: '2026-11-02', counted: 400, clientID: randomUUID(), note: '' };
    await here.clerk.get(calls.countCash, { body: count });
    here.clock.now = new Date('2026-11-16T10:00:00.000Z');
    return { groupID: group.id, ids, paid, bank };
  }
  const listed = async (): Promise<Exception[]> => {
    const owner = await here.caller({ view: true, admin: true });
    return (await owner.get(calls.listExceptions, { query: { month: '2026-11' } })).items;
  };

  it('Without the right to delete seven of ten tricks are refused, and the owner reads of the other three.', async () => {
    const month = await beginMonth();
    const cashier = await here.caller({ view: true, add: true, edit: true });
    for (const { trick, act, cashier: status } of tricks)
      expect((await act(cashier, month)).status, trick).toBe(status);
    const reported = tricks.filter(({ cashier }) => cashier === 200);
    expect((await listed()).map(({ kind, amount }) => [kind, amount])).toEqual(
      reported.toReversed().map(({ kind, amount }) => [kind, amount]),
    );
  });

  it('With the right to delete the owner reads of all ten, with the person and the amount.', async () => {
    const month = await beginMonth();
    const cashier = await here.caller({ view: true, add: true, edit: true, delete: true });
    for (const { trick, act } of tricks) expect((await act(cashier, month)).status, trick).toBeLessThan(300);
    const items = await listed();
    expect(items.map(({ kind, amount }) => [kind, amount])).toEqual(
      tricks.toReversed().map(({ kind, amount }) => [kind, amount]),
    );
    expect(new Set(items.map(({ byID }) => byID)).size).toBe(1);
    expect(items.every(({ text, day }) => text !== '' && day === '2026-11-16')).toBe(true);
  });
});
