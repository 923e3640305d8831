/** Bank files as people describe them (test/bank-files/reported): each is read, judged and saved as its README says. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { JudgedRow } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { tickedMatches } from '#shared/money/bank.ts';
import { BankBook } from '#shared/sheets/bank/bank-book.ts';
import { readBankFile } from '#shared/sheets/bank/read-bank-file.ts';
import { bankFileFailures } from '#shared/sheets/sheet-words.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { bankPlace } from '../sheets/read-bank.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

async function bookOf(name: string): Promise<BankBook> {
  const bytes = await readFile(new URL(`../bank-files/reported/${name}`, import.meta.url));
  return new BankBook(await readBankFile(new Uint8Array(bytes)), bankPlace);
}
const rowsOf = async (name: string): Promise<BankRow[]> => (await bookOf(name)).rows().rows;
const amounts = (rows: readonly BankRow[]) => rows.map(({ direction, amount }) => [direction, amount]);
const questionsOf = (book: BankBook) =>
  book.opened().questions.map(({ kind, text, answer }) => [kind, text, answer]);

const invNos = [
  ...Array.from({ length: 21 }, (_, at) => String(20_262_642_000 + at)),
  ...Array.from({ length: 5 }, (_, at) => String(20_266_855_600 + at)),
  ...Array.from({ length: 3 }, (_, at) => String(20_267_349_100 + at)),
];

describe.each(engines)('Reported bank files on %s', (engine) => {
  const here = useCampus(engine);

  async function prepare(): Promise<number> {
    here.clock.now = new Date('2026-11-25T10:00:00.000Z');
    const fee = { total: 9000, amountAfterDueDate: 9500, dueDate: '2026-11-10' };
    await here.campus.group({
      bills: invNos.map((invNo, at) => makeBill({ ...fee, invNo, regNum: String(70_001 + at) })),
    });
    return (await here.clerk.get(calls.addMoneyAccount, { body: { kind: 'bank', title: 'HBL' } })).id;
  }
  const check = async (accountID: number, rows: BankRow[]): Promise<JudgedRow[]> =>
    (await here.clerk.get(calls.checkBankFile, { body: { accountID, rows } })).rows;
  /** Saves the rows that are ticked at first, and returns the payments that count then. */
  async function saveTicked(
    accountID: number,
    rows: BankRow[],
  ): Promise<{ sum: number; judged: JudgedRow[] }> {
    const judged = await check(accountID, rows);
    const decisions = judged.flatMap(({ row, match, bill }) =>
      bill && tickedMatches.includes(match) ? [{ row, match, act: 'pay', billID: bill.billID }] : [],
    );
    const file = { name: 'File.csv', sha256: 'ab'.repeat(32) };
    const body = { saveID: randomUUID(), accountID, file, rows, decisions };
    if (decisions.length > 0) await here.clerk.get(calls.saveBankFile, { body });
    const { sum } = await here.clerk.get(calls.listPayments);
    return { sum, judged };
  }
  const matchesOf = (judged: readonly JudgedRow[]) => judged.map(({ match }) => match);
  const billOf = async (invNo: string): Promise<{ status: string; paid: number }> =>
    here.world.deps.store.db
      .selectFrom('bill')
      .select(['status', 'paid'])
      .where('invNo', '=', invNo)
      .where('campusID', '=', here.campus.id)
      .executeTakeFirstOrThrow();

  it('Rows that the bank took back in the same file are not ticked, and nothing is paid (b20).', async () => {
    const accountID = await prepare();
    const rows = await rowsOf('b20-reversal.csv');
    expect(amounts(rows).map(([direction]) => direction)).toEqual(['in', 'out', 'in', 'out']);
    const { judged, sum } = await saveTicked(accountID, rows);
    expect(matchesOf(judged)).toEqual(['takenBack', 'takenBack', 'takenBack', 'takenBack']);
    expect(sum).toBe(0);
  });

  it('A row of a later file takes back the receipt, as bounced, and its bill is owed again (b20).', async () => {
    const accountID = await prepare();
    const rows = await rowsOf('b20-reversal.csv');
    const [deposit, bounced, transfer, reversed] = rows as [BankRow, BankRow, BankRow, BankRow];
    expect((await saveTicked(accountID, [deposit, transfer])).sum).toBe(18_000);
    const judged = await check(accountID, rows);
    expect(judged.map(({ match, payment }) => [match, payment?.receiptNo])).toEqual([
      ['seen', undefined],
      ['takenBack', 1],
      ['seen', undefined],
      ['takenBack', 2],
    ]);
    expect(judged[1]?.payment?.mayBounce).toBe(true);
    // A cashier cannot count the outgoing row as money, whatever the request says.
    const billID = judged[1]?.bill?.billID;
    const decisions = [{ row: bounced.row, match: 'takenBack', act: 'pay', billID }];
    const file = { name: 'File.csv', sha256: 'ab'.repeat(32) };
    const body = { saveID: randomUUID(), accountID, file, rows: [bounced], decisions };
    expectFailure(await here.clerk.ask(calls.saveBankFile, { body }), 'conflict');
    for (const [at, kind] of [
      [1, 'bounced'],
      [3, 'refund'],
    ] as const)
      await here.clerk.get(calls.returnPayment, {
        params: { id: judged[at]?.payment?.paymentID },
        body: { clientID: randomUUID(), kind, returnedOn: rows[at]?.day, accountID, reason: 'By the bank' },
      });
    expect(await billOf('20262642000')).toEqual({ status: 'unpaid', paid: 0 });
    expect(await billOf('20262642001')).toEqual({ status: 'unpaid', paid: 0 });
    const again = await check(accountID, [bounced, reversed]);
    expect(again.map(({ match, payment }) => [match, payment])).toEqual([
      ['takenBack', null],
      ['takenBack', null],
    ]);
    for await (const { id, difference } of verifyMoney(here.world.deps.store.db))
      if (id === here.campus.id) expect(difference).toBeUndefined();
  });

  it('A reversed credit is money out, and a reversed debit is no fee until a person says so (b21).', async () => {
    const accountID = await prepare();
    const book = await bookOf('b21-rc-mark.csv');
    expect(questionsOf(book)).toEqual([]);
    const { rows } = book.rows();
    expect(rows.map(({ direction }) => direction)).toEqual(['in', 'out', 'out', 'back']);
    const { judged, sum } = await saveTicked(accountID, rows);
    expect(judged.map(({ match, reason }) => [match, reason])).toEqual([
      ['exact', null],
      ['notIncome', 'debit'],
      ['notIncome', 'debit'],
      ['ambiguous', 'debitReversed'],
    ]);
    expect(judged[3]?.suggestions[0]?.invNo).toBe('20262642004');
    expect(sum).toBe(9000);
  });

  it('Amounts are read as in sheets, and only the doubtful ones are asked (b22).', async () => {
    const accountID = await prepare();
    const book = await bookOf('b22-amounts.csv');
    expect(questionsOf(book)).toEqual([
      ['dots', '9.000', null],
      ['amount', '--9000.00', null],
    ]);
    expect(book.rows().rows).toHaveLength(8);
    book.answer({ kind: 'dots', text: '9.000' }, 'thousands');
    book.answer({ kind: 'amount', text: '--9000.00' }, 'in');
    const { rows, left } = book.rows();
    expect(amounts(rows)).toEqual(Array.from({ length: 10 }, () => ['in', 9000]));
    expect(left).toBe(0);
    expect((await saveTicked(accountID, rows)).sum).toBe(90_000);
  });

  it('An instant in UTC is the day of the campus (b23).', async () => {
    const accountID = await prepare();
    const rows = await rowsOf('b23-utc.csv');
    expect(rows.map(({ day }) => day)).toEqual(['2026-11-11', '2026-11-10', '2026-11-10']);
    expect(matchesOf(await check(accountID, rows))).toEqual(['fineOpen', 'exact', 'exact']);
  });

  it('An MT940 statement is read (b25).', async () => {
    const accountID = await prepare();
    const book = await bookOf('b25-mt940.sta');
    expect(book.opened()).toMatchObject({ isComplete: true, banner: 'PK36SCBL0000001123456702' });
    const { rows } = book.rows();
    expect(rows).toMatchObject([{ day: '2026-11-05', reference: 'FT8812', text: 'IBFT 20262642018 FEE' }]);
    expect((await saveTicked(accountID, rows)).sum).toBe(9000);
  });

  it('In a CAMT.053 statement a reversal and a pending entry leave no money (b25b).', async () => {
    const accountID = await prepare();
    const book = await bookOf('b25b-camt.xml');
    expect(book.opened()).toMatchObject({ isComplete: true, questions: [], hasNewStatus: false });
    const { rows } = book.rows();
    expect(rows.map(({ day, direction, reference }) => [day, direction, reference])).toEqual([
      ['2026-11-05', 'in', 'C90001'],
      ['2026-11-07', 'out', 'C90001'],
      ['2026-11-08', 'none', 'C90002'],
    ]);
    const { judged, sum } = await saveTicked(accountID, rows);
    expect(matchesOf(judged)).toEqual(['takenBack', 'takenBack', 'notIncome']);
    expect(sum).toBe(0);
  });

  it('An OFX file is refused with the formats to choose instead (b25c).', async () => {
    await expect(bookOf('b25c-ofx.ofx')).rejects.toThrow(bankFileFailures.ofx);
  });

  it('Only a payment whose status means success is money (b28).', async () => {
    const accountID = await prepare();
    const book = await bookOf('b28-status.csv');
    const opened = book.opened();
    expect(opened.hasNewStatus).toBe(true);
    expect(opened.questions.map(({ text, answer }) => [text, answer])).toEqual([
      ['SUCCESS', 'in'],
      ['FAILED', 'none'],
      ['REVERSED', 'none'],
      ['PENDING', 'none'],
      ['Declined - insufficient balance', 'none'],
    ]);
    const { judged, sum } = await saveTicked(accountID, book.rows().rows);
    expect(matchesOf(judged)).toEqual(['exact', 'notIncome', 'notIncome', 'notIncome', 'notIncome']);
    expect(sum).toBe(9000);
    book.remember(book.headings());
    expect(book.opened().hasNewStatus).toBe(false);
  });

  it('A text that goes on in the next line belongs to the entry above (b56).', async () => {
    const accountID = await prepare();
    const book = await bookOf('b56-two-line-narration.csv');
    const { rows, left } = book.rows();
    expect(left).toBe(0);
    expect(rows.map(({ text }) => text)).toEqual([
      'IBFT FROM ALI RAZA FEE CHALLAN 20267349100',
      'CASH DEPOSIT BY SANA 20267349101',
      'IBFT 20267349102',
    ]);
    expect((await saveTicked(accountID, rows)).sum).toBe(27_000);
  });
});
