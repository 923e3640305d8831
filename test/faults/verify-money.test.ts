/** `npm run verify-money` as a person runs it: while the program runs, and after a forced change. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyMoneyWords } from '#shared/words/command-line.ts';
import { receivePayment } from '../../src/server/counter/payments/payments.ts';
import { returnPayment } from '../../src/server/counter/returns/returns.ts';
import { adjustBill } from '../../src/server/ledger/adjustments/adjustments.ts';
import { listDiffering, verifyWhenDue } from '../../src/server/ledger/audit/audit.ts';
import { findWarnings } from '../../src/server/operations/installation/installation.ts';
import { type Running, start } from '../../src/server/start.ts';
import { type BackupPlace, makeBackupPlace } from '../support/backup-place.ts';
import { campusFactory, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { type ServerWithTools, startServerWithTools } from '../support/postgres-tools.ts';
import { openSchool } from '../support/schools.ts';

describe.each(engines)('verify-money on %s', (engine) => {
  let server: ServerWithTools | undefined;
  let place: BackupPlace;
  let running: Running | undefined;
  beforeAll(async () => {
    if (engine === 'postgres') server = await startServerWithTools();
  });
  afterAll(async () => server?.stop());
  beforeEach(async ({ skip }) => {
    skip(engine === 'postgres' && !server, 'this machine has no pg_dump, or an older one than the server');
    place = await makeBackupPlace(engine, server);
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await place.remove();
  });

  /**
   * A campus with three bills. The first is paid, the second is owed, and the third is settled by a payment of 400 and
   * a waiver of 100. Of another payment of 60, an amount of 50 was given back.
   */
  async function open(): Promise<Running> {
    const made = await start(place.config);
    running = made;
    const { deps } = made;
    const now = deps.now().toISOString();
    const school = { slug: 'main', name: 'Main School', campus: 'Girls Campus', now };
    const { scope, group } = campusFactory(
      deps,
      'main',
      await openSchool(deps.store.db, school, deps.runtime),
    );
    const rows = ['Ayesha', 'Bina', 'Chand'].map((name) =>
      makeBill({ name, total: 500, amountAfterDueDate: null, dueDate: '2099-12-31' }),
    );
    const { bills } = await group({ name: 'November', bills: rows });
    const [first = 0, , third = 0] = bills.map(({ id }) => id);
    const needs = moneyNeeds(deps);
    const pay = (clientID: string, amount: number, billID?: number) =>
      receivePayment(scope, needs, {
        ...{ clientID, method: 'cash', amount },
        allocations: billID === undefined ? [] : [{ billID, amount }],
      });
    await pay('one', 500, first);
    await pay('two', 400, third);
    const { paymentID } = await pay('three', 60);
    const waiver = { clientID: 'waiver', kind: 'waiver', amount: 100, reason: 'A sister' } as const;
    await adjustBill(scope, needs, { id: third, ...waiver });
    const back = { clientID: 'back', kind: 'refund', amount: 50, reason: 'Moved away' } as const;
    await returnPayment(scope, needs, { id: paymentID, ...back });
    return made;
  }

  const verify = () => place.command('verify-money');
  const failing = (text: string) => expect.objectContaining({ stdout: expect.stringContaining(text) });

  /** Changes rows while the program runs, with triggers and foreign keys switched off. */
  async function force(text: string): Promise<void> {
    if (engine === 'postgres') {
      const client = new pg.Client({ connectionString: place.config.databaseUrl });
      await client.connect();
      await client.query('set session_replication_role = replica');
      await client.query(text);
      await client.end();
      return;
    }
    const file = join(place.config.dataDir, 'qasid.db');
    const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: false });
    const triggers = database.prepare(`select name, sql from sqlite_master where type = 'trigger'`).all();
    for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
    database.exec(text);
    for (const { sql } of triggers) database.exec(String(sql));
    database.close();
  }

  it('Correct books are reported as correct while the program runs.', async () => {
    await open();
    expect(await verify()).toContain(verifyMoneyWords.whole('Main School, Girls Campus', 3, 3));
  });

  const now = `'2026-11-20T00:00:00.000Z'`;
  const voids = `update payment set "voidedAt" = ${now}, "voidedBy" = 'x', "voidReason" = 'x' where "receiptNo" = `;
  /** An entry of the trail that states a forged row, so that only the figures differ. */
  const stating = (
    change: unknown[],
  ): string => `; insert into trail ("schoolID", "campusID", at, actor, "actorID",
      "actorName", what, kind, "aboutID", "aboutName", details, "rowChanges")
    values (1, 1, '', 'program', '', '', 'rowsStated', 'trail', '', '', '{}', '${JSON.stringify([change])}')`;
  it.each([
    ['the paid of a bill', 'update bill set paid = 40000 where id = 1', 'bill 1 (Ayesha)'],
    ['the status of a paid bill', `update bill set status = 'unpaid' where id = 1`, 'bill 1 (Ayesha)'],
    ['the day of a bill', `update bill set "settledOn" = '2020-01-01' where id = 1`, 'bill 1 (Ayesha)'],
    ['the status of an open bill', `update bill set status = 'paid' where id = 2`, 'bill 2 (Bina)'],
    [
      'the amount of a payment',
      'update payment set amount = 40000 where id = 1',
      'receipt 1 (payment 1) has the amount 400, but the trail says 500.',
    ],
    [
      'the amount of a payment, also in the trail',
      `update payment set amount = 40000 where id = 1${stating(['payment', 'changed', [1], { amount: 40_000 }])}`,
      'receipt 1 is for 400, but 500 of it',
    ],
    [
      'the day of a payment',
      `update payment set "receivedOn" = '2026-01-05' where id = 1`,
      'receipt 1 (payment 1) has the day 2026-01-05, but the trail says',
    ],
    [
      'a receipt number',
      'update payment set "receiptNo" = 4 where id = 3',
      'receipt 3 (payment 3) has the receipt number 4, but the trail says 3.',
    ],
    [
      'a receipt number, also in the trail',
      `update payment set "receiptNo" = 4 where id = 3${stating(['payment', 'changed', [3], { receiptNo: 4 }])}`,
      'there are 3 receipts, but the last one is number 4',
    ],
    ['a deleted payment', 'delete from payment where id = 1', 'receipt 1 (payment 1) was deleted'],
    [
      'the latest payment, deleted with its return',
      'delete from payment_return; delete from payment where id = 3',
      'receipt 3 (payment 3) was deleted',
    ],
    [
      'a void payment that still settles, also in the trail',
      `${voids} 1${stating(['payment', 'changed', [1], { voidedAt: now.slice(1, -1), voidedBy: 'x', voidReason: 'x' }])}`,
      'receipt 1 is for 500, but 500 of it',
    ],
    [
      'the amount of an allocation',
      'update allocation set amount = 30000 where id = 1',
      'the part of payment 1 for bill 1 (allocation 1) has the amount 300, but the trail says 500.',
    ],
    [
      'an ended allocation',
      `update allocation set "endedAt" = ${now} where id = 1`,
      '(allocation 1) has the time of the end 2026-11-20T00:00:00.000Z, but the trail says nothing.',
    ],
    ['a deleted allocation', 'delete from allocation where id = 1', '(allocation 1) was deleted'],
    [
      'a return above its payment',
      'update payment_return set amount = 6001',
      'return 1 of payment 3 has the amount 60.01, but the trail says 50.',
    ],
    [
      'a voided adjustment',
      `update adjustment set "voidedAt" = ${now}, "voidedBy" = 'x', "voidReason" = 'x'`,
      'adjustment 1 of bill 3 has the time of the void',
    ],
    ['a deleted bill', 'delete from bill where id = 1', 'bill 1 was deleted, but not by Qasid'],
    [
      'a deleted bill with money, also in the trail',
      `delete from bill where id = 1${stating(['bill', 'removed', [1]])}`,
      '500 of receipt 1 settles a bill that was deleted',
    ],
    [
      'the amount of an adjustment',
      'update adjustment set amount = 9999',
      'adjustment 1 of bill 3 has the amount 99.99, but the trail says 100.',
    ],
    [
      'what came in for a billing',
      `update bill_count set paid = paid + 100 where status = 'paid'`,
      'billing 1 (November) says paid: ',
    ],
    [
      'what of it covers its totals',
      `update bill_count set covered = covered - 100 where status = 'paid'`,
      'billing 1 (November) says covered: ',
    ],
    ['a billing that is not counted', 'delete from bill_count', 'billing 1 (November) says '],
  ])('verify-money names a forced difference: %s.', async (_what, text, message) => {
    await open();
    await force(text);
    await expect(verify()).rejects.toEqual(failing(message));
  });

  it('The nightly check warns on the pages about a difference until the difference is corrected.', async () => {
    const { deps } = await open();
    const at = (instant: string) => ({ ...deps, now: () => new Date(instant) });
    const warned = async () =>
      (await findWarnings({ ...deps, listDiffering })).filter(({ code }) => code === 'moneyDiffers');
    // 01:59 and 02:00 in Karachi.
    expect(await verifyWhenDue(at('2026-11-24T20:59:00.000Z'))).toBe(false);
    expect(await verifyWhenDue(at('2026-11-24T21:00:00.000Z'))).toBe(true);
    expect(await warned()).toEqual([]);
    await force('update bill set paid = 40000 where id = 1');
    expect(await verifyWhenDue(at('2026-11-25T18:00:00.000Z'))).toBe(false);
    const log = { ...deps.log, error: () => undefined } as unknown as typeof deps.log;
    expect(await verifyWhenDue({ ...at('2026-11-25T21:00:00.000Z'), log })).toBe(true);
    expect(await warned()).toEqual([{ code: 'moneyDiffers', campus: 'Girls Campus' }]);
    await force('update bill set paid = 50000 where id = 1');
    expect(await verifyWhenDue(at('2026-11-26T21:00:00.000Z'))).toBe(true);
    expect(await warned()).toEqual([]);
  });

  it('A campus that cannot be checked at night does not stop the check of the others.', async () => {
    const { deps } = await open();
    const now = deps.now().toISOString();
    const school = { slug: 'second', name: 'Second School', campus: 'Boys Campus', now };
    const second = campusFactory(deps, 'second', await openSchool(deps.store.db, school, deps.runtime));
    await second.group({ name: 'November', bills: [makeBill({ name: 'Dua', total: 500 })] });
    await force(`update trail set details = 'unreadable' where what = 'paymentReceived'`);
    await force(`update bill set paid = 40000 where name = 'Dua'`);
    const lines: string[] = [];
    const log = { ...deps.log, error: (_: unknown, line: string) => lines.push(line) };
    const night = { ...deps, now: () => new Date('2026-11-24T21:00:00.000Z') };
    expect(await verifyWhenDue({ ...night, log: log as unknown as typeof deps.log })).toBe(true);
    expect(lines).toEqual([
      'the ledger of a campus could not be checked',
      'the amounts of bills differ from the ledger',
    ]);
    expect(await listDiffering(deps.store.db)).toEqual(['Boys Campus']);
  });

  it('Without a database, verify-money says what is missing.', async ({ skip }) => {
    skip(engine === 'postgres', 'a server is told of by its address');
    await expect(verify()).rejects.toEqual(
      expect.objectContaining({ stderr: expect.stringContaining('There is no database') }),
    );
  });
});
