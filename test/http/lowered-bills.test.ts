/** A cashier cannot lower what a stored bill charges; an owner gives a reason, which stands in the concessions. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { heldWords } from '#shared/words/import-problems.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const fee = {
  ...{ total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10', expiryDate: '2026-11-25' },
};
const file = { name: 'fees.xlsx', sha256: createHash('sha256').update('fees').digest('hex') };
const cashierRights = { view: true, add: true, edit: true };

describe.each(engines)('Lowering a stored bill on %s', (engine) => {
  const here = useCampus(engine);

  const makeFee = async () => {
    here.clock.now = new Date('2026-11-12T10:00:00.000Z');
    const made = { ...makeBill(fee), regNum: 'R-1', invNo: 'V-1' };
    const { id: groupID, bills } = await here.campus.group({ bills: [made] });
    return { groupID, id: bills[0]?.id ?? 0, made };
  };
  const change = (who: Caller, id: number, body: object) =>
    who.ask(calls.updateBill, { params: { id }, body });
  const lowered = async () => {
    const query = { from: '2026-11-01', to: '2026-11-30', figure: 'lowered' };
    const { items } = await here.clerk.get(calls.listReport, { params: { name: 'concessions' }, query });
    return items;
  };

  it.each<[string, object, number]>([
    ['the total', { total: 400 }, 600],
    ['the amount after the due date', { amountAfterDueDate: 1000 }, 200],
    ['the due date', { dueDate: '2026-12-31' }, 200],
    ['the due date, by removing it', { dueDate: null }, 200],
    ['the status', { status: 'cancelled' }, 1200],
  ])(
    'A cashier cannot lower a bill by %s; with the right to delete a reason is needed.',
    async (_what, body, amount) => {
      const { id } = await makeFee();
      const cashier = await here.caller(cashierRights);
      expectFailure(await change(cashier, id, body), 'forbidden');
      expectFailure(await change(cashier, id, { ...body, reason: 'My own idea' }), 'forbidden');
      const answer = await change(here.clerk, id, body);
      expectFailure(answer, 'conflict');
      expect(answer.body).toMatchObject({ asks: ['reason'], message: moneyRefusals.whyLowered });
      expect(await here.clerk.get(calls.getBill, { params: { id } })).toMatchObject({
        ...fee,
        status: 'unpaid',
      });
      expect((await change(here.clerk, id, { ...body, reason: 'Orphan' })).status).toBe(200);
      expect(await lowered()).toMatchObject([{ billID: id, amount, reason: 'Orphan', kind: 'lowered' }]);
      const { items } = await here.clerk.get(calls.listHistory, { query: { kind: 'bill', id } });
      expect(items.map(({ code }: { code: string }) => code)).toContain('billLowered');
    },
  );

  it('A cashier may raise a bill and change what does not lower it.', async () => {
    const { id } = await makeFee();
    const cashier = await here.caller(cashierRights);
    for (const body of [
      { total: 1100, amountAfterDueDate: 1300 },
      { dueDate: '2026-11-05' },
      { expiryDate: '2026-12-31', name: 'Ayesha' },
    ])
      expect((await change(cashier, id, body)).status).toBe(200);
    expect(await lowered()).toEqual([]);
  });

  it('Renewing a voucher, or a later expiry date, without the fine of the campus needs the right to delete and a reason.', async () => {
    const { id } = await makeFee();
    const settings = await here.clerk.get(calls.getVoucherSettings);
    await here.clerk.get(calls.saveVoucherSettings, { body: { ...settings, renewFine: 500 } });
    const cashier = await here.caller(cashierRights);
    let presses = 0;
    const renew = (who: Caller, body: object) => {
      presses += 1;
      const request = { clientID: `press ${presses}`, expiryDate: '2026-12-20', ...body };
      return who.ask(calls.renewVoucher, { params: { id }, body: request });
    };
    expectFailure(await renew(cashier, {}), 'forbidden');
    expectFailure(await renew(cashier, { fine: 200, reason: 'x' }), 'forbidden');
    expectFailure(await change(cashier, id, { expiryDate: '2026-12-20' }), 'forbidden');
    expectFailure(await renew(here.clerk, {}), 'conflict');
    expect((await renew(here.clerk, { fine: 200, reason: 'Ill for a week' })).status).toBe(200);
    expect(await lowered()).toMatchObject([{ billID: id, amount: 300, reason: 'Ill for a week' }]);
    expect((await renew(cashier, { expiryDate: '2027-01-20', fine: 500 })).status).toBe(200);
  });

  it('Saving a billing again with less is refused for a cashier, and asks for one reason with the right to delete.', async () => {
    const { id, groupID, made } = await makeFee();
    const cashier = await here.caller(cashierRights);
    const save = (who: Caller, more: object = {}) =>
      who.ask(calls.saveGroup, {
        body: { group: { id: groupID }, contacts: [{ ...made, total: 400 }], ...more },
      });
    expectFailure(await save(cashier), 'forbidden');
    expectFailure(await save(cashier, { reason: 'x' }), 'forbidden');
    const answer = await save(here.clerk);
    expectFailure(answer, 'conflict');
    expect(answer.body.asks).toEqual(['reason']);
    expect((await save(here.clerk, { confirmed: true })).body).toMatchObject({ updated: 0, skipped: 1 });
    expect(await lowered()).toEqual([]);
    expect((await save(here.clerk, { reason: 'New fee' })).body).toMatchObject({ updated: 1 });
    expect(await lowered()).toMatchObject([{ billID: id, amount: 600, reason: 'New fee' }]);
  });

  it('An import leaves out rows by which bills charge less, or saves them with one reason for all.', async () => {
    const { id, groupID, made } = await makeFee();
    const cashier = await here.caller(cashierRights);
    const rows = [{ ...made, total: 400 }, makeBill({ regNum: 'R-2' })];
    const body = (more: object = {}) =>
      asLines({ group: { id: groupID }, saveID: randomUUID(), file, ...more }, rows);
    const keys = { groupID, month: 11, year: 2026, rows: [{ row: 0, regNum: 'R-1', invNo: 'V-1' }] };
    const checkedBy = async (who: Caller) => (await who.get(calls.checkBills, { body: keys })).rows[0];
    expect(await checkedBy(cashier)).toMatchObject({ hold: null, renewFine: 0 });
    expect(await checkedBy(here.clerk)).not.toHaveProperty('renewFine');
    // The status speaks of the lower total, so it is not taken either.
    const paid = asLines({ group: { id: groupID }, saveID: randomUUID(), file }, [
      { ...made, total: 400, status: 'paid' },
    ]);
    expect((await cashier.ask(calls.importBills, paid)).body).toMatchObject({ updated: 0, skipped: 1 });
    expect(await here.clerk.get(calls.getBill, { params: { id } })).toMatchObject({ status: 'unpaid' });
    const held = [{ row: 0, reason: heldWords.lowered }];
    const byCashier = await cashier.ask(calls.importBills, body({ reason: 'x' }));
    expect(byCashier.body).toMatchObject({ added: 1, updated: 0, skipped: 1, held });
    const answer = await here.clerk.ask(calls.importBills, body());
    expectFailure(answer, 'conflict');
    expect(answer.body.asks).toEqual(['reason']);
    expect((await here.clerk.get(calls.importBills, body({ reason: 'Sibling' }))).updated).toBe(1);
    expect(await lowered()).toMatchObject([{ billID: id, amount: 600, reason: 'Sibling' }]);
    const owner = await here.caller({ view: true, admin: true });
    const { items } = await owner.get(calls.listTrail);
    expect(items.map(({ code }: { code: string }) => code)).toContain('billsLowered');
  });
});
