/** The page checks rows before saving them; the save applies the same rules. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Bill, ListedBill } from '#shared/calls/bills.ts';
import type { BillKey } from '#shared/sheets/sheet-rows.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Imports/CheckBills on %s', (engine) => {
  const here = useCampus(engine);
  const check = (rows: Omit<BillKey, 'row'>[], more: Record<string, unknown> = {}) => {
    const body = { month: 11, year: 2026, rows: rows.map((row, at) => ({ row: at, ...row })), ...more };
    return here.clerk.get(calls.checkBills, { body });
  };
  const keyOf = (bill: ReturnType<typeof makeBill>) => {
    const { regNum, invNo, name, number, month, year, total } = bill;
    return { regNum, invNo, name, number, month, year, total };
  };
  const nothing = { bill: null, hold: null, invoiceOf: null, elsewhere: null };

  it('The check names the bills that rows would change, and whether they are paid or messaged.', async () => {
    const { campus, clerk } = here;
    const rows = [makeBill(), makeBill(), makeBill({ regNum: null, invNo: null }), makeBill()];
    const { id, bills } = await campus.group({ bills: rows });
    await clerk.get(calls.updateBill, {
      params: { id: bills[1]?.id },
      body: { ...rows[1], status: 'paid' },
    });
    await campus.message({ contactIDs: [bills[2]?.id ?? 0] });
    const { items } = await clerk.get(calls.listBills, { params: { id } });
    const whole = items.map(({ unread: _u, siblings: _s, lastMessage: _l, ...listed }: ListedBill): Bill => {
      const { class: _class, section: _section, fatherName: _father, version: _version, ...bill } = listed;
      return bill;
    });
    const typed = `+92 ${String(rows[2]?.number).slice(1)}`;
    const requested = [
      ...rows.slice(0, 2).map(keyOf),
      { name: rows[2]?.name?.toUpperCase(), number: typed },
      { regNum: rows[3]?.regNum, month: 12 },
      { regNum: ' unknown', invNo: `${rows[0]?.invNo} ` },
      {},
    ];
    const answer = await check(requested, { groupID: id });
    expect(answer.rows).toEqual([
      { ...nothing, row: 0, bill: whole[0] },
      { ...nothing, row: 1, bill: whole[1], hold: 'paid' },
      { ...nothing, row: 2, bill: whole[2], hold: 'messaged' },
      { ...nothing, row: 4, invoiceOf: rows[0]?.regNum },
    ]);
    expect(answer.sameFile).toBeNull();
  });

  it('The check names similar bills in other billings, the closest match first.', async () => {
    const { campus } = here;
    const bill = makeBill();
    const noInvoice = makeBill({ invNo: null });
    const undated = makeBill({ month: null, year: null });
    await campus.group({ name: 'October', bills: [makeBill({ ...bill, month: 10 })] });
    await campus.group({ name: 'Tuition', bills: [{ ...bill, invNo: 'T-1' }, noInvoice, undated] });
    const same = async (row: Omit<BillKey, 'row'>) => {
      const [found] = (await check([row])).rows;
      return found && [found.elsewhere.same, found.elsewhere.groupName, found.elsewhere.month];
    };
    expect(await same({ regNum: 'other', invNo: 'T-1' })).toEqual(['invoice', 'Tuition', 11]);
    expect(await same({ regNum: undated.regNum, total: undated.total })).toEqual(['bill', 'Tuition', 11]);
    expect(await same({ regNum: noInvoice.regNum, total: noInvoice.total, invNo: 'new' })).toEqual([
      'bill',
      'Tuition',
      11,
    ]);
    expect(await same({ regNum: 'other', invNo: bill.invNo })).toEqual(['oldInvoice', 'October', 10]);
    expect(await same({ regNum: bill.regNum, invNo: 'T-2', total: bill.total })).toEqual([
      'registration',
      'Tuition',
      11,
    ]);
    expect(await same({ regNum: noInvoice.regNum, total: 1 })).toEqual(['registration', 'Tuition', 11]);
    expect(await same({ regNum: noInvoice.regNum, total: noInvoice.total, month: 12 })).toBeUndefined();
    expect(await same({ name: noInvoice.name, number: noInvoice.number })).toBeUndefined();
  });

  it('The check names no similar bill elsewhere for a row whose bill is here, unless its invoice number is used there.', async () => {
    const { campus, world } = here;
    const bill = makeBill();
    const { id } = await campus.group({ name: 'Tuition', bills: [bill] });
    const other = await campus.group({ name: 'Twin', bills: [makeBill({ invNo: 'T-9' })] });
    // Billings from before the comparison existed may contain this.
    await world.deps.store.db
      .updateTable('bill')
      .set({ regNum: bill.regNum ?? null })
      .where('groupID', '=', other.id)
      .execute();
    const elsewhere = async (row: Omit<BillKey, 'row'>) =>
      (await check([row], { groupID: id })).rows[0].elsewhere;
    expect(await elsewhere(keyOf(bill))).toBeNull();
    expect(await elsewhere({ ...keyOf(bill), invNo: 'T-9' })).toMatchObject({ same: 'bill' });
  });

  it('The check recognises a file that was imported before, unless that import was undone.', async () => {
    const { clerk, clock } = here;
    clock.now = new Date('2026-11-04T20:00:00.000Z');
    const file = { name: 'a.xlsx', sha256: 'd'.repeat(64) };
    const group = { id: 0, name: 'Tuition', month: 11, year: 2026, description: 'Monthly fee' };
    const lines = asLines({ group, saveID: 'save of a.xlsx', file }, [makeBill()]);
    const { importID } = await clerk.get(calls.importBills, lines);
    expect((await check([], { sha256: file.sha256 })).sameFile).toEqual({
      groupName: 'Tuition',
      by: clerk.userName,
      at: '2026-11-04T20:00:00.000Z',
    });
    expect((await check([], { sha256: 'e'.repeat(64) })).sameFile).toBeNull();
    await clerk.get(calls.undoImport, { params: { id: importID } });
    expect((await check([], { sha256: file.sha256 })).sameFile).toBeNull();
  });

  it('The check looks up thousands of rows at once, in the own campus only.', async () => {
    const { campus, clerk } = here;
    const rows = Array.from({ length: 2500 }, () => makeBill());
    const { id } = await campus.group({ bills: rows });
    const found = (await check(rows.map(keyOf), { groupID: id })).rows;
    expect(
      found.map(({ row, bill }: { row: number; bill: { regNum: string } }) => [row, bill.regNum]),
    ).toEqual(rows.map(({ regNum }, row) => [row, regNum]));
    const sister = await campus.sister();
    const theirs = await sister.group({ bills: [makeBill({ regNum: 'theirs', invNo: 'theirs' })] });
    expect((await check([{ regNum: 'theirs', invNo: 'theirs' }])).rows).toEqual([]);
    const body = { groupID: theirs.id, month: 11, year: 2026, rows: [] };
    expectFailure(await clerk.ask(calls.checkBills, { body }), 'notFound');
  });
});
