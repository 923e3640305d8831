/** What a file says of payments: taken of whoever is there, never taken back. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { skipReasons } from '#shared/words/failures.ts';
import { heldWords, statusOnly } from '#shared/words/imports.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { billsIn, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('statuses of a file on %s', (engine) => {
  const here = useCampus(engine);
  const storedBills = billsIn(here);
  let saves = 0;

  const upload = (id: number, rows: NewBill[], caller = here.clerk) => {
    const file = { name: 'paid.xlsx', sha256: (++saves).toString(16).padStart(64, '0') };
    const head = { group: { id }, saveID: `statuses-${engine}-${saves}`, file };
    return caller.ask(calls.importBills, asLines(head, rows));
  };
  const statusesOf = async (id: number) => (await storedBills(id)).map(({ status }) => status);
  const messages = () =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['status', 'reason'])
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();

  it('paid reaches a bill that was messaged, and what waits for it is skipped', async () => {
    const rows = [makeBill(), makeBill(), makeBill()];
    const { id } = await here.campus.save(rows);
    await here.campus.message({ groupIDs: [id], message: 'Dear {{name}}', status: 'unpaid' });
    const paid = [
      { ...rows[0], status: 'paid' },
      { ...rows[1], status: 'paid', total: 1 },
      { ...rows[2], total: 1 },
    ];
    const { body } = await upload(id, paid);
    expect(body).toMatchObject({ added: 0, updated: 2, skipped: 1, refused: 0 });
    expect(body.held).toEqual([
      { row: 1, reason: statusOnly(heldWords.messaged) },
      { row: 2, reason: heldWords.messaged },
    ]);
    const stored = await storedBills(id);
    expect(stored.map(({ status, total }) => [status, total])).toEqual([
      ['paid', 1_250_000],
      ['paid', 1_250_000],
      ['unpaid', 1_250_000],
    ]);
    expect(await messages()).toEqual([
      { status: 'skipped', reason: skipReasons.paidSince },
      { status: 'skipped', reason: skipReasons.paidSince },
      { status: 'queued', reason: null },
    ]);
  });

  it('unpaid never takes a payment back, nor does partial', async () => {
    const rows = ['paid', 'waived', 'partial', 'unpaid'].map((status) => makeBill({ status }));
    const { id } = await here.campus.save(rows);
    for (const status of ['unpaid', undefined]) {
      const { body } = await upload(
        id,
        rows.map((row) => ({ ...row, status })),
      );
      expect(body).toMatchObject({ updated: 0, skipped: 4 });
    }
    await upload(
      id,
      rows.map((row) => ({ ...row, status: 'partial' })),
    );
    expect(await statusesOf(id)).toEqual(['paid', 'waived', 'partial', 'partial']);
    await upload(
      id,
      rows.map((row) => ({ ...row, status: 'paid' })),
    );
    expect(await statusesOf(id)).toEqual(['paid', 'waived', 'paid', 'paid']);
  });

  it('paid is taken back with the import that brought it, and not what a person marked since', async () => {
    const rows = [makeBill(), makeBill()];
    const { id, bills } = await here.campus.group({ bills: rows });
    await here.campus.message({ groupIDs: [id], message: 'Dear {{name}}' });
    const { body } = await upload(id, [{ ...rows[0], status: 'paid' }]);
    await here.clerk.get(calls.markBills, { body: { ids: [bills[1]?.id], status: 'paid' } });
    expect(await here.clerk.get(calls.undoImport, { params: { id: body.importID } })).toMatchObject({
      restored: 1,
    });
    expect(await statusesOf(id)).toEqual(['unpaid', 'paid']);
  });

  it('paid needs the right to edit', async () => {
    const rows = [makeBill(), makeBill()];
    const { id, bills } = await here.campus.group({ bills: rows });
    await here.campus.message({ contactIDs: [bills[1]?.id ?? 0], message: 'Dear {{name}}' });
    const adder = await here.caller({ view: true, add: true });
    const paid = rows.map((row) => ({ ...row, status: 'paid' }));
    const { body } = await upload(id, paid, adder);
    expect(body).toMatchObject({ updated: 0, skipped: 2 });
    expect(body.held.map(({ reason }: { reason: string }) => reason)).toEqual(
      Array(2).fill(heldWords.noEdit),
    );
    const saved = await adder.ask(calls.saveGroup, { body: { group: { id }, contacts: paid } });
    expectFailure(saved, 'forbidden');
    expect(await statusesOf(id)).toEqual(['unpaid', 'unpaid']);
  });

  it('partial is not collected, and in neither the paid nor the unpaid', async () => {
    const { id } = await here.campus.group({
      bills: ['paid', 'partial', 'unpaid'].map((status) => makeBill({ status, total: 100 })),
    });
    const [group] = await here.clerk.get(calls.listGroups);
    expect(group).toMatchObject({ bills: 3, paid: 1, unpaid: 1, collected: 100, total: 300 });
    const found = async (status: string) =>
      (await here.clerk.get(calls.listBills, { params: { id }, query: { status } })).items.map(
        (bill: { status: string }) => bill.status,
      );
    expect(await found('paid')).toEqual(['paid']);
    expect(await found('unpaid')).toEqual(['unpaid']);
    expect(await found('all')).toHaveLength(3);
  });
});
