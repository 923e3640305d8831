/** Arrears count once: a newer bill that asks for an older one carries it, and deleting the newer bill reverts that. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { heldWords } from '#shared/words/import-problems.ts';
import { freshNumber } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

describe.each(engines)('Arrears on %s', (engine) => {
  const here = useCampus(engine);
  let count = 0;
  const next = (what: string): string => {
    count += 1;
    return `${what} ${count} of carried`;
  };
  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };

  const numbers = new Map<string, string>();
  const numberOf = (regNum: string): string => {
    const number = numbers.get(regNum) ?? freshNumber();
    numbers.set(regNum, number);
    return number;
  };

  /** Saves a month of one child: 1,000, or 1,200 when late, plus arrears. */
  const saveMonth = async (
    regNum: string,
    month: number,
    { arrears = 0, carryAll, ...row }: Partial<NewBill> & { arrears?: number; carryAll?: boolean } = {},
  ) => {
    const total = 1000 + arrears;
    const contact = {
      ...{ name: `Child ${regNum}`, number: numberOf(regNum), regNum, invNo: next('V') },
      ...{ total, amountAfterDueDate: total + 200, dueDate: `2026-${String(month).padStart(2, '0')}-10` },
      ...{ head1: 'Tuition Fee', amount1: 1000, head2: 'Arrears', amount2: arrears },
      ...row,
    };
    const group = {
      id: 0,
      name: next('Month'),
      month,
      year: 2026,
      description: 'Fees',
      campusID: here.campus.id,
    };
    const saved = await here.clerk.get(calls.saveGroup, { body: { group, contacts: [contact], carryAll } });
    const { items } = await here.clerk.get(calls.listBills, { params: { id: saved.id } });
    return { groupID: saved.id, importID: saved.importID, bill: items[0] as (typeof items)[number] };
  };
  const shown = async ({ bill }: { bill: { id: number } }) => {
    const { status, paid } = await here.clerk.get(calls.getBill, { params: { id: bill.id } });
    return { status, paid };
  };
  /** The amount that the child owes today, as the counter shows it. */
  const owed = async (regNum: string): Promise<number> => {
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { text: regNum } });
    return families.reduce((sum: number, { balance }: { balance: number }) => sum + balance, 0);
  };

  const creditOf = async (regNum: string): Promise<number> => {
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { text: regNum } });
    return families.reduce((sum: number, { credit }: { credit: number }) => sum + credit, 0);
  };
  /** Deletes a bill. Its money becomes credit. */
  const remove = ({ bill }: { bill: { id: number } }) =>
    here.clerk.get(calls.removeBill, { params: { id: bill.id }, query: { money: 'credit' } });

  it('After three months with arrears the family owes the last voucher, and each older bill is carried.', async () => {
    at('2026-09-15T10:00:00.000Z');
    const september = await saveMonth('C1', 9);
    at('2026-10-02T10:00:00.000Z');
    // September is overdue by now.
    const october = await saveMonth('C1', 10, { arrears: 1200 });
    expect(await shown(september)).toEqual({ status: 'carried', paid: 0 });
    expect(await owed('C1')).toBe(2200);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('C1', 11, { arrears: 2400 });
    expect(await shown(october)).toEqual({ status: 'carried', paid: 0 });
    at('2026-11-12T10:00:00.000Z');
    expect(await owed('C1')).toBe(3600);
    // One payment settles everything the child owes.
    const body = { clientID: next('press'), method: 'cash', amount: 3600, billID: november.bill.id };
    expect(await here.clerk.get(calls.receivePayment, { body })).toMatchObject({ credit: 0 });
    expect(await owed('C1')).toBe(0);
    expect(await shown(november)).toEqual({ status: 'paid', paid: 3600 });
    expect(await shown(september)).toEqual({ status: 'carried', paid: 0 });
  });

  it('A part-paid bill is carried if its rest is in the arrears of a newer bill, and a voided payment makes it owed again.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('C2', 10);
    const body = { clientID: next('press'), method: 'cash', amount: 400 };
    await here.clerk.get(calls.receivePayment, {
      body: { ...body, allocations: [{ billID: october.bill.id, amount: 400 }] },
    });
    at('2026-11-02T10:00:00.000Z');
    await saveMonth('C2', 11, { arrears: 600 });
    expect(await shown(october)).toEqual({ status: 'carried', paid: 400 });
    expect(await owed('C2')).toBe(1600);
    const [payment] = (await here.clerk.get(calls.listPayments, { query: { billID: october.bill.id } }))
      .items;
    // A voided payment makes its own bill owed again.
    await here.clerk.get(calls.voidPayment, { params: { id: payment?.id ?? 0 }, body: { reason: 'A slip' } });
    expect(await shown(october)).toEqual({ status: 'unpaid', paid: 0 });
    expect(await owed('C2')).toBe(2000);
  });

  it('Arrears of another amount carry the older bill only if a person has agreed; otherwise both bills are owed.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const left = await saveMonth('C3', 10);
    const carried = await saveMonth('C4', 10);
    at('2026-11-02T10:00:00.000Z');
    const row = (regNum: string, row: number) => ({ row, regNum, month: 11, year: 2026, arrears: 900 });
    const body = { month: 11, year: 2026, rows: [row('C3', 0), row('C4', 1), row('nobody', 2)] };
    const older = { today: 1200, inTime: 1000 };
    expect(await here.clerk.get(calls.checkBills, { body })).toMatchObject({
      rows: [
        { row: 0, older },
        { row: 1, older },
      ],
    });
    await saveMonth('C3', 11, { arrears: 900 });
    await saveMonth('C4', 11, { arrears: 900, carryAll: true });
    expect(await shown(left)).toEqual({ status: 'unpaid', paid: 0 });
    expect(await shown(carried)).toEqual({ status: 'carried', paid: 0 });
    expect([await owed('C3'), await owed('C4')]).toEqual([1200 + 1900, 1900]);
  });

  it('A carried bill is owed again when the newer bill is deleted or undone, and carried again when it is restored.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('C5', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('C5', 11, { arrears: 1200 });
    expect((await shown(october)).status).toBe('carried');
    at('2026-11-02T11:00:00.000Z');
    await here.clerk.get(calls.removeBill, { params: { id: november.bill.id } });
    expect((await shown(october)).status).toBe('unpaid');
    at('2026-11-02T12:00:00.000Z');
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'bill', id: november.bill.id } });
    expect((await shown(october)).status).toBe('carried');
    at('2026-11-02T13:00:00.000Z');
    await here.clerk.get(calls.removeGroup, { query: { id: november.groupID } });
    expect((await shown(october)).status).toBe('unpaid');
    at('2026-11-02T14:00:00.000Z');
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'group', id: november.groupID } });
    expect((await shown(october)).status).toBe('carried');
    at('2026-11-02T15:00:00.000Z');
    await here.clerk.get(calls.undoImport, { params: { id: november.importID } });
    expect((await shown(october)).status).toBe('unpaid');
    const query = { kind: 'bill', id: october.bill.id };
    const { items } = await here.clerk.get(calls.listHistory, { query });
    const codes = items.map(({ code }: { code: string }) => code).reverse();
    const [carried, back] = ['billsCarried', 'carriedBack'];
    expect(codes).toEqual(['billsSaved', carried, back, carried, back, carried, back]);
    expect(await owed('C5')).toBe(1200);
  });

  it('A corrected sheet without arrears makes the older bill owed again, and undoing it carries the bill again.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('C6', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('C6', 11, { arrears: 1200 });
    at('2026-11-03T10:00:00.000Z');
    const { name, number, regNum, invNo } = november.bill;
    const corrected = { name, number, regNum, invNo, total: 1000, amount2: 0, amountAfterDueDate: 1200 };
    const group = { id: november.groupID };
    const saved = await here.clerk.get(calls.saveGroup, {
      body: { group, contacts: [corrected], reason: 'Corrected' },
    });
    expect(saved).toMatchObject({ updated: 1 });
    expect((await shown(october)).status).toBe('unpaid');
    at('2026-11-04T10:00:00.000Z');
    await here.clerk.get(calls.undoImport, { params: { id: saved.importID } });
    expect((await shown(october)).status).toBe('carried');
    expect(await owed('C6')).toBe(2200);
  });

  it('Arrears that a person removes from a bill are owed on the older bill again.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('C9', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('C9', 11, { arrears: 1200 });
    const change = (amount2: number) =>
      here.clerk.get(calls.updateBill, {
        params: { id: november.bill.id },
        body: {
          ...{ amount2, total: 1000 + amount2, amountAfterDueDate: 1200 + amount2 },
          reason: 'Corrected',
        },
      });
    await change(0);
    expect((await shown(october)).status).toBe('unpaid');
    expect(await owed('C9')).toBe(2200);
    await change(1200);
    expect((await shown(october)).status).toBe('carried');
    expect(await owed('C9')).toBe(2200);
  });

  it('The status of a bill whose balance is in a newer bill cannot be changed, and a search for its invoice number finds the newer bill.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('C7', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('C7', 11, { arrears: 1200 });
    const { id } = october.bill;
    expect(await here.clerk.get(calls.markBills, { body: { ids: [id], status: 'paid' } })).toMatchObject({
      changed: [],
    });
    for (const status of ['paid', 'unpaid'])
      expect(await here.clerk.ask(calls.updateBill, { params: { id }, body: { status } })).toMatchObject({
        status: 409,
        body: { message: moneyRefusals.isCarried },
      });
    const { families } = await here.clerk.get(calls.findOpenBills, {
      query: { text: october.bill.invNo ?? '' },
    });
    expect(families).toMatchObject([{ scanned: november.bill.id, bills: [{ billID: november.bill.id }] }]);
  });

  it('An older month that is imported later is carried if the newer bill’s arrears include its amount.', async () => {
    at('2026-11-02T10:00:00.000Z');
    for (const regNum of ['E1', 'E2', 'E3']) await saveMonth(regNum, 11, { arrears: 1200 });
    at('2026-11-03T10:00:00.000Z');
    const row = (regNum: string, row: number) => ({ row, regNum, month: 10, year: 2026 });
    const body = { month: 10, year: 2026, rows: [row('E1', 0), row('E2', 1)] };
    const newer = { charged: 1200, others: { today: 0, inTime: 0 }, inTimeFrom: '2026-11-03' };
    expect(await here.clerk.get(calls.checkBills, { body })).toMatchObject({
      rows: [
        { row: 0, newer },
        { row: 1, newer },
      ],
    });
    const same = await saveMonth('E1', 10);
    const other = await saveMonth('E2', 10, { total: 900, amountAfterDueDate: 900 });
    const agreed = await saveMonth('E3', 10, { total: 900, amountAfterDueDate: 900, carryAll: true });
    expect(
      await Promise.all([same, other, agreed].map(async (month) => (await shown(month)).status)),
    ).toEqual(['carried', 'unpaid', 'carried']);
    expect([await owed('E1'), await owed('E2'), await owed('E3')]).toEqual([2200, 2200 + 900, 2200]);
    // The rest of the arrears can still carry another bill: 300 of 1,200.
    const { rows } = await here.clerk.get(calls.checkBills, {
      body: { month: 9, year: 2026, rows: [{ ...row('E3', 0), month: 9 }] },
    });
    expect(rows).toMatchObject([{ newer: { charged: 300 } }]);
    const september = await saveMonth('E3', 9, { total: 300, amountAfterDueDate: 300 });
    expect((await shown(september)).status).toBe('carried');
    expect(await owed('E3')).toBe(2200);
  });

  it('An older bill that is restored, or is unpaid again, is carried to the newer bill that asks for it.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const removed = await saveMonth('E4', 10);
    const marked = await saveMonth('E5', 10);
    const received = await saveMonth('E6', 10);
    at('2026-10-20T10:00:00.000Z');
    await here.clerk.get(calls.removeBill, { params: { id: removed.bill.id } });
    await here.clerk.get(calls.markBills, { body: { ids: [marked.bill.id], status: 'paid' } });
    const money = { clientID: next('press'), method: 'cash', amount: 1200, billID: received.bill.id };
    const { paymentID } = await here.clerk.get(calls.receivePayment, { body: money });
    at('2026-11-02T10:00:00.000Z');
    for (const regNum of ['E4', 'E5', 'E6']) await saveMonth(regNum, 11, { arrears: 1200 });
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'bill', id: removed.bill.id } });
    await here.clerk.get(calls.markBills, { body: { ids: [marked.bill.id], status: 'unpaid' } });
    await here.clerk.get(calls.voidPayment, { params: { id: paymentID }, body: { reason: 'A slip' } });
    for (const month of [removed, marked, received])
      expect(await shown(month)).toEqual({ status: 'carried', paid: 0 });
    expect([await owed('E4'), await owed('E5'), await owed('E6')]).toEqual([2200, 2200, 2200]);
  });

  it('A corrected sheet with another amount of arrears asks again whether the older bill is carried.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('E7', 10);
    at('2026-11-02T10:00:00.000Z');
    const { bill, groupID } = await saveMonth('E7', 11, { arrears: 1200 });
    const { name, number, regNum, invNo } = bill;
    const rows = [{ row: 0, regNum: 'E7', month: 11, year: 2026, arrears: 900 }];
    const found = await here.clerk.get(calls.checkBills, { body: { groupID, month: 11, year: 2026, rows } });
    expect(found.rows).toMatchObject([{ older: { today: 1200, inTime: 1000 } }]);
    const corrected = { name, number, regNum, invNo, total: 1900, amountAfterDueDate: 2100, amount2: 900 };
    const body = { group: { id: groupID }, contacts: [corrected] };
    await here.clerk.get(calls.saveGroup, { body: { ...body, carryAll: true, reason: 'Corrected' } });
    expect((await shown(october)).status).toBe('carried');
    expect(await owed('E7')).toBe(1900);
  });

  it('Money on a deleted bill that asked for arrears becomes credit, and the arrears are owed on the older bill.', async () => {
    at('2026-09-15T10:00:00.000Z');
    const september = await saveMonth('E8', 9);
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('E8', 10, { arrears: 1200 });
    const pay = (amount: number, billID: number) =>
      here.clerk.get(calls.receivePayment, {
        body: { clientID: next('press'), method: 'cash', amount, allocations: [{ billID, amount }] },
      });
    await pay(700, october.bill.id);
    await remove(october);
    expect((await shown(september)).status).toBe('unpaid');
    expect([await owed('E8'), await creditOf('E8')]).toEqual([1200, 700]);
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'bill', id: october.bill.id } });
    expect((await shown(september)).status).toBe('carried');
    expect([await owed('E8'), await creditOf('E8')]).toEqual([2200, 700]);
    await pay(2200, october.bill.id);
    await here.clerk.get(calls.removeGroup, { query: { id: october.groupID, money: 'credit' } });
    expect((await shown(september)).status).toBe('unpaid');
    expect([await owed('E8'), await creditOf('E8')]).toEqual([1200, 2900]);
  });

  const pay = async (amount: number, { bill }: { bill: { id: number } }): Promise<number> => {
    const allocations = [{ billID: bill.id, amount }];
    const body = { clientID: next('press'), method: 'cash', amount, allocations };
    return (await here.clerk.get(calls.receivePayment, { body })).paymentID;
  };
  const voidPayment = (id: number) =>
    here.clerk.get(calls.voidPayment, { params: { id }, body: { reason: 'A slip' } });
  const put = ({ bill }: { bill: { id: number } }, body: object) =>
    here.clerk.ask(calls.updateBill, { params: { id: bill.id }, body: { reason: 'Corrected', ...body } });

  it('The arrears of a bill with payments cannot be lowered until the payments are void.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const [whole, part] = [await saveMonth('P1', 10), await saveMonth('P2', 10)];
    at('2026-11-02T10:00:00.000Z');
    const paid = await saveMonth('P1', 11, { arrears: 1200 });
    const partPaid = await saveMonth('P2', 11, { arrears: 1200 });
    await pay(2200, paid);
    const slip = await pay(500, partPaid);
    const others = [{ amount1: 2200, amount2: 0 }, { amount1: 1300, amount2: 900 }, { status: 'cancelled' }];
    for (const newer of [paid, partPaid])
      for (const body of others)
        expect(await put(newer, body)).toMatchObject({
          status: 409,
          body: { message: moneyRefusals.arrearsPaid },
        });
    for (const older of [whole, part]) expect(await shown(older)).toEqual({ status: 'carried', paid: 0 });
    expect([await owed('P1'), await owed('P2')]).toEqual([0, 1700]);
    await voidPayment(slip);
    expect(await owed('P2')).toBe(2200);
    const lower = { amount2: 0, total: 1000, amountAfterDueDate: 1200 };
    expect(await put(partPaid, lower)).toMatchObject({ status: 200 });
    expect(await shown(part)).toEqual({ status: 'unpaid', paid: 0 });
    expect(await owed('P2')).toBe(2200);
  });

  it('Other changes of a paid bill leave the older bill carried, and its month cannot move before the older one.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('P3', 10);
    at('2026-11-02T10:00:00.000Z');
    // The amounts differ and a person agreed, so no rule would carry it again by itself.
    const november = await saveMonth('P3', 11, { arrears: 900, carryAll: true });
    await pay(1900, november);
    const others = [{ number: freshNumber() }, { dueDate: '2026-11-20' }, { head1: 'Fee' }, { month: 12 }];
    for (const body of others) {
      expect(await put(november, body)).toMatchObject({ status: 200 });
      expect(await shown(october)).toEqual({ status: 'carried', paid: 0 });
    }
    expect(await put(november, { month: 10 })).toMatchObject({
      status: 409,
      body: { message: moneyRefusals.monthPaid },
    });
    expect(await put(november, { month: null })).toMatchObject({ status: 200 });
    const params = { id: november.groupID };
    const move = (month: number) =>
      here.clerk.ask(calls.updateGroup, {
        params,
        body: { name: next('Moved'), month, year: 2026, description: 'Fees' },
      });
    expect(await move(12)).toMatchObject({ status: 200 });
    expect(await move(9)).toMatchObject({ status: 409, body: { message: moneyRefusals.monthPaid } });
    expect(await shown(october)).toEqual({ status: 'carried', paid: 0 });
    expect(await owed('P3')).toBe(0);
  });

  it('A change that removes arrears and marks the bill as paid does not pay the arrears.', async () => {
    at('2026-10-02T10:00:00.000Z');
    for (const regNum of ['P4', 'P5']) await saveMonth(regNum, 10);
    at('2026-11-02T10:00:00.000Z');
    const byHand = await saveMonth('P4', 11, { arrears: 1200 });
    const bySheet = await saveMonth('P5', 11, { arrears: 1200 });
    const paid = { total: 1000, amount2: 0, amountAfterDueDate: 1200, status: 'paid' };
    expect(await put(byHand, paid)).toMatchObject({ status: 200 });
    const { name, number, regNum, invNo } = bySheet.bill;
    const contacts = [{ name, number, regNum, invNo, ...paid }];
    await here.clerk.get(calls.saveGroup, {
      body: { group: { id: bySheet.groupID }, contacts, reason: 'Corrected' },
    });
    for (const newer of [byHand, bySheet]) expect(await shown(newer)).toEqual({ status: 'paid', paid: 1000 });
    expect([await owed('P4'), await owed('P5')]).toEqual([1200, 1200]);
  });

  it('A sheet changes no part-paid bill, and undoing a sheet that paid it keeps the older bill carried.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('P6', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('P6', 11, { arrears: 900, carryAll: true });
    await pay(500, november);
    at('2026-11-03T10:00:00.000Z');
    const { name, number, regNum, invNo } = november.bill;
    const save = (row: object) => {
      const contacts = [{ name, number, regNum, invNo, ...row }];
      return here.clerk.get(calls.saveGroup, { body: { group: { id: november.groupID }, contacts } });
    };
    const held = [{ row: 0, reason: heldWords.partPaid }];
    expect(await save({ total: 1000, amount2: 0 })).toMatchObject({ updated: 0, held });
    expect(await save({ status: 'cancelled' })).toMatchObject({ updated: 0, held });
    const { importID } = await save({ status: 'paid' });
    expect(await owed('P6')).toBe(0);
    at('2026-11-04T10:00:00.000Z');
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    expect(await shown(november)).toEqual({ status: 'partial', paid: 500 });
    expect((await shown(october)).status).toBe('carried');
    expect(await owed('P6')).toBe(1400);
  });

  it('Credit of a deleted bill can be voided and refunded, which changes nothing about the older bill.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('P7', 10);
    await pay(950, october);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('P7', 11, { arrears: 250 });
    const [first, second] = [await pay(60, november), await pay(40, november)];
    expect(await owed('P7')).toBe(1150);
    await remove(november);
    expect([await owed('P7'), await creditOf('P7')]).toEqual([250, 100]);
    await voidPayment(first);
    const body = { clientID: next('press'), kind: 'refund', amount: 30, reason: 'Too much' };
    await here.clerk.get(calls.returnPayment, { params: { id: second }, body });
    expect([await owed('P7'), await creditOf('P7')]).toEqual([250, 10]);
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'bill', id: november.bill.id } });
    expect((await shown(october)).status).toBe('carried');
    expect(await owed('P7')).toBe(1250);
  });

  it('A part-paid bill can be deleted after the older bill whose arrears it asks for.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('P9', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('P9', 11, { arrears: 1200 });
    await pay(500, november);
    for (const month of [october, november]) await remove(month);
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'bill', id: october.bill.id } });
    expect(await owed('P9')).toBe(1200);
  });

  it('After undo of an import, arrears that its sheet marked as paid are owed on the older bill, even if its bill was deleted.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('P8', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('P8', 11, { arrears: 1200, status: 'paid' });
    expect(await shown(october)).toEqual({ status: 'carried', paid: 0 });
    await here.clerk.get(calls.removeBill, { params: { id: november.bill.id } });
    expect([await owed('P8'), await creditOf('P8')]).toEqual([1200, 0]);
    await here.clerk.get(calls.undoImport, { params: { id: november.importID } });
    expect([await owed('P8'), await creditOf('P8')]).toEqual([1200, 0]);
  });

  it('Moving a billing to another month decides again which bills are carried.', async () => {
    at('2026-11-02T10:00:00.000Z');
    const first = await saveMonth('E9', 11);
    await saveMonth('E9', 10, { arrears: 1000 });
    expect((await shown(first)).status).toBe('unpaid');
    const move = (groupID: number, month: number) => {
      const body = { name: next('Moved'), month, year: 2026, description: 'Fees' };
      return here.clerk.get(calls.updateGroup, { params: { id: groupID }, body });
    };
    await move(first.groupID, 9);
    expect((await shown(first)).status).toBe('carried');
    await move(first.groupID, 12);
    expect((await shown(first)).status).toBe('unpaid');
    expect(await owed('E9')).toBe(1000 + 2200);
  });

  it('Two bills never carry each other, and deleting the middle one of three keeps the first carried.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('D1', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('D1', 11, { arrears: 1000 });
    const change = { month: 12, year: 2026, head2: 'Arrears', amount2: 2000 };
    await here.clerk.get(calls.updateBill, { params: { id: october.bill.id }, body: change });
    // October’s bill is of December now and asks for November’s amount.
    expect([(await shown(october)).status, (await shown(november)).status]).toEqual(['unpaid', 'carried']);
    expect(await owed('D1')).toBe(1200);

    at('2026-09-15T10:00:00.000Z');
    const first = await saveMonth('D2', 9);
    at('2026-10-02T10:00:00.000Z');
    const middle = await saveMonth('D2', 10, { arrears: 1200 });
    at('2026-11-02T10:00:00.000Z');
    await saveMonth('D2', 11, { arrears: 2400 });
    expect(await owed('D2')).toBe(3400);
    await here.clerk.get(calls.removeBill, { params: { id: middle.bill.id } });
    expect((await shown(first)).status).toBe('carried');
    expect(await owed('D2')).toBe(3400);
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'bill', id: middle.bill.id } });
    expect((await shown(first)).status).toBe('carried');
  });

  it('A carry that a person confirmed stays while the bill has its arrears, and ends when the bill is cancelled or moves to another child.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('D3', 10);
    at('2026-11-02T10:00:00.000Z');
    const november = await saveMonth('D3', 11, { arrears: 900, carryAll: true });
    const put = (body: object) =>
      here.clerk.get(calls.updateBill, {
        params: { id: november.bill.id },
        body: { reason: 'Corrected', ...body },
      });
    await put({ head1: 'Tuition' });
    expect((await shown(october)).status).toBe('carried');
    await put({ status: 'cancelled' });
    expect((await shown(october)).status).toBe('unpaid');
    await put({ status: 'unpaid', amount2: 1200, total: 2200 });
    expect((await shown(october)).status).toBe('carried');
    await put({ regNum: 'D3 other' });
    expect((await shown(october)).status).toBe('unpaid');
  });

  it('A fee head counts as the class that a person chose, whatever its name.', async () => {
    at('2026-10-02T10:00:00.000Z');
    const october = await saveMonth('C8', 10);
    const choice = { name: 'Kept over', class: 'arrears' } as const;
    expect(await here.clerk.get(calls.sayFeeHead, { body: choice })).toEqual({ ...choice, byName: 'other' });
    at('2026-11-02T10:00:00.000Z');
    await saveMonth('C8', 11, { head2: 'KEPT OVER', amount2: 1200, arrears: 1200 });
    expect((await shown(october)).status).toBe('carried');
    const { heads } = await here.clerk.get(calls.listFeeHeads);
    expect(heads).toContainEqual({ name: 'KEPT OVER', class: 'arrears', byName: 'other' });
    expect(heads).toContainEqual({ name: 'Tuition Fee', class: 'tuition', byName: 'tuition' });
  });
});
