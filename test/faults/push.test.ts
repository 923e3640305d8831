/**
 * Kills the program again and again while a biller reports payments and repeats each one without an answer, as billers
 * do. Each answered payment must be in the books once. FAULT_KILLS sets the number of kills.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { ask, type Counter } from '../support/fault-clerk.ts';
import { startMain } from '../support/fault-main.ts';
import { makePlace, seed, signIn } from '../support/fault-place.ts';
import { createChance } from '../support/fault-random.ts';

const kills = Math.min(Number(process.env.FAULT_KILLS ?? 6), 50);
const bills = 300;
const billers = 8;
const login = { username: '1link', password: 'a-password-of-theirs' };

/** The code that the biller got for each bill; undefined while there is no answer. */
type Book = (string | undefined)[];

async function setUp(counter: Counter): Promise<string> {
  const account = { kind: 'biller', title: '1Bill', prefix: '100422' };
  const { id: accountID } = (await ask(counter, calls.addMoneyAccount, account)) as { id: number };
  const setup = { accountID, userName: login.username, password: login.password, isOn: true };
  const { path } = (await ask(counter, calls.savePush, setup)) as { path: string };
  const contacts = Array.from({ length: bills }, (_, at) =>
    makeBill({ invNo: String(70_001 + at), total: 1000, amountAfterDueDate: null, dueDate: null }),
  );
  const group = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Fee', campusID: 1 };
  await ask(counter, calls.saveGroup, { group, contacts });
  return path;
}

async function tell(address: string, at: number): Promise<string> {
  const response = await fetch(`${address}/BillPayment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...login },
    body: JSON.stringify({
      ...{ consumer_number: `100422${70_001 + at}`, tran_auth_id: String(100_001 + at) },
      ...{ transaction_amount: '000000100000', tran_date: '20261105', tran_time: '120000' },
    }),
  });
  return ((await response.json()) as { response_Code: string }).response_Code;
}

/** Each biller reports the next payment without an answer until the program is gone or none is left. */
async function tellUntilGone(address: string, book: Book): Promise<void> {
  const left = book.flatMap((code, at) => (code === undefined ? [at] : []));
  const biller = async (): Promise<void> => {
    for (let at = left.shift(); at !== undefined; at = left.shift()) {
      const code = await tell(address, at).catch(() => undefined);
      if (code === undefined) return;
      book[at] = code;
    }
  };
  await Promise.all(Array.from({ length: billers }, biller));
}

describe.each(engines)('Push payments of a biller on %s', (engine) => {
  it(`Each payment that a biller reports counts once, although the program is killed ${kills} times.`, {
    timeout: 120_000 + kills * 10_000,
  }, async () => {
    const place = await makePlace(engine === 'postgres' ? inject('postgresUrl') : undefined);
    onTestFinished(place.remove);
    const { dataDir, databaseUrl, adminPassword = '' } = place.config;
    const begin = () =>
      startMain({
        ...{ DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword, BACKUPS: 'off', LOG_LEVEL: 'silent' },
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      });
    const book: Book = Array(bills).fill(undefined);
    const chance = createChance(seed);
    let program = begin();
    let address = await program.ready();
    const path = await setUp(await signIn(address));
    for (let life = 0; life < kills; life += 1) {
      const telling = tellUntilGone(`${address}${path}`, book);
      await wait(chance.whole(5, 120));
      await program.end('SIGKILL');
      await telling;
      program = begin();
      address = await program.ready();
    }
    await tellUntilGone(`${address}${path}`, book);
    // The code `03` means that the payment was stored before the answer was lost.
    expect(
      book.filter((code) => code !== '00' && code !== '03'),
      `FAULT_SEED=${seed}`,
    ).toEqual([]);
    const again: Book = Array(bills).fill(undefined);
    await tellUntilGone(`${address}${path}`, again);
    expect(new Set(again)).toEqual(new Set(['03']));
    const counter = await signIn(address);
    expect(await ask(counter, calls.listPayments)).toMatchObject({ count: bills, sum: bills * 1000 });
    await program.end('SIGTERM');
    const store = await openStore(place.config);
    onTestFinished(() => store.close());
    const paid = await store.db.selectFrom('bill').select('id').where('status', '=', 'paid').execute();
    expect(paid).toHaveLength(bills);
    for await (const { difference } of verifyMoney(store.db)) expect(difference).toBeUndefined();
  });
});
