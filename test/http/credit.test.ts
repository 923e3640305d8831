/** Credit of a family: the unused part of its payments, found like the family, and used once. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import type { FamilyChild } from '#shared/calls/families.ts';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { proposeCredit } from '#shared/money/credit.ts';
import { noGrace } from '#shared/money/payable.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const dueDate = '2026-11-10';

describe.each(engines)('Credit on %s', (engine) => {
  const here = useCampus(engine);
  let presses = 0;

  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const billsOf = async (rows: Partial<NewBill>[]): Promise<number[]> => {
    const made = rows.map((row) => makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, ...row }));
    return (await here.campus.group({ bills: made })).bills.map(({ id }) => id);
  };
  const pay = (body: object) => {
    presses += 1;
    return here.clerk.ask(calls.receivePayment, {
      body: { clientID: `press ${presses}`, method: 'cash', ...body },
    });
  };
  const paid = async (body: object) => {
    const { status, body: answer } = await pay(body);
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer;
  };
  const familyOf = async (query: Record<string, unknown>): Promise<OpenFamily> => {
    const { families } = await here.clerk.get(calls.findOpenBills, { query });
    expect(families).toHaveLength(1);
    return families[0];
  };
  const use = (credits: object[]) => here.clerk.ask(calls.allocateCredit, { body: { credits } });
  const stored = async (id: number | undefined) =>
    here.world.deps.store.db
      .selectFrom('bill')
      .select(['paid', 'status', 'settledOn'])
      .where('id', '=', id ?? 0)
      .executeTakeFirst();

  it('Credit of a family is found by phone, name and bill, also for a child without a registration number.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const number = freshNumber();
    const [ali, bina] = await billsOf([
      { name: 'Ali', number },
      { name: 'Bina', number, regNum: 'B' },
    ]);
    // Another family has a child of the same name.
    await billsOf([{ name: 'Ali', number: freshNumber() }]);
    await paid({ amount: 100, billID: ali, allocations: [] });
    await paid({ amount: 1020, allocations: [{ billID: ali, amount: 1000 }] });
    await paid({ amount: 3, billID: bina, allocations: [] });
    for (const query of [{ text: number.slice(1) }, { text: 'Bina' }, { billID: ali }])
      expect(await familyOf(query)).toMatchObject({ credit: 123, latest: expect.any(Number) });
    const { credit, children } = await here.clerk.get(calls.showFamily, { query: { number } });
    expect(credit).toBe(123);
    expect(children.map(({ name, credit, left }: FamilyChild) => [name, credit, left])).toEqual([
      ['Ali', 120, 0],
      ['Bina', 3, 997],
    ]);
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { text: 'Ali' } });
    expect(families.map((one: OpenFamily) => one.credit)).toEqual([123, 0]);
  });

  it('Credit is used before new money, each use as a whole, and a bill asks the amount of the day the credit was paid.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const number = freshNumber();
    const [first, second, third] = await billsOf([{ number }, { number }, { number }]);
    await paid({ amount: 1500, billID: first, allocations: [] });
    at('2026-11-20T10:00:00.000Z');
    const { bills, credits } = await familyOf({ billID: first });
    const { uses, left } = proposeCredit(credits, bills, { day: '2026-11-20', rules: noGrace });
    expect(uses[0]?.allocations).toEqual([
      { billID: first, amount: 1000 },
      { billID: second, amount: 500 },
    ]);
    const allocations = [{ billID: second, amount: left.get(second ?? 0) }];
    // A refused payment uses no credit.
    expectFailure(await pay({ amount: 1, credits: uses, allocations }), 'conflict');
    expect(await stored(first)).toMatchObject({ paid: 0 });
    const body = { clientID: 'once', amount: 700, credits: uses, allocations };
    const answer = await paid(body);
    expect(answer).toMatchObject({ allocations, credit: 0 });
    expect(await paid(body)).toEqual(answer);
    expect(await stored(first)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-05' });
    expect(await stored(second)).toEqual({ paid: 120_000, status: 'paid', settledOn: '2026-11-20' });
    const again = await use(uses);
    expectFailure(again, 'conflict');
    expect(again.body.message).toBe(moneyRefusals.creditUsed);
    expect(await stored(third)).toMatchObject({ paid: 0 });
  });

  it('Credit paid before the due date pays the rest of a bill that was part-paid late, and so does backdated money.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const number = freshNumber();
    const [first, second] = await billsOf([{ number }, { number }]);
    await paid({ amount: 600, billID: first, allocations: [] });
    at('2026-11-15T10:00:00.000Z');
    for (const billID of [first, second])
      await paid({ amount: 700, allocations: [{ billID, amount: 700 }], confirmed: true });
    const { bills, credits } = await familyOf({ billID: first });
    expect(bills).toMatchObject([
      { billID: first, paid: 700, paidLate: 700, balance: 500 },
      { billID: second, balance: 500 },
    ]);
    const { uses } = proposeCredit(credits, bills, { day: '2026-11-15', rules: noGrace });
    expect(uses).toMatchObject([
      {
        allocations: [
          { billID: first, amount: 500 },
          { billID: second, amount: 100 },
        ],
      },
    ]);
    expect((await use(uses)).status).toBe(200);
    expect(await stored(first)).toEqual({ paid: 120_000, status: 'paid', settledOn: '2026-11-15' });
    // The payment is entered later than it was received.
    const before = { receivedOn: '2026-11-09', allocations: [{ billID: second, amount: 400 }] };
    expectFailure(
      await pay({ ...before, amount: 401, allocations: [{ billID: second, amount: 401 }] }),
      'conflict',
    );
    await paid({ ...before, amount: 400 });
    expect(await stored(second)).toEqual({ paid: 120_000, status: 'paid', settledOn: '2026-11-15' });
  });

  it('Credit can pay a further amount on a bill that its payment already settles.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const { paymentID } = await paid({ amount: 1500, billID: bill });
    const fine = { clientID: 'fine', kind: 'fine', amount: 200, reason: 'Lost card' };
    await here.clerk.get(calls.adjustBill, { params: { id: bill }, body: fine });
    expect(await stored(bill)).toMatchObject({ status: 'partial' });
    const { payments } = await here.clerk.get(calls.allocateCredit, {
      body: { credits: [{ paymentID, allocations: [{ billID: bill, amount: 200 }] }] },
    });
    expect(payments).toMatchObject([{ allocations: [{ billID: bill, amount: 1200 }], credit: 300 }]);
    expect(await stored(bill)).toMatchObject({ paid: 120_000, status: 'paid' });
  });

  it('A bill paid from credit is owed again when the payment behind the credit is voided.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill] = await billsOf([{}]);
    const { paymentID } = await paid({ amount: 1000, billID: bill, allocations: [] });
    await use([{ paymentID, allocations: [{ billID: bill, amount: 1000 }] }]);
    expect(await stored(bill)).toMatchObject({ status: 'paid' });
    await here.clerk.get(calls.voidPayment, { params: { id: paymentID }, body: { reason: 'A slip' } });
    expect(await stored(bill)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
  });

  it('A family that owes nothing can pay in advance as credit, also for a child without a bill.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const [bill] = await billsOf([{ regNum: 'A', name: 'Ali Butt' }]);
    await paid({ amount: 1000, billID: bill });
    const { latest, bills } = await familyOf({ text: 'Ali Butt' });
    expect({ latest, bills }).toEqual({ latest: bill, bills: [] });
    expect(await paid({ amount: 700, billID: latest, allocations: [] })).toMatchObject({ credit: 700 });
    expect(await familyOf({ text: 'Ali Butt' })).toMatchObject({ credit: 700 });
    const { students } = await here.campus.roster({ students: 1 });
    const [{ regNum = '' } = {}] = students;
    expect(await familyOf({ text: regNum })).toMatchObject({ latest: null, credit: 0 });
    await paid({ amount: 50, regNum, allocations: [] });
    expect(await familyOf({ text: regNum })).toMatchObject({ credit: 50 });
    expectFailure(await pay({ amount: 50, regNum: 'nobody', allocations: [] }), 'notFound');
    expectFailure(await pay({ amount: 50, billID: 987_654_321, allocations: [] }), 'notFound');
  });

  it('Credit of a sibling is used on request and recorded; for another family it needs the right to delete and a reason.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const number = freshNumber();
    const [ali, bina] = await billsOf([
      { name: 'Ali', number, regNum: 'A' },
      { name: 'Bina', number, regNum: 'B' },
    ]);
    const [other] = await billsOf([{ name: 'Omar', regNum: 'O' }]);
    const { paymentID } = await paid({ amount: 900, billID: ali, allocations: [] });
    const cashier = callerOf(here.world, here.campus, await here.campus.user({ view: true, edit: true }));
    const for_ = (billID: number | undefined, reason?: string, by = here.clerk) =>
      by.ask(calls.allocateCredit, {
        body: { credits: [{ paymentID, allocations: [{ billID, amount: 300 }] }], reason },
      });
    const moved = async () =>
      (await entriesOf(here.world.deps.store.db, await schoolOf(here.world.deps.store.db, here.campus.id)))
        .filter(({ what }) => what === 'creditMoved')
        .map(({ details }) => JSON.parse(details ?? '{}'));
    expect((await for_(ali, undefined, cashier)).status).toBe(200);
    expect(await moved()).toEqual([]);
    expect((await for_(bina, undefined, cashier)).status).toBe(200);
    const ofSibling = { amount: 30_000, reason: '', from: 'Ali, Reg A', to: 'Bina, Reg B' };
    expect(await moved()).toEqual([ofSibling]);
    expectFailure(await for_(other, 'A mistake of mine', cashier), 'forbidden');
    const question = await for_(other);
    expectFailure(question, 'conflict');
    expect(question.body).toMatchObject({ asks: ['reason'], message: moneyRefusals.whyOtherFamily });
    expect(await stored(other)).toMatchObject({ paid: 0 });
    expect((await for_(other, 'Their father works here')).status).toBe(200);
    expect(await stored(other)).toMatchObject({ paid: 30_000 });
    const toOther = { ...ofSibling, reason: 'Their father works here', to: 'Omar, Reg O' };
    expect(await moved()).toEqual([ofSibling, toOther]);
  });

  it('A payment under the registration of another family needs the right to delete and a reason.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const number = freshNumber();
    const [ali, bina, other] = await billsOf([
      { name: 'Ali', number, regNum: 'A' },
      { name: 'Bina', number, regNum: 'B' },
      { name: 'Omar', regNum: 'O' },
    ]);
    const of = (billID: number | undefined) => ({ amount: 100, allocations: [{ billID, amount: 100 }] });
    await paid({ ...of(bina), billID: ali });
    await paid({ ...of(bina), regNum: 'A', confirmed: true });
    const refused = await pay({ ...of(other), billID: ali });
    expect(refused.body).toMatchObject({ asks: ['reason'] });
    const both = { amount: 200, allocations: [...of(ali).allocations, ...of(other).allocations] };
    expect((await pay(both)).body).toMatchObject({ asks: ['reason'] });
    expect(await stored(other)).toMatchObject({ paid: 0 });
    await paid({ ...both, reason: 'One cheque for cousins' });
    expect(await stored(other)).toMatchObject({ paid: 10_000 });
  });
});
