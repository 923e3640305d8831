/** A bank file is saved once, as it was checked, joined to payments of the desk, and undone as a whole. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { BankDecision, JudgedRow } from '#shared/calls/bank-files.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { type BankAct, tickedMatches } from '#shared/money/bank.ts';
import { mostBankRows } from '#shared/sheets/sheet-limits.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { checkBankFile, saveBankFile, undoBankFile } from '../../src/server/bank/bank-files/bank-files.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const file = { name: 'HBL 16 to 22 Nov.csv', sha256: 'ab'.repeat(32) };
const dueDate = '2026-11-10';

describe.each(engines)('Bank files on %s', (engine) => {
  const here = useCampus(engine);
  let rowNo = 1;
  const row = (text: string, amount: number, more: Partial<BankRow> = {}): BankRow => {
    rowNo += 1;
    const made = { row: rowNo, day: '2026-11-05', direction: 'in' as const, reference: `FT${rowNo}` };
    return { ...made, amount, text, number: '', balance: null, ...more };
  };
  const billsOf = async (rows: Partial<NewBill>[]): Promise<number[]> => {
    here.clock.now = new Date('2026-11-25T10:00:00.000Z');
    const made = rows.map((one) => makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, ...one }));
    return (await here.campus.group({ bills: made })).bills.map(({ id }) => id);
  };
  const account = async (more: object = {}): Promise<number> =>
    (await here.clerk.get(calls.addMoneyAccount, { body: { kind: 'bank', title: 'HBL', ...more } })).id;
  const check = async (accountID: number, rows: BankRow[], by = here.clerk): Promise<JudgedRow[]> =>
    (await by.get(calls.checkBankFile, { body: { accountID, rows } })).rows;
  const tick = (judged: readonly JudgedRow[], act: BankAct = 'pay', verdicts = tickedMatches) =>
    judged.flatMap(({ row, match, bill }): BankDecision[] =>
      bill && verdicts.includes(match) ? [{ row, match, act, billID: bill.billID }] : [],
    );
  type Save = { accountID: number; rows: BankRow[]; decisions: BankDecision[]; saveID?: string };
  const save = ({ saveID = randomUUID(), ...body }: Save, by: Caller = here.clerk) =>
    by.ask(calls.saveBankFile, { body: { saveID, file, ...body } });
  const saved = async (what: Save, by?: Caller) => {
    const { status, body } = await save(what, by);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const undo = (id: number, by: Caller = here.clerk) => by.ask(calls.undoBankFile, { params: { id } });
  const stored = (id: number | undefined) =>
    here.world.deps.store.db
      .selectFrom('bill')
      .select(['paid', 'status', 'settledOn'])
      .where('id', '=', id ?? 0)
      .executeTakeFirst();
  async function expectTrue(): Promise<void> {
    for await (const { id, difference } of verifyMoney(here.world.deps.store.db))
      if (id === here.campus.id) expect(difference).toBeUndefined();
  }

  it('Ticked rows are posted as bank payments on their own days, with receipt numbers without a gap.', async () => {
    const [first, second] = await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    const rows = [row('IBFT 20260001', 1000), row('IBFT 20260002', 1200, { day: '2026-11-16' }), row('?', 5)];
    const judged = await check(accountID, rows);
    expect(judged.map(({ match, mark }) => [match, mark])).toEqual([
      ['exact', '20260001'],
      ['late', '20260002'],
      ['unmatched', null],
    ]);
    const answer = await saved({ accountID, rows, decisions: tick(judged) });
    expect(answer).toMatchObject({ posted: 2, sum: 2200, joined: 0, changed: [], skipped: 1 });
    expect(await stored(first)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-05' });
    expect(await stored(second)).toEqual({ paid: 120_000, status: 'paid', settledOn: '2026-11-16' });
    const { items } = await here.clerk.get(calls.listPayments, { query: { source: 'bank' } });
    expect(items).toMatchObject([
      { receiptNo: 2, method: 'bank', accountID, receivedOn: '2026-11-16', amount: 1200 },
      { receiptNo: 1, method: 'bank', accountID, receivedOn: '2026-11-05', reference: rows[0]?.reference },
    ]);
    const { items: files } = await here.clerk.get(calls.listBankFiles);
    expect(files).toMatchObject([
      { name: file.name, account: 'HBL', rows: 3, sum: 2205, posted: 2, postedSum: 2200 },
    ]);
    await expectTrue();
  });

  it('A row of a closed day is not posted, but is joined to a payment that is already entered.', async () => {
    const [first, second] = await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    await here.clerk.get(calls.receivePayment, {
      body: {
        ...{ clientID: randomUUID(), amount: 1000, method: 'bank', accountID, receivedOn: '2026-11-05' },
        allocations: [{ billID: first, amount: 1000 }],
      },
    });
    await here.clerk.get(calls.closeBooks, { body: { closedUntil: '2026-11-05', reason: 'Counted' } });
    const rows = [row('IBFT 20260001', 1000), row('IBFT 20260002', 1000)];
    const judged = await check(accountID, rows);
    expect(judged.map(({ match, reason }) => [match, reason])).toEqual([
      ['paidAlready', null],
      ['unmatched', 'booksClosed'],
    ]);
    const decisions = [
      { row: rows[1]?.row ?? 0, match: 'unmatched' as const, act: 'pay' as const, billID: second ?? 0 },
    ];
    expectFailure(await save({ accountID, rows, decisions }), 'conflict');
    const joined = tick(judged, 'join', ['paidAlready']);
    expect(await saved({ accountID, rows, decisions: joined })).toMatchObject({ posted: 0, joined: 1 });
    await expectTrue();
  });

  it('Of two rows with the same reference and amount, the row left out is posted by the next file.', async () => {
    const [ali, sara] = await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    const branch = { reference: 'BRANCH 0012' };
    const [ofAli, ofSara] = [row('ALI', 1000, branch), row('CHALLAN 20260002', 1000, branch)];
    const rows = [ofAli, ofSara];
    await saved({ accountID, rows, decisions: tick(await check(accountID, rows)) });
    expect(await stored(sara)).toMatchObject({ status: 'paid' });
    const next = [ofSara, { ...ofAli, number: '20260001' }];
    const judged = await check(accountID, next);
    expect(judged.map(({ match }) => match)).toEqual(['seen', 'exact']);
    await saved({ accountID, rows: next, decisions: tick(judged) });
    expect(await stored(ali)).toMatchObject({ status: 'paid' });
    await expectTrue();
  });

  it('A second row with the same reference, registration and amount is saved only if a person ticks it.', async () => {
    await billsOf([{ regNum: '70707' }]);
    const accountID = await account();
    const twin = { reference: 'FT9' };
    const rows = [row('FEE 70707', 1000, twin), row('FEE 70707', 1000, twin)];
    const judged = await check(accountID, rows);
    expect(judged.map(({ match }) => match)).toEqual(['registration', 'twin']);
    // A request that accepts all rows as the first one does not post the second.
    const all = tick(judged, 'pay', ['registration', 'twin']).map((one) => ({
      ...one,
      match: 'registration' as const,
    }));
    expect(await saved({ accountID, rows, decisions: all })).toMatchObject({
      posted: 1,
      changed: [{ row: rows[1]?.row, was: 'registration', is: 'twin' }],
    });
    const again = await check(accountID, rows);
    expect(again.map(({ match }) => match)).toEqual(['seen', 'twin']);
    const [pays] = all;
    const second = { row: rows[1]?.row ?? 0, match: 'twin' as const, act: 'credit' as const };
    const byHand = [{ ...second, billID: pays?.billID ?? 0 }];
    expect(await saved({ accountID, rows, decisions: byHand })).toMatchObject({ posted: 1 });
    const { items } = await here.clerk.get(calls.listPayments);
    expect(items.map(({ credit }: { credit: number }) => credit)).toEqual([1000, 0]);
    await expectTrue();
  });

  it('The prefix of a biller is understood in the file of a plain bank account, and a shortened number is asked.', async () => {
    await billsOf([{ invNo: '202611110240' }, { invNo: '202611110999', total: 3000 }]);
    const accountID = await account();
    await account({ kind: 'biller', title: '1Bill', prefix: '100422' });
    const rows = [row('1BILL 100422202611110240', 1000), row('BILL 2.02611E+11', 3000)];
    const judged = await check(accountID, rows);
    expect(judged).toMatchObject([
      { match: 'exact', bill: { invNo: '202611110240' } },
      { match: 'ambiguous', reason: 'shortened', suggestions: [{ invNo: '202611110999' }] },
    ]);
  });

  it('A row that the bank repeats under another text is ambiguous and posted only by a person.', async () => {
    const [november, december] = await billsOf([
      { regNum: '10010001', month: 11 },
      { regNum: '10010001', month: 12 },
    ]);
    const accountID = await account({ numbering: 'student' });
    const cut = row('IBFT 10010001 FROM MUHAMMAD AL', 400, { reference: 'FT26309ABC1' });
    const first = [{ row: cut.row, match: 'ambiguous' as const, act: 'pay' as const, billID: november ?? 0 }];
    await saved({ accountID, rows: [cut], decisions: first });
    // The row pays exactly the rest of November. Only its changed text keeps it from being exact.
    const whole = row('IBFT 10010001 FROM MUHAMMAD ALI KHAN', 400, { reference: 'ft26309abc1' });
    await here.clerk.get(calls.receivePayment, {
      body: {
        ...{ clientID: 'press', method: 'cash', amount: 200, receivedOn: '2026-11-09' },
        allocations: [{ billID: november, amount: 200 }],
      },
    });
    const other = { ...whole, row: whole.row + 1, reference: 'FT26309ABC2' };
    const judged = await check(accountID, [whole, other]);
    expect(judged).toMatchObject([
      { match: 'ambiguous', reason: 'mayCount', bill: null },
      { match: 'exact', bill: { billID: november } },
    ]);
    // A page opened before the save sends its old verdict; the save checks again.
    const decision = { row: whole.row, act: 'pay' as const, billID: december ?? 0 };
    const rows = [whole];
    expect(await saved({ accountID, rows, decisions: [{ ...decision, match: 'exact' }] })).toMatchObject({
      posted: 0,
      changed: [{ row: whole.row, was: 'exact', is: 'ambiguous' }],
    });
    const byHand: BankDecision[] = [{ ...decision, match: 'ambiguous' }];
    expect(await saved({ accountID, rows, decisions: byHand })).toMatchObject({ posted: 1, changed: [] });
    expect(await stored(december)).toMatchObject({ paid: 40_000 });
    expect((await check(accountID, [whole, cut])).map(({ match }) => match)).toEqual(['seen', 'seen']);
    await expectTrue();
  });

  it('Two rows of one bank branch reference with changed texts are ambiguous in any order.', async () => {
    await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    const branch = { reference: 'BRANCH 0012' };
    const [ofAli, ofSara] = [row('CHALLAN 20260001', 1000, branch), row('CHALLAN 20260002', 1000, branch)];
    await saved({ accountID, rows: [ofSara], decisions: tick(await check(accountID, [ofSara])) });
    const matches = async (rows: BankRow[]) => (await check(accountID, rows)).map(({ match }) => match);
    expect(await matches([ofAli, ofSara])).toEqual(['exact', 'seen']);
    const whole = [ofAli, ofSara].map((one) => ({ ...one, text: `${one.text} PAID` }));
    expect(await matches(whole)).toEqual(['ambiguous', 'ambiguous']);
    expect(await matches(whole.toReversed())).toEqual(['ambiguous', 'ambiguous']);
    expect(await matches([...whole, { ...ofSara, row: 9999 }])).toEqual(['exact', 'paidAlready', 'seen']);
  });

  it('Checking 20,000 rows with one reference queries the stored bank rows once.', {
    timeout: 60_000,
  }, async () => {
    const [bill = 0] = await billsOf([{}]);
    const accountID = await account();
    const rows = Array.from({ length: mostBankRows }, (_, at) =>
      row('IBFT', 1000, { reference: 'BRANCH 0012', balance: at }),
    );
    const last = rows.slice(-1);
    const byHand = last.map(({ row }) => ({
      row,
      match: 'unmatched' as const,
      act: 'pay' as const,
      billID: bill,
    }));
    await saved({ accountID, rows: last, decisions: byHand });
    const queries: { sql: string; parameters: readonly unknown[] }[] = [];
    const { scope } = here.campus;
    const db = scope.db.withPlugin({
      transformQuery: ({ node }) => {
        queries.push(scope.db.getExecutor().compileQuery(node, { queryId: 'asked' }));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const request = { accountID, rows, others: [] };
    const found = await checkBankFile({ ...scope, db }, moneyNeeds(here.world.deps), request);
    expect(found.rows.filter(({ match }) => match === 'seen')).toHaveLength(1);
    // The query for payments without a bank row is a different one and does not count here.
    const ofRows = queries.filter(({ sql }) => /from "bank_row"/.test(sql) && !/from "payment"/.test(sql));
    expect(ofRows).toHaveLength(1);
    expect(JSON.stringify(ofRows[0]?.parameters).length).toBeLessThan(100);
  });

  it('A repeated save with the same id answers the same, and is refused when its rows differ.', async () => {
    await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000)];
    const what = {
      accountID,
      rows,
      decisions: tick(await check(accountID, rows)),
      saveID: 'one and the same',
    };
    const first = await saved(what);
    expect(await saved(what)).toEqual(first);
    const other = [{ ...(rows[0] as BankRow), amount: 999 }];
    expectFailure(await save({ ...what, rows: other }), 'conflict');
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 1, sum: 1000 });
  });

  it('Two users who save the same file at once post it once.', async () => {
    await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000), row('20260002', 1000)];
    const decisions = tick(await check(accountID, rows));
    const other = await here.caller({ view: true, edit: true });
    const answers = await Promise.all([
      saved({ accountID, rows, decisions }),
      saved({ accountID, rows, decisions }, other),
    ]);
    expect(answers.map(({ posted }) => posted).sort()).toEqual([0, 2]);
    const left = answers.find(({ posted }) => posted === 0);
    expect(left.changed).toEqual(rows.map(({ row }) => ({ row, was: 'exact', is: 'seen' })));
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 2, sum: 2000 });
    await expectTrue();
  });

  it('A bill paid between check and save is left out and named, and the other rows are posted.', async () => {
    const [first] = await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000), row('20260002', 1000)];
    const decisions = tick(await check(accountID, rows));
    const body = {
      clientID: 'press',
      method: 'cash',
      amount: 1000,
      receivedOn: '2026-11-09',
      allocations: [{ billID: first, amount: 1000 }],
    };
    await here.clerk.get(calls.receivePayment, { body });
    const answer = await saved({ accountID, rows, decisions });
    expect(answer).toMatchObject({
      posted: 1,
      skipped: 1,
      changed: [{ row: rows[0]?.row, was: 'exact', is: 'paidAlready' }],
    });
    await expectTrue();
  });

  it('A bill deleted between check and save is left out and named, and the other rows are posted.', async () => {
    const [first] = await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000), row('20260002', 1000)];
    const decisions = tick(await check(accountID, rows));
    await here.clerk.ask(calls.removeBill, { params: { id: first } });
    expect(await saved({ accountID, rows, decisions })).toMatchObject({
      posted: 1,
      changed: [{ row: rows[0]?.row, was: 'exact', is: 'unmatched' }],
    });
  });

  it('A payment entered at the desk is joined to its bank row once, and no second payment is made.', async () => {
    const [marked, online] = await billsOf([{ invNo: '20260001' }, { invNo: '20260002' }]);
    const accountID = await account();
    await here.clerk.get(calls.markBills, { body: { ids: [online], status: 'paid' } });
    const body = { clientID: 'press', method: 'online', amount: 1000, receivedOn: '2026-11-05' };
    await here.clerk.get(calls.receivePayment, {
      body: { ...body, allocations: [{ billID: marked, amount: 1000 }] },
    });
    const rows = [row('20260001', 1000), row('20260002', 1200), row('20260001', 1000)];
    const judged = await check(accountID, rows);
    expect(judged.map(({ match, payment }) => [match, payment !== null])).toEqual([
      ['paidAlready', true],
      ['paidAlready', true],
      ['paidAlready', false],
    ]);
    const decisions = tick(judged.slice(0, 2), 'join', ['paidAlready']);
    const answer = await saved({ accountID, rows, decisions });
    expect(answer).toMatchObject({ posted: 0, sum: 0, joined: 2, skipped: 1 });
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 2 });
    expect((await check(accountID, rows)).map(({ match }) => match)).toEqual(['seen', 'seen', 'paidAlready']);
    // The third row is an additional payment and is kept as credit for later bills.
    const rest = [rows[2] as BankRow];
    await saved({
      accountID,
      rows: rest,
      decisions: tick(await check(accountID, rest), 'credit', ['paidAlready']),
    });
    const [credit] = (await here.clerk.get(calls.listPayments, { query: { source: 'bank' } })).items;
    expect(credit).toMatchObject({ credit: 1000, allocations: [] });
    expect((await undo(answer.fileID)).body).toEqual({ voided: 0, parted: 2 });
    expect(await stored(online)).toMatchObject({ status: 'paid' });
    expect((await check(accountID, rows.slice(0, 2))).map(({ payment }) => payment !== null)).toEqual([
      true,
      true,
    ]);
    await expectTrue();
  });

  it('Payments joined to a bank row cannot be taken back by a mark, a status or an undone import.', async () => {
    const rows = ['20260001', '20260002', '20260003', '20260004'].map((invNo) =>
      makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, invNo }),
    );
    here.clock.now = new Date('2026-11-05T10:00:00.000Z');
    const { id, bills } = await here.campus.group({ bills: rows.slice(0, 3) });
    const [first, second, third] = bills.map((bill) => bill.id);
    await here.clerk.get(calls.markBills, { body: { ids: [first, second], status: 'paid' } });
    const paid = rows.slice(2).map((one) => ({ ...one, paidAmount: 1000 }));
    const { importID } = await here.campus.save(paid, { id });
    const accountID = await account();
    const file = rows.slice(1).map(({ invNo }) => row(String(invNo), 1000));
    const decisions = tick(await check(accountID, file), 'join', ['paidAlready']);
    const { fileID, joined } = await saved({ accountID, rows: file, decisions });
    expect(joined).toBe(3);
    const unpaid = (ids: (number | undefined)[]) =>
      here.clerk.ask(calls.markBills, { body: { ids, status: 'unpaid' } });
    const refused = [
      await unpaid([second]),
      // If one of several bills cannot be changed, none is changed.
      await unpaid([first, second]),
      await here.clerk.ask(calls.updateBill, { params: { id: third }, body: { status: 'unpaid' } }),
      await here.clerk.ask(calls.undoImport, { params: { id: importID } }),
    ];
    for (const answer of refused) expectFailure(answer, 'conflict');
    expect(refused.map(({ body }) => body.message)).toEqual(
      [[2], [2], [3], [3, 4]].map((receipts) => moneyRefusals.isInBank(receipts)),
    );
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 4, sum: 4000 });
    expect((await undo(fileID)).body).toEqual({ voided: 0, parted: 3 });
    expect((await unpaid([first, second])).status).toBe(200);
    expect((await here.clerk.ask(calls.undoImport, { params: { id: importID } })).status).toBe(200);
    await expectTrue();
  });

  it('A short row pays in part, an excess becomes credit, an open fine is waived, and undo reverts all three.', async () => {
    const [short, over, fine] = await billsOf([
      { invNo: '20260001' },
      { invNo: '20260002' },
      { invNo: '20260003' },
    ]);
    const accountID = await account();
    const rows = [row('20260001', 400), row('20260002', 1500), row('20260003', 1000, { day: '2026-11-16' })];
    const judged = await check(accountID, rows);
    expect(judged.map(({ match }) => match)).toEqual(['short', 'over', 'fineOpen']);
    const decisions = [...tick(judged, 'pay', ['short', 'over']), ...tick(judged, 'waive', ['fineOpen'])];
    const { fileID } = await saved({ accountID, rows, decisions });
    expect(await stored(short)).toMatchObject({ paid: 40_000, status: 'partial' });
    expect(await stored(over)).toMatchObject({ paid: 100_000, status: 'paid' });
    expect(await stored(fine)).toEqual({ paid: 100_000, status: 'paid', settledOn: '2026-11-16' });
    await expectTrue();
    expect((await undo(fileID)).body).toEqual({ voided: 3, parted: 0 });
    for (const id of [short, over, fine])
      expect(await stored(id)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
    expect((await check(accountID, rows)).map(({ match }) => match)).toEqual(['short', 'over', 'fineOpen']);
    await expectTrue();
  });

  it('A voided or returned payment also ends the waiver of the fine that came with it.', async () => {
    const bills = await billsOf(['20260001', '20260002', '20260003', '20260004'].map((invNo) => ({ invNo })));
    const accountID = await account();
    const rows = bills.map((_, at) => row(`2026000${at + 1}`, 1000, { day: '2026-11-16' }));
    const decisions = tick(await check(accountID, rows), 'waive', ['fineOpen']);
    const { fileID } = await saved({ accountID, rows, decisions });
    const paymentOf = async (billID: number | undefined): Promise<number> => {
      const { items } = await here.clerk.get(calls.listPayments, { query: { billID } });
      return items[0].id;
    };
    const waived = async (id: number | undefined): Promise<number> =>
      ((await here.clerk.get(calls.getBill, { params: { id } })) as { lateWaived: number }).lateWaived;
    const [voided, returned, inPart, unchanged] = bills;
    expect(await Promise.all(bills.map(waived))).toEqual([200, 200, 200, 200]);
    const back = async (id: number | undefined, more: object = {}) =>
      here.clerk.get(calls.returnPayment, {
        params: { id: await paymentOf(id) },
        body: { clientID: randomUUID(), kind: 'refund', reason: 'Moved away', ...more },
      });
    await here.clerk.get(calls.voidPayment, {
      params: { id: await paymentOf(voided) },
      body: { reason: 'A slip' },
    });
    await back(returned);
    await back(inPart, { amount: 100 });
    expect(await Promise.all(bills.map(waived))).toEqual([0, 0, 0, 200]);
    expect(await stored(unchanged)).toMatchObject({ status: 'paid' });
    expect(await stored(inPart)).toMatchObject({ paid: 90_000, status: 'partial' });
    await expectTrue();
    // A part of it was refunded, so the file stays in the books.
    expectFailure(await undo(fileID), 'conflict');
  });

  it('Undo also ends the waiver of a row whose payment was voided by an earlier version.', async () => {
    const [bill] = await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000, { day: '2026-11-16' })];
    const { fileID } = await saved({
      accountID,
      rows,
      decisions: tick(await check(accountID, rows), 'waive', ['fineOpen']),
    });
    const { db } = here.world.deps.store;
    const ended = { endedAt: '2026-11-25T11:00:00.000Z' };
    // Earlier versions left the payment void and its waiver valid.
    await db
      .updateTable('allocation')
      .set(ended)
      .where('billID', '=', bill ?? 0)
      .execute();
    await db.updateTable('bank_row').set(ended).where('fileID', '=', fileID).execute();
    const made = { voidedAt: ended.endedAt, voidedBy: 'somebody', voidReason: 'A slip' };
    await db.updateTable('payment').set(made).where('campusID', '=', here.campus.id).execute();
    await undo(fileID);
    expect(await here.clerk.get(calls.getBill, { params: { id: bill } })).toMatchObject({ lateWaived: 0 });
    expect(await stored(bill)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
    await expectTrue();
  });

  it('Two part payments of one bill in one file settle it, and the excess becomes credit.', async () => {
    const [bill] = await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [row('20260001', 600), row('20260001', 600)];
    await saved({ accountID, rows, decisions: tick(await check(accountID, rows), 'pay', ['short']) });
    expect(await stored(bill)).toMatchObject({ paid: 100_000, status: 'paid' });
    const { items } = await here.clerk.get(calls.listPayments);
    expect(items.map(({ credit }: { credit: number }) => credit)).toEqual([200, 0]);
    await expectTrue();
  });

  it('A bank row is posted to the bill that a person has chosen, and a bill of another campus is not found.', async () => {
    const [bill] = await billsOf([{ invNo: '20260001', regNum: 'R 77' }]);
    const accountID = await account();
    const rows = [row('SOMEBODY', 1000)];
    const sister = await here.campus.sister();
    const foreign = (await sister.group({ bills: 1 })).bills[0]?.id ?? 0;
    const to = (billID: number): BankDecision[] => [
      { row: rows[0]?.row ?? 0, match: 'unmatched', act: 'pay', billID },
    ];
    expectFailure(await save({ accountID, rows, decisions: to(foreign) }), 'notFound');
    await saved({ accountID, rows, decisions: to(bill ?? 0) });
    expect(await stored(bill)).toMatchObject({ status: 'paid' });
    // Nothing is owed on the bill any more.
    const again = [row('SOMEBODY ELSE', 1000)];
    const late = [
      { row: again[0]?.row ?? 0, match: 'unmatched' as const, act: 'pay' as const, billID: bill ?? 0 },
    ];
    expect(await saved({ accountID, rows: again, decisions: late })).toMatchObject({
      posted: 0,
      changed: [{ was: 'unmatched', is: 'paidAlready' }],
    });
  });

  it('A voucher whose bill was carried settles the newer bill that asks for its amount.', async () => {
    here.clock.now = new Date('2026-11-02T10:00:00.000Z');
    const group = (name: string, month: number) => ({
      ...{ id: 0, name, month, year: 2026, description: 'Fees', campusID: here.campus.id },
    });
    const child = { regNum: '10240', name: 'Ayesha', number: '0300-1234561' };
    const months = [
      { invNo: '20261010240', total: 1000, month: 10, amount2: 0 },
      { invNo: '20261110240', total: 2000, month: 11, amount2: 1000 },
    ].map((one) => ({
      ...makeBill({ ...child, ...one, amountAfterDueDate: null, dueDate: `2026-${one.month}-30` }),
      ...{ head1: 'Tuition Fee', amount1: 1000, head2: 'Arrears' },
    }));
    for (const contact of months) {
      const body = { group: group(`Month ${contact.month}`, contact.month ?? 0), contacts: [contact] };
      await here.clerk.get(calls.saveGroup, { body });
    }
    const accountID = await account();
    const rows = [row('IBFT 20261010240', 1000, { day: '2026-11-01' })];
    const judged = await check(accountID, rows);
    expect(judged).toMatchObject([{ match: 'carried', bill: { invNo: '20261110240', balance: 2000 } }]);
    await saved({ accountID, rows, decisions: tick(judged, 'pay', ['carried']) });
    expect(await stored(judged[0]?.bill?.billID)).toMatchObject({ paid: 100_000, status: 'partial' });
    await expectTrue();
  });

  it('A row counts no more when its payment is voided, and can be posted again.', async () => {
    const [bill] = await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000)];
    const decisions = tick(await check(accountID, rows));
    await saved({ accountID, rows, decisions });
    const [{ id }] = (await here.clerk.get(calls.listPayments)).items;
    await here.clerk.get(calls.voidPayment, { params: { id }, body: { reason: 'Not ours' } });
    expect(await stored(bill)).toMatchObject({ paid: 0, status: 'unpaid' });
    expect((await check(accountID, rows)).map(({ match }) => match)).toEqual(['exact']);
    expect(await saved({ accountID, rows, decisions })).toMatchObject({ posted: 1 });
    await expectTrue();
  });

  it('The same row in another account is a different row.', async () => {
    await billsOf([{ invNo: '20260001' }]);
    const [one, other] = [await account(), await account({ title: 'MCB' })];
    const rows = [row('20260001', 1000)];
    await saved({ accountID: one, rows, decisions: tick(await check(one, rows)) });
    expect((await check(other, rows)).map(({ match }) => match)).toEqual(['paidAlready']);
  });

  it('Rows that are no income, have no day or fit no decision are refused, and nothing of the file is saved.', async () => {
    const [bill = 0] = await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [
      row('20260001', 1000),
      row('CHARGES', 25, { direction: 'out' }),
      row('TO COME', 5, { day: null }),
    ];
    const good = tick(await check(accountID, rows));
    const on = (at: number, match: BankDecision['match']): BankDecision => ({
      ...{ row: rows[at]?.row ?? 0, match, act: 'pay', billID: bill },
    });
    for (const bad of [on(1, 'notIncome'), on(2, 'unmatched')]) {
      const { body } = await save({ accountID, rows, decisions: [...good, bad] });
      expect(body).toMatchObject({ code: 'conflict', message: moneyRefusals.rowNotSaved });
    }
    expectFailure(
      await save({ accountID, rows, decisions: [{ ...on(0, 'exact'), row: 999_999 }] }),
      'invalid',
    );
    expectFailure(
      await save({ accountID, rows, decisions: [{ ...on(0, 'exact'), act: 'join' }] }),
      'conflict',
    );
    expectFailure(
      await save({ accountID, rows, decisions: [{ ...on(0, 'exact'), act: 'waive' }] }),
      'conflict',
    );
    expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 0 });
    expect(await here.clerk.get(calls.listBankFiles)).toMatchObject({ items: [] });
  });

  it('A bank file cannot be undone after a refund of one of its payments, nor twice.', async () => {
    await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000)];
    const { fileID } = await saved({ accountID, rows, decisions: tick(await check(accountID, rows)) });
    const [{ id }] = (await here.clerk.get(calls.listPayments)).items;
    const back = { clientID: 'back', kind: 'refund', amount: 100, reason: 'Moved away' };
    await here.clerk.get(calls.returnPayment, { params: { id }, body: back });
    expectFailure(await undo(fileID), 'conflict');
    const more = [row('NOTHING', 7)];
    const [bill = 0] = await billsOf([{}]);
    const decisions: BankDecision[] = [
      { row: more[0]?.row ?? 0, match: 'unmatched', act: 'pay', billID: bill },
    ];
    const other = await saved({ accountID, rows: more, decisions });
    expect((await undo(other.fileID)).status).toBe(200);
    expectFailure(await undo(other.fileID), 'conflict');
    await expectTrue();
  });

  it('A bank file is saved or undone as a whole when any step fails.', async () => {
    const [bill] = await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000)];
    const decisions = tick(await check(accountID, rows));
    const request = {
      saveID: 'one of several tries',
      accountID,
      file,
      headings: [],
      rows,
      decisions,
      others: [],
    };
    const needs = moneyNeeds(here.world.deps);
    const fails = async (): Promise<void> => {
      throw new Error('the store is away');
    };
    for (const broken of [{ followPayments: fails }, { recordChange: fails }]) {
      const trying = saveBankFile(here.campus.scope, { ...needs, ...broken }, request);
      await expect(trying).rejects.toThrow('the store is away');
      expect(await stored(bill)).toEqual({ paid: 0, status: 'unpaid', settledOn: null });
      expect(await here.clerk.get(calls.listPayments)).toMatchObject({ count: 0 });
      expect(await here.clerk.get(calls.listBankFiles)).toMatchObject({ items: [] });
    }
    expect(await saveBankFile(here.campus.scope, needs, request)).toMatchObject({ posted: 1, changed: [] });
    const [{ id }] = (await here.clerk.get(calls.listBankFiles)).items;
    for (const broken of [{ followPayments: fails }, { recordChange: fails }])
      await expect(undoBankFile(here.campus.scope, { ...needs, ...broken }, id)).rejects.toThrow(
        'the store is away',
      );
    expect(await stored(bill)).toMatchObject({ status: 'paid' });
    await expectTrue();
  });

  it('Check and save need the rights view and edit, undo the right delete, and accounts the administrator.', async () => {
    await billsOf([{ invNo: '20260001' }]);
    const accountID = await account();
    const rows = [row('20260001', 1000)];
    const decisions = tick(await check(accountID, rows));
    const ended = await account({ title: 'Old' });
    await here.clerk.get(calls.updateMoneyAccount, {
      params: { id: ended },
      body: { kind: 'bank', title: 'Old', ended: true },
    });
    const cash = await account({ kind: 'cash', title: 'Desk' });
    for (const id of [ended, cash]) expectFailure(await save({ accountID: id, rows, decisions }), 'conflict');
    expectFailure(await save({ accountID: 987_654, rows, decisions }), 'notFound');
    for (const rights of [{ view: true }, { edit: true }, { view: true, add: true }])
      expectFailure(await save({ accountID, rows, decisions }, await here.caller(rights)), 'forbidden');
    const clerk = await here.caller({ view: true, edit: true });
    const { fileID } = await saved({ accountID, rows, decisions }, clerk);
    expectFailure(await undo(fileID, clerk), 'forbidden');
    const body = { kind: 'bank', title: 'Mine' };
    expectFailure(await clerk.ask(calls.addMoneyAccount, { body }), 'forbidden');
    expect((await clerk.get(calls.listMoneyAccounts)).map(({ title }: { title: string }) => title)).toEqual([
      'Desk',
      'HBL',
      'Old',
    ]);
  });

  it('Waiting reminders of bills that a bank file pays are skipped, and are queued again after undo.', async () => {
    const group = await here.campus.group({ bills: [makeBill({ invNo: '20260001', total: 1000 })] });
    here.clock.now = new Date('2026-11-25T10:00:00.000Z');
    await here.campus.message({ groupIDs: [group.id], message: 'Pay {{total}}', status: 'unpaid' });
    const states = async () =>
      (
        await here.world.deps.store.db
          .selectFrom('message')
          .select('status')
          .where('campusID', '=', here.campus.id)
          .execute()
      ).map(({ status }) => status);
    expect(await states()).toEqual(['queued']);
    const accountID = await account();
    const rows = [row('20260001', 1000)];
    const { fileID } = await saved({ accountID, rows, decisions: tick(await check(accountID, rows)) });
    expect(await states()).toEqual(['skipped']);
    await undo(fileID);
    expect(await states()).toEqual(['queued']);
  });

  it('The trail has an entry for each payment, or one entry for many payments of a billing.', async () => {
    const few = Array.from({ length: 25 }, (_, at) => ({ invNo: String(20_260_001 + at) }));
    await billsOf(few);
    const accountID = await account();
    const rows = few.map(({ invNo }) => row(invNo, 1000));
    const decisions = tick(await check(accountID, rows));
    const schoolID = await schoolOf(here.world.deps.store.db, here.campus.id);
    const latestEntries = async () =>
      (await entriesOf(here.world.deps.store.db, schoolID)).map(({ what }) => what).slice(-3);
    await saved({ accountID, rows: rows.slice(0, 2), decisions: decisions.slice(0, 2) });
    expect(await latestEntries()).toEqual(['paymentReceived', 'paymentReceived', 'bankFileSaved']);
    const { fileID } = await saved({ accountID, rows: rows.slice(2), decisions: decisions.slice(2) });
    expect((await latestEntries()).slice(-2)).toEqual(['bankPaymentsPosted', 'bankFileSaved']);
    await undo(fileID);
    expect((await latestEntries()).slice(-1)).toEqual(['bankFileUndone']);
  });

  it('A bank file of 2,000 rows is posted and undone.', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 2000 }, (_, at) => ({ invNo: String(20_260_001 + at) }));
    await billsOf(many);
    const accountID = await account();
    const rows = many.map(({ invNo }) => row(`IBFT ${invNo} HBL MOBILE`, 1000));
    const decisions = tick(await check(accountID, rows));
    const { fileID, ...answer } = await saved({ accountID, rows, decisions });
    expect(answer).toMatchObject({ posted: 2000, sum: 2_000_000, skipped: 0 });
    expect((await undo(fileID)).body).toEqual({ voided: 2000, parted: 0 });
    await expectTrue();
  });
});
