/** A child with two invoice numbers has two bills of one month, and everything finds both. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Two bills of one child on %s', (engine) => {
  const here = useCampus(engine);
  let count = 0;

  const send = (contacts: NewBill[], { id = 0, month = 11 }: { id?: number; month?: number } = {}) => {
    count += 1;
    const name = `Fees ${count}`;
    const made = { id: 0, name, month, year: 2026, description: 'Fees', campusID: here.campus.id };
    const file = { name: `${name}.csv`, sha256: randomUUID().replaceAll('-', '').padEnd(64, '0') };
    const head = { group: id === 0 ? made : { id }, saveID: randomUUID(), file };
    return here.clerk.ask(
      calls.importBills,
      asLines({ ...head, left: { skipped: 0, refused: 0 } }, contacts),
    );
  };
  const save = async (...of: Parameters<typeof send>) => {
    const answered = await send(...of);
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    return answered.body;
  };
  const check = async (groupID: number, rows: { regNum: string; invNo?: string; total: number }[]) => {
    const body = { groupID, month: 11, year: 2026, rows: rows.map((row, at) => ({ row: at, ...row })) };
    return (await here.clerk.get(calls.checkBills, { body })).rows;
  };
  const two = (more: Partial<NewBill> = {}): [NewBill, NewBill] => {
    count += 1;
    const dates = { dueDate: null, expiryDate: null, amountAfterDueDate: null };
    const both = {
      ...dates,
      regNum: `T-${count}`,
      name: 'Ayesha Tariq',
      number: '0300-1250071',
      ...more,
    };
    const [fee, van] = [`${count} fee`, `${count} van`];
    return [
      makeBill({ ...both, invNo: fee, total: 8000, amount1: 8000 }),
      makeBill({ ...both, invNo: van, total: 2500, amount1: 2500 }),
    ];
  };
  const owed = async (text: string) => {
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { text } });
    return families.flatMap(({ bills }: { bills: { balance: number }[] }) =>
      bills.map(({ balance }) => balance).sort((one, other) => one - other),
    );
  };

  it('An import adds both, a second import changes each of them, and the counter finds both.', async () => {
    const [fee, van] = two();
    const { id, added } = await save([fee, van]);
    expect(added).toBe(2);
    expect(await save([{ ...van, total: 3000 }, fee], { id })).toMatchObject({ added: 0, updated: 1 });
    expect(await owed(fee.regNum ?? '')).toEqual([3000, 8000]);
  });

  it('Their import can be undone.', async () => {
    const [fee, van] = two();
    const { importID } = await save([fee, van]);
    const undone = await here.clerk.get(calls.undoImport, { params: { id: importID } });
    expect(undone).toMatchObject({ removed: 2 });
  });

  it('The check tells of the stored bill with another invoice number, and the save makes a second bill.', async () => {
    const [fee, van] = two();
    const { id } = await save([fee]);
    const regNum = fee.regNum ?? '';
    expect(await check(id, [{ regNum, invNo: van.invNo ?? '', total: 2500 }])).toMatchObject([
      { row: 0, bill: null, otherInvoice: fee.invNo },
    ]);
    expect(await save([van], { id })).toMatchObject({ added: 1, updated: 0 });
  });

  it('A row without an invoice number changes the bill with its total, and is refused if none has it.', async () => {
    const [fee, van] = two();
    const { id, bills } = await here.campus.group({ bills: [fee, van] });
    const regNum = fee.regNum ?? '';
    const found = await check(id, [
      { regNum, total: 2500 },
      { regNum, total: 9999 },
    ]);
    expect(found).toMatchObject([
      { row: 0, bill: { id: bills[1]?.id } },
      { row: 1, isUnclear: true },
    ]);
    const [plain, other] = [2500, 9999].map((total) => ({ ...van, invNo: null, total, branch: 'North' }));
    expect(await save([plain as NewBill], { id })).toMatchObject({ updated: 1 });
    const refused = await send([other as NewBill], { id });
    expectFailure(refused, 'invalid');
    expect(refused.body.issues).toMatchObject([{ path: 'contacts.0.invNo' }]);
  });

  it('Both are carried to a bill of the next month that includes them as arrears.', async () => {
    here.clock.now = new Date('2026-10-02T10:00:00.000Z');
    const [fee, van] = two({ month: null, year: null });
    await save([fee, van], { month: 10 });
    const arrears = { head1: 'Tuition', amount1: 8000, head2: 'Arrears', amount2: 10_500 };
    await save([makeBill({ ...fee, invNo: `${count} next`, total: 18_500, ...arrears })], { month: 11 });
    expect(await owed(fee.regNum ?? '')).toEqual([18_500]);
  });
});
