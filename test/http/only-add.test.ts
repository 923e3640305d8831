/** A user with the rights view and add cannot change stored rows through any call. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { heldWords, importRefusals } from '#shared/words/import-problems.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines, type CallRequest } from '../support/world.ts';
import { billsIn, type Caller, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { type CallName, fillCampus, needsRight, type Place, samples } from './sample-inputs.ts';

const mayAdd = { view: true, add: true };
const headOf = () => ({ saveID: randomUUID(), file: { name: 'a.xlsx', sha256: 'ab'.repeat(32) } });

/** These are not tested: signing in and out, set-up, sending by hand and submitting a template. */
const apart: CallName[] = ['login', 'logout', 'setUp', 'openByHand', 'closeByHand', 'submitTemplate'];
const saving = (Object.entries(calls) as [CallName, Call][]).filter(
  ([name, { method }]) => method !== 'GET' && !apart.includes(name),
);

describe.each(engines)('A user with the rights view and add on %s', (engine) => {
  const here = useCampus(engine);
  const storedBills = billsIn(here);
  const stored = (table: 'bill' | 'student' | 'group' | 'template' | 'sender' | 'class' | 'section') =>
    here.world.deps.store.db
      .selectFrom(table)
      .selectAll()
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const storedStudents = () => stored('student');

  /** The sample of a call. Calls that save rows get one existing row with other values. */
  async function sampleOf(name: CallName, place: Place): Promise<CallRequest> {
    const query = { db: place.db, cID: place.cID };
    const [bill] = await storedBills(place.ids.group);
    const [student] = await storedStudents();
    const row: Partial<NewBill> = { regNum: bill?.regNum ?? '', total: 1, month: 11, year: 2026 };
    const group = { id: place.ids.group };
    if (name === 'saveGroup') return { query, body: { group, contacts: [row] } };
    if (name === 'importBills') return { query, ...asLines({ ...headOf(), group }, [row]) };
    if (name === 'importStudents') {
      const changed = { regNum: student?.regNum, name: 'Another', class: 'Another', section: 'Red' };
      return { query, ...asLines(headOf(), [changed]) };
    }
    return samples[name](place);
  }

  it.each(saving)('%s changes no stored row for a user who may only view and add.', async (name, call) => {
    const place = await fillCampus(here.world, here.campus);
    await here.world.deps.store.db.deleteFrom('message').where('campusID', '=', here.campus.id).execute();
    const tables = ['bill', 'student', 'group', 'template', 'sender', 'class', 'section'] as const;
    const before = await Promise.all(tables.map(stored));
    const clerk = await here.caller(mayAdd);
    const { status } = await clerk.ask(call, await sampleOf(name, place));
    const rights = [call.access].flat();
    const allowed = rights.some((right) => right === 'view' || right === 'add');
    // These act on what another user made. Calls of the own account need no right.
    const isAnothers = ['saveGroup', 'undoImport', 'cancelVoucherJob'].includes(name);
    if (needsRight(call)) expect(status === 403, `${status}`).toBe(!allowed || isAnothers);
    const after = await Promise.all(tables.map(stored));
    for (const [at, rows] of before.entries())
      expect(after[at]?.slice(0, rows.length), tables[at]).toEqual(rows);
  });

  /** A billing with three bills, and the rows of a corrected file: one unchanged, one changed, one new. */
  async function corrected(): Promise<{ id: number; rows: NewBill[]; clerk: Caller }> {
    const bills = [makeBill(), makeBill(), makeBill()];
    const { id } = await here.campus.group({ bills });
    const [same, changed] = bills as [NewBill, NewBill];
    const rows = [same, { ...changed, total: 1, number: '0301-7654321' }, makeBill()];
    return { id, rows, clerk: await here.caller(mayAdd) };
  }

  it('Groups/Save with a changed bill is refused as a whole for a user who may not edit, and names the row.', async () => {
    const { id, rows, clerk } = await corrected();
    const before = await storedBills(id);
    const answered = await clerk.ask(calls.saveGroup, { body: { group: { id }, contacts: rows } });
    expectFailure(answered, 'forbidden');
    expect(answered.body).toMatchObject({
      message: importRefusals.mayNotEdit,
      issues: [{ path: 'contacts.1', message: heldWords.noEdit }],
    });
    expect(await storedBills(id)).toEqual(before);
    const { items } = await here.clerk.get(calls.listImports);
    expect(items).toHaveLength(1);
    const others = { body: { group: { id }, contacts: [rows[0], rows[2]] } };
    expect(await clerk.get(calls.saveGroup, others)).toMatchObject({ added: 1, updated: 0, skipped: 1 });
  });

  it('An import leaves out changed bills for a user who may not edit, and says so in the check and the save.', async () => {
    const { id, rows, clerk } = await corrected();
    const before = await storedBills(id);
    const keys = rows.map(({ regNum, total }, row) => ({ row, regNum, total }));
    const body = { groupID: id, month: 11, year: 2026, rows: keys };
    const found = (await clerk.get(calls.checkBills, { body })).rows;
    expect(found).toMatchObject([
      { row: 0, hold: 'noEdit' },
      { row: 1, hold: 'noEdit' },
    ]);
    const mayEdit = await here.caller({ ...mayAdd, edit: true });
    expect((await mayEdit.get(calls.checkBills, { body })).rows).toMatchObject([
      { hold: null },
      { hold: null },
    ]);
    const lines = asLines({ ...headOf(), group: { id } }, rows);
    expect(await clerk.get(calls.importBills, lines)).toMatchObject({
      added: 1,
      updated: 0,
      skipped: 2,
      held: [{ row: 1, reason: heldWords.noEdit }],
    });
    expect((await storedBills(id)).slice(0, 3)).toEqual(before);
  });

  it('A roster import leaves out changed students for a user who may not edit, and says so in the check and the save.', async () => {
    const { students } = await here.campus.roster({ className: '5', students: 2 });
    const [one, two] = students as [(typeof students)[0], (typeof students)[0]];
    const before = await storedStudents();
    const clerk = await here.caller(mayAdd);
    const rowOf = ({ regNum, name }: { regNum: string; name: string }) => ({ regNum, name, class: '5' });
    const rows = [rowOf(one), { ...rowOf(two), name: 'Another' }, rowOf({ regNum: 'new', name: 'New' })];
    const body = { regNums: rows.map(({ regNum }) => regNum) };
    expect((await clerk.get(calls.checkStudents, { body })).students).toMatchObject([
      { hold: 'noEdit' },
      { hold: 'noEdit' },
    ]);
    const seen = (await here.clerk.get(calls.checkStudents, { body })).students;
    expect(seen[0]).not.toHaveProperty('hold');
    expect(await clerk.get(calls.importStudents, asLines(headOf(), rows))).toMatchObject({
      added: 1,
      updated: 0,
      skipped: 2,
      held: [{ row: 1, reason: heldWords.noEdit }],
    });
    expect((await storedStudents()).slice(0, 2)).toEqual(before);
  });
});
