/** A sheet says what was paid and when. The import makes payments of it and voids them when it is undone. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import { columnsOfKind } from '#shared/sheets/columns.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { writeBills } from '../../src/web/features/exports/export-workbooks.ts';
import { bytesOfWorkbook, readOurs } from '../sheets/read-back.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Paid amounts in a sheet on %s', (engine) => {
  const here = useCampus(engine);
  let count = 0;
  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const row = (fields: Partial<NewBill> = {}): NewBill =>
    makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10', status: null, ...fields });

  const ask = (contacts: NewBill[], id = 0) => {
    count += 1;
    const made = { name: `Paid ${count}`, month: 11, year: 2026, description: 'Fees' };
    const group = { id, ...(id === 0 ? { ...made, campusID: here.campus.id } : {}) };
    return here.clerk.ask(calls.saveGroup, { body: { group, contacts } });
  };
  const save = async (contacts: NewBill[], id = 0) => {
    const { status, body } = await ask(contacts, id);
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { id: number; importID: number; added: number; updated: number; skipped: number };
  };
  const billsOf = async (groupID: number) => {
    const { items } = await here.clerk.get(calls.listBills, { params: { id: groupID } });
    return items.map(({ status, paid }: { status: string; paid: number }) => ({ status, paid }));
  };
  const paymentsOf = async (groupID: number, index: number) => {
    const { items } = await here.clerk.get(calls.listBills, { params: { id: groupID } });
    const query = { billID: items[index]?.id };
    const found = await here.clerk.get(calls.listPayments, { query });
    return found.items.map(({ amount, receivedOn, source, credit, voidedAt }: Record<string, unknown>) => ({
      ...{ amount, receivedOn, source, credit, isVoid: voidedAt !== null },
    }));
  };

  it('A paid amount in a sheet becomes a payment on its day: a part, the whole, more, or late.', async () => {
    at('2026-11-20T10:00:00.000Z');
    const rows = [
      row({ paidAmount: 400, paidOn: '2026-11-05', status: 'partial' }),
      row({ paidAmount: 1000, paidOn: '2026-11-10' }),
      row({ paidAmount: 1000, paidOn: '2026-11-12' }),
      row({ paidAmount: 1250, paidOn: '2026-11-12', status: 'paid' }),
      row({ paidAmount: 1000 }),
      row({ status: 'paid' }),
      row({ paidAmount: 0, status: 'unpaid' }),
    ];
    const { id, added } = await save(rows);
    expect(added).toBe(7);
    expect(await billsOf(id)).toEqual([
      { status: 'partial', paid: 400 },
      { status: 'paid', paid: 1000 },
      // The late amount is not fully paid.
      { status: 'partial', paid: 1000 },
      { status: 'paid', paid: 1200 },
      // The sheet names no day, so the payment counts as in time.
      { status: 'paid', paid: 1000 },
      { status: 'paid', paid: 1000 },
      { status: 'unpaid', paid: 0 },
    ]);
    expect(await paymentsOf(id, 3)).toEqual([
      { amount: 1250, receivedOn: '2026-11-12', source: 'sheet', credit: 50, isVoid: false },
    ]);
    expect(await paymentsOf(id, 4)).toMatchObject([{ receivedOn: '2026-11-10' }]);
  });

  it('A paid amount without a day counts as paid late if it equals the late amount, otherwise as paid in time.', async () => {
    at('2026-11-20T10:00:00.000Z');
    const { id } = await save([
      row({ paidAmount: 1200 }),
      row({ paidAmount: 1250 }),
      row({ paidAmount: 1100 }),
      row({ paidAmount: 1200, dueDate: '2026-11-25' }),
    ]);
    expect(await billsOf(id)).toEqual([1200, 1200, 1000, 1000].map((paid) => ({ status: 'paid', paid })));
    expect((await Promise.all([0, 1, 2, 3].map((at) => paymentsOf(id, at)))).flat()).toMatchObject([
      { receivedOn: '2026-11-20', credit: 0 },
      { receivedOn: '2026-11-20', credit: 50 },
      { receivedOn: '2026-11-10', credit: 100 },
      { receivedOn: '2026-11-20', credit: 200 },
    ]);
  });

  it('An exported sheet imported again makes the same payments, and no late fee becomes credit.', async () => {
    at('2026-11-20T10:00:00.000Z');
    const late = [
      { amount: 400, receivedOn: '2026-11-05' },
      { amount: 800, receivedOn: '2026-11-15' },
    ];
    const inTime = [
      { amount: 300, receivedOn: '2026-11-05' },
      { amount: 700, receivedOn: '2026-11-09' },
    ];
    const all = [late, late.slice(1), inTime, inTime.slice(0, 1), []];
    const { id } = await save(all.map((_, index) => row({ name: `Child ${index}` })));
    const { items } = await here.clerk.get(calls.listBills, { params: { id } });
    for (const [index, parts] of all.entries())
      for (const [part, { amount, receivedOn }] of parts.entries()) {
        const allocations = [{ billID: items[index].id, amount }];
        const clientID = `export ${index} ${part}`;
        const body = { clientID, amount, receivedOn, method: 'cash', allocations };
        await here.clerk.get(calls.receivePayment, { body });
      }
    const exported = await here.clerk.get(calls.exportBills, { params: { id } });
    const workbook = writeBills('November', exported, inTimeFrom('2026-11-20', noGrace));
    const [headings = [], ...rows] = await readOurs(await bytesOfWorkbook(workbook));
    // The outstanding amount is checked when the sheet is read, and not sent.
    const sent = columnsOfKind.bills.filter(({ field }) => field !== 'outstanding');
    const contacts = rows.map((cells) =>
      Object.fromEntries(
        sent.map(({ heading, field }) => {
          const cell = cells[headings.indexOf(heading)] ?? null;
          return [field, cell !== null && typeof cell === 'object' && 'day' in cell ? cell.day : cell];
        }),
      ),
    );
    const before = await billsOf(id);
    await here.clerk.get(calls.removeGroup, { query: { id, money: 'credit' } });
    const { id: again } = await save(contacts as NewBill[]);
    expect(await billsOf(again)).toEqual(before);
    const came = async (index: number) =>
      (await paymentsOf(again, index)).map(({ amount, receivedOn, credit }: Record<string, unknown>) => ({
        ...{ amount, receivedOn, credit },
      }));
    expect(await came(0)).toEqual([{ amount: 1200, receivedOn: '2026-11-15', credit: 0 }]);
    expect(await came(1)).toEqual([{ amount: 800, receivedOn: '2026-11-15', credit: 0 }]);
    expect(await came(2)).toEqual([{ amount: 1000, receivedOn: '2026-11-09', credit: 0 }]);
    expect(await came(3)).toEqual([{ amount: 300, receivedOn: '2026-11-05', credit: 0 }]);
    expect(await came(4)).toEqual([]);
  });

  it('A paid amount is the total so far: the same sheet pays nothing more, and a higher amount pays the rest.', async () => {
    at('2026-11-06T10:00:00.000Z');
    const first = row({ paidAmount: 300, paidOn: '2026-11-05' });
    const { id } = await save([first]);
    expect(await save([first], id)).toMatchObject({ added: 0, updated: 0, skipped: 1 });
    at('2026-11-09T10:00:00.000Z');
    const more = { ...first, paidAmount: 1000, paidOn: '2026-11-08' };
    expect(await save([more], id)).toMatchObject({ added: 0, updated: 1 });
    expect(await paymentsOf(id, 0)).toMatchObject([
      { amount: 700, receivedOn: '2026-11-08' },
      { amount: 300, receivedOn: '2026-11-05' },
    ]);
    // A sheet never reduces a payment.
    expect(await save([{ ...first, paidAmount: 100 }], id)).toMatchObject({ updated: 0 });
    expect(await billsOf(id)).toEqual([{ status: 'paid', paid: 1000 }]);
  });

  it('A payment of a sheet whose rest settles another bill is not void after a change of the status or an undo.', async () => {
    at('2026-11-06T10:00:00.000Z');
    const { id, importID } = await save([row({ paidAmount: 1500 })]);
    const { bills } = await here.campus.group({ bills: [row()] });
    const [payment] = (await here.clerk.get(calls.listPayments)).items;
    const body = { allocations: [{ billID: bills[0]?.id, amount: 500 }], reason: 'As agreed' };
    await here.clerk.get(calls.allocatePayment, { params: { id: payment.id }, body });
    const { items } = await here.clerk.get(calls.listBills, { params: { id } });
    const unmark = { ids: [items[0]?.id], status: 'unpaid' };
    const refused = await here.clerk.ask(calls.markBills, { body: unmark });
    expectFailure(refused, 'conflict');
    expect(refused.body.message).toBe(moneyRefusals.otherPayments(1));
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    expect((await here.clerk.get(calls.listPayments)).items).toMatchObject([
      { amount: 1500, credit: 1000, voidedAt: null, allocations: [{ billID: bills[0]?.id, amount: 500 }] },
    ]);
  });

  it('Undoing an import voids the payments that it made, and a payment entered at the desk prevents the undo.', async () => {
    at('2026-11-06T10:00:00.000Z');
    const [first, other] = [row(), row()];
    const { id, importID } = await save([first, other]);
    const again = await save(
      [
        { ...first, paidAmount: 300 },
        { ...other, status: 'paid' },
        row({ paidAmount: 500 }),
        row({ status: 'paid' }),
      ],
      id,
    );
    expect(again).toMatchObject({ added: 2, updated: 2 });
    const { removed, restored } = await here.clerk.get(calls.undoImport, { params: { id: again.importID } });
    expect({ removed, restored }).toEqual({ removed: 2, restored: 1 });
    expect(await billsOf(id)).toEqual([
      { status: 'unpaid', paid: 0 },
      { status: 'unpaid', paid: 0 },
    ]);
    expect(await paymentsOf(id, 0)).toMatchObject([{ amount: 300, isVoid: true }]);
    // After the undo the same rows are paid again.
    const third = await save([{ ...first, paidAmount: 300 }], id);
    expect(third).toMatchObject({ updated: 1 });
    // A payment that somebody else received prevents the undo.
    const { items } = await here.clerk.get(calls.listBills, { params: { id } });
    const body = { clientID: `paid ${count}`, method: 'cash', amount: 10, billID: items[1]?.id };
    await here.clerk.get(calls.receivePayment, { body });
    expect((await here.clerk.ask(calls.undoImport, { params: { id: importID } })).status).toBe(409);
  });

  it('A repeated sheet makes no second payment, even if it paid too much or if nothing is owed.', async () => {
    at('2026-11-06T10:00:00.000Z');
    const over = row({ paidAmount: 1500 });
    const none = row({ total: null, amountAfterDueDate: null, paidAmount: 500 });
    const word = row({ status: 'cancelled', paidAmount: 500 });
    const { id } = await save([over, none, word]);
    for (let times = 0; times < 2; times += 1) {
      const again = await save([over, none, word], id);
      expect(again).toMatchObject({ added: 0, updated: 0 });
    }
    expect(await paymentsOf(id, 0)).toMatchObject([{ amount: 1500, credit: 500 }]);
    expect(await paymentsOf(id, 1)).toMatchObject([{ amount: 500, credit: 0 }]);
    expect(await paymentsOf(id, 2)).toEqual([]);
    expect(await billsOf(id)).toEqual([
      { status: 'paid', paid: 1000 },
      { status: 'paid', paid: 500 },
      { status: 'cancelled', paid: 0 },
    ]);
  });

  it('The status paid in a sheet settles a bill that was part-paid late, and the ledger agrees.', async () => {
    at('2026-11-20T10:00:00.000Z');
    const late = row();
    const { id } = await save([late]);
    const { items } = await here.clerk.get(calls.listBills, { params: { id } });
    const body = { clientID: `late ${id}`, method: 'cash', amount: 500, billID: items[0]?.id };
    await here.clerk.get(calls.receivePayment, { body });
    await save([{ ...late, status: 'paid' }], id);
    expect(await billsOf(id)).toEqual([{ status: 'paid', paid: 1200 }]);
    const ledger = { id: here.campus.id, name: '', school: '', timeZone: 'Asia/Karachi', ...noGrace };
    expect((await verifyLedger(here.world.deps.store.db, ledger)).difference).toBeUndefined();
  });

  it('A paid amount on a future day is refused at its row.', async () => {
    at('2026-11-06T10:00:00.000Z');
    const { status, body } = await ask([row(), row({ paidAmount: 10, paidOn: '2026-11-07' })]);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      issues: [{ path: 'contacts.1.paidOn', message: moneyRefusals.futureDay }],
    });
  });
});
