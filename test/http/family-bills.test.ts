/** Bills of a number in all billings of the campus, as its chat shows them. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Listed = { name: string; billing: string; status: string; total: number };

describe.each(engines)('Bills of a number on %s', (engine) => {
  const here = useCampus(engine);
  const number = '0300-7654321';
  const load = (typed = number, clerk = here.clerk): Promise<Listed[]> =>
    clerk.get(calls.listFamilyBills, { query: { number: typed } });
  const summaryOf = (bills: Listed[]) => bills.map(({ name, billing, status }) => [name, billing, status]);
  const ali = { regNum: 'A1', name: 'Ali', number, total: 33_000 };
  const sana = { regNum: 'S1', name: 'Sana', number: `0321-1111111, ${number}` };

  const save = ({ save }: CampusInTest, month: number, bills: Parameters<typeof makeBill>[0][]) =>
    save(
      bills.map((bill) => makeBill({ invNo: null, month, ...bill })),
      { name: `Month ${month}`, month },
    );

  it('The bills of a number come from all billings, owed bills first and newest first among them.', async () => {
    const { campus } = here;
    await save(campus, 7, [ali, { ...sana, status: 'paid' }]);
    await save(campus, 8, [{ ...ali, status: 'paid' }]);
    await save(campus, 9, [makeBill()]);
    await save(campus, 10, [ali, sana]);
    const bills = await load('+92 300 7654321');
    expect(summaryOf(bills)).toEqual([
      ['Ali', 'Month 10', 'unpaid'],
      ['Sana', 'Month 10', 'unpaid'],
      ['Ali', 'Month 7', 'unpaid'],
      ['Ali', 'Month 8', 'paid'],
      ['Sana', 'Month 7', 'paid'],
    ]);
    expect(bills[0]).toMatchObject({ total: 33_000, regNum: 'A1', dueDate: '2026-11-10' });
    expect(bills[0]).not.toHaveProperty('numbers');
    expect(await load('0300-7654300')).toEqual([]);
    expect(await load('12345@lid')).toEqual([]);
  });

  it('An old bill that a message was about is listed while it still has the number.', async () => {
    const { campus, clerk } = here;
    const bilal = makeBill({ regNum: null, invNo: null, name: 'Bilal', number });
    const { id, bills } = await campus.group({ name: 'Long ago', bills: [bilal] });
    await campus.message({ groupIDs: [id], message: 'Fee of {{name}}' });
    // Six later billings follow, so this one is not among the latest.
    for (let later = 0; later < 6; later++) await save(campus, 12, [makeBill()]);
    expect(summaryOf(await load())).toEqual([['Bilal', 'Long ago', 'unpaid']]);
    const params = { id: bills[0]?.id };
    await clerk.get(calls.updateBill, { params, body: { number: '0300-7654399' } });
    expect(await load()).toEqual([]);
  });

  it('The bills of a number are listed for the own campus only.', async () => {
    const { campus, world } = here;
    const sister = await campus.sister();
    await save(campus, 10, [ali]);
    await save(sister, 10, [{ ...ali, name: 'Theirs' }]);
    const other = callerOf(world, sister, await sister.user());
    expect((await load()).map(({ name }) => name)).toEqual(['Ali']);
    expect((await load(number, other)).map(({ name }) => name)).toEqual(['Theirs']);
    expectFailure(await other.ask(calls.listFamilyBills, { query: { number, cID: campus.id } }), 'notFound');
    expectFailure(await here.clerk.ask(calls.listFamilyBills), 'malformed');
  });
});
