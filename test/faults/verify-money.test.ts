/** `npm run verify-money` as a person types it: beside the program, and after a forced change. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyMoneyWords } from '#shared/words/verify-money.ts';
import { listDiffering, verifyWhenDue } from '../../src/server/billing/audit/actions.ts';
import { receivePayment } from '../../src/server/billing/payments/actions.ts';
import { findWarnings } from '../../src/server/installation/actions.ts';
import { type Running, start } from '../../src/server/start.ts';
import { type BackupPlace, makeBackupPlace } from '../support/backup-place.ts';
import { campusFactory, makeBill } from '../support/campus.ts';
import { moneyNeeds } from '../support/money.ts';
import { openSchool } from '../support/schools.ts';

let place: BackupPlace;
let running: Running | undefined;
beforeEach(async () => {
  place = await makeBackupPlace('sqlite', undefined);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await place.remove();
});

/** A campus with two bills, the first of which is paid. */
async function open(): Promise<Running> {
  const made = await start(place.config);
  running = made;
  const { deps } = made;
  const now = deps.now().toISOString();
  const school = { slug: 'main', name: 'Main School', campus: 'Girls Campus', now };
  const campus = campusFactory(deps, 'main', await openSchool(deps.store.db, school, deps.runtime));
  const row = makeBill({ name: 'Ayesha', total: 500, amountAfterDueDate: null });
  const { bills } = await campus.group({ bills: [row, makeBill()] });
  const allocations = [{ billID: bills[0]?.id ?? 0, amount: 500 }];
  const payment = { clientID: 'one', amount: 500, method: 'cash', allocations } as const;
  await receivePayment(campus.scope, moneyNeeds(deps), payment);
  return made;
}

const verify = () => place.command('verify-money');
const failing = (text: string) => expect.objectContaining({ stdout: expect.stringContaining(text) });

/** Beside the program, and with the triggers out of the way. */
function force(text: string): void {
  const database = new DatabaseSync(join(place.config.dataDir, 'qasid.db'), { timeout: 5000 });
  const triggers = database
    .prepare(`select name, sql from sqlite_master where type = 'trigger' and sql like '%append-only%'`)
    .all();
  for (const { name } of triggers) database.exec(`drop trigger "${name}"`);
  database.exec(text);
  for (const { sql } of triggers) database.exec(String(sql));
  database.close();
}

it('finds all as it should be beside the running program', async () => {
  await open();
  expect(await verify()).toContain(verifyMoneyWords.whole('Main School, Girls Campus', 1, 2));
});

it.each([
  ['update bill set paid = 40000 where id = 1', 'bill 1 (Ayesha)'],
  [`update bill set status = 'unpaid' where id = 1`, 'bill 1 (Ayesha)'],
  [`update bill set "settledOn" = '2020-01-01' where id = 1`, 'bill 1 (Ayesha)'],
  [`update bill set status = 'paid' where id = 2`, 'bill 2'],
  ['update payment set amount = 40000', 'receipt 1 is of 400'],
  ['update payment set "receiptNo" = 2', 'the last one is number 2'],
])('names what was forced: %s', async (text, said) => {
  await open();
  force(text);
  await expect(verify()).rejects.toEqual(failing(said));
});

it('is done each night, and the pages say what differs until it does not', async () => {
  const { deps } = await open();
  const at = (instant: string) => ({ ...deps, now: () => new Date(instant) });
  const warned = async () =>
    (await findWarnings({ ...deps, listDiffering })).filter(({ code }) => code === 'moneyDiffers');
  // 01:59 and 02:00 in Karachi.
  expect(await verifyWhenDue(at('2026-11-24T20:59:00.000Z'))).toBe(false);
  expect(await verifyWhenDue(at('2026-11-24T21:00:00.000Z'))).toBe(true);
  expect(await warned()).toEqual([]);
  force('update bill set paid = 40000 where id = 1');
  expect(await verifyWhenDue(at('2026-11-25T18:00:00.000Z'))).toBe(false);
  const log = { ...deps.log, error: () => undefined } as unknown as typeof deps.log;
  expect(await verifyWhenDue({ ...at('2026-11-25T21:00:00.000Z'), log })).toBe(true);
  expect(await warned()).toEqual([{ code: 'moneyDiffers', campus: 'Girls Campus' }]);
  force('update bill set paid = 50000 where id = 1');
  expect(await verifyWhenDue(at('2026-11-26T21:00:00.000Z'))).toBe(true);
  expect(await warned()).toEqual([]);
});

it('says what is missing where there is nothing to look at', async () => {
  await expect(verify()).rejects.toEqual(
    expect.objectContaining({ stderr: expect.stringContaining('There is no database') }),
  );
});
