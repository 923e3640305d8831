import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { toasts } from '#shared/words/toasts.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Named = { name: string };
const names = (items: Named[]) => items.map(({ name }) => name);

describe.each(engines)('Bills on %s', (engine) => {
  const here = useCampus(engine);
  const storedBill = (id: number) =>
    here.world.deps.store.db.selectFrom('bill').selectAll().where('id', '=', id).executeTakeFirst();

  it('The pages of bills together contain all bills of the billing in its order.', async () => {
    const { clerk, campus } = here;
    const group = await campus.group({ bills: 450 });
    await campus.group({ bills: 3 });
    const seen: Named[] = [];
    const sizes: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await clerk.get(calls.listBills, { params: { id: group.id }, query: { after } });
      expect(page.count).toBe(450);
      seen.push(...page.items);
      sizes.push(page.items.length);
      after = page.next;
    }
    expect(sizes).toEqual([200, 200, 50]);
    expect(names(seen)).toEqual(names(group.bills as Named[]));
  });

  it('A page that is exactly full and the last one has no next page.', async () => {
    const { clerk, campus } = here;
    const { id } = await campus.group({ bills: 4 });
    const page = await clerk.get(calls.listBills, { params: { id }, query: { take: 4 } });
    expect(page).toMatchObject({ next: null, count: 4 });
    const first = await clerk.get(calls.listBills, { params: { id }, query: { take: 3 } });
    expect(first.next).toBe(first.items[2].id);
  });

  it.each([0, 201, 1.5, 'many'])('A page of %s bills is refused.', async (take) => {
    const { id } = await here.campus.group({ bills: 1 });
    expectFailure(await here.clerk.ask(calls.listBills, { params: { id }, query: { take } }), 'malformed');
  });

  it('Bills are found by name, registration, and number as typed or as E.164.', async () => {
    const { clerk, campus } = here;
    const { id } = await campus.group({
      bills: [
        makeBill({ name: 'Ayesha Khan', regNum: 'GC-10234', number: '0300-7654321' }),
        makeBill({ name: 'ÇELİK Zehra', regNum: '99%', number: '0321 1111111' }),
        makeBill({ name: null, regNum: 'X_1', number: null }),
      ],
    });
    const found = async (search: string) => {
      const { items, count } = await clerk.get(calls.listBills, { params: { id }, query: { search } });
      expect(count).toBe(items.length);
      return names(items);
    };
    expect(await found('ayesha')).toEqual(['Ayesha Khan']);
    expect(await found('gc-102')).toEqual(['Ayesha Khan']);
    expect(await found('0300-765')).toEqual(['Ayesha Khan']);
    expect(await found('+92300765')).toEqual(['Ayesha Khan']);
    expect(await found('çel')).toEqual(['ÇELİK Zehra']);
    expect(await found('9%')).toEqual(['ÇELİK Zehra']);
    expect(await found('x_')).toEqual(['']);
    expect(await found('nobody')).toEqual([]);
  });

  it('Bills are filtered by status, and overdue means not fully paid and due before today in Karachi.', async () => {
    const { clerk, campus, clock } = here;
    const { id } = await campus.group({
      bills: [
        makeBill({ name: 'due today', dueDate: '2026-11-10' }),
        makeBill({ name: 'due yesterday', dueDate: '2026-11-09' }),
        makeBill({ name: 'due some day', dueDate: null }),
        makeBill({ name: 'paid', status: 'paid', dueDate: '2026-11-01' }),
        makeBill({ name: 'in part', status: 'partial', dueDate: '2026-11-01' }),
        makeBill({ name: 'waived', status: 'waived', dueDate: '2026-11-01' }),
      ],
    });
    await campus.group({ bills: [makeBill({ name: 'elsewhere', dueDate: '2026-11-09' })] });
    const found = async (status: string) => {
      const { items, count } = await clerk.get(calls.listBills, { params: { id }, query: { status } });
      expect(count).toBe(items.length);
      return names(items);
    };
    // The last minute of 10 November in Karachi, and the first of the 11th. In UTC both are on the 10th.
    clock.now = new Date('2026-11-10T18:59:00Z');
    expect(await found('overdue')).toEqual(['due yesterday', 'in part']);
    clock.now = new Date('2026-11-10T19:00:00Z');
    expect(await found('overdue')).toEqual(['due today', 'due yesterday', 'in part']);
    expect(await found('unpaid')).toEqual(['due today', 'due yesterday', 'due some day', 'in part']);
    expect(await found('paid')).toEqual(['paid']);
    expect(await found('partial')).toEqual(['in part']);
    expect(await found('other')).toEqual(['waived']);
    expect(await found('all')).toHaveLength(6);
    expectFailure(
      await clerk.ask(calls.listBills, { params: { id }, query: { status: 'late' } }),
      'malformed',
    );
  });

  it('Changing a bill changes the given fields and no others.', async () => {
    const { clerk, campus } = here;
    const { bills, id: groupID } = await campus.group({ bills: 2 });
    const [bill, other] = bills;
    const id = bill?.id ?? 0;
    const body = {
      name: 'New Name',
      number: '0333  1234567,\n0300 7654321',
      total: 999.99,
      dueDate: null,
      status: 'Paid',
    };
    const changed = await clerk.get(calls.updateBill, {
      params: { id },
      body: { ...body, reason: 'Corrected' },
    });
    expect(changed).toMatchObject({
      id,
      groupID,
      name: 'New Name',
      number: '0333 1234567, 0300 7654321',
      total: 999.99,
      dueDate: null,
      status: 'paid',
      regNum: bill?.regNum,
      amount1: bill?.amount1,
      issueDate: bill?.issueDate,
    });
    expect(await storedBill(id)).toMatchObject({ total: 99_999, numbers: '+923331234567 +923007654321' });
    expect(await storedBill(other?.id ?? 0)).toMatchObject({ name: other?.name });
  });

  it.each([
    ['0300 1234503\n0300 1234505', '0300 1234503, 0300 1234505'],
    ['0300 1234503,\r\n\t0300  1234505', '0300 1234503, 0300 1234505'],
    ['0300 1234503\t0300 1234505', '0300 1234503, 0300 1234505'],
  ])('A bill with several numbers can be saved unchanged: %j.', async (number, stored) => {
    const { clerk, campus } = here;
    const { bills } = await campus.group({ bills: [makeBill({ name: 'A', number })] });
    const id = bills[0]?.id ?? 0;
    const before = await storedBill(id);
    expect(before?.numbers).toBe('+923001234503 +923001234505');
    const changed = await clerk.get(calls.updateBill, { params: { id }, body: { name: 'A', number } });
    expect(changed.number).toBe(stored);
    expect(await storedBill(id)).toEqual({ ...before, number: stored });
    const body = { name: 'A', number: stored };
    expect(await clerk.get(calls.updateBill, { params: { id }, body })).toEqual(changed);
  });

  it('A bill keeps its number when the new one cannot be read.', async () => {
    const { clerk, campus } = here;
    const { bills } = await campus.group({ bills: 1 });
    const id = bills[0]?.id ?? 0;
    const answered = await clerk.ask(calls.updateBill, {
      params: { id },
      body: { name: 'A', number: '0300 123' },
    });
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([{ path: 'number', message: '"0300 123" is not a phone number.' }]);
    expect(await storedBill(id)).toMatchObject({ name: bills[0]?.name, number: bills[0]?.number });
  });

  it('A word beside a new number is refused, but not one that was stored before.', async () => {
    const { clerk, campus } = here;
    const number = '0300-7654321 / n.a.';
    const { bills } = await campus.group({ bills: [makeBill({ name: 'A', number: '0300-7654321' })] });
    const id = bills[0]?.id ?? 0;
    // An import stores numbers in this form.
    await here.world.deps.store.db.updateTable('bill').set({ number }).where('id', '=', id).execute();
    const params = { id };
    const same = { name: 'B', number };
    expect(await clerk.get(calls.updateBill, { params, body: same })).toMatchObject(same);
    const answered = await clerk.ask(calls.updateBill, {
      params,
      body: { number: 'abc, 0300-7654321; Ammi' },
    });
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([
      { path: 'number', message: '"abc" is not a phone number.' },
      { path: 'number', message: '"Ammi" is not a phone number.' },
    ]);
    expect(await storedBill(id)).toMatchObject(same);
  });

  it.each([{ name: '', number: '03001234567' }, { name: 'A', number: ' ' }, { name: null }, { number: '' }])(
    'A blank name or number of a bill is refused: %o.',
    async (body) => {
      const { bills } = await here.campus.group({ bills: 1 });
      const answered = await here.clerk.ask(calls.updateBill, { params: { id: bills[0]?.id }, body });
      expectFailure(answered, 'invalid');
      expect(answered.body.message).toBe(toasts.errors.details);
    },
  );

  it('A bill without a name or number can be changed in its other fields.', async () => {
    const { clerk, campus } = here;
    const { bills } = await campus.group({ bills: [makeBill({ name: null, number: null, regNum: 'R-7' })] });
    const id = bills[0]?.id ?? 0;
    const before = await storedBill(id);
    const changed = await clerk.get(calls.updateBill, { params: { id }, body: { status: 'paid' } });
    expect(changed).toMatchObject({ name: '', number: '', regNum: 'R-7', status: 'paid' });
    const settled = { paid: expect.any(Number), settledOn: expect.any(String) };
    expect(await storedBill(id)).toEqual({ ...before, ...settled, status: 'paid' });
    expect(await clerk.get(calls.updateBill, { params: { id }, body: {} })).toEqual(changed);
  });

  it('A change that gives only a number keeps the name of the bill, and one that gives only a name keeps its number.', async () => {
    const { clerk, campus } = here;
    const { bills } = await campus.group({ bills: [makeBill({ name: 'A', number: '0300-7654321' })] });
    const id = bills[0]?.id ?? 0;
    const change = (body: Record<string, string>) => clerk.get(calls.updateBill, { params: { id }, body });
    expect(await change({ name: 'B' })).toMatchObject({ name: 'B', number: '0300-7654321' });
    expect(await change({ number: '0321 1111111' })).toMatchObject({ name: 'B', number: '0321 1111111' });
    expect(await storedBill(id)).toMatchObject({ numbers: '+923211111111' });
  });

  it('Marking many bills changes only those with another status, and they can be marked back.', async () => {
    const { clerk, campus } = here;
    const status = ['unpaid', 'paid', 'unpaid', 'part paid', 'unpaid'];
    const { bills, id } = await campus.group({ bills: status.map((one) => makeBill({ status: one })) });
    const ids = bills.map((bill) => bill.id);
    const marked = ids.slice(0, 4);
    const statuses = async () => {
      const { items } = await clerk.get(calls.listBills, { params: { id } });
      return (items as { status: string }[]).map((bill) => bill.status);
    };
    const mark = (status: string, some: number[]) =>
      clerk.get(calls.markBills, { body: { ids: [...some, 987_654_321], status } });
    expect(await mark('paid', marked)).toMatchObject({ changed: [ids[0], ids[2]] });
    expect(await statuses()).toEqual(['paid', 'paid', 'paid', 'part paid', 'unpaid']);
    expect(await mark('paid', marked)).toEqual({ changed: [], partPaid: [], at: null });
    expect(await mark('unpaid', [ids[0] ?? 0, ids[2] ?? 0])).toMatchObject({ changed: [ids[0], ids[2]] });
    expect(await statuses()).toEqual(status);
  });

  it('Bill ids are listed in order, with search and filter.', async () => {
    const { clerk, campus } = here;
    const { bills, id } = await campus.group({
      bills: [
        makeBill({ name: 'Ayesha Khan', status: 'paid' }),
        makeBill({ name: 'Bilal Khan' }),
        makeBill({ name: 'Hamza' }),
      ],
    });
    await campus.group({ bills: 2 });
    const ids = bills.map((bill) => bill.id);
    const listIDs = (query: Record<string, string>) =>
      clerk.get(calls.listBillIDs, { params: { id }, query });
    expect(await listIDs({})).toEqual(ids);
    expect(await listIDs({ status: 'unpaid' })).toEqual(ids.slice(1));
    expect(await listIDs({ status: 'unpaid', search: 'khan' })).toEqual([ids[1]]);
  });

  it('A deleted bill is no longer found, and its queued messages are skipped.', async () => {
    const { clerk, campus } = here;
    const { id: groupID, bills } = await campus.group({ bills: 12 });
    const [removed] = bills;
    await campus.message({ groupIDs: [groupID], message: 'Dear {{name}}' });
    await clerk.get(calls.removeBill, { params: { id: removed?.id } });
    expect(await storedBill(removed?.id ?? 0)).toBeUndefined();
    const { items, counts } = await clerk.get(calls.listOutbox, { query: { status: 'skipped' } });
    expect(items).toMatchObject([{ billID: removed?.id, reasonCode: 'billRemoved' }]);
    expect(counts).toMatchObject({ pending: 11, skipped: 1 });
    expectFailure(await clerk.ask(calls.removeBill, { params: { id: removed?.id } }), 'notFound');
  });
});
