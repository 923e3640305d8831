/** An import is undone as a whole, unless its bills were paid, messaged or changed by a later import. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { undoRefusals } from '#shared/words/import-problems.ts';
import { undoImport } from '../../src/server/imports/undo/undo.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { billsIn, type Caller, callerOf, freshSlug, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Undoing imports on %s', (engine) => {
  const here = useCampus(engine);
  const storedBills = billsIn(here);
  const undo = (id: number, by: Caller = here.clerk) => by.ask(calls.undoImport, { params: { id } });
  const undone = async (id: number) => {
    const answered = await undo(id);
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    return answered.body;
  };
  const refused = async (id: number) => {
    const answered = await undo(id);
    expectFailure(answered, 'conflict');
    return answered.body;
  };
  const pay = (id: number, bill: ReturnType<typeof makeBill>) =>
    here.clerk.get(calls.updateBill, { params: { id }, body: { ...bill, status: 'paid' } });
  const listed = async (query: Record<string, unknown> = {}, by: Caller = here.clerk) =>
    (await by.get(calls.listImports, { query })).items;

  it('Undo removes the billing that an import made, with its bills.', async () => {
    const { campus, clerk, clock } = here;
    const { importID } = await campus.save([makeBill(), makeBill()]);
    clock.now = new Date('2026-11-20T10:00:00Z');
    expect(await listed()).toMatchObject([{ id: importID, takesBilling: true }]);
    expect(await undone(importID)).toEqual({ removed: 2, restored: 0, tookBilling: true });
    expect(await clerk.get(calls.listGroups)).toEqual([]);
    expect(await listed()).toMatchObject([
      {
        id: importID,
        groupID: null,
        groupName: 'November 2026',
        undoneAt: '2026-11-20T10:00:00.000Z',
        undoneBy: clerk.userName,
        mayUndo: false,
        takesBilling: false,
      },
    ]);
    expect((await refused(importID)).message).toBe('This import is already undone.');
  });

  it('Undo keeps a billing with other bills and removes only the import’s bills.', async () => {
    const { campus, clerk } = here;
    const first = await campus.save([makeBill()]);
    const second = await campus.save([makeBill(), makeBill()], { id: first.id });
    const none = [{ takesBilling: false }, { takesBilling: false }];
    expect(await listed()).toMatchObject(none);
    expect(await undone(first.importID)).toEqual({ removed: 1, restored: 0, tookBilling: false });
    expect(await listed()).toMatchObject(none);
    expect(await storedBills(first.id)).toHaveLength(2);
    expect(await undone(second.importID)).toEqual({ removed: 2, restored: 0, tookBilling: false });
    // The import that made the billing is undone already, so a person may still want the billing.
    expect(await clerk.get(calls.listGroups)).toMatchObject([{ id: first.id, bills: 0 }]);
  });

  it('The list of imports says that undo removes the billing if its other bills were already removed.', async () => {
    const { campus, clerk } = here;
    const first = await campus.save([makeBill()]);
    await campus.save([makeBill()], { id: first.id });
    const [, other] = await storedBills(first.id);
    await clerk.get(calls.removeBill, { params: { id: other?.id } });
    expect((await listed())[1]).toMatchObject({ id: first.importID, takesBilling: true });
    expect(await undone(first.importID)).toMatchObject({ removed: 1, tookBilling: true });
  });

  it('Undo restores changed fields, but not those that a person has changed since.', async () => {
    const { campus, clerk } = here;
    const rows = [makeBill({ email: null }), makeBill(), makeBill()];
    const { id } = await campus.save(rows);
    const before = await storedBills(id);
    const corrected = rows.map((row) => ({
      ...row,
      total: 1,
      email: 'a@b.pk',
      number: '03011234567',
      name: 'X',
    }));
    const { importID } = await campus.save(corrected, { id });
    const [first, second, third] = before.map((bill) => bill.id);
    await clerk.get(calls.updateBill, {
      params: { id: first },
      body: { name: 'By hand', number: '0301-1234567', total: 1 },
    });
    await clerk.get(calls.removeBill, { params: { id: third } });
    expect(await undone(importID)).toEqual({ removed: 0, restored: 2, tookBilling: false });
    const after = await storedBills(id);
    expect(after).toEqual([
      { ...before[0], name: 'By hand', number: '0301-1234567', numbers: '+923011234567' },
      before[1],
    ]);
    expect(after[1]?.id).toBe(second);
  });

  it('Undo is refused while the import’s bills are paid or messaged, and names them.', async () => {
    const { campus, clerk } = here;
    const rows = [
      makeBill({ name: 'Ayesha', regNum: 'R-1' }),
      makeBill({ name: 'Bilal', regNum: 'R-2' }),
      makeBill(),
    ];
    const { id, importID } = await campus.save(rows);
    const ids = (await storedBills(id)).map((bill) => bill.id);
    const second = await campus.save([{ ...rows[0], total: 1 }, makeBill()], { id });
    const added = (await storedBills(id)).at(-1);
    await pay(ids[0] ?? 0, { ...rows[0] });
    await campus.message({ contactIDs: [ids[1] ?? 0, added?.id ?? 0] });
    const before = await storedBills(id);
    expect(await refused(importID)).toEqual({
      code: 'conflict',
      message: 'This import cannot be undone: 2 bills prevent it.',
      issues: [
        { path: `bills.${ids[0]}`, message: 'Ayesha, R-1: It is paid.' },
        { path: `bills.${ids[1]}`, message: 'Bilal, R-2: A message about it was sent or is queued.' },
      ],
    });
    expect((await refused(second.importID)).issues.map(({ path }: { path: string }) => path)).toEqual([
      `bills.${added?.id}`,
      `bills.${ids[0]}`,
    ]);
    expect(await storedBills(id)).toEqual(before);
    await clerk.get(calls.clearOutbox);
    expect((await refused(importID)).message).toBe('This import cannot be undone: 1 bill prevents it.');
  });

  it('A refused undo names at most a hundred bills and counts all.', async () => {
    const { campus } = here;
    const { id, importID } = await campus.save(Array.from({ length: 120 }, () => makeBill()));
    await campus.message({ groupIDs: [id] });
    const { message, issues } = await refused(importID);
    expect(message).toBe('This import cannot be undone: 120 bills prevent it.');
    expect(issues).toHaveLength(100);
  });

  it('Undo is refused while a later import changed the bills, until that is undone.', async () => {
    const { campus } = here;
    const rows = [makeBill({ name: 'Ayesha', regNum: 'R-1' }), makeBill()];
    const { id, importID } = await campus.save(rows);
    const before = await storedBills(id);
    const second = await campus.save([{ ...rows[0], total: 1 }], { id });
    const third = await campus.save([{ ...rows[0], total: 2 }], { id });
    const hold = [{ path: `bills.${before[0]?.id}`, message: 'Ayesha, R-1: A later import changed it.' }];
    expect((await refused(importID)).issues).toEqual(hold);
    expect((await refused(second.importID)).issues).toEqual(hold);
    expect(await undone(third.importID)).toEqual({ removed: 0, restored: 1, tookBilling: false });
    expect(await undone(second.importID)).toEqual({ removed: 0, restored: 1, tookBilling: false });
    expect(await storedBills(id)).toEqual(before);
    expect(await undone(importID)).toEqual({ removed: 2, restored: 0, tookBilling: true });
  });

  it('Undo is refused while the billing is in the bin, and changes nothing after the bin was emptied.', async () => {
    const { campus, clerk, clock } = here;
    const { id, importID } = await campus.save([makeBill()]);
    await clerk.get(calls.removeGroup, { query: { id } });
    expect((await refused(importID)).message).toBe(undoRefusals.inBin('November 2026'));
    clock.now = new Date(Date.now() + 31 * 86_400_000);
    expect(await undone(importID)).toEqual({ removed: 0, restored: 0, tookBilling: false });
  });

  it('Undo of 7,000 bills uses statements of at most 3,000 rows.', { timeout: 60_000 }, async () => {
    const { campus, world } = here;
    const rows = Array.from({ length: 3500 }, () => makeBill());
    const { id } = await campus.save(rows);
    const before = await storedBills(id);
    const corrected = rows.map((row) => ({ ...row, branch: 'North' }));
    const added = Array.from({ length: 3500 }, () => makeBill());
    const { importID } = await campus.save([...corrected, ...added], { id });
    const sizes: number[] = [];
    const db = campus.scope.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        sizes.push(Math.max(result.rows.length, Number(result.numAffectedRows ?? 0)));
        return result;
      },
    });
    const answer = await undoImport({ ...campus.scope, db }, world.deps, importID);
    expect(answer).toEqual({ removed: 3500, restored: 3500, tookBilling: false });
    expect(await storedBills(id)).toEqual(before);
    expect(Math.max(...sizes)).toBe(3000);
  });

  it('Undo is for the importer with the right add, or for users with the right delete.', async () => {
    const { campus, caller, world } = here;
    const [maker, colleague, head] = [
      await caller({ add: true }),
      await caller({ add: true, edit: true, view: true }),
      await caller({ delete: true }),
    ];
    const details = { name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
    const made = async () => {
      const body = { group: details, contacts: [makeBill()] };
      return (await maker.get(calls.saveGroup, { body })).importID as number;
    };
    const [one, two] = [await made(), await made()];
    expect((await listed({}, maker)).map(({ mayUndo }: { mayUndo: boolean }) => mayUndo)).toEqual([
      true,
      true,
    ]);
    expect(await listed({}, colleague)).toMatchObject([{ mayUndo: false }, { mayUndo: false }]);
    expect(await listed({}, head)).toMatchObject([{ mayUndo: true }, { mayUndo: true }]);
    expectFailure(await undo(one, colleague), 'forbidden');
    expect((await undo(one, maker)).status).toBe(200);
    expect((await undo(two, head)).status).toBe(200);
    const theirs = await (await world.school(freshSlug())).save([makeBill()]);
    const sister = await campus.sister();
    const sisters = await sister.save([makeBill()]);
    for (const id of [theirs.importID, sisters.importID, 987_654_321]) {
      expectFailure(await undo(id, head), 'notFound');
    }
    expect(await listed({}, callerOf(world, sister, await sister.user()))).toMatchObject([{ mayUndo: true }]);
  });

  it('Imports are listed newest first, by billing and kind, page by page.', async () => {
    const { campus, clerk } = here;
    const first = await campus.save([makeBill()], { name: 'One' });
    const second = await campus.save([makeBill()], { name: 'Two' });
    const third = await campus.save([makeBill(), makeBill()], { id: first.id });
    const ids = async (query: Record<string, unknown>) =>
      (await listed(query)).map(({ id }: { id: number }) => id);
    expect(await ids({})).toEqual([third.importID, second.importID, first.importID]);
    expect(await ids({ groupID: first.id })).toEqual([third.importID, first.importID]);
    expect(await ids({ kind: 'students' })).toEqual([]);
    const page = await clerk.get(calls.listImports, { query: { take: 2 } });
    expect(page.next).toBe(second.importID);
    const rest = await clerk.get(calls.listImports, { query: { take: 2, after: page.next } });
    expect(rest).toMatchObject({ items: [{ id: first.importID, groupName: 'One' }], next: null });
  });
});
