/** How a save treats rows that already exist, in `Groups/Save` and in an import of a file. */
import { createHash, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { Failure } from '#shared/failures.ts';
import type { FoundRow } from '#shared/sheets/sheet-rows.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Answered, asLines } from '../support/world.ts';
import { billsIn, callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const details = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
const left = { skipped: 0, refused: 0 };
const fileOf = (name: string) => ({ name, sha256: createHash('sha256').update(name).digest('hex') });
const nothing = { added: 0, updated: 0, skipped: 0, refused: 0, held: [] };

describe.each(engines)('Imports on %s', (engine) => {
  const here = useCampus(engine);

  const storedBills = billsIn(here);
  const countOf = async (table: 'bill' | 'group' | 'import' | 'import_change') =>
    (
      await here.campus.scope.db
        .selectFrom(table)
        .select('campusID')
        .where('campusID', '=', here.campus.id)
        .execute()
    ).length;

  /** Saves rows as the page saves a file. */
  const send = (rows: NewBill[], { id = 0, ...head }: Record<string, unknown> = {}): Promise<Answered> => {
    const group = id === 0 ? details : { id };
    const lines = asLines(
      { group, saveID: randomUUID(), file: fileOf(randomUUID()), left, reason: 'Corrected', ...head },
      rows,
    );
    return here.clerk.ask(calls.importBills, lines);
  };
  const save = async (rows: NewBill[], head: Record<string, unknown> = {}): Promise<Answered['body']> => {
    const answered = await send(rows, head);
    expect(answered.status, JSON.stringify(answered.body).slice(0, 500)).toBe(200);
    return answered.body;
  };
  const issuesOf = async (rows: NewBill[], head: Record<string, unknown> = {}) => {
    const answered = await send(rows, head);
    expectFailure(answered, 'invalid');
    return answered.body.issues as { path: string; message: string }[];
  };

  it('An import saves the rows of a file, and its counts include the rows that the page left out.', async () => {
    const rows = [makeBill(), makeBill()];
    const file = fileOf('november.xlsx');
    const saved = await save(rows, { file, left: { skipped: 3, refused: 4 } });
    expect(saved).toEqual({
      ...nothing,
      id: saved.id,
      importID: saved.importID,
      added: 2,
      skipped: 3,
      refused: 4,
      children: null,
    });
    const bills = await storedBills(saved.id);
    expect(bills.map(({ regNum, importID }) => [regNum, importID])).toEqual(
      rows.map(({ regNum }) => [regNum, saved.importID]),
    );
    const { items } = await here.clerk.get(calls.listImports);
    expect(items).toMatchObject([
      { id: saved.importID, kind: 'bills', groupID: saved.id, groupName: details.name, fileName: file.name },
    ]);
    expect(items[0]).toMatchObject({
      sha256: file.sha256,
      by: here.clerk.userName,
      added: 2,
      skipped: 3,
      refused: 4,
    });
  });

  it('Saving the same rows again adds nothing, by file or by list.', async () => {
    const rows = [
      makeBill(),
      makeBill({ regNum: null }),
      makeBill({ regNum: null, invNo: null }),
      makeBill({ regNum: null, invNo: null, number: null, name: 'Nobody to call' }),
    ];
    const { id } = await save(rows);
    const before = await storedBills(id);
    expect(await save(rows, { id })).toMatchObject({ ...nothing, skipped: 4 });
    const body = { group: { id }, contacts: rows };
    expect(await here.clerk.get(calls.saveGroup, { body })).toMatchObject({ ...nothing, id, skipped: 4 });
    expect(await storedBills(id)).toEqual(before);
    expect(await countOf('import_change')).toBe(0);
  });

  it('A corrected row changes only the fields that differ.', async () => {
    const rows = [makeBill({ email: 'a@b.pk' }), makeBill()];
    const { id } = await save(rows);
    const before = await storedBills(id);
    const corrected = {
      ...rows[0],
      total: 999.5,
      number: '0301-7654321',
      email: null,
      head1: '',
      status: 'paid',
      avatar: '/files/xxxxxxxxxxxxxxxxxxxxxxxx.png',
    };
    const saved = await save([corrected, rows[1] as NewBill], { id });
    expect(saved).toMatchObject({ ...nothing, updated: 1, skipped: 1 });
    const change = { total: 99_950, number: '0301-7654321', numbers: '+923017654321', status: 'paid' };
    const { number, numbers } = before[0] ?? {};
    const was = { total: 1_250_000, number, numbers, status: 'unpaid' };
    const settled = { paid: expect.any(Number), settledOn: expect.any(String) };
    expect(await storedBills(id)).toEqual([{ ...before[0], ...change, ...settled }, before[1]]);
    const stored = await here.campus.scope.db
      .selectFrom('import_change')
      .selectAll()
      .where('importID', '=', saved.importID)
      .execute();
    expect(stored.map((row) => [row.itemID, JSON.parse(row.before), JSON.parse(row.after)])).toEqual([
      [before[0]?.id, was, change],
    ]);
  });

  it('A row matches a bill by registration and month, else by invoice number, else by numbers and name.', async () => {
    const reg = makeBill({ month: null, year: null });
    const inv = makeBill({ regNum: null });
    const plain = makeBill({ regNum: null, invNo: null, name: 'Ayesha Khan', number: '0300-1234567' });
    const { id } = await save([reg, inv, plain]);
    const again = [
      { ...reg, month: 11, year: 2026, invNo: null, total: 5 },
      { ...inv, name: 'Another name' },
      { ...plain, name: 'AYESHA KHAN', number: '+92 300 1234567', total: 5 },
    ];
    expect(await save(again, { id })).toMatchObject({ added: 0, updated: 3 });
    const others = [
      { ...reg, month: 12, year: 2026, invNo: null },
      { ...plain, name: 'Bilal Khan' },
    ];
    expect(await save(others, { id })).toMatchObject({ added: 2, updated: 0 });
  });

  it('An import leaves paid and messaged bills unchanged and says which rows.', async () => {
    const { campus, clerk, world } = here;
    const rows = Array.from({ length: 5 }, () => makeBill());
    const { id } = await save(rows);
    const ids = (await storedBills(id)).map((bill) => bill.id);
    await clerk.get(calls.updateBill, { params: { id: ids[1] }, body: { ...rows[1], status: 'paid' } });
    await campus.message({ contactIDs: [ids[2] ?? 0] });
    const cleared = await campus.message({ contactIDs: [ids[3] ?? 0] });
    await world.deps.store.db
      .updateTable('message')
      .set({ status: 'cancelled', dueAt: null })
      .where('broadcastID', '=', cleared.broadcastID)
      .execute();
    const before = await storedBills(id);
    const corrected = [...rows.slice(0, 4).map((row) => ({ ...row, total: 1 })), rows[4] as NewBill];
    const saved = await save(corrected, { id });
    expect(saved).toMatchObject({ added: 0, updated: 2, skipped: 3 });
    expect(saved.held).toEqual([
      { row: 1, reason: 'It is paid.' },
      { row: 2, reason: 'A message about it was sent or is queued.' },
    ]);
    const after = await storedBills(id);
    expect(after.map(({ total }) => total)).toEqual([100, 1_250_000, 1_250_000, 100, 1_250_000]);
    expect([after[1], after[2], after[4]]).toEqual([before[1], before[2], before[4]]);
  });

  it('A second row for the same bill is refused, and nothing is saved.', async () => {
    const [a, b] = [makeBill(), makeBill({ regNum: null })];
    const invoice = { ...makeBill(), invNo: a.invNo };
    expect(await issuesOf([a, b, { ...a, invNo: null }, b, invoice])).toEqual([
      { path: 'contacts.2.regNum', message: 'This is the same bill as row 1 of this save.' },
      { path: 'contacts.3.invNo', message: 'This is the same bill as row 2 of this save.' },
      {
        path: 'contacts.4.invNo',
        message: `Invoice number ${a.invNo} is also in row 1 of this save.`,
      },
    ]);
    expect(await countOf('group')).toBe(0);
    expect(await countOf('import')).toBe(0);
  });

  it('A second row that finds the bill of a first row by its invoice number is refused.', async () => {
    const bill = makeBill();
    const { id } = await save([bill]);
    const rows = [
      { ...bill, invNo: null, total: 1 },
      { ...bill, regNum: null, total: 2 },
    ];
    expect(await issuesOf(rows, { id })).toEqual([
      { path: 'contacts.1.invNo', message: 'This is the same bill as row 1 of this save.' },
    ]);
  });

  it('An invoice number of another bill of the billing is refused.', async () => {
    const rows = [makeBill(), makeBill()];
    const { id } = await save(rows);
    const moved = { ...rows[1], invNo: rows[0]?.invNo };
    const fresh = { ...makeBill(), invNo: rows[1]?.invNo };
    const before = await storedBills(id);
    expect((await issuesOf([moved, fresh, makeBill()], { id })).map(({ path }) => path)).toEqual([
      'contacts.0.invNo',
      'contacts.1.invNo',
    ]);
    expect(await storedBills(id)).toEqual(before);
  });

  it('A row that another billing already has is refused, and a row that only resembles one is saved.', async () => {
    const bill = makeBill();
    const noInvoice = makeBill({ invNo: null });
    const whole = makeBill();
    await save([bill, noInvoice, whole]);
    const refused = [
      { ...noInvoice, invNo: 'another' },
      { ...bill, invNo: null, month: null, year: null },
      // The same invoice number in another billing does not make this row a new bill.
      whole,
    ];
    const issues = await issuesOf(refused, { group: { ...details, name: 'Again' } });
    expect(issues).toEqual(
      refused.map((_, row) => ({
        path: `contacts.${row}.regNum`,
        message: 'This bill is already in another billing: November 2026 (Nov 2026).',
      })),
    );
    const taken = [
      { ...bill, invNo: 'van 1' },
      { ...noInvoice, total: 1 },
      { ...makeBill(), invNo: bill.invNo, month: 12 },
    ];
    expect(await save(taken)).toMatchObject({ added: 3 });
  });

  describe('A second list of the month with its own invoice numbers', () => {
    const pupils = ['R1', 'R2', 'R3'];
    const listOf = (total: number): NewBill[] =>
      pupils.map((regNum, at) => makeBill({ regNum, invNo: String(at + 1), total }));
    const van = { group: { ...details, name: 'Van' } };
    const keys = (rows: NewBill[]) =>
      rows.map(({ regNum, invNo, total }, row) => ({ row, regNum, invNo, total }));
    const check = async (rows: NewBill[]) => {
      const body = { month: 11, year: 2026, rows: keys(rows) };
      return here.clerk.get(calls.checkBills, { body });
    };

    it('A second list with its own invoice numbers is saved, and each list is corrected by its own numbers.', async () => {
      const { clerk } = here;
      const { id: tuitionID } = await save(listOf(9000));
      const found = await check(listOf(2000));
      expect(found.rows.map(({ elsewhere }: FoundRow) => elsewhere?.same)).toEqual(
        pupils.map(() => 'invoice'),
      );
      const saved = await save(listOf(2000), van);
      expect(saved).toMatchObject({ added: 3 });
      const body = { group: { ...details, name: 'Exam' }, contacts: listOf(500) };
      expect(await clerk.get(calls.saveGroup, { body })).toMatchObject({ added: 3 });
      expect(await save([{ invNo: '2', name: 'Bilal', total: 2500 }], { id: saved.id })).toMatchObject({
        updated: 1,
      });
      const totals = async (id: number) => (await storedBills(id)).map(({ total }) => total);
      expect(await totals(saved.id)).toEqual([200_000, 250_000, 200_000]);
      expect(await totals(tuitionID)).toEqual([900_000, 900_000, 900_000]);
      expectFailure(await send([makeBill({ regNum: 'R4', invNo: '2' })], { id: saved.id }), 'invalid');
    });

    it('A second list is refused if a person has said that both lists use one number series.', async () => {
      const { clerk } = here;
      const { id } = await save([...listOf(9000), makeBill({ regNum: 'R4', invNo: '4' })]);
      const issues = pupils.map((_, at) => ({
        path: `contacts.${at}.invNo`,
        message: `Invoice number ${at + 1} is already in another billing: November 2026 (Nov 2026).`,
      }));
      expect(await issuesOf(listOf(2000), { ...van, oneSeries: true })).toEqual(issues);
      const body = { group: van.group, contacts: listOf(2000), oneSeries: true };
      const listed = await clerk.ask(calls.saveGroup, { body });
      expectFailure(listed, 'invalid');
      expect(listed.body.issues).toEqual(issues);
      const other = await save([makeBill({ regNum: 'R9', invNo: '9' })], { ...van, oneSeries: true });
      const taken = [makeBill({ regNum: 'R9', invNo: '4' })];
      expect(await issuesOf(taken, { id: other.id, oneSeries: true })).toHaveLength(1);
      expect(
        await save([makeBill({ regNum: 'R1', invNo: '1', total: 9100 })], { id, oneSeries: true }),
      ).toMatchObject({
        updated: 1,
      });
    });

    it('The last answer about one number series is remembered until its import is undone.', async () => {
      const { clerk } = here;
      const lastAnswer = async () => (await check([])).oneSeries;
      expect(await lastAnswer()).toBeNull();
      await save(listOf(9000));
      expect(await lastAnswer()).toBeNull();
      await save(listOf(2000), { ...van, oneSeries: false });
      expect(await lastAnswer()).toBe(false);
      const { importID } = await save([makeBill()], { group: { ...details, name: 'Exam' }, oneSeries: true });
      expect(await lastAnswer()).toBe(true);
      await save([makeBill()], { group: { ...details, name: 'Sports' } });
      expect(await lastAnswer()).toBe(true);
      await clerk.get(calls.undoImport, { params: { id: importID } });
      expect(await lastAnswer()).toBe(false);
    });
  });

  it('An import reports at most a hundred issues, from all parts of a long list.', async () => {
    const rows = Array.from({ length: 1500 }, () => makeBill());
    for (const at of [3, 700, 1400]) rows[at] = { ...makeBill(), number: '12' };
    rows[1450] = { ...(rows[10] as NewBill) };
    expect((await issuesOf(rows)).map(({ path }) => path)).toEqual([
      'contacts.3.number',
      'contacts.700.number',
      'contacts.1400.number',
      'contacts.1450.regNum',
    ]);
    const twice = rows.slice(20, 600);
    expect(await issuesOf([...twice, ...twice])).toHaveLength(100);
    expect(await countOf('bill')).toBe(0);
  });

  it('A repeated save id answers as the first time, is refused with other content, and changes nothing.', async () => {
    const { campus, clerk } = here;
    const rows = [makeBill(), makeBill()];
    const { id } = await save(rows);
    const [bill] = await storedBills(id);
    await campus.message({ contactIDs: [bill?.id ?? 0] });
    const saveID = randomUUID();
    const head = { id, saveID, file: fileOf('november.xlsx'), left: { skipped: 1, refused: 2 } };
    const changed = rows.map((row) => ({ ...row, total: 7 }));
    const first = await save(changed, head);
    expect(first).toMatchObject({ added: 0, updated: 1, skipped: 2, refused: 2, held: [{ row: 0 }] });
    const before = await storedBills(id);
    expect(await save(changed, head)).toEqual(first);
    const body = { group: { id }, contacts: rows, saveID };
    for (const other of [
      await send([makeBill()], head),
      await send(changed, { ...head, left: { skipped: 0, refused: 2 } }),
      await clerk.ask(calls.saveGroup, { body }),
    ]) {
      expectFailure(other, 'conflict');
      expect(other.body.message).toBe('This save id belongs to another save.');
    }
    expect(await storedBills(id)).toEqual(before);
    expect(await countOf('import')).toBe(2);
  });

  it('A save id is refused for another user and for another billing.', async () => {
    const { campus, caller, clerk } = here;
    const { id } = await save([makeBill()]);
    const other = await campus.group({ bills: 1 });
    const saveID = randomUUID();
    await save([makeBill()], { id, saveID });
    const colleague = await caller({ add: true });
    const body = { group: { id }, contacts: [makeBill()], saveID };
    const roster = asLines({ saveID, file: fileOf('a') }, [{ regNum: 'S1', name: 'Ali', class: '5' }]);
    for (const answered of [
      await colleague.ask(calls.saveGroup, { body }),
      await clerk.ask(calls.saveGroup, { body: { ...body, group: { id: other.id } } }),
      await clerk.ask(calls.importStudents, roster),
    ]) {
      expectFailure(answered, 'conflict');
      expect(answered.body.message).toBe('This save id belongs to another save.');
    }
    expect(await countOf('import')).toBe(3);
    const sister = await campus.sister();
    const sisterCaller = callerOf(here.world, sister, await sister.user());
    expect(await sisterCaller.get(calls.saveGroup, { body: { ...body, group: details } })).toMatchObject({
      added: 1,
    });
  });

  it('A repeated save id makes one billing.', async () => {
    const { clerk } = here;
    const body = { group: details, contacts: [makeBill()], saveID: randomUUID() };
    const first = await clerk.get(calls.saveGroup, { body });
    expect(await clerk.get(calls.saveGroup, { body })).toEqual(first);
    const corrected = { ...body, contacts: body.contacts.map((bill) => ({ ...bill, total: 5000 })) };
    expectFailure(await clerk.ask(calls.saveGroup, { body: corrected }), 'conflict');
    expect(await countOf('group')).toBe(1);
  });

  it('The same file makes no second billing until that billing is removed or the import undone.', async () => {
    const { clerk, clock } = here;
    clock.now = new Date('2026-11-04T20:00:00Z');
    const file = fileOf('november.xlsx');
    const { id } = await save([makeBill()], { file });
    const again = await send([makeBill()], { file });
    expectFailure(again, 'conflict');
    expect(again.body.message).toBe(
      `This file was already imported on 5 Nov 2026 by ${clerk.userName} into November 2026. Open that billing, or first undo that import.`,
    );
    expect(await save([makeBill()], { id, file })).toMatchObject({ added: 1 });
    await clerk.get(calls.removeGroup, { query: { id } });
    const { importID } = await save([makeBill()], { file });
    await clerk.get(calls.undoImport, { params: { id: importID } });
    expect(await save([makeBill()], { file })).toMatchObject({ added: 1 });
  });

  it('Another sheet of the same workbook makes a second billing, and the same sheet does not.', async () => {
    const { clerk } = here;
    const file = fileOf('two sheets.xlsx');
    const sheet = (name: string) => ({ file: { ...file, sheet: name } });
    const hasSameFile = async (more: Record<string, unknown>) => {
      const body = { month: 11, year: 2026, rows: [], sha256: file.sha256, ...more };
      return (await clerk.get(calls.checkBills, { body })).sameFile !== null;
    };
    await save([makeBill()], sheet('Tuition'));
    expect(await hasSameFile({ sheet: 'Tuition' })).toBe(true);
    expect(await hasSameFile({ sheet: 'Van' })).toBe(false);
    const head = { ...sheet('Van'), saveID: randomUUID() };
    const rows = [makeBill()];
    const saved = await save(rows, head);
    expect(saved).toMatchObject({ added: 1 });
    expect(await save(rows, head)).toEqual(saved);
    expectFailure(await send([makeBill()], sheet('Van')), 'conflict');
    // A request that names no sheet means the whole file.
    expect(await hasSameFile({})).toBe(true);
    expectFailure(await send([makeBill()], { file }), 'conflict');
    const { items } = await clerk.get(calls.listImports);
    expect(items.map((one: { sheet: string }) => one.sheet)).toEqual(['Van', 'Tuition']);
  });

  it('An import without a sheet name counts for the whole file.', async () => {
    const file = fileOf('older.xlsx');
    await save([makeBill()], { file });
    expectFailure(await send([makeBill()], { file: { ...file, sheet: 'Van' } }), 'conflict');
  });

  it('The last choice for each column mapped by hand is remembered.', async () => {
    const { clerk } = here;
    const headings = [
      { heading: 'Fee Total', field: 'total' },
      { heading: 'Remarks', field: null },
    ];
    const { id } = await save([makeBill()], { headings });
    await save([makeBill()], {
      id,
      headings: [
        { heading: 'FEE-TOTAL', field: 'amount1' },
        { heading: 'Fee total.', field: 'amount2' },
      ],
    });
    const query = { kind: 'bills' };
    expect(await clerk.get(calls.listHeadings, { query })).toEqual([
      { heading: 'feetotal', field: 'amount2' },
      { heading: 'remarks', field: null },
    ]);
    expect(await clerk.get(calls.listHeadings, { query: { kind: 'students' } })).toEqual([]);
  });

  /** A random mixture may be refused as a whole; every other failure is an error. */
  const unlessRefused = (error: unknown): undefined => {
    if (error instanceof Failure && error.code === 'invalid') return undefined;
    throw error;
  };
  const letter = fc.constantFrom('1', '2', '3', '4');
  const anyRow: fc.Arbitrary<NewBill> = fc.record({
    regNum: fc.option(letter.map((n) => `R${n}`)),
    invNo: fc.option(letter.map((n) => `I${n}`)),
    name: fc.constantFrom('Ayesha', 'Bilal', 'ayesha'),
    number: fc.constantFrom('03001234567', '03001234568', ''),
    total: fc.option(fc.constantFrom(100, 200.5)),
    month: fc.constantFrom(null, 11, 12),
    status: fc.constantFrom(null, 'paid'),
  });

  const ayesha = { name: 'Ayesha', number: '03001234567' };
  // Found by its invoice number, a bill would move into a month in which another row has its registration.
  const moved: [NewBill[], NewBill[]] = [
    [{ ...ayesha, regNum: 'R4', invNo: 'I1', month: 12 }],
    [
      { ...ayesha, regNum: 'R4' },
      { ...ayesha, invNo: 'I1', month: 11 },
    ],
  ];

  it('The counts of random imports add up to their rows, and importing twice equals importing once.', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { minLength: 1, maxLength: 8 }),
        fc.array(anyRow, { minLength: 1, maxLength: 8 }),
        async (old, rows) => {
          const campus = await here.world.school(`school-${randomUUID().slice(0, 8)}`);
          const stored = () =>
            campus.scope.db.selectFrom('bill').selectAll().where('campusID', '=', campus.id).execute();
          const first = (await campus.save(old).catch(unlessRefused)) ?? (await campus.save([makeBill()]));
          const before = await stored();
          const saved = await campus.save(rows, { id: first.id }).catch(unlessRefused);
          if (!saved) {
            expect(await stored()).toEqual(before);
            return;
          }
          expect(saved.added + saved.updated + saved.skipped + saved.refused).toBe(rows.length);
          const after = await stored();
          expect(after.length).toBe(before.length + saved.added);
          const again = await campus.save(rows, { id: first.id });
          expect(again).toMatchObject({ added: 0, updated: 0, skipped: rows.length, refused: 0 });
          expect(await stored()).toEqual(after);
        },
      ),
      { numRuns: engine === 'sqlite' ? 150 : 60, examples: [moved] },
    );
  });
});
