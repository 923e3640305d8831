/** Thirty irregular bank files: each row gets the expected verdict, and the rows add up to the file. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { JudgedRow } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { tickedMatches } from '#shared/money/bank.ts';
import { bankBills, bankSamples, billsElsewhere, paidBills, twiceNumbered } from '../sheets/bank-files.ts';
import { openBank } from '../sheets/read-bank.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Caller, callerOf, useCampus } from './callers.ts';

const file = { name: 'HBL 16 to 22 Nov.csv', sha256: 'ab'.repeat(32) };

describe.each(engines)('Sample bank files on %s', (engine) => {
  const here = useCampus(engine);

  async function prepareBills(): Promise<{ clerk: Caller; sister: CampusInTest }> {
    here.clock.now = new Date('2026-11-25T10:00:00.000Z');
    const sister = await here.campus.sister();
    await sister.group({ bills: billsElsewhere.map((one) => makeBill(one)) });
    await here.campus.group({ bills: bankBills.map((one) => makeBill(one)) });
    const [twin, other] = twiceNumbered;
    await here.campus.group({ name: 'Van', bills: [makeBill(twin)] });
    await here.campus.group({ name: 'Books', bills: [makeBill(other)] });
    const paid = await here.campus.group({ name: 'Paid', bills: paidBills.map((one) => makeBill(one)) });
    for (const [at, method] of ['online', 'cash'].entries())
      await here.clerk.get(calls.receivePayment, {
        body: {
          clientID: randomUUID(),
          amount: 8750,
          method,
          receivedOn: '2026-11-05',
          allocations: [{ billID: paid.bills[at]?.id, amount: 8750 }],
        },
      });
    return { clerk: callerOf(here.world, here.campus, await here.campus.user(undefined, [sister])), sister };
  }

  const account = async (more: object = {}): Promise<number> => {
    const body = { kind: 'bank', title: 'HBL 0042-7901', ...more };
    return (await here.clerk.get(calls.addMoneyAccount, { body })).id;
  };
  const check = async (clerk: Caller, accountID: number, rows: BankRow[]): Promise<JudgedRow[]> =>
    (await clerk.get(calls.checkBankFile, { body: { accountID, rows } })).rows;
  const save = (clerk: Caller, accountID: number, rows: BankRow[], judged: readonly JudgedRow[]) => {
    const decisions = judged.flatMap(({ row, match, bill }) =>
      bill && tickedMatches.includes(match) ? [{ row, match, act: 'pay', billID: bill.billID }] : [],
    );
    const body = { saveID: randomUUID(), accountID, file, rows, decisions };
    return clerk.get(calls.saveBankFile, { body });
  };

  it.each(bankSamples)(
    'The sample bank file is judged and posted as expected: $what.',
    async ({ file, account: how, before, ...expected }) => {
      const { clerk } = await prepareBills();
      const accountID = await account(how);
      if (before) {
        const { rows } = (await openBank(before.file)).rows();
        const saved = await save(clerk, accountID, rows, await check(clerk, accountID, rows));
        expect(saved.posted).toBe(rows.length);
        if (before.isUndone) await clerk.get(calls.undoBankFile, { params: { id: saved.fileID } });
      }
      const { rows, left } = (await openBank(file)).rows();
      const judged = await check(clerk, accountID, rows);
      const matches = judged.map(({ match, bill }) => (bill ? [match, bill.name] : [match]));
      expect(matches).toEqual(expected.rows);
      if (expected.days) expect(rows.map(({ day }) => day)).toEqual(expected.days);
      expect(left).toBe(expected.left ?? 0);
      expect(rows.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(expected.sum, 2);
      // Saving the ticked rows posts them unchanged, and afterwards they count as seen.
      const ticked = judged.filter(({ match }) => tickedMatches.includes(match));
      if (ticked.length === 0) return;
      const saved = await save(clerk, accountID, rows, judged);
      expect(saved).toMatchObject({
        posted: ticked.length,
        changed: [],
        skipped: rows.length - ticked.length,
      });
      const again = await check(clerk, accountID, rows);
      const seen = new Set(ticked.map(({ row }) => row));
      expect(again.filter(({ row }) => seen.has(row)).map(({ match }) => match)).toEqual(
        ticked.map(() => 'seen'),
      );
    },
  );
});
