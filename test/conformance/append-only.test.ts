/** The rules of the store itself for the ledger. Each test runs a plain SQL statement, on both engines. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  insertBankRows,
  insertFile,
  listCounting,
} from '../../src/server/bank/bank-files/bank-files-queries.ts';
import { insertCount } from '../../src/server/counter/day-book/day-book-queries.ts';
import { addMoneyAccount } from '../../src/server/counter/money-accounts/money-accounts.ts';
import { receivePayment, voidPayment } from '../../src/server/counter/payments/payments.ts';
import { returnPayment } from '../../src/server/counter/returns/returns.ts';
import { adjustBill } from '../../src/server/ledger/adjustments/adjustments.ts';
import { storeLowered } from '../../src/server/ledger/lowered/lowered.ts';
import { insertPrints } from '../../src/server/papers/printed/printed-queries.ts';
import { insertReceiptPrint } from '../../src/server/papers/receipts/receipts-queries.ts';
import { freshSlug } from '../http/callers.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

const newAccount = {
  kind: 'bank',
  title: 'HBL',
  bank: '',
  number: '',
  iban: '',
  prefix: '',
  numbering: 'voucher',
  onVoucher: false,
} as const;
const bankRowOf = (
  { file, account, payment }: Record<'file' | 'account' | 'payment', number>,
  key: string,
) => ({
  ...{ fileID: file, accountID: account, key, day: '2026-11-20', amount: 1, reference: '', text: '' },
  ...{ match: 'exact' as const, paymentID: payment, waiverID: null, byHand: 0, createdAt: 'x' },
});

describe.each(engines)('Append-only rules of the store on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let other: CampusInTest;
  /** The first of the two bills is paid in part; one payment is void, and one belongs to another campus. */
  let ids: {
    bill: number;
    free: number;
    payment: number;
    void: number;
    foreign: number;
    foreignBill: number;
    account: number;
    file: number;
    /** The row of the file whose payment is the first one. */
    row: number;
  };
  const db = () => world.deps.store.db;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());

  const receive = (of: CampusInTest, clientID: string, allocations: { billID: number; amount: number }[]) =>
    receivePayment(of.scope, moneyNeeds(world.deps), {
      clientID,
      amount: 100,
      method: 'cash',
      allocations,
    });

  beforeEach(async () => {
    campus = await world.school(freshSlug());
    other = await campus.sister();
    const needs = moneyNeeds(world.deps);
    const [bill, free] = (await campus.group({ bills: 2 })).bills.map(({ id }) => id);
    const [foreignBill] = (await other.group({ bills: 1 })).bills.map(({ id }) => id);
    const { paymentID: payment } = await receive(campus, 'one', [{ billID: bill ?? 0, amount: 50 }]);
    const { paymentID: gone } = await receive(campus, 'two', []);
    await voidPayment(campus.scope, needs, { id: gone, reason: 'A slip' });
    const { paymentID: foreign } = await receive(other, 'one', []);
    const back = { clientID: 'b', kind: 'refund', amount: 10, reason: 'Gone' } as const;
    await returnPayment(campus.scope, needs, { id: payment, ...back });
    const fine = { clientID: 'f', kind: 'fine', amount: 10, reason: 'Late' } as const;
    await adjustBill(campus.scope, needs, { id: bill ?? 0, ...fine });
    const lowered = { id: free ?? 0, groupID: 1, name: 'x', regNum: null, amount: 10 };
    const now = world.deps.now().toISOString();
    await storeLowered(campus.scope, [lowered], { reason: 'A sibling', now });
    const { id: account } = await addMoneyAccount(campus.scope, needs, newAccount);
    const made = {
      accountID: account,
      name: 'x',
      sha256: 'x',
      rows: 1,
      sum: 1,
      headings: '[]',
      saveID: 'a save',
    };
    const file = await insertFile(campus.scope, {
      ...{ ...made, content: 'x', answer: '{}', createdAt: 'x', createdBy: 'x' },
    });
    const printed = {
      billID: bill ?? 0,
      serial: 1,
      expiryDate: null,
      sha256: 'x',
      createdAt: 'x',
      createdBy: 'x',
    };
    await insertPrints(campus.scope, [printed]);
    await insertReceiptPrint(campus.scope, { paymentID: payment, serial: 1, createdAt: 'x', createdBy: 'x' });
    await insertCount(campus.scope, {
      ...{ day: '2026-11-20', clerk: 'x', expected: 1, counted: 1, note: '', clientID: 'a count' },
      ...{ createdAt: 'x', createdBy: 'x' },
    });
    await insertBankRows(campus.scope, [bankRowOf({ file, account, payment }, 'a key')]);
    const [row] = await listCounting(campus.scope, file);
    ids = {
      bill: bill ?? 0,
      free: free ?? 0,
      payment,
      void: gone,
      foreign,
      foreignBill: foreignBill ?? 0,
      account,
      file,
      row: row?.id ?? 0,
    };
  });

  async function everything(): Promise<unknown> {
    const tables = [
      'bill',
      'payment',
      'allocation',
      'payment_return',
      'adjustment',
      'money_account',
      'bank_file',
      'bank_row',
      'voucher_print',
      'receipt_print',
      'cash_count',
      'lowered_bill',
    ] as const;
    return Promise.all(tables.map((table) => db().selectFrom(table).selectAll().orderBy('id').execute()));
  }

  const of = (campusID: number, paymentID: number, billID: number) =>
    sql`insert into allocation ("campusID", "paymentID", "billID", "groupID", name, amount, "createdAt")
      values (${campusID}, ${paymentID}, ${billID}, 1, 'x', 1, 'x')`;
  const pay = (columns: { receiptNo: number; amount: number; method: string; clientID?: string }) =>
    sql`insert into payment ("campusID", "receiptNo", amount, method, "receivedOn", source, "clientID", "createdAt",
        "createdBy")
      values (${campus.id}, ${columns.receiptNo}, ${columns.amount}, ${columns.method}, '2026-11-20', 'counter',
        ${columns.clientID ?? null}, 'x', 'x')`;
  const change = (set: string, id: number) => sql`update payment set ${sql.raw(set)} where id = ${id}`;

  const print = (billID: number, serial: number) =>
    sql`insert into voucher_print ("campusID", "billID", serial, sha256, "createdAt", "createdBy")
      values (${campus.id}, ${billID}, ${serial}, 'x', 'x', 'x')`;
  const receiptPrint = (payment: number, serial: number) =>
    sql`insert into receipt_print ("campusID", "paymentID", serial, "createdAt", "createdBy")
      values (${campus.id}, ${payment}, ${serial}, 'x', 'x')`;
  const bankRow = (payment: number, key: string, account = ids.account, file = ids.file) =>
    sql`insert into bank_row ("campusID", "fileID", "accountID", key, day, amount, reference, text, "match", "paymentID",
        "byHand", "createdAt")
      values (${campus.id}, ${file}, ${account}, ${key}, 'x', 1, '', '', 'exact', ${payment}, 0, 'x')`;
  const count = (counted: number, clientID: string) =>
    sql`insert into cash_count ("campusID", day, clerk, expected, counted, note, "clientID", "createdAt", "createdBy")
      values (${campus.id}, 'x', 'x', 1, ${counted}, '', ${clientID}, 'x', 'x')`;
  const lowered = (amount: number) =>
    sql`insert into lowered_bill ("campusID", "billID", "groupID", name, amount, reason, day, "createdAt", "createdBy")
      values (${campus.id}, ${ids.free}, 1, 'x', ${amount}, 'x', 'x', 'x', 'x')`;
  const refusals: [string, () => ReturnType<typeof pay>][] = [
    ['a payment is deleted', () => sql`delete from payment where id = ${ids.payment}`],
    ['another amount of a payment', () => change('amount = 5', ids.payment)],
    ['another day of a payment', () => change(`"receivedOn" = '2026-01-01'`, ids.payment)],
    ['another day in the books of a payment', () => change(`"bookedOn" = '2026-01-01'`, ids.payment)],
    ['a day of a void that is none', () => change(`"voidedOn" = '2026-01-01'`, ids.payment)],
    ['another day of a void', () => change(`"voidedOn" = '2026-01-01'`, ids.void)],
    ['another receipt of a payment', () => change('"receiptNo" = 9', ids.payment)],
    ['a payment of another campus', () => change(`"campusID" = ${other.id}`, ids.payment)],
    [
      'a payment that settles a bill is void',
      () => change(`"voidedAt" = 'x', "voidedBy" = 'x', "voidReason" = 'x'`, ids.payment),
    ],
    [
      'a payment is void twice',
      () => change(`"voidedAt" = 'x', "voidedBy" = 'x', "voidReason" = 'x'`, ids.void),
    ],
    [
      'a void payment counts again',
      () => change(`"voidedAt" = null, "voidedBy" = null, "voidReason" = null`, ids.void),
    ],
    ['a payment that is void half', () => change(`"voidedAt" = 'x'`, ids.foreign)],
    ['a payment of nothing', () => pay({ receiptNo: 3, amount: 0, method: 'cash' })],
    ['a payment of less than nothing', () => pay({ receiptNo: 3, amount: -1, method: 'marked' })],
    ['a payment by no way', () => pay({ receiptNo: 3, amount: 1, method: 'gold' })],
    ['a receipt twice', () => pay({ receiptNo: 1, amount: 1, method: 'cash' })],
    ['a press twice', () => pay({ receiptNo: 3, amount: 1, method: 'cash', clientID: 'one' })],
    ['an allocation is deleted', () => sql`delete from allocation where "paymentID" = ${ids.payment}`],
    [
      'another amount of an allocation',
      () => sql`update allocation set amount = 1 where "paymentID" = ${ids.payment}`,
    ],
    [
      'an allocation to another bill',
      () => sql`update allocation set "billID" = ${ids.free} where "paymentID" = ${ids.payment}`,
    ],
    ['a bill twice by one payment', () => of(campus.id, ids.payment, ids.bill)],
    ['a void payment settles', () => of(campus.id, ids.void, ids.free)],
    ['a payment settles a bill of another campus', () => of(campus.id, ids.payment, ids.foreignBill)],
    ['a payment of another campus settles', () => of(campus.id, ids.foreign, ids.free)],
    ['a payment settles a bill of nobody', () => of(campus.id, ids.payment, 987_654_321)],
    ['a return is deleted', () => sql`delete from payment_return where "paymentID" = ${ids.payment}`],
    ['a return is changed', () => sql`update payment_return set amount = 1`],
    [
      'something of a void payment goes back',
      () => sql`insert into payment_return ("campusID", "paymentID", kind, amount, "returnedOn", reason, "createdAt",
          "createdBy") values (${campus.id}, ${ids.void}, 'refund', 1, '2026-11-20', 'x', 'x', 'x')`,
    ],
    ['a count of cash is deleted', () => sql`delete from cash_count where "campusID" = ${campus.id}`],
    [
      'a count of cash is changed',
      () => sql`update cash_count set counted = 2 where "campusID" = ${campus.id}`,
    ],
    ['less than nothing is counted', () => count(-1, 'another')],
    ['a count of cash counts twice', () => count(1, 'a count')],
    ['an adjustment is deleted', () => sql`delete from adjustment where "billID" = ${ids.bill}`],
    ['an adjustment is changed', () => sql`update adjustment set amount = 1 where "billID" = ${ids.bill}`],
    ['a lowered bill is deleted', () => sql`delete from lowered_bill where "billID" = ${ids.free}`],
    [
      'another reason of a lowered bill',
      () => sql`update lowered_bill set reason = 'x' where "billID" = ${ids.free}`,
    ],
    ['a bill is lowered by nothing', () => lowered(0)],
    ['another total where money stands', () => sql`update bill set total = 1 where id = ${ids.bill}`],
    [
      'another amount after the due date where money stands',
      () => sql`update bill set "amountAfterDueDate" = 1 where id = ${ids.bill}`,
    ],
    [
      'another invoice number where money stands',
      () => sql`update bill set "invNo" = 'x' where id = ${ids.bill}`,
    ],
    [
      'another registration where money stands',
      () => sql`update bill set "regNum" = 'x' where id = ${ids.bill}`,
    ],
    ['a print of the same number', () => print(ids.bill, 1)],
    ['a print of a bill of another campus', () => print(ids.foreignBill, 2)],
    ['a print is deleted', () => sql`delete from voucher_print where "billID" = ${ids.bill}`],
    [
      'another number of a print',
      () => sql`update voucher_print set serial = 5 where "billID" = ${ids.bill}`,
    ],
    [
      'a print of a receipt is deleted',
      () => sql`delete from receipt_print where "paymentID" = ${ids.payment}`,
    ],
    ['a second original of a receipt', () => receiptPrint(ids.payment, 1)],
    ['a print of a receipt of another campus', () => receiptPrint(ids.foreign, 2)],
    ['a bank row counts twice', () => bankRow(ids.free, 'a key')],
    ['a payment answers to two bank rows', () => bankRow(ids.payment, 'another key')],
    ['a bank row of a void payment', () => bankRow(ids.void, 'another key')],
    ['a bank row of a payment of another campus', () => bankRow(ids.foreign, 'another key')],
    ['a bank row of no file', () => bankRow(ids.payment, 'another key', ids.account, 987_654_321)],
    ['a bank row is deleted', () => sql`delete from bank_row where id = ${ids.row}`],
    ['another key of a bank row', () => sql`update bank_row set key = 'x' where id = ${ids.row}`],
    [
      'another payment of a bank row',
      () => sql`update bank_row set "paymentID" = ${ids.foreign} where id = ${ids.row}`,
    ],
    ['a bank file is deleted', () => sql`delete from bank_file where id = ${ids.file}`],
    ['another answer of a bank file', () => sql`update bank_file set answer = 'x' where id = ${ids.file}`],
    [
      'a bank file that is undone half',
      () => sql`update bank_file set "undoneAt" = 'x' where id = ${ids.file}`,
    ],
    [
      'a save of a bank file twice',
      () => sql`insert into bank_file ("campusID", "accountID", name, sha256, "rows", sum,
        headings, "saveID", content, answer, "createdAt", "createdBy")
      values (${campus.id}, ${ids.account}, 'x', 'x', 1, 1, '[]', 'a save', 'x', '{}', 'x', 'x')`,
    ],
    ['an account is deleted', () => sql`delete from money_account where id = ${ids.account}`],
    ['less than nothing paid', () => sql`update bill set paid = -1 where id = ${ids.free}`],
  ];

  it('The store refuses every statement that would change or delete the books, and no row changes.', async () => {
    const before = await everything();
    for (const [what, statement] of refusals) {
      await expect(statement().execute(db()), what).rejects.toThrow();
      expect(await everything(), what).toEqual(before);
    }
  });

  it('A payment can be voided once its bank row has ended, and the same bank row can count again.', async () => {
    const isVoid = change(`"voidedAt" = 'x', "voidedBy" = 'x', "voidReason" = 'x'`, ids.payment);
    await sql`update allocation set "endedAt" = 'x' where "paymentID" = ${ids.payment}`.execute(db());
    await expect(isVoid.execute(db())).rejects.toThrow('append-only');
    await sql`update bank_row set "endedAt" = 'x' where id = ${ids.row}`.execute(db());
    await expect(
      sql`update bank_row set "endedAt" = null where id = ${ids.row}`.execute(db()),
    ).rejects.toThrow();
    await isVoid.execute(db());
    const { paymentID } = await receive(campus, 'three', []);
    await bankRow(paymentID, 'a key').execute(db());
  });

  it('A bill without payments accepts another amount, invoice number and registration.', async () => {
    await sql`update bill set total = 1, "amountAfterDueDate" = 1, "invNo" = 'x', "regNum" = 'x'
      where id = ${ids.free}`.execute(db());
    await sql`update bill set name = 'x', "dueDate" = '2026-12-01' where id = ${ids.bill}`.execute(db());
  });

  // Only one engine has each of these statements: SQLite can replace a row, and PostgreSQL can empty a table.
  it.skipIf(engine === 'postgres')('"insert or replace" cannot replace a payment.', async () => {
    const before = await everything();
    for (const columns of ['id', '"receiptNo"']) {
      const id = columns === 'id' ? ids.payment : 900;
      const receiptNo = columns === 'id' ? 900 : 1;
      const replace = sql`insert or replace into payment (id, "campusID", "receiptNo", amount, method, "receivedOn", source,
        "createdAt", "createdBy") values (${id}, ${campus.id}, ${receiptNo}, 1, 'cash', 'x', 'counter', 'x', 'x')`;
      await expect(replace.execute(db())).rejects.toThrow('append-only');
    }
    expect(await everything()).toEqual(before);
  });
  it.skipIf(engine === 'sqlite')(
    '"truncate" is refused on the tables of the ledger and of the bank.',
    async () => {
      const ledger = ['payment', 'allocation', 'payment_return', 'adjustment'];
      for (const table of [...ledger, 'bank_file', 'bank_row', 'cash_count'])
        await expect(sql`truncate ${sql.table(table)} cascade`.execute(db())).rejects.toThrow('append-only');
    },
  );
});
