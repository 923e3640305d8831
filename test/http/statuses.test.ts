/** Payment statuses in a file: they can add a payment and never take one back. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { heldWords, statusOnly } from '#shared/words/import-problems.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { billsIn, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Payment statuses of a file on %s', (engine) => {
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

  it('The status paid in a file changes a messaged bill and skips its waiting message.', async () => {
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
      { status: 'skipped', reason: makeReason('paidSince') },
      { status: 'skipped', reason: makeReason('paidSince') },
      { status: 'queued', reason: null },
    ]);
  });

  it('The statuses unpaid and partial in a file never take a payment back.', async () => {
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

  it('Undoing an import takes back its paid statuses, but not those that a person marked since.', async () => {
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

  it('The status paid in a file needs the right edit.', async () => {
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

  const kinds = ['paid', 'partial', 'unpaid', 'cancelled', 'waived'];
  const oneOfEach = () =>
    here.campus.group({ bills: kinds.map((status) => makeBill({ status, total: 100 })) });
  const found = async (id: number, status: string) =>
    (await here.clerk.get(calls.listBills, { params: { id }, query: { status } })).items.map(
      (bill: { status: string }) => bill.status,
    );

  it('Every bill is found under its status, and a part-paid one also under unpaid.', async () => {
    const { id } = await oneOfEach();
    const [group] = await here.clerk.get(calls.listGroups);
    const counts = { bills: 5, paid: 1, partPaid: 1, unpaid: 2, other: 2 };
    expect(group).toMatchObject({ ...counts, total: 500, expected: 300, collected: 100 });
    expect(await found(id, 'paid')).toEqual(['paid']);
    expect(await found(id, 'partial')).toEqual(['partial']);
    expect(await found(id, 'unpaid')).toEqual(['partial', 'unpaid']);
    expect(await found(id, 'other')).toEqual(['cancelled', 'waived']);
    expect(await found(id, 'all')).toEqual(kinds);
  });

  it('A part-paid bill can be marked as paid together with unpaid ones, and restored as part-paid.', async () => {
    const { id, bills } = await oneOfEach();
    const [paid = 0, partial = 0, unpaid = 0, ...others] = bills.map((bill) => bill.id);
    const mark = (body: object) => here.clerk.get(calls.markBills, { body });
    const marked = await mark({ ids: [...others, paid, unpaid, partial], status: 'paid' });
    expect(marked).toMatchObject({ changed: [partial, unpaid], partPaid: [partial] });
    expect(await found(id, 'all')).toEqual(['paid', 'paid', 'paid', 'cancelled', 'waived']);
    expect(await mark({ ids: [partial, ...others], status: 'paid' })).toEqual({
      changed: [],
      partPaid: [],
      at: null,
    });
    await mark({ ids: [partial], status: 'partial' });
    await mark({ ids: [unpaid], status: 'unpaid', since: marked.at });
    expect(await found(id, 'all')).toEqual(kinds);
  });

  it('Part-paid bills and bills with other statuses are left out of a text with the total, with separate reasons.', async () => {
    const { id, bills } = await here.campus.group({ bills: 3 });
    const message = { groupIDs: [id], message: 'Pay {{total}}', status: 'unpaid' as const };
    const { broadcastID } = await here.campus.message(message);
    for (const [at, status] of ['partial', 'cancelled'].entries())
      await here.clerk.get(calls.updateBill, {
        params: { id: bills[at]?.id ?? 0 },
        body: { status, reason: 'Settled' },
      });
    const outbox = { query: { broadcastID, status: 'skipped' } };
    const { items } = await here.clerk.get(calls.listOutbox, outbox);
    expect(items.map(({ reasonCode }: { reasonCode: string }) => reasonCode).sort()).toEqual([
      'otherSince',
      'partPaidSince',
    ]);
    expect(await here.clerk.get(calls.planSend, { body: message })).toMatchObject({
      bills: 1,
      filteredOut: 1,
      filteredOutOther: 1,
      leftOut: 1,
      skipped: [{ name: bills[0]?.name, reasonCode: 'partPaid' }],
    });
    // Nobody knows how much of it is paid, so the payable amount would be the full amount too.
    const asking = (text: string) =>
      here.clerk.get(calls.planSend, { body: { ...message, message: text } }).then(({ bills }) => bills);
    expect(await asking('Pay {{payable}}')).toBe(1);
    expect(await asking('Dear {{name}}')).toBe(2);
    const rows = makeBill({ regNum: 'S1' });
    const stored = await here.campus.save([{ ...rows, status: 'partial' }]);
    const { body } = await upload(stored.id, [{ ...rows, total: 1 }]);
    expect(body.held).toEqual([{ row: 0, reason: heldWords.partPaid }]);
  });
});
