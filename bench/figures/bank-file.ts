/**
 * A bank file of a month for a campus with 50,000 bills: checked within two seconds, and posted beside a bare insert of
 * the same rows.
 */
import type { BankDecision, JudgedRow } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare, Values } from '../place.ts';
import { adminPassword, ask, type Program, startProgram } from '../program.ts';
import { enterSchool } from '../school.ts';

/** `BENCH_QUICK=1` makes a quick run with little meaning. */
const isQuick = process.env.BENCH_QUICK === '1';
const bills = isQuick ? 5000 : 50_000;
const rowsOfFile = isQuick ? 500 : 5000;
/** An undo may take twice as long as the save of the same file. */
const rowsToUndo = isQuick ? 2000 : 20_000;
const rounds = 5;
/** The milliseconds that a clerk may wait for the verdicts. */
const patience = 2000;

const at = '2026-11-05T08:00:00.000Z';
const invNoOf = (bill: number): string => String(20_261_000_000 + bill);

/** Inserts a billing of open bills directly into the database, as many as the campus of a large school has. */
async function fill(bare: Bare): Promise<void> {
  const group = { id: 1, campusID: 1, name: 'November', month: 11, year: 2026, description: '' };
  await bare.insert('group', [{ ...group, createdAt: at, createdBy: '' }]);
  const one = {
    campusID: 1,
    groupID: 1,
    number: '',
    numbers: '',
    total: 875_000,
    amountAfterDueDate: 975_000,
  };
  const due = { dueDate: '2026-11-10', month: 11, year: 2026, status: 'unpaid', createdAt: at };
  await bare.insert(
    'bill',
    Array.from({ length: bills }, (_, bill) => {
      const named = { name: `Child ${bill}`, regNum: `R-${bill}`, invNo: invNoOf(bill) };
      return { ...one, ...due, ...named };
    }),
  );
  await bare.tidy();
}

/** Bank rows for the bills from this one on. One row in twenty belongs to no bill. */
const fileFrom = (from: number, length = rowsOfFile): BankRow[] =>
  Array.from({ length }, (_, at) => ({
    ...{ row: at + 2, day: '2026-11-05', amount: 8750, direction: 'in' as const, number: '', balance: null },
    reference: `FT${from + at}`,
    text: at % 20 === 19 ? `CASH DEP ${at} JOHAR TOWN BR` : `IBFT ${invNoOf(from + at)} NASIR CH HBL MOBILE`,
  }));

const decisionsOf = (judged: readonly JudgedRow[]): BankDecision[] =>
  judged.flatMap(({ row, match, bill }) =>
    bill && match === 'exact' ? [{ row, match, act: 'pay' as const, billID: bill.billID }] : [],
  );

/** Inserts the rows that a bank file created once more, with keys of their own. */
async function insertAgain(bare: Bare, fileID: number, round: number): Promise<number> {
  const of = async (table: string, where: string): Promise<Values[]> =>
    (await bare.all(`select * from ${table} where ${where} order by id`, [fileID])).map(
      ({ id: _made, ...row }) => row,
    );
  const inFile = `(select "paymentID" from bank_row where "fileID" = $1)`;
  const payments = await of('payment', `id in ${inFile}`);
  const allocations = await of('allocation', `"paymentID" in ${inFile}`);
  const rows = await of('bank_row', '"fileID" = $1');
  const firstReceipt = 1_000_000 * (round + 1);
  const fresh = payments.map((row, at) => ({
    ...row,
    receiptNo: firstReceipt + at,
    sourceKey: `${round} ${at}`,
  }));
  const ofBills = `where id in (select "billID" from allocation where "paymentID" in ${inFile})`;
  await bare.all(`update bill set paid = 0, status = 'unpaid', "settledOn" = null ${ofBills}`, [fileID]);
  await bare.tidy();
  return time(async () => {
    await bare.all(`update bill set paid = total, status = 'paid', "settledOn" = '2026-11-05' ${ofBills}`, [
      fileID,
    ]);
    await bare.insert('payment', fresh);
    const ids = await bare.all('select id from payment where "receiptNo" >= $1 order by "receiptNo"', [
      firstReceipt,
    ]);
    const paymentAt = (at: number) => ids[at]?.id ?? 0;
    await bare.insert(
      'allocation',
      allocations.map((row, at) => ({ ...row, paymentID: paymentAt(at) })),
    );
    await bare.insert(
      'bank_row',
      rows.map((row, at) => ({ ...row, paymentID: paymentAt(at), key: `${round} ${at}` })),
    );
  });
}

