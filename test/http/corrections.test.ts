/** Which fields of existing bills a corrected file changes. */
import { describe, expect, it } from 'vitest';
import type { NewBill } from '#shared/calls/bills.ts';
import { headKeys } from '#shared/money/bill-heads.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { billsIn, useCampus } from './callers.ts';

describe.each(engines)('Corrections by import on %s', (engine) => {
  const here = useCampus(engine);
  const storedBills = billsIn(here);

  it('A number in another spelling does not count as a change of a bill.', async () => {
    const { campus } = here;
    const rows = [makeBill({ number: '0300-1234567, 03211234567' }), makeBill({ number: '03001234567' })];
    const { id } = await campus.save(rows);
    const before = await storedBills(id);
    await campus.message({ contactIDs: [before[1]?.id ?? 0] });
    const typed = ['+92 300 1234567 / 0321 1234567', '+923001234567'];
    const again = rows.map((row, at) => ({ ...row, number: typed[at] }));
    expect(await campus.save(again, { id })).toMatchObject({ added: 0, updated: 0, skipped: 2, held: [] });
    expect(await storedBills(id)).toEqual(before);
    const shorter = [{ ...rows[0], number: '0300-1234567' }];
    expect(await campus.save(shorter, { id })).toMatchObject({ updated: 1 });
    expect((await storedBills(id))[0]?.numbers).toBe('+923001234567');
  });

  it('A corrected file changes many bills, and in each bill only the fields that differ.', async () => {
    const { campus } = here;
    const rows = Array.from({ length: 1200 }, () => makeBill());
    const { id } = await campus.save(rows);
    const before = await storedBills(id);
    const heads = Object.fromEntries(headKeys.map((head, at) => [head, `Head ${at}`]));
    const changes: Partial<NewBill>[] = [
      { total: 1.25, dueDate: '2026-11-12' },
      { ...heads, amount2: -50.5, amount10: 3, branch: 'North', email: 'a@b.pk' },
      { name: 'عائشہ', number: '0301 7654321' },
      {},
    ];
    const corrected = rows.map((row, at) => ({ ...row, ...changes[at % 4] }));
    expect(await campus.save(corrected, { id })).toMatchObject({ added: 0, updated: 900, skipped: 300 });
    const columns: Record<string, unknown>[] = [
      { total: 125, dueDate: '2026-11-12' },
      { ...changes[1], amount2: -5050, amount10: 300 },
      { ...changes[2], numbers: '+923017654321' },
      {},
    ];
    expect(await storedBills(id)).toEqual(before.map((bill, at) => ({ ...bill, ...columns[at % 4] })));
  });
});
