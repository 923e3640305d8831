/** A cashier tries to make money disappear, and the page for the owner names each way, by person and week. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Exception } from '#shared/calls/exceptions.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Caller, callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Exceptions on %s', (engine) => {
  const here = useCampus(engine);
  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const query = { month: '2026-11' };
  const listed = async (owner: Caller): Promise<Exception[]> =>
    (await owner.get(calls.listExceptions, { query })).items;

  it('Each way by which money can disappear is listed with who did it, when, and the amount.', async () => {
    at('2026-11-02T10:00:00.000Z');
    const fee = { total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10' };
    const { bills } = await here.campus.group({
      bills: [
        makeBill({ ...fee, number: '0300-1234567', regNum: 'R-1' }),
        makeBill({ ...fee, number: '0300-1234567', regNum: 'R-2' }),
        makeBill({ ...fee, regNum: 'R-3' }),
      ],
    });
    const [one = 0, two = 0, three = 0] = bills.map(({ id }) => id);
    const cashier = await here.caller({ view: true, add: true, edit: true, delete: true });
    const owner = await here.caller({ view: true, admin: true });
    let presses = 0;
    const pay = async (billID: number, body: object = {}) => {
      presses += 1;
      const payment = { clientID: `press ${presses}`, amount: 100, method: 'cash', billID, ...body };
      return (await cashier.get(calls.receivePayment, { body: payment })).paymentID as number;
    };
    const act = (call: Parameters<Caller['get']>[0], id: number, body: object) =>
      cashier.get(call, { params: { id }, body });

    // One payment settles two bills. Its void has an entry about each bill, but it is one act.
    const both = [one, two].map((billID) => ({ billID, amount: 50 }));
    await act(calls.voidPayment, await pay(one, { allocations: both }), { reason: 'A slip' });
    at('2026-11-09T10:00:00.000Z');
    const returned = { clientID: 'back', kind: 'refund', amount: 30, reason: 'Too much' };
    await act(calls.returnPayment, await pay(two), returned);
    await act(calls.adjustBill, one, { clientID: 'w', kind: 'waiver', amount: 40, reason: 'Orphan' });
    await act(calls.adjustBill, one, { clientID: 'f', kind: 'fine', amount: 40, reason: 'Late' });
    await act(calls.updateBill, one, { total: 900, reason: 'A sibling' });
    at('2026-11-16T10:00:00.000Z');
    await pay(two, { receivedOn: '2026-11-14' });
    await pay(two, { method: 'cheque', reference: 'C 7' });
    await pay(three, { method: 'cheque', reference: 'C 7', confirmed: true });
    at('2026-11-30T18:30:00.000Z');
    const count = { day: '2026-11-14', counted: 80, clientID: 'count', note: '' };
    await cashier.get(calls.countCash, { body: count });
    await cashier.ask(calls.removeBill, { params: { id: three }, query: { money: 'credit' } });
    // In Karachi the next month has begun.
    at('2026-11-30T19:30:00.000Z');
    await act(calls.adjustBill, two, { clientID: 'x', kind: 'waiver', amount: 10, reason: 'December' });

    const items = await listed(owner);
    expect(items.map(({ kind, day, amount, count }) => [kind, day, amount, count])).toEqual([
      ['deleted', '2026-11-30', 100, 1],
      ['counted', '2026-11-30', -20, 1],
      ['doubtful', '2026-11-16', 100, 1],
      ['backDated', '2026-11-16', 100, 1],
      ['lowered', '2026-11-09', 100, 1],
      ['waived', '2026-11-09', 40, 1],
      ['returned', '2026-11-09', 30, 1],
      ['voided', '2026-11-02', 100, 1],
    ]);
    expect(new Set(items.map(({ by }) => by)).size).toBe(1);
    expect(items.every(({ seenBy, text }) => seenBy === null && text !== '')).toBe(true);
    expect(items.at(-1)?.text).toContain('A slip');

    const december = await owner.get(calls.listExceptions, { query: { month: '2026-12' } });
    expect(december.items).toMatchObject([{ kind: 'waived', day: '2026-12-01', amount: 10 }]);
    expect(december.usual).toMatchObject({ voided: 1 / 6, waived: 1 / 6, reprinted: 0 });

    expectFailure(await cashier.ask(calls.listExceptions, { query }), 'forbidden');
  });

  it('An exception is marked as seen once, by name; entries of others and of another campus stay as they are.', async () => {
    at('2026-11-02T10:00:00.000Z');
    const { bills } = await here.campus.group({ bills: [makeBill({ total: 1000 })] });
    const [{ id } = { id: 0 }] = bills;
    for (const clientID of ['a', 'b']) {
      const body = { clientID, kind: 'waiver', amount: 10, reason: 'Orphan' };
      await here.clerk.get(calls.adjustBill, { params: { id }, body });
    }
    const owner = await here.caller({ view: true, admin: true });
    const [first, second] = await listed(owner);
    const ids = [second?.id ?? 0];
    const see = (who: Caller) => who.get(calls.seeExceptions, { body: { ids } });
    const both = { body: { ids: [...ids, 987_654_321] } };
    expectFailure(await owner.ask(calls.seeExceptions, both), 'notFound');
    const sister = await here.campus.sister();
    const stranger = callerOf(here.world, sister, await sister.user());
    expectFailure(await stranger.ask(calls.seeExceptions, { body: { ids } }), 'notFound');
    expect(await see(owner)).toEqual({ changed: 1 });
    expect(await see(owner)).toEqual({ changed: 0 });
    const seen = await listed(owner);
    expect(seen.map(({ id, seenBy }) => [id, seenBy !== null])).toEqual([
      [first?.id, false],
      [second?.id, true],
    ]);
    const cashier = await here.caller({ view: true, add: true, edit: true, delete: true });
    expectFailure(await cashier.ask(calls.seeExceptions, { body: { ids } }), 'forbidden');
  });
});