type Asking = {
  program: Program;
  apiRequest: Awaited<ReturnType<typeof enterSchool>>['apiRequest'];
  accountID: number;
};

const check = async ({ program, apiRequest, accountID }: Asking, rows: BankRow[]): Promise<JudgedRow[]> =>
  (await ask(program, apiRequest('/BankFiles/Check', JSON.stringify({ accountID, rows })))).rows;

async function measureCheck(asking: Asking, engine: Engine): Promise<Row> {
  const rows = fileFrom(0);
  await check(asking, rows);
  let ours = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1)
    ours = Math.min(ours, await time(() => check(asking, rows)));
  return {
    what: `check of ${rowsOfFile} bank rows against ${bills} bills, ${engine}`,
    ours,
    floor: patience,
    unit: 'ms',
    ratio: ours / patience,
    bound: 1,
    beside: 'what a clerk waits for',
  };
}

async function measureSave(asking: Asking, { bare, engine }: { bare: Bare; engine: Engine }): Promise<Row> {
  const { program, apiRequest, accountID } = asking;
  let files = 0;
  let fileID = 0;
  const saveNext = async (): Promise<number> => {
    const rows = fileFrom((rowsOfFile * files) % bills);
    files += 1;
    const decisions = decisionsOf(await check(asking, rows));
    const file = { name: `File ${files}`, sha256: 'ab'.repeat(32) };
    const body = { saveID: `bench file ${files}`, accountID, file, rows, decisions };
    await bare.tidy();
    return time(async () => {
      fileID = (await ask(program, apiRequest('/BankFiles', JSON.stringify(body)))).fileID;
    });
  };
  await saveNext();
  const { ours, floor } = await alternate(rounds, {
    ours: saveNext,
    floor: () => insertAgain(bare, fileID, files),
  });
  return {
    what: `posting of ${rowsOfFile} bank rows, ${engine}`,
    ours,
    floor,
    unit: 'ms',
    ratio: ours / floor,
    bound: 2,
    beside: 'bare insert of its payments, allocations and rows, its bills written',
  };
}

/** Saves a file of bills that no other file pays, and undoes it. */
async function measureUndo(
  { program, apiRequest, accountID }: Asking,
  { bare, engine }: { bare: Bare; engine: Engine },
): Promise<Row> {
  const rows = fileFrom(bills - rowsToUndo, rowsToUndo);
  const decisions = decisionsOf(await check({ program, apiRequest, accountID }, rows));
  const file = { name: 'File to undo', sha256: 'cd'.repeat(32) };
  const body = JSON.stringify({ saveID: 'bench undo', accountID, file, rows, decisions });
  await bare.tidy();
  let fileID = 0;
  const floor = await time(async () => {
    fileID = (await ask(program, apiRequest('/BankFiles', body))).fileID;
  });
  await bare.tidy();
  const ours = await time(() => ask(program, apiRequest(`/BankFiles/${fileID}/Undo`, undefined, 'POST')));
  return {
    what: `undo of ${rowsToUndo} bank rows, ${engine}`,
    ...{ ours, floor, unit: 'ms', ratio: ours / floor, bound: 2, beside: 'the save of the same file' },
  };
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const { apiRequest } = await enterSchool(program);
  const bare = await place.openBare();
  await fill(bare);
  const account = { kind: 'bank', title: 'HBL 0042-7901' };
  const { id: accountID } = await ask(program, apiRequest('/MoneyAccounts', JSON.stringify(account)));
  const asking = { program, apiRequest, accountID };
  const at = { bare, engine };
  const measured = [
    await measureUndo(asking, at),
    await measureCheck(asking, engine),
    await measureSave(asking, at),
  ];
  await bare.close();
  await program.stop();
  return measured;
}

export const bankFile: Figure = {
  name: 'bank-file',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
