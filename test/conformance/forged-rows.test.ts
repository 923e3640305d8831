/**
 * Rows of money that somebody changes by SQL. verify-money or verify-trail must name the row and the column, whether the
 * triggers of the database were in the way, were dropped and created again, or are still missing.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentMethod } from '#shared/money/ledger.ts';
import { verifyMoneyWords } from '#shared/words/command-line.ts';
import { changeBill } from '../../src/server/billing/bills/bills.ts';
import { removeGroup } from '../../src/server/billing/groups/groups.ts';
import { countCash } from '../../src/server/counter/day-book/day-book.ts';
import { receivePayment, voidPayment } from '../../src/server/counter/payments/payments.ts';
import { returnPayment } from '../../src/server/counter/returns/returns.ts';
import { adjustBill } from '../../src/server/ledger/adjustments/adjustments.ts';
import { type Difference, verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { markBills } from '../../src/server/ledger/marks/marks.ts';
import { findRowDifference } from '../../src/server/ledger/stated-rows/stated-rows.ts';
import { verifyTrail } from '../../src/server/operations/backups/verify-trail.ts';
import { type Db, isPostgres } from '../../src/server/platform/db/store.ts';
import { listTriggerFaults } from '../../src/server/platform/db/trigger-faults.ts';
import { sealTrail } from '../../src/server/trail/chain/chain.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

/** A finding of verify-money as a person reads it. */
function say(difference: Difference): string {
  if (difference.what === 'row') return verifyMoneyWords.row('', difference);
  if (difference.what !== 'bill') return difference.what;
  const { id, name, figure, is, shouldBe } = difference;
  return verifyMoneyWords.bill('', id, name) + verifyMoneyWords.figure(figure, is, shouldBe);
}

/** What both commands find. */
async function findAll({ deps }: World, db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const name of await listTriggerFaults(db)) found.push(`trigger ${name}`);
  for await (const { difference } of verifyMoney(db)) if (difference) found.push(say(difference));
  for await (const { finding } of verifyTrail(db, { dataDir: deps.config.dataDir }))
    if (finding.fault) found.push(`trail: entry ${finding.fault.place} ${finding.fault.what}`);
  return found;
}

// Dialect: the catalogue of triggers.
async function listTriggers(db: Db): Promise<{ name: string; table: string; text: string }[]> {
  const { rows } = await (isPostgres(db)
    ? sql<{ name: string; table: string; text: string }>`select tgname as name, relname as table,
          pg_get_triggerdef(pg_trigger.oid) as text from pg_trigger join pg_class on pg_class.oid = tgrelid
          where relnamespace = current_schema()::regnamespace and not tgisinternal`
    : sql<{ name: string; table: string; text: string }>`select name, tbl_name as "table", sql as text
          from sqlite_master where type = 'trigger'`
  ).execute(db);
  return rows;
}

async function dropTriggers(db: Db): Promise<string[]> {
  const triggers = await listTriggers(db);
  for (const { name, table } of triggers)
    await sql`drop trigger ${sql.ref(name)} ${isPostgres(db) ? sql`on ${sql.table(table)}` : sql``}`.execute(
      db,
    );
  return triggers.map(({ text }) => text);
}

const rollback = new Error('roll back');

/** Runs the work and undoes all that it did. */
async function undoing(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  const undone = db.transaction().execute(async (db) => {
    await work(db);
    throw rollback;
  });
  await expect(undone).rejects.toBe(rollback);
}

