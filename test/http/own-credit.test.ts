/** New bills are paid with the own credit of their child, if the campus has chosen that. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { undoHolds } from '#shared/words/import-problems.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { listLedgers } from '../../src/server/ledger/audit/audit-queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { billsIn, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('New bills and credit on %s', (engine) => {
  const here = useCampus(engine);
  const storedBills = billsIn(here);
  let presses = 0;

  const setCredit = (usesCredit: 0 | 1) =>
    here.clerk.get(calls.changeMoneyRules, { body: { cashDays: 3, usesCredit } });
  const pay = (body: object) => {
    presses += 1;
    const payment = { clientID: `credit ${presses}`, method: 'cash', ...body };
    return here.clerk.get(calls.receivePayment, { body: payment });
  };
  /** Two children with paid bills of October and 700 and 1,500 of credit, and the November bills of both. */
  const begin = async () => {
    here.clock.now = new Date('2026-11-02T10:00:00Z');
    const october = { month: 10, total: 100, amountAfterDueDate: null };
    const { bills } = await here.campus.group({
      bills: [makeBill({ ...october, regNum: 'R-1' }), makeBill({ ...october, regNum: 'R-2' })],
    });
    for (const [nth, amount] of [800, 1600].entries())
      await pay({ amount, billID: bills[nth]?.id, allocations: [{ billID: bills[nth]?.id, amount: 100 }] });
    here.clock.now = new Date('2026-11-03T10:00:00Z');
    return ['R-1', 'R-2', 'R-3'].map((regNum) =>
      makeBill({ total: 1000, amountAfterDueDate: null, regNum, number: '0300-1234567' }),
    );
  };
  const figures = async (groupID: number) =>
    (await storedBills(groupID)).map(({ regNum, paid, status }) => [regNum, paid, status]);
  const creditLeft = async (): Promise<number[]> => {
    const { items } = await here.clerk.get(calls.listPayments);
    const left: number[] = items.map(({ credit }: { credit: number }) => credit);
    return left.toSorted((one, other) => one - other);
  };
  const expectVerified = async (): Promise<void> => {
    const { db } = here.world.deps.store;
    const ledger = (await listLedgers(db)).find(({ id }) => id === here.campus.id);
    if (!ledger) throw new Error('the campus has no ledger');
    expect((await verifyLedger(db, ledger)).difference).toBeUndefined();
  };

  it('Credit stays credit until an administrator switches its use on; then new bills are paid with it.', async () => {
    const bills = await begin();
    const before = await here.campus.save(bills);
    expect(await figures(before.id)).toEqual([
      ['R-1', 0, 'unpaid'],
      ['R-2', 0, 'unpaid'],
      ['R-3', 0, 'unpaid'],
    ]);
    await here.clerk.get(calls.undoImport, { params: { id: before.importID } });
    await setCredit(1);
    const { id } = await here.campus.save(bills, { name: 'With credit' });
    expect(await figures(id)).toEqual([
      ['R-1', 700_00, 'partial'],
      ['R-2', 1000_00, 'paid'],
      ['R-3', 0, 'unpaid'],
    ]);
    expect(await creditLeft()).toEqual([0, 500]);
    const { items } = await here.clerk.get(calls.listTrail);
    const used = items.filter(({ code }: { code: string }) => code === 'creditUsed');
    expect(used.map(({ text }: { text: string }) => text)).toEqual([
      'Paid 2 new bills with 1,700 of the children’s own credit',
    ]);
    await expectVerified();
  });

  it('An undo of the import makes the money credit again; a payment by a person still prevents it.', async () => {
    const bills = await begin();
    await setCredit(1);
    const first = await here.campus.save(bills);
    await here.clerk.get(calls.undoImport, { params: { id: first.importID } });
    expect(await creditLeft()).toEqual([700, 1500]);
    await expectVerified();
    const second = await here.campus.save(bills, { name: 'Again' });
    const [{ id: billID } = { id: 0 }] = await storedBills(second.id);
    await pay({ amount: 300, billID });
    const answer = await here.clerk.ask(calls.undoImport, { params: { id: second.importID } });
    expectFailure(answer, 'conflict');
    expect(answer.body.issues).toHaveLength(1);
    expect(answer.body.issues[0].message).toContain(undoHolds.partPaid);
    expect(await creditLeft()).toEqual([0, 0, 500]);
    await expectVerified();
  });

  it('Money that a sheet itself says was paid too much is void after the undo, and pays no other bill of the sheet.', async () => {
    await setCredit(1);
    const fee = { total: 1000, amountAfterDueDate: null, regNum: 'R-9' };
    const { id, importID } = await here.campus.save([
      makeBill({ ...fee, month: 10, paidAmount: 1500 }),
      makeBill({ ...fee, month: 11 }),
    ]);
    expect(await figures(id)).toEqual([
      ['R-9', 1000_00, 'paid'],
      ['R-9', 0, 'unpaid'],
    ]);
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    const { items } = await here.clerk.get(calls.listPayments);
    expect(items.map(({ voidedAt }: { voidedAt: string | null }) => voidedAt !== null)).toEqual([true]);
    await expectVerified();
  });

  it('An older open bill of the child keeps its claim on the credit.', async () => {
    const bills = await begin();
    const open = makeBill({
      total: 400,
      amountAfterDueDate: null,
      regNum: 'R-1',
      dueDate: '2026-09-10',
      month: 9,
    });
    const older = await here.campus.save([open], { name: 'September' });
    await setCredit(1);
    const { id } = await here.campus.save(bills);
    expect((await figures(id))[0]).toEqual(['R-1', 300_00, 'partial']);
    expect(await figures(older.id)).toEqual([['R-1', 0, 'unpaid']]);
    expect(await creditLeft()).toEqual([400, 500]);
    await expectVerified();
  });
});
