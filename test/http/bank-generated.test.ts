/**
 * Generated bank files with statuses, marks, texts of two lines, and money that the bank takes back in the same or a
 * later file. After both files are saved, the bills are paid by exactly the money that stayed in the bank.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { JudgedRow } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { tickedMatches } from '#shared/money/bank.ts';
import { openBank } from '../sheets/read-bank.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Chance, createChance, one } from '../support/fault-random.ts';
import { useCampus } from './callers.ts';

const runs = Number(process.env.BANK_FILE_RUNS ?? 3);
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_105);
const payments = 24;

type Status = 'SUCCESS' | 'FAILED' | 'PENDING';
/** `back`: the file in which the bank takes the money back. `inFile`: the first file with the payment. */
type Transfer = {
  invNo: string;
  amount: number;
  reference: string;
  day: number;
  status: Status;
  back: 1 | 2 | null;
  inFile: 1 | 2;
};
type Entry = { transfer: Transfer; isBack: boolean };

const layouts = ['sides', 'marks', 'suffixes'] as const;
type Layout = { by: (typeof layouts)[number]; hasStatus: boolean; isTwoLine: boolean };

function createTransfer(chance: Chance, at: number): Transfer {
  const status = chance.happens(0.7) ? 'SUCCESS' : (one(chance, ['FAILED', 'PENDING'] as const) ?? 'FAILED');
  const inFile = chance.happens(0.7) ? 1 : 2;
  const back =
    status === 'SUCCESS' && chance.happens(0.4) ? (inFile === 2 || chance.happens(0.5) ? 2 : 1) : null;
  const day = chance.whole(1, 5);
  // Some families pay the same amount, so that an amount alone identifies nothing.
  const amount = 1000 * chance.whole(1, 3);
  return {
    invNo: String(20_269_900_000 + at),
    amount,
    reference: `FT${880_000 + at}`,
    day,
    status,
    back,
    inFile,
  };
}

const dayOf = (day: number): string => `${String(day).padStart(2, '0')}/11/2026`;

/** The lines of an entry as the bank writes them. */
function linesOf({ transfer, isBack }: Entry, { by, hasStatus, isTwoLine }: Layout): string[] {
  const { invNo, amount, reference, day, status } = transfer;
  const words = isBack ? 'RETURN' : 'IBFT';
  const text = isTwoLine ? words : `${words} ${invNo}`;
  const money = {
    sides: isBack ? `${amount},` : `,${amount}`,
    marks: `${amount},${isBack ? 'RC' : 'C'}`,
    suffixes: `${amount} ${isBack ? 'Dr' : 'Cr'}`,
  }[by];
  const more = hasStatus ? `,${status}` : '';
  const on = dayOf(isBack ? day + 2 : day);
  const first = `${on},${text},${reference},${money}${more}`;
  return isTwoLine ? [first, `,CHALLAN ${invNo},${','.repeat(first.split(',').length - 3)}`] : [first];
}

function fileOf(entries: readonly Entry[], layout: Layout): string {
  const money = { sides: 'Debit,Credit', marks: 'Amount,Dr/Cr', suffixes: 'Amount' }[layout.by];
  const heading = `Date,Narration,Reference,${money}${layout.hasStatus ? ',Status' : ''}`;
  return [heading, ...entries.flatMap((entry) => linesOf(entry, layout))].join('\n');
}

describe.each(engines)('Generated bank files on %s', (engine) => {
  const here = useCampus(engine);

  it.each(Array.from({ length: runs }, (_, run) => seed + run))(
    'What the bank keeps is paid, and nothing that it took back or did not book (seed %i).',
    async (seed) => {
      const chance = createChance(seed);
      here.clock.now = new Date('2026-11-25T10:00:00.000Z');
      const transfers = Array.from({ length: payments }, (_, at) => createTransfer(chance, at));
      const fee = { amountAfterDueDate: null, dueDate: '2026-11-30' };
      await here.campus.group({
        bills: transfers.map(({ invNo, amount }) => makeBill({ ...fee, invNo, total: amount })),
      });
      const accountID = (
        await here.clerk.get(calls.addMoneyAccount, { body: { kind: 'bank', title: 'HBL' } })
      ).id;
      const layout = {
        by: one(chance, layouts) ?? 'sides',
        hasStatus: chance.happens(0.5),
        isTwoLine: chance.happens(0.5),
      };
      // Without a status column a bank lists only what it has booked.
      const booked = transfers.filter(({ status }) => layout.hasStatus || status === 'SUCCESS');
      const entriesOf = (file: 1 | 2): Entry[] => [
        ...booked.filter(({ inFile }) => inFile <= file).map((transfer) => ({ transfer, isBack: false })),
        ...booked
          .filter(({ back }) => back !== null && back <= file)
          .map((transfer) => ({ transfer, isBack: true })),
      ];
      const paid = async (): Promise<number> => {
        const rows = await here.world.deps.store.db
          .selectFrom('bill')
          .select('paid')
          .where('campusID', '=', here.campus.id)
          .execute();
        return rows.reduce((sum, row) => sum + row.paid, 0) / 100;
      };
      const sumOf = (list: readonly { amount: number }[]): number =>
        list.reduce((sum, { amount }) => sum + amount, 0);
      for (const file of [1, 2] as const) {
        const entries = entriesOf(file);
        const { rows, left } = (await openBank(fileOf(entries, layout))).rows();
        expect([rows.length, left]).toEqual([entries.length, 0]);
        expect(sumOf(rows)).toBe(sumOf(entries.map(({ transfer }) => transfer)));
        await settle(accountID, rows);
        const stays = booked.filter(
          ({ status, inFile, back }) =>
            status === 'SUCCESS' && inFile <= file && (back === null || back > file),
        );
        expect(await paid()).toBe(sumOf(stays));
      }
    },
  );

  /** Saves what is ticked, and books what the rows take back. */
  async function settle(accountID: number, rows: BankRow[]): Promise<void> {
    const judged: JudgedRow[] = (await here.clerk.get(calls.checkBankFile, { body: { accountID, rows } }))
      .rows;
    expect(judged).toHaveLength(rows.length);
    const decisions = judged.flatMap(({ row, match, bill }) =>
      bill && tickedMatches.includes(match) ? [{ row, match, act: 'pay', billID: bill.billID }] : [],
    );
    const file = { name: 'File.csv', sha256: 'ab'.repeat(32) };
    const body = { saveID: randomUUID(), accountID, file, rows, decisions };
    if (decisions.length > 0) await here.clerk.get(calls.saveBankFile, { body });
    for (const { match, payment } of judged)
      if (match === 'takenBack' && payment)
        await here.clerk.get(calls.returnPayment, {
          params: { id: payment.paymentID },
          body: { clientID: randomUUID(), kind: 'bounced', accountID },
        });
  }
});