describe.each(engines)('Rows that were forged by SQL on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let billIDs: number[];
  const db = (): Db => world.deps.store.db;
  const needs = () => moneyNeeds(world.deps);
  const pay = (clientID: string, amount: number, billID: number, method: PaymentMethod = 'cash') =>
    receivePayment(campus.scope, needs(), {
      ...{ clientID, method, amount },
      allocations: [{ billID, amount }],
    });

  beforeAll(async () => {
    world = await createWorld(engine);
    campus = await world.school('forged');
    const bills = Array.from({ length: 4 }, () =>
      makeBill({ total: 500, amountAfterDueDate: 600, dueDate: '2099-12-31', expiryDate: null }),
    );
    billIDs = (await campus.group({ bills })).bills.map(({ id }) => id);
    const [first = 0, second = 0, third = 0] = billIDs;
    await pay('one', 500, first);
    const { paymentID } = await pay('two', 400, second);
    await returnPayment(campus.scope, needs(), {
      ...{ id: paymentID, clientID: 'back', kind: 'refund', amount: 50, reason: 'Too much' },
    });
    const fine = { clientID: 'fine', kind: 'fine', amount: 100, reason: 'A book' } as const;
    await adjustBill(campus.scope, needs(), { id: third, ...fine });
    await markBills(campus.scope, needs(), { ids: [third], status: 'paid' });
    await countCash(campus.scope, needs(), { clientID: 'count', counted: 850, note: '' });
    while ((await sealTrail(db())) > 0);
  });
  afterAll(() => world.stop());

  it('Rows that only the program wrote are as the trail states them.', async () => {
    expect(await findAll(world, db())).toEqual([]);
  });

  const edits: [what: string, text: string, named: RegExp][] = [
    [
      'the amount of a payment',
      'update payment set amount = 40000 where id = 1',
      /receipt 1 .* amount 400, .* 500/,
    ],
    [
      'the day of a payment',
      `update payment set "receivedOn" = '2020-01-01' where id = 1`,
      /receipt 1 .* day 2020-01-01/,
    ],
    [
      'the day on which a payment counts',
      `update payment set "bookedOn" = '2099-01-01' where id = 1`,
      /receipt 1 .* day on which it counts 2099-01-01, .* nothing/,
    ],
    [
      'the clerk of a payment',
      `update payment set "createdBy" = 'other' where id = 1`,
      /receipt 1 .* clerk other/,
    ],
    [
      'the method of a payment',
      `update payment set method = 'bank' where id = 1`,
      /receipt 1 .* method bank, .* cash/,
    ],
    [
      'the account of a payment',
      `insert into money_account (id, "campusID", kind, title, bank, number, iban, prefix, numbering, "onVoucher", "createdAt")
        values (1, 1, 'cash', 'Mine', '', '', '', '', 'voucher', 0, '');
       update payment set "accountID" = 1 where id = 1`,
      /receipt 1 .* account 1, .* nothing/,
    ],
    [
      'a receipt number',
      'update payment set "receiptNo" = 9 where id = 1',
      /receipt 1 .* receipt number 9, .* 1\./,
    ],
    [
      'a deleted payment',
      'delete from allocation where "paymentID" = 3;\ndelete from payment where id = 3',
      /receipt 3 .* was deleted/,
    ],
    ['a deleted allocation', 'delete from allocation where id = 1', /payment 1 for bill 1 .* was deleted/],
    [
      'an added allocation',
      `insert into allocation ("campusID", "paymentID", "billID", "groupID", name, amount, "createdAt")
        values (1, 1, 4, 1, '', 100, '')`,
      /payment 1 for bill 4 .* not in the trail/,
    ],
    [
      'a re-pointed allocation',
      'update allocation set "billID" = 4 where id = 1',
      /payment 1 for bill 1 .* bill 4, /,
    ],
    [
      'the amount of an adjustment',
      'update adjustment set amount = 1',
      /adjustment 1 of bill 3 .* amount 0.01, .* 100/,
    ],
    [
      'the kind of an adjustment',
      `update adjustment set kind = 'waiver'`,
      /adjustment 1 of bill 3 .* kind waiver/,
    ],
    [
      'the closed day of a return',
      `update payment_return set concerns = '2020-01-01'`,
      /return 1 of payment 2 has the closed day that it concerns 2020-01-01, .* nothing/,
    ],
    ['a deleted return', 'delete from payment_return', /return 1 of payment 2 was deleted/],
    ['a changed count', 'update cash_count set counted = 1', /cash count 1 .* counted amount 0.01, .* 850/],
    ['a count before its time', 'update cash_count set expected = 1', /cash count 1 .* expected amount 0.01/],
    ['the total of a bill', 'update bill set total = 100 where id = 4', /bill 4 has the total 1, .* 500/],
    [
      'the amount after the due date',
      'update bill set "amountAfterDueDate" = 100 where id = 4',
      /bill 4 has the amount after due date 1, .* 600/,
    ],
    [
      'the due date of a bill',
      `update bill set "dueDate" = '2999-01-01' where id = 4`,
      /bill 4 has the due date 2999-01-01/,
    ],
    [
      'the status of a bill',
      `update bill set status = 'paid' where id = 4`,
      /bill 4 \(.*\) says status: paid/,
    ],
    ['the paid amount of a bill', 'update bill set paid = 100 where id = 4', /bill 4 \(.*\) says paid: 1,/],
    [
      'a status given by hand',
      `update bill set status = 'waived', "statedStatus" = 'waived' where id = 4`,
      /bill 4 has the status given by hand waived/,
    ],
    [
      'an added bill',
      `insert into bill ("campusID", "groupID", name, number, numbers, total, status, "createdAt")
        values (1, 1, '', '', '', 100, 'unpaid', '')`,
      /bill \d+ is not in the trail/,
    ],
    ['a deleted bill', 'delete from bill where id = 4', /bill 4 was deleted/],
    [
      'a removed entry of the trail',
      `delete from trail where what = 'paymentReceived' and place = 3`,
      /entry 3 missing/,
    ],
  ];

  async function edit(db: Db, text: string): Promise<void> {
    for (const statement of text.split(';\n')) await sql.raw(statement).execute(db);
  }

  it.each(edits)(
    'With its triggers the database refuses it, or verify-money names it: %s.',
    async (_what, text, named) => {
      await undoing(db(), async (db) => {
        const isRefused = await edit(db, text).then(
          () => false,
          (error: Error) => /append-only|money stands/.test(error.message),
        );
        if (!isRefused) expect((await findAll(world, db)).join('\n')).toMatch(named);
      });
    },
  );

  it.each(edits)(
    'Without triggers verify-money or verify-trail names it: %s.',
    async (_what, text, named) => {
      await undoing(db(), async (db) => {
        const triggers = await dropTriggers(db);
        await edit(db, text);
        const found = await findAll(world, db);
        expect(found.join('\n')).toMatch(named);
        expect(found.filter((one) => one.startsWith('trigger'))).toHaveLength(triggers.length);
        for (const trigger of triggers) await sql.raw(trigger).execute(db);
        const later = await findAll(world, db);
        expect(later).toEqual(found.filter((one) => !one.startsWith('trigger')));
      });
    },
  );

  it('verify-money names a trigger that was dropped, or created again with less.', async () => {
    await undoing(db(), async (db) => {
      const triggers = await listTriggers(db);
      const { text = '' } = triggers.find(({ name }) => name === 'payment_delete') ?? {};
      await sql.raw(`drop trigger payment_delete ${isPostgres(db) ? 'on payment' : ''}`).execute(db);
      expect(await findAll(world, db)).toEqual(['trigger payment_delete']);
      const less = isPostgres(db)
        ? text.replace('EXECUTE', 'WHEN (false) EXECUTE')
        : text.replace('begin', 'when 0 begin');
      await sql.raw(less).execute(db);
      expect(await findAll(world, db)).toEqual(['trigger payment_delete']);
    });
  });

  it('What the program does later with a forged row does not confirm the forged values.', async () => {
    const scopeIn = (db: Db) => ({ ...campus.scope, db });
    await undoing(db(), async (db) => {
      await dropTriggers(db);
      await edit(db, `update payment set "receivedOn" = '2020-01-01' where id = 1`);
      await voidPayment(scopeIn(db), needs(), { id: 1, reason: 'Mistake' });
      expect((await findAll(world, db)).at(-1)).toContain('receipt 1 (payment 1) has the day 2020-01-01');
    });
    await undoing(db(), async (db) => {
      await edit(db, 'update bill set total = 100 where id = 4');
      // A form sends all fields, also those that the person did not change.
      const member = { dueDate: '2099-12-30', total: 1, amountAfterDueDate: 600 };
      await changeBill(scopeIn(db), world.deps, { id: 4, member, version: undefined });
      expect(await findAll(world, db)).toEqual([expect.stringContaining('bill 4 has the total 1, ')]);
    });
  });

  it('With little memory the check reads the trail once for each part of the rows and finds the same.', async () => {
    const rest = async () => undefined;
    expect(await findRowDifference(db(), 1, { rest, most: 1 })).toBeUndefined();
    await undoing(db(), async (db) => {
      await edit(db, `update bill set "dueDate" = '2999-01-01' where id = 4`);
      const found = await findRowDifference(db, 1, { rest, most: 1 });
      expect(found).toMatchObject({ table: 'bill', id: 4, column: 'dueDate' });
    });
  });

  it('Rows that are added, changed or removed during the check are no difference.', async () => {
    let turns = 0;
    let before = 0;
    const rest = async () => {
      turns += 1;
      if (turns > 8) return;
      const { id, bills } = await campus.group({
        bills: [makeBill({ total: 500 }), makeBill({ total: 500 })],
      });
      const { paymentID } = await pay(`turn ${turns}`, 100, bills[0]?.id ?? 0, 'bank');
      await voidPayment(campus.scope, needs(), { id: paymentID, reason: 'Mistake' });
      if (before > 0) await removeGroup(campus.scope, world.deps, { id: before, toCredit: true });
      before = id;
    };
    expect(await findRowDifference(db(), 1, { rest })).toBeUndefined();
    expect(turns).toBeGreaterThan(5);
  });
});
