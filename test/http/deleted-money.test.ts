/** Deleting bills and billings that have money. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { moneyReasons, moneyRefusals } from '#shared/words/counter.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Money of deleted bills on %s', (engine) => {
  const here = useCampus(engine);
  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const makeBilling = async (...rows: Partial<NewBill>[]) => {
    at('2026-11-05T10:00:00.000Z');
    const plain = { total: 1000, amountAfterDueDate: null, dueDate: '2026-11-10' };
    const { id, bills } = await here.campus.group({
      bills: rows.map((row) => makeBill({ ...plain, ...row })),
    });
    return { id, ids: bills.map((bill) => bill.id) };
  };
  const pay = (billID: number | undefined, amount: number, method = 'cash') =>
    here.clerk.get(calls.receivePayment, {
      body: { clientID: randomUUID(), method, amount, allocations: [{ billID, amount }] },
    });
  const markPaid = (...ids: (number | undefined)[]) =>
    here.clerk.get(calls.markBills, { body: { ids, status: 'paid' } });
  const payments = async () => (await here.clerk.get(calls.listPayments)).items;
  const stored = (id: number | undefined) =>
    here.world.deps.store.db
      .selectFrom('bill')
      .select(['paid', 'status', 'settledOn'])
      .where('id', '=', id ?? 0)
      .executeTakeFirst();
  const codes = async (kind: 'bill' | 'group', id: number | undefined) =>
    (await here.clerk.get(calls.listHistory, { query: { kind, id } })).items.map(
      ({ code }: { code: string }) => code,
    );
  const removeBill = (id: number | undefined, query = {}) =>
    here.clerk.ask(calls.removeBill, { params: { id }, query });
  const removeGroup = (id: number, query = {}) =>
    here.clerk.ask(calls.removeGroup, { query: { id, ...query } });
  const toCredit = { money: 'credit' };
  const restore = (kind: 'bill' | 'group', id: number | undefined) =>
    here.clerk.get(calls.restoreBinned, { body: { kind, id } });
  async function expectTrue(): Promise<void> {
    for await (const { id, difference } of verifyMoney(here.world.deps.store.db))
      if (id === here.campus.id) expect(difference).toBeUndefined();
  }

  it('A billing with payments is not deleted until they are void or may become credit.', async () => {
    const { id, ids } = await makeBilling({}, {}, { regNum: 'C-1' }, {});
    await pay(ids[0], 1000);
    await pay(ids[1], 500);
    await pay(ids[1], 100.5);
    await markPaid(ids[3]);
    const before = await payments();
    const refused = await removeGroup(id);
    expectFailure(refused, 'conflict');
    const message = moneyRefusals.holdMoney(2, 'Rs. 1,600.50');
    expect(refused.body).toMatchObject({ message, issues: [{ path: 'money', message }] });
    expect(await payments()).toEqual(before);
    expect(await stored(ids[0])).toMatchObject({ status: 'paid' });
    expectFailure(await removeGroup(id, { money: 'lost' }), 'malformed');
    expect((await removeGroup(id, toCredit)).status).toBe(204);
    expect(await payments()).toMatchObject([
      { voidedAt: expect.any(String), voidReason: moneyReasons.billDeleted, credit: 0 },
      { voidedAt: null, allocations: [], credit: 100.5 },
      { voidedAt: null, allocations: [], credit: 500 },
      { voidedAt: null, allocations: [], credit: 1000 },
    ]);
    expect((await codes('group', id)).slice(0, 2)).toEqual(['groupRemoved', 'movedToCredit']);
    await expectTrue();
  });

  it('The credit of a deleted bill settles another bill of the child.', async () => {
    const number = freshNumber();
    const { ids } = await makeBilling({ regNum: 'C-2', number }, { regNum: 'C-2', month: 10, number });
    await pay(ids[0], 1000);
    const refused = await removeBill(ids[0]);
    expectFailure(refused, 'conflict');
    expect(refused.body.message).toBe(moneyRefusals.holdMoney(1, 'Rs. 1,000'));
    expect((await removeBill(ids[0], toCredit)).status).toBe(204);
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { text: 'C-2' } });
    expect(families).toMatchObject([{ balance: 1000, credit: 1000 }]);
    const [{ id }] = await payments();
    const body = { allocations: [{ billID: ids[1], amount: 1000 }] };
    await here.clerk.get(calls.allocatePayment, { params: { id }, body });
    expect(await stored(ids[1])).toMatchObject({ status: 'paid' });
    await restore('bill', ids[0]);
    expect(await stored(ids[0])).toEqual({ status: 'unpaid', paid: 0, settledOn: null });
    await expectTrue();
  });

  it('A mark as paid is void while its bill is in the bin, and restoring the bill enters a mark of the same day and amount.', async () => {
    const { id, ids } = await makeBilling({}, {});
    await pay(ids[0], 400);
    await here.clerk.get(calls.voidPayment, {
      params: { id: (await payments())[0].id },
      body: { reason: 'A slip' },
    });
    await markPaid(...ids);
    const marked = await Promise.all(ids.map(stored));
    expect(marked[0]).toEqual({ status: 'paid', paid: 100_000, settledOn: '2026-11-05' });
    at('2026-11-20T10:00:00.000Z');
    expect((await removeBill(ids[0])).status).toBe(204);
    at('2026-11-21T10:00:00.000Z');
    expect((await removeGroup(id)).status).toBe(204);
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 3, sum: 0 });
    at('2026-11-22T10:00:00.000Z');
    await restore('group', id);
    await restore('bill', ids[0]);
    expect(await Promise.all(ids.map(stored))).toEqual(marked);
    const mark = { source: 'mark', amount: 1000, receivedOn: '2026-11-05', voidedAt: null };
    expect((await payments()).slice(0, 2)).toMatchObject([
      { ...mark, receiptNo: 5, allocations: [{ billID: ids[0], amount: 1000 }] },
      { ...mark, receiptNo: 4, allocations: [{ billID: ids[1], amount: 1000 }] },
    ]);
    await here.clerk.get(calls.markBills, { body: { ids, status: 'unpaid' } });
    expect(await stored(ids[0])).toEqual({ status: 'unpaid', paid: 0, settledOn: null });
    await expectTrue();
  });

  it('What a sheet reports as paid is void while its bill is in the bin, and undoing its import voids the restored payment.', async () => {
    at('2026-11-20T10:00:00.000Z');
    const plain = { total: 1000, amountAfterDueDate: null, dueDate: '2026-11-10' };
    const rows = [makeBill({ ...plain, paidAmount: 1200 }), makeBill({ ...plain, status: 'paid' })];
    const { id, importID } = await here.campus.save(rows);
    expect(await payments()).toMatchObject([
      { amount: 1200, credit: 200, receivedOn: '2026-11-10' },
      { amount: 1000, credit: 0, receivedOn: '2026-11-10' },
    ]);
    expect((await removeGroup(id)).status).toBe(204);
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 2, sum: 0 });
    await restore('group', id);
    expect((await payments()).slice(0, 2)).toMatchObject([
      { receiptNo: 4, amount: 1200, credit: 200, receivedOn: '2026-11-10', source: 'sheet', voidedAt: null },
      { receiptNo: 3, amount: 1000, credit: 0, receivedOn: '2026-11-10', source: 'sheet', voidedAt: null },
    ]);
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 4, sum: 0 });
    await expectTrue();
  });

  it('A mark counts as money if it is in a bank file, was returned in part, or settles two bills.', async () => {
    const { ids } = await makeBilling({ invNo: '20260001' }, {}, {});
    await markPaid(ids[0], ids[1]);
    const [ofReturn] = await payments();
    const back = { clientID: randomUUID(), kind: 'refund', amount: 300, reason: 'Too much' };
    await here.clerk.get(calls.returnPayment, { params: { id: ofReturn.id }, body: back });
    const { id: accountID } = await here.clerk.get(calls.addMoneyAccount, {
      body: { kind: 'bank', title: 'HBL' },
    });
    const line = { row: 1, day: '2026-11-05', direction: 'in', reference: 'FT1', amount: 1000 };
    const bankRows = [{ ...line, text: '20260001', number: '', balance: null }];
    const { rows } = await here.clerk.get(calls.checkBankFile, { body: { accountID, rows: bankRows } });
    expect(rows).toMatchObject([{ payment: { receiptNo: 1 } }]);
    const [{ row, match, bill }] = rows;
    const decisions = [{ row, match, act: 'join', billID: bill.billID }];
    const file = { name: 'HBL.csv', sha256: 'ab'.repeat(32) };
    await here.clerk.get(calls.saveBankFile, {
      body: { saveID: randomUUID(), file, accountID, rows: bankRows, decisions },
    });
    const row2 = makeBill({ total: 1000, amountAfterDueDate: null, paidAmount: 1500 });
    const sheet = await here.campus.save([row2], { name: 'Sheet' });
    const [ofSheet] = await payments();
    const body = { allocations: [{ billID: ids[2], amount: 500 }], reason: 'As agreed' };
    await here.clerk.get(calls.allocatePayment, { params: { id: ofSheet.id }, body });
    for (const id of [ids[0], ids[1]]) expectFailure(await removeBill(id), 'conflict');
    expectFailure(await removeGroup(sheet.id), 'conflict');
    for (const id of [ids[0], ids[1]]) expect((await removeBill(id, toCredit)).status).toBe(204);
    expect((await removeGroup(sheet.id, toCredit)).status).toBe(204);
    expect(await payments()).toMatchObject([
      { amount: 1500, credit: 1000, voidedAt: null },
      { amount: 1000, returns: [{ amount: 300 }], credit: 700, voidedAt: null },
      { amount: 1000, credit: 1000, voidedAt: null },
    ]);
    await expectTrue();
  });

  it('Undoing an import turns the rest of a partly returned payment into credit.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const row = makeBill({ total: 1000, amountAfterDueDate: null, paidAmount: 400 });
    const { importID } = await here.campus.save([row]);
    const [{ id }] = await payments();
    const body = { clientID: randomUUID(), kind: 'refund', amount: 100, reason: 'Too much' };
    await here.clerk.get(calls.returnPayment, { params: { id }, body });
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    expect(await payments()).toMatchObject([
      { amount: 400, returns: [{ amount: 100 }], credit: 300, voidedAt: null },
    ]);
    await expectTrue();
  });
});
