/** A sheet of bills that also brings the children: one save, one check, one undo. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ListedBill } from '#shared/calls/bills.ts';
import type { Imported, SheetBill } from '#shared/calls/imports.ts';
import type { ClassSummary, NewStudent, Student } from '#shared/calls/students.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { importedFile } from './sample-inputs.ts';

const period = { month: 12, year: 2026 };
const december = { name: 'December 2026', description: 'Monthly fee', ...period };
const ali = { regNum: 'S-1', name: 'Ali', fatherName: 'Asif', class: '5', section: 'B', total: 9000 };
const sana = { regNum: 'S-2', name: 'Sana', class: '3', number: '0300-1234511', total: 8000 };
const nameless = { regNum: 'S-3', class: '3', total: 7000 };
const unplaced = { regNum: 'S-4', name: 'Omar', total: 7000 };
const unnumbered = { name: 'Iqra', class: '3', number: '0300-1234522', total: 6500 };

describe.each(engines)('A sheet of bills with classes on %s', (engine) => {
  const here = useCampus(engine);
  const save = (rows: readonly SheetBill[], head: Record<string, unknown> = {}, who = here.clerk) => {
    const file = { ...importedFile, sha256: randomUUID().replaceAll('-', '').repeat(2) };
    const whole = { saveID: randomUUID(), file, group: december, children: 'all', ...head };
    return who.get(calls.importBills, asLines(whole, rows));
  };
  const undo = (importID: number) => here.clerk.ask(calls.undoImport, { params: { id: importID } });
  const listed = async (): Promise<string[]> => {
    const { items } = await here.clerk.get(calls.listStudents);
    return items
      .map(({ regNum, name, fatherName, class: own, section, number }: Student) =>
        [regNum, name, fatherName ?? '', own, section, number].join(' · '),
      )
      .toSorted();
  };
  const addStudents = (...students: (NewStudent & { total?: number })[]) => {
    const rows = students.map(({ total: _total, ...student }) => student);
    return here.clerk.get(calls.importStudents, asLines({ saveID: randomUUID(), file: importedFile }, rows));
  };

  it('One save makes the bills and the children, and the bills show class and father at once.', async () => {
    const answer = await save([ali, sana, nameless, unplaced, unnumbered]);
    expect(answer).toMatchObject({ added: 5, updated: 0, skipped: 0, children: { added: 2, updated: 0 } });
    expect(await listed()).toEqual(['S-1 · Ali · Asif · 5 · B · ', 'S-2 · Sana ·  · 3 ·  · 0300-1234511']);
    const { items } = await here.clerk.get(calls.listBills, { params: { id: answer.id } });
    expect(items.find(({ regNum }: ListedBill) => regNum === 'S-1')).toMatchObject({
      class: '5',
      section: 'B',
      fatherName: 'Asif',
    });
  });

  it('The save changes children that differ and keeps what the sheet leaves empty.', async () => {
    await addStudents(
      { ...ali, class: '4', number: '0300-1234500' },
      { regNum: 'S-9', name: 'Zain', class: '1' },
    );
    const answer = await save([ali, sana]);
    expect(answer.children).toEqual({ added: 1, updated: 1 });
    expect(await listed()).toEqual([
      'S-1 · Ali · Asif · 5 · B · 0300-1234500',
      'S-2 · Sana ·  · 3 ·  · 0300-1234511',
      'S-9 · Zain ·  · 1 ·  · ',
    ]);
  });

  it.each([
    ['new', { added: 1, updated: 0 }, ['S-1 · Ali · Asif · 4 · B · ', 'S-2 · Sana ·  · 3 ·  · 0300-1234511']],
    ['none', null, ['S-1 · Ali · Asif · 4 · B · ']],
  ])('With the choice %s stored children stay as they are.', async (children, counts, students) => {
    await addStudents({ ...ali, class: '4' });
    const answer = await save([ali, sana], { children });
    expect(answer).toMatchObject({ added: 2, children: counts });
    expect(await listed()).toEqual(students);
  });

  it('A child with two bills in the sheet is one child, as its first row has it.', async () => {
    const rows = [ali, { ...ali, class: '6', month: 11, total: 8500 }];
    const answer = await save(rows);
    expect(answer).toMatchObject({ added: 2, children: { added: 1, updated: 0 } });
    expect(await listed()).toEqual(['S-1 · Ali · Asif · 5 · B · ']);
  });

  it('Without the right to edit, new children are added and others stay.', async () => {
    await addStudents({ ...ali, class: '4' });
    const adder = await here.caller({ add: true, view: true });
    const answer = await save([ali, sana], {}, adder);
    expect(answer).toMatchObject({ added: 2, children: { added: 1, updated: 0 } });
    expect(await listed()).toContain('S-1 · Ali · Asif · 4 · B · ');
  });

  it('A repeated save gets the first answer, and nothing is saved again.', async () => {
    const saveID = randomUUID();
    const head = { saveID, file: { ...importedFile, sha256: 'ab'.repeat(32) } };
    const first = await save([ali, sana], head);
    expect(await save([ali, sana], head)).toEqual(first);
    expect(first.children).toEqual({ added: 2, updated: 0 });
  });

  it('A row that cannot be saved saves neither bills nor children.', async () => {
    const rows = [ali, { ...sana, regNum: ali.regNum }];
    const head = { saveID: randomUUID(), file: importedFile, group: december, children: 'all' };
    expectFailure(await here.clerk.ask(calls.importBills, asLines(head, rows)), 'invalid');
    expect(await listed()).toEqual([]);
    expect((await here.clerk.get(calls.listImports)).items).toEqual([]);
  });

  it('The history has one import for both, and its undo takes back both.', async () => {
    await addStudents({ ...ali, class: '4' });
    const { importID } = await save([ali, sana]);
    const { items } = await here.clerk.get(calls.listImports);
    expect(items.map(({ kind, added, children }: Imported) => ({ kind, added, children }))).toEqual([
      { kind: 'bills', added: 2, children: { added: 1, updated: 1 } },
      { kind: 'students', added: 1, children: null },
    ]);
    expect((await undo(importID)).status).toBe(200);
    expect(await listed()).toEqual(['S-1 · Ali · Asif · 4 · B · ']);
    const classes = await here.clerk.get(calls.listClasses);
    expect(classes.map(({ name }: ClassSummary) => name)).toEqual(['4']);
  });

  it('If a later sheet changed a child, the undo is refused as a whole.', async () => {
    const { importID, id } = await save([ali, sana]);
    await addStudents({ ...ali, class: '6' });
    const refusal = await undo(importID);
    expectFailure(refusal, 'conflict');
    expect(refusal.body.issues).toMatchObject([{ path: 'students' }]);
    expect((await here.clerk.get(calls.listBills, { params: { id } })).items).toHaveLength(2);
  });

  it('The check returns the students of the rows only if it is asked for them.', async () => {
    await addStudents(ali);
    const rows = [
      { row: 0, regNum: 'S-1' },
      { row: 1, regNum: 'S-2' },
      { row: 2, name: 'Iqra' },
    ];
    const ask = (more: object) => here.clerk.get(calls.checkBills, { body: { ...period, rows, ...more } });
    expect((await ask({ withStudents: true })).students).toMatchObject([{ regNum: 'S-1', class: '5' }]);
    expect((await ask({})).students).toEqual([]);
  });

  it('Columns that a person has mapped for bills are used for students too.', async () => {
    const headings = [
      { heading: 'kid', field: 'name' },
      { heading: 'sum', field: 'total' },
      { heading: 'junk', field: null },
    ];
    await save([ali], { headings });
    const stored = await here.clerk.get(calls.listHeadings, { query: { kind: 'students' } });
    expect(stored).toEqual([{ heading: 'kid', field: 'name' }]);
  });
});
