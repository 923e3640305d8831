/** A bill of 0 is paid from the start: it is not owed, not overdue and not reminded. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import type { PlanAnswer } from '#shared/calls/messages.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { noGrace } from '#shared/money/payable.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

const text = '{{name}}: Rs. {{payable}}';

describe.each(engines)('bills of 0 on %s', (engine) => {
  const here = useCampus(engine);
  let count = 0;
  const row = (regNum: string, total: number, more: Partial<NewBill> = {}): NewBill =>
    makeBill({
      ...{ regNum, invNo: null, name: regNum, total, dueDate: '2026-11-10', status: null },
      amountAfterDueDate: null,
      ...more,
    });
  const save = async (
    contacts: NewBill[],
    id = 0,
  ): Promise<{ id: number; importID: number; updated: number }> => {
    here.clock.now = new Date('2026-11-20T06:00:00.000Z');
    count += 1;
    const made = { name: `Nothing ${count}`, month: 11, year: 2026, description: 'Fees' };
    const group = { id, ...(id === 0 ? { ...made, campusID: here.campus.id } : {}) };
    return here.clerk.get(calls.saveGroup, { body: { group, contacts } });
  };
  const billsOf = async (id: number) =>
    (await here.clerk.get(calls.listBills, { params: { id } })).items as {
      id: number;
      regNum: string;
      status: string;
    }[];
  const statusesOf = async (id: number) => (await billsOf(id)).map(({ status }) => status);
  const figuresOf = async (id: number) => {
    const groups = await here.clerk.get(calls.listGroups, {});
    return groups.find((group: { id: number }) => group.id === id);
  };
  const verify = async () => {
    const ledger = { id: here.campus.id, name: '', school: '', timeZone: 'Asia/Karachi', ...noGrace };
    expect((await verifyLedger(here.world.deps.store.db, ledger)).difference).toBeUndefined();
  };
  const plan = (body: Record<string, unknown>): Promise<PlanAnswer> =>
    here.clerk.get(calls.planSend, { body: { family: true, message: text, ...body } });
  const messagesOf = (billID: number) =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['text', 'status', 'reason'])
      .where('campusID', '=', here.campus.id)
      .where('billIDs', 'like', `% ${billID} %`)
      .execute();

  it('A bill of 0 is paid from the start, and is neither overdue nor in a reminder.', async () => {
    const { id } = await save([
      row('N1', 0),
      row('N2', 0, { status: 'unpaid', amountAfterDueDate: 0 }),
      row('N3', 0, { amountAfterDueDate: 100 }),
      row('N4', 1000),
    ]);
    expect(await statusesOf(id)).toEqual(['paid', 'paid', 'unpaid', 'unpaid']);
    expect(await figuresOf(id)).toMatchObject({ bills: 4, unpaid: 2, overdue: 2, paid: 2 });
    for (const status of ['unpaid', 'overdue'])
      expect(await plan({ groupIDs: [id], status })).toMatchObject({ queued: 2, filteredOut: 2 });
    const [first] = await billsOf(id);
    const query = { billID: first?.id };
    expect((await here.clerk.get(calls.listPayments, { query })).items).toEqual([]);
    await verify();
  });

  it('A bill of 0 that gets an amount is owed, and a reminder that waits is skipped when it is 0 again.', async () => {
    const { id } = await save([row('C1', 0)]);
    const [bill] = await billsOf(id);
    const billID = bill?.id ?? 0;
    const change = (member: object) =>
      here.clerk.get(calls.updateBill, { params: { id: billID }, body: { reason: 'Corrected', ...member } });
    expect(await change({ total: 5000 })).toMatchObject({ status: 'unpaid', total: 5000 });
    await here.clerk.get(calls.sendToGroups, {
      body: { message: text, groupIDs: [id], status: 'unpaid', sendAt: '2026-12-01T10:00' },
    });
    expect(await change({ total: 0 })).toMatchObject({ status: 'paid', total: 0 });
    expect(await messagesOf(billID)).toMatchObject([{ status: 'skipped', reason: makeReason('paidSince') }]);
    await verify();
  });

  it('A corrected sheet changes a bill of 0, also to a paid one, and both imports can be undone.', async () => {
    const first = await save([row('S1', 0), row('S2', 0)]);
    const second = await save([row('S1', 5000), row('S2', 5000, { status: 'paid' })], first.id);
    expect(second.updated).toBe(2);
    expect(await statusesOf(first.id)).toEqual(['unpaid', 'paid']);
    await here.clerk.get(calls.undoImport, { params: { id: second.importID } });
    expect(await billsOf(first.id)).toMatchObject([
      { status: 'paid', total: 0 },
      { status: 'paid', total: 0 },
    ]);
    await verify();
    await here.clerk.get(calls.undoImport, { params: { id: first.importID } });
    expect(await here.clerk.ask(calls.listBills, { params: { id: first.id } })).toMatchObject({
      status: 404,
    });
  });

  it('A family whose amounts are all 0 is left out with its reason, and one that owes something is sent it.', async () => {
    const number = (n: number) => ({ number: `0300-70000${n}` });
    const { id } = await save([
      row('F1', 0, number(41)),
      row('F2', 0, number(41)),
      row('F3', 0, number(42)),
      row('F4', 900, number(42)),
    ]);
    const groupIDs = [id];
    const planned = await plan({ groupIDs });
    expect(planned).toMatchObject({
      queued: 1,
      skipped: [{ number: '+923007000041', reasonCode: 'nothingOwed' }],
    });
    expect(planned.samples.map((sample) => sample.text)).toEqual(['F3: Rs. 0\nF4: Rs. 900']);
    // A text without amounts goes to everybody.
    expect(await plan({ groupIDs, message: 'Dear {{name}}' })).toMatchObject({ queued: 2, skipped: [] });
  });

  it('A waiting message is skipped when all its amounts are 0, and waits again when one is not.', async () => {
    const { id } = await save([row('W1', 900, { number: '0300-7000051' })]);
    const [bill] = await billsOf(id);
    const billID = bill?.id ?? 0;
    await here.clerk.get(calls.sendToGroups, { body: { message: text, groupIDs: [id], family: true } });
    const mark = (body: object) => here.clerk.get(calls.markBills, { body: { ids: [billID], ...body } });
    const { at: since } = await mark({ status: 'paid' });
    expect(await messagesOf(billID)).toMatchObject([
      { status: 'skipped', reason: makeReason('nothingOwed') },
    ]);
    await mark({ status: 'unpaid', since });
    expect(await messagesOf(billID)).toMatchObject([{ status: 'queued', text: 'W1: Rs. 900' }]);
  });
});
