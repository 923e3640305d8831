/** Deleted things can be restored for 30 days with all their rows. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { BinKind, Binned } from '#shared/calls/bin.ts';
import { binRefusals } from '#shared/words/bills.ts';
import { purgeBin } from '../../src/server/bin/bin.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { billsIn, type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const day = 86_400_000;

describe.each(engines)('The bin on %s', (engine) => {
  const here = useCampus(engine);
  const storedBills = billsIn(here);
  const list = async (
    query = {},
    by: Caller = here.clerk,
  ): Promise<{ items: Binned[]; next: number | null }> => by.get(calls.listBin, { query });
  const restore = (kind: BinKind, id: number | undefined, by: Caller = here.clerk) =>
    by.ask(calls.restoreBinned, { body: { kind, id } });
  const restored = async (kind: BinKind, id: number | undefined) =>
    expect(await restore(kind, id)).toMatchObject({ status: 204 });
  const removeGroup = (id: number) => here.clerk.get(calls.removeGroup, { query: { id } });
  const removeBill = (id: number | undefined) => here.clerk.get(calls.removeBill, { params: { id } });
  const at = (instant: string) => {
    here.clock.now = new Date(instant);
  };

  /** All rows of the campus in every table that a deletion may change. Counts of zero are left out. */
  async function everything(): Promise<Record<string, unknown[]>> {
    const { db } = here.world.deps.store;
    const tables = {
      group: 'id',
      bill: 'id',
      template: 'id',
      approval: '"templateID"',
      import: 'id',
      import_change: '"importID", "itemID"',
      number_name: 'number',
      child_name: 'number, name, "regNum"',
      message: 'id',
      broadcast: 'id',
      broadcast_group: '"broadcastID", "groupID"',
      inbound: 'id',
    };
    const rows: Record<string, unknown[]> = {};
    for (const [table, order] of Object.entries(tables)) {
      const found = await sql`select * from ${sql.table(table)} where "campusID" = ${here.campus.id}
        order by ${sql.raw(order)}`.execute(db);
      rows[table] = found.rows;
    }
    const counts = await sql`select "groupID", status, "dueDate", sum(bills) as bills, sum(total) as total
      from bill_count where "campusID" = ${here.campus.id} group by 1, 2, 3 having sum(bills) <> 0
      order by 1, 2, 3`.execute(db);
    rows.bill_count = counts.rows;
    return rows;
  }

  /** A billing of two imports, with paid bills, a bill with several numbers, a picture, an answer and sent messages. */
  async function furnished() {
    const { campus, clerk, world } = here;
    const family = { number: '0300-7654321, 0300-7654320' };
    const rows = [
      makeBill({ name: 'Ayesha', ...family, avatar: null }),
      makeBill({ name: 'Bilal', ...family }),
      makeBill({ name: '', regNum: null, invNo: null, dueDate: null }),
      makeBill({ status: 'paid' }),
    ];
    const { id } = await campus.save(rows);
    await campus.save([{ ...rows[0], total: 99.5 }, makeBill()], { id });
    await campus.message({ groupIDs: [id], message: 'Fee of {{name}}' });
    await world.work();
    const [, second] = await storedBills(id);
    await clerk.get(calls.markBills, { body: { ids: [second?.id], status: 'paid' } });
    await world.deps.store.db
      .insertInto('inbound')
      .values({
        campusID: campus.id,
        senderID: `s${campus.id}`,
        providerID: `in ${id}`,
        number: '+923007654321',
        text: 'paid',
        media: '',
        audio: '',
        at: '2026-11-20T00:00:00.000Z',
        groupID: id,
      })
      .execute();
    return id;
  }

  it('A restored billing has every row it had, and its calls answer the same as before.', async () => {
    const { clerk } = here;
    const id = await furnished();
    const look = async () => ({
      groups: await clerk.get(calls.listGroups),
      bills: await clerk.get(calls.listBills, { params: { id } }),
      imports: await clerk.get(calls.listImports),
      family: await clerk.get(calls.listFamilyBills, { query: { number: '0300-7654321' } }),
    });
    const before = { rows: await everything(), seen: await look() };
    await removeGroup(id);
    expect(await clerk.get(calls.listGroups)).toEqual([]);
    expect((await list()).items).toMatchObject([
      { kind: 'group', id, name: 'November 2026', bills: 5, billing: null, by: clerk.userName },
    ]);
    await restored('group', id);
    expect(await everything()).toEqual(before.rows);
    expect(await look()).toEqual(before.seen);
    expect((await list()).items).toEqual([]);
  });

  it('A restored bill has every row it had.', async () => {
    const id = await furnished();
    const before = await everything();
    const bills = (await storedBills(id)).map((bill) => bill.id);
    for (const bill of bills) {
      await removeBill(bill);
      expect((await list()).items).toMatchObject([{ kind: 'bill', id: bill, billing: 'November 2026' }]);
      await restored('bill', bill);
      expect(await everything()).toEqual(before);
    }
    for (const bill of bills) await removeBill(bill);
    for (const bill of bills) await restored('bill', bill);
    expect(await everything()).toEqual(before);
  });

  it('A restored template keeps its media and occasion.', async () => {
    const { clerk } = here;
    const body = {
      title: 'Fee due',
      message: 'Dear {{name}}',
      media: 'https://e.org/a.png',
      sendOn: 'admission',
    };
    const { id } = await clerk.get(calls.addTemplate, { body });
    const before = await everything();
    await clerk.get(calls.removeTemplate, { params: { id } });
    expect((await list()).items).toMatchObject([{ kind: 'template', id, name: 'Fee due', bills: 0 }]);
    await restored('template', id);
    expect(await everything()).toEqual(before);
  });

  it('Restoring a bill sends no skipped message again, and the family’s waiting text names the child again.', async () => {
    const { campus, world } = here;
    const family = { number: '0300-7654321' };
    const rows = [
      makeBill({ name: 'Ayesha', ...family }),
      makeBill({ name: 'Bilal', ...family }),
      makeBill(),
    ];
    const { id } = await campus.save(rows);
    await campus.message({ groupIDs: [id], message: 'Fee of {{name}}', family: true });
    const messages = () =>
      world.deps.store.db
        .selectFrom('message')
        .select(['text', 'status'])
        .where('campusID', '=', campus.id)
        .orderBy('id')
        .execute();
    const before = await messages();
    const [, bilal, alone] = await storedBills(id);
    await removeBill(bilal?.id);
    await removeBill(alone?.id);
    const [toFamily, toAlone] = await messages();
    expect(toFamily?.text).not.toContain('Bilal');
    expect(toAlone?.status).toBe('skipped');
    await restored('bill', bilal?.id);
    await restored('bill', alone?.id);
    expect(await messages()).toEqual([before[0], toAlone]);
  });

  it('A bill in the bin is restored only after its billing.', async () => {
    const { id } = await here.campus.save([makeBill(), makeBill()], { name: 'Van' });
    const [first, second] = await storedBills(id);
    await removeBill(first?.id);
    await removeGroup(id);
    expect((await list()).items).toMatchObject([
      { kind: 'group', id, bills: 1 },
      { kind: 'bill', id: first?.id, billing: 'Van' },
    ]);
    const refused = await restore('bill', first?.id);
    expectFailure(refused, 'conflict');
    const message = binRefusals.billingInBin('Van');
    expect(refused.body).toMatchObject({ message, issues: [{ path: 'billingInBin', message }] });
    // The bill went into the bin with its billing, so it cannot be restored alone.
    expectFailure(await restore('bill', second?.id), 'notFound');
    await restored('group', id);
    await restored('bill', first?.id);
    expect(await storedBills(id)).toEqual([first, second]);
  });

  it('A deleted bill or billing is not restored from the bin if its bills were imported again after the deletion.', async () => {
    const { campus } = here;
    at('2026-11-20T06:00:00Z');
    const rows = [makeBill({ name: 'Ayesha', regNum: 'R-1' }), makeBill()];
    const { id } = await campus.save(rows);
    const [first] = await storedBills(id);
    at('2026-11-20T07:00:00Z');
    await removeBill(first?.id);
    await campus.save([rows[0] ?? makeBill()], { id });
    const before = await everything();
    const once = await restore('bill', first?.id);
    expectFailure(once, 'conflict');
    expect(once.body.message).toBe(binRefusals.sameBill('Ayesha · R-1', 'November 2026'));
    expect(once.body.issues).toMatchObject([{ path: 'sameBill' }]);
    expect(await everything()).toEqual(before);
    at('2026-11-20T08:00:00Z');
    await removeGroup(id);
    await campus.save([...rows, makeBill()], { name: 'Again' });
    const after = await everything();
    const twice = await restore('group', id);
    expectFailure(twice, 'conflict');
    expect(twice.body.issues.map(({ path }: { path: string }) => path)).toEqual(['sameBill', 'sameBill']);
    expect(await everything()).toEqual(after);
  });

  it('A billing with a bill that another billing has too can be restored.', async () => {
    const { campus, clerk } = here;
    at('2026-11-20T06:00:00Z');
    const bill = makeBill({ regNum: 'R-1' });
    const { id } = await campus.save([bill]);
    const other = await campus.save([makeBill()], { name: 'Van' });
    const [corrected] = await storedBills(other.id);
    const { regNum, invNo } = bill;
    await clerk.get(calls.updateBill, {
      params: { id: corrected?.id },
      body: { name: 'x', number: bill.number, regNum, invNo },
    });
    at('2026-11-20T07:00:00Z');
    await removeGroup(id);
    await restored('group', id);
  });

  it('A billing in the bin keeps its imports, and a bill of an undone import is not restored.', async () => {
    const { campus, clerk } = here;
    const { id, importID } = await campus.save([makeBill()]);
    const second = await campus.save([makeBill(), makeBill()], { id });
    const [, gone] = await storedBills(id);
    await removeBill(gone?.id);
    await clerk.get(calls.undoImport, { params: { id: second.importID } });
    const refused = await restore('bill', gone?.id);
    expectFailure(refused, 'conflict');
    expect(refused.body.issues).toMatchObject([{ path: 'importUndone' }]);
    await removeGroup(id);
    expectFailure(await clerk.ask(calls.undoImport, { params: { id: importID } }), 'conflict');
    await restored('group', id);
    expect(await clerk.get(calls.undoImport, { params: { id: importID } })).toMatchObject({ removed: 1 });
    const lost = await restore('bill', gone?.id);
    expect(lost.body.issues).toMatchObject([{ path: 'billingGone' }]);
  });

  it('The order of an undo and a deletion is known even if the clock went back.', async () => {
    const { campus, clerk } = here;
    const bill = makeBill();
    const { id } = await campus.save([bill]);
    const change = () => campus.save([{ ...bill, total: 77 }], { id });
    const [original] = await storedBills(id);
    const before = await change();
    at('2026-11-22T06:00:00Z');
    await clerk.get(calls.undoImport, { params: { id: before.importID } });
    at('2026-11-20T06:00:00Z');
    await removeBill(original?.id);
    await restored('bill', original?.id);
    const after = await change();
    await removeBill(original?.id);
    at('2026-11-19T06:00:00Z');
    await clerk.get(calls.undoImport, { params: { id: after.importID } });
    const refused = await restore('bill', original?.id);
    expect(refused.body.issues).toMatchObject([{ path: 'importUndone' }]);
  });

  it('Four restores of one billing at the same time restore it once.', async () => {
    const { id } = await here.campus.save([makeBill(), makeBill()]);
    const before = await everything();
    await removeGroup(id);
    const answers = await Promise.all([1, 2, 3, 4].map(() => restore('group', id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(await everything()).toEqual(before);
  });

  it('A bill never exists twice when its billing is restored and imported at the same time.', async () => {
    const { campus, clerk } = here;
    for (let round = 0; round < 5; round++) {
      const bills = [makeBill(), makeBill()];
      const { id } = await campus.save(bills, { name: `Billing ${round}` });
      await removeGroup(id);
      const group = { id: 0, name: 'Again', month: 11, year: 2026, description: 'x', campusID: campus.id };
      const [back, saved] = await Promise.all([
        restore('group', id),
        clerk.ask(calls.saveGroup, { body: { group, contacts: bills } }),
      ]);
      expect([back.status, saved.status]).toEqual(back.status === 204 ? [204, 422] : [409, 200]);
      const { rows } = await everything().then(({ bill }) => ({ rows: bill as { regNum: string }[] }));
      expect(rows.filter(({ regNum }) => regNum === bills[0]?.regNum)).toHaveLength(1);
    }
  });

  it('The bin keeps things for 30 days, lists them newest first in pages, and then deletes them.', async () => {
    const { campus, world } = here;
    at('2026-11-01T06:00:00Z');
    const { id } = await campus.save([makeBill(), makeBill(), makeBill()]);
    const bills = (await storedBills(id)).map((bill) => bill.id);
    for (const bill of bills) await removeBill(bill);
    const first = await list({ take: 2 });
    expect(first.items.map((item) => item.id)).toEqual([bills[2], bills[1]]);
    const rest = await list({ take: 2, after: first.next });
    expect(rest).toMatchObject({ items: [{ id: bills[0], until: '2026-12-01T06:00:00.000Z' }], next: null });
    here.clock.now = new Date(Date.parse('2026-12-01T06:00:00Z') - 1);
    await purgeBin(world.deps);
    await restored('bill', bills[0]);
    at('2026-12-01T06:00:00Z');
    expect((await list()).items).toEqual([]);
    expectFailure(await restore('bill', bills[1]), 'notFound');
    const binnedRows = () =>
      world.deps.store.db
        .selectFrom('binned_row')
        .select('itemID')
        .where('campusID', '=', campus.id)
        .execute();
    expect(await binnedRows()).toHaveLength(2);
    at('2026-12-01T06:01:00Z');
    await purgeBin(world.deps);
    expect(await binnedRows()).toEqual([]);
    here.clock.now = new Date(Date.now() + day);
  });

  it('The bin is for users with the delete right, and each campus has its own.', async () => {
    const { campus, caller, world } = here;
    const { id } = await campus.save([makeBill()]);
    await removeGroup(id);
    const clerk = await caller({ view: true, add: true, edit: true, outbox: true });
    expectFailure(await clerk.ask(calls.listBin), 'forbidden');
    expectFailure(await restore('group', id, clerk), 'forbidden');
    const sister = await campus.sister();
    const both = await caller({ delete: true }, [sister]);
    const there = { query: { cID: sister.id } };
    expect(await both.get(calls.listBin, there)).toEqual({ items: [], next: null });
    expectFailure(await both.ask(calls.restoreBinned, { ...there, body: { kind: 'group', id } }), 'notFound');
    const heard: string[] = [];
    const stop = world.deps.bus.subscribe(campus.id, ({ what }) => heard.push(what));
    expect(await restore('group', id, both)).toMatchObject({ status: 204 });
    await eventually(() => expect(heard).toEqual(expect.arrayContaining(['groups', 'bills'])));
    stop();
  });

  it('A billing of 3,500 bills is restored.', { timeout: 60_000 }, async () => {
    const { id } = await here.campus.save(Array.from({ length: 3500 }, () => makeBill()));
    const before = await everything();
    await removeGroup(id);
    await restored('group', id);
    expect(await everything()).toEqual(before);
  });
});
