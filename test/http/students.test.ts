/** Rosters: students with class and section, imported as a whole or not at all, and undone. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ImportAnswer } from '#shared/calls/imports.ts';
import type { ClassSummary, NewStudent } from '#shared/calls/students.ts';
import { takeBackStudents } from '../../src/server/imports/students/students.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { callerOf, freshSlug, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { importedFile } from './sample-inputs.ts';

const ayesha = {
  regNum: '0012',
  name: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  class: 'Class 5',
  section: 'Blue',
};
const bilal = { regNum: '13', name: 'بلال', class: 'Class 5', section: 'Green', number: '0300-1234567' };
const sana = { regNum: '14', name: 'Sana', class: 'Class 10' };

describe.each(engines)('Rosters on %s', (engine) => {
  const here = useCampus(engine);

  const importRequest = (students: readonly unknown[], head: Record<string, unknown> = {}) =>
    asLines({ saveID: randomUUID(), file: importedFile, ...head }, students);
  const save = (students: readonly NewStudent[], head: Record<string, unknown> = {}): Promise<ImportAnswer> =>
    here.clerk.get(calls.importStudents, importRequest(students, head));
  const stored = () =>
    here.world.deps.store.db
      .selectFrom('student')
      .innerJoin('section', 'section.id', 'student.sectionID')
      .innerJoin('class', 'class.id', 'section.classID')
      .select(['regNum', 'student.name', 'fatherName', 'number', 'numbers', 'importID'])
      .select(['class.name as class', 'section.name as section'])
      .where('student.campusID', '=', here.campus.id)
      .orderBy('student.id')
      .execute();
  const imports = () =>
    here.world.deps.store.db
      .selectFrom('import')
      .selectAll()
      .where('campusID', '=', here.campus.id)
      .orderBy('id')
      .execute();
  const changes = (importID: number) =>
    here.world.deps.store.db
      .selectFrom('import_change')
      .select(['before', 'after'])
      .where('importID', '=', importID)
      .execute();
  const classes = async () => {
    const list: ClassSummary[] = await here.clerk.get(calls.listClasses);
    return list.map(({ name, students, sections }) => ({
      name,
      students,
      sections: sections.map((section) => [section.name, section.students]),
    }));
  };

  it('Students are saved with their classes and sections, and classes are listed in natural order.', async () => {
    const answer = await save([sana, ayesha, bilal], { left: { skipped: 2, refused: 1 } });
    expect(answer).toEqual({
      importID: expect.any(Number),
      added: 3,
      updated: 0,
      skipped: 2,
      refused: 1,
      held: [],
    });
    const none = { fatherName: null, number: '', numbers: '', section: '' };
    expect(await stored()).toEqual([
      { ...none, ...sana, importID: answer.importID },
      { ...none, ...ayesha, importID: answer.importID },
      { ...none, ...bilal, numbers: '+923001234567', importID: answer.importID },
    ]);
    expect(await classes()).toEqual([
      {
        name: 'Class 5',
        students: 2,
        sections: [
          ['Blue', 1],
          ['Green', 1],
        ],
      },
      { name: 'Class 10', students: 1, sections: [['', 1]] },
    ]);
    expect(await imports()).toMatchObject([
      {
        kind: 'students',
        groupID: null,
        groupName: '',
        fileName: importedFile.name,
        sha256: importedFile.sha256,
        createdBy: here.clerk.userID,
        added: 3,
        skipped: 2,
        refused: 1,
        undoneAt: null,
      },
    ]);
  });

  it('Class and section names match in any letter case and spacing, and keep their first spelling.', async () => {
    await save([ayesha]);
    await save([
      { ...bilal, class: ' CLASS 5 ', section: 'blue' },
      { ...sana, class: 'class 5', section: 'BLUE ' },
    ]);
    expect(await classes()).toEqual([{ name: 'Class 5', students: 3, sections: [['Blue', 3]] }]);
  });

  it('A number in another spelling does not count as a change of a student.', async () => {
    await save([bilal]);
    const before = await stored();
    const again = { ...bilal, class: 'CLASS 5', number: '+92 300 1234567' };
    expect(await save([again])).toMatchObject({ updated: 0, skipped: 1 });
    expect(await save([{ ...again, number: '0301-1234567' }])).toMatchObject({ updated: 1, skipped: 0 });
    expect(await stored()).toEqual([{ ...before[0], number: '0301-1234567', numbers: '+923011234567' }]);
  });

  it('Imported students can be sent to by class and section.', async () => {
    await save([bilal, { ...sana, number: '0321-7654321' }]);
    const [five]: ClassSummary[] = await here.clerk.get(calls.listClasses);
    const chosen = { clsIDs: [five?.id], secIDs: [five?.sections[0]?.id], campusID: here.campus.id };
    const body = { message: 'Dear {{name}}', ...chosen };
    expect(await here.clerk.get(calls.sendToClasses, { body })).toMatchObject({ queued: 1, skipped: [] });
  });

  it('An import changes a student if the row differs, and not if a cell is empty or equal.', async () => {
    const { importID: first } = await save([ayesha, bilal, sana]);
    const answer = await save([
      { ...ayesha, name: 'Ayesha Imran', number: '0321 7654321' },
      { regNum: bilal.regNum, name: bilal.name, class: 'CLASS 5', section: '', number: '' },
      { ...sana, class: 'Class 11' },
    ]);
    expect(answer).toMatchObject({ added: 0, updated: 2, skipped: 1, refused: 0 });
    expect(await stored()).toMatchObject([
      { ...ayesha, name: 'Ayesha Imran', number: '0321 7654321', numbers: '+923217654321', importID: first },
      { ...bilal, numbers: '+923001234567' },
      { ...sana, class: 'Class 11', section: '' },
    ]);
    expect(
      (await changes(answer.importID)).map((row) => [JSON.parse(row.before), JSON.parse(row.after)]),
    ).toEqual([
      [
        { name: 'Ayesha Khan', number: '', numbers: '' },
        { name: 'Ayesha Imran', number: '0321 7654321', numbers: '+923217654321' },
      ],
      [
        { class: 'Class 10', section: '' },
        { class: 'Class 11', section: '' },
      ],
    ]);
    expect(await changes(first)).toEqual([]);
  });

  it('A student who moves to another class without a section leaves the old section.', async () => {
    await save([ayesha]);
    await save([{ ...ayesha, class: 'Class 6', section: '' }]);
    expect(await stored()).toMatchObject([{ class: 'Class 6', section: '' }]);
  });

  it('Saving the same students again changes nothing, and a repeated save id makes no second import.', async () => {
    const saveID = randomUUID();
    const first = await save([ayesha, bilal], { saveID });
    expect(await save([ayesha, bilal], { saveID })).toEqual(first);
    // Answering as if it were saved would lose a correction.
    expect((await here.clerk.ask(calls.importStudents, importRequest([sana], { saveID }))).status).toBe(409);
    expect(await imports()).toHaveLength(1);
    expect(await save([ayesha, bilal])).toMatchObject({ added: 0, updated: 0, skipped: 2 });
    expect(await stored()).toHaveLength(2);
  });

  it('Students saved several times at once are stored once.', async () => {
    const list = Array.from({ length: 1200 }, (_, at) => ({
      ...sana,
      regNum: `R${at}`,
      section: `S${at % 7}`,
    }));
    const saveID = randomUUID();
    const answers = await Promise.all([
      save(list),
      save(list),
      save(list, { saveID }),
      save(list, { saveID }),
    ]);
    const sum = (key: 'added' | 'skipped') => answers.reduce((all, answer) => all + answer[key], 0);
    // Both answers of the repeated save are equal: either both say that it added, or neither does.
    expect([1200, 2400]).toContain(sum('added'));
    expect(sum('added') + sum('skipped')).toBe(4800);
    expect(await stored()).toHaveLength(1200);
    expect(await imports()).toHaveLength(3);
    expect(await classes()).toMatchObject([{ students: 1200 }]);
  });

  it('A roster with wrong rows is refused as a whole, with an issue for each row.', async () => {
    const filler = Array.from({ length: 1000 }, (_, at) => ({ ...sana, regNum: `R${at}`, class: 'New' }));
    const wrong = [
      ...filler,
      ayesha,
      { ...bilal, number: '0300-12, 03001234567' },
      { ...sana, regNum: ayesha.regNum },
      { ...sana, regNum: 'R7' },
    ];
    const answered = await here.clerk.ask(calls.importStudents, importRequest(wrong));
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([
      { path: 'students.1001.number', message: '"0300-12" is not a phone number.' },
      { path: 'students.1002.regNum', message: 'The registration number 0012 is in this list twice.' },
      { path: 'students.1003.regNum', message: 'The registration number R7 is in this list twice.' },
    ]);
    expect(await stored()).toEqual([]);
    expect(await classes()).toEqual([]);
    expect(await imports()).toEqual([]);
  });

  it('A student needs a registration number, a name and a class.', async () => {
    const answered = await here.clerk.ask(
      calls.importStudents,
      importRequest([ayesha, { ...bilal, name: ' ' }, { ...sana, class: undefined }]),
    );
    expectFailure(answered, 'malformed');
    expect(answered.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'students.1.name',
      'students.2.class',
    ]);
    expect(await stored()).toEqual([]);
  });

  it('A roster import refuses the save id of another kind of import.', async () => {
    const saveID = randomUUID();
    await save([ayesha], { saveID });
    await here.world.deps.store.db
      .updateTable('import')
      .set({ kind: 'bills' })
      .where('saveID', '=', saveID)
      .execute();
    expectFailure(await here.clerk.ask(calls.importStudents, importRequest([sana], { saveID })), 'conflict');
    expect(await stored()).toHaveLength(1);
  });

  it('Imports/CheckStudents finds students by registration number in the own campus, and stores nothing.', async () => {
    await save([ayesha, bilal]);
    const sister = await here.campus.sister();
    const theirs = callerOf(here.world, sister, await sister.user());
    await theirs.get(calls.importStudents, importRequest([sana]));
    const before = await stored();
    const body = { regNums: [ayesha.regNum, bilal.regNum, bilal.regNum, sana.regNum, '12'] };
    const none = { fatherName: null, number: '' };
    expect(await here.clerk.get(calls.checkStudents, { body })).toEqual({
      students: [
        { ...none, ...ayesha, id: expect.any(Number) },
        { ...none, ...bilal, id: expect.any(Number) },
      ],
    });
    expect(await here.clerk.get(calls.checkStudents, { body: { regNums: [] } })).toEqual({ students: [] });
    expect(await stored()).toEqual(before);
  });

  it('Students with the same registration number in two campuses are separate.', async () => {
    await save([ayesha]);
    const other = await here.world.school(freshSlug());
    const theirs = callerOf(here.world, other, await other.user());
    const answer = await theirs.get(calls.importStudents, importRequest([{ ...ayesha, name: 'Another' }]));
    expect(answer).toMatchObject({ added: 1, updated: 0 });
    expect(await stored()).toMatchObject([{ name: ayesha.name }]);
    expect(await theirs.get(calls.listClasses)).toMatchObject([{ students: 1 }]);
  });

  it('A roster import publishes live events for students and imports.', async () => {
    const heard: string[] = [];
    const stop = here.world.deps.bus.subscribe(here.campus.id, ({ what }) => heard.push(what));
    await save([ayesha]);
    await expect.poll(() => heard.toSorted()).toEqual(['imports', 'students']);
    stop();
  });

  describe('Undoing roster imports', () => {
    const takeBack = (importID: number) =>
      inTransaction(here.campus.scope, (scope) => takeBackStudents(scope, importID));
    const markUndone = (importID: number) =>
      here.world.deps.store.db
        .updateTable('import')
        .set({ undoneAt: '2026-11-20T00:00:00.000Z' })
        .where('id', '=', importID)
        .execute();

    it('Undoing a roster import removes the students it added and their empty sections and classes.', async () => {
      await save([ayesha]);
      const { importID } = await save([bilal, sana]);
      expect(await takeBack(importID)).toEqual({ removed: 2, restored: 0, heldBy: [] });
      expect(await stored()).toMatchObject([ayesha]);
      expect(await classes()).toEqual([{ name: 'Class 5', students: 1, sections: [['Blue', 1]] }]);
    });

    it('Undoing a roster import restores changed students and their old sections.', async () => {
      await save([ayesha, bilal]);
      const before = await stored();
      const { importID } = await save([
        { ...ayesha, fatherName: 'Somebody', class: 'Class 6' },
        { ...bilal, number: '0321-7654321' },
        sana,
      ]);
      expect(await takeBack(importID)).toEqual({ removed: 1, restored: 2, heldBy: [] });
      expect(await stored()).toEqual(before);
      expect((await classes()).map(({ name }) => name)).toEqual(['Class 5']);
    });

    it('Undoing a roster import keeps fields that a person changed since.', async () => {
      await save([ayesha]);
      const { importID } = await save([{ ...ayesha, name: 'Ayesha Imran', fatherName: 'Imran' }]);
      await here.world.deps.store.db
        .updateTable('student')
        .set({ name: 'By Hand' })
        .where('campusID', '=', here.campus.id)
        .execute();
      expect(await takeBack(importID)).toMatchObject({ restored: 1 });
      expect(await stored()).toMatchObject([{ name: 'By Hand', fatherName: 'Imran Khan' }]);
    });

    it('A roster import cannot be undone while a later import changed its students.', async () => {
      const first = await save([ayesha, bilal]);
      const second = await save([{ ...ayesha, name: 'Ayesha Imran' }]);
      const third = await save([{ ...ayesha, name: 'Ayesha I.' }, sana]);
      const before = await stored();
      for (const { importID } of [first, second]) {
        expect(await takeBack(importID)).toEqual({ removed: 0, restored: 0, heldBy: ['Ayesha I. (0012)'] });
      }
      expect(await stored()).toEqual(before);
      for (const { importID } of [third, second]) {
        expect(await takeBack(importID)).toMatchObject({ restored: 1, heldBy: [] });
        await markUndone(importID);
      }
      expect(await takeBack(first.importID)).toEqual({ removed: 2, restored: 0, heldBy: [] });
      expect(await stored()).toEqual([]);
      expect(await classes()).toEqual([]);
    });

    it('Undoing a roster import recreates a section that was removed meanwhile.', async () => {
      await save([ayesha]);
      const added = await save([bilal]);
      await save([{ ...ayesha, section: 'Green' }]);
      const moved = await save([{ ...ayesha, section: 'Blue' }]);
      expect(await takeBack(added.importID)).toMatchObject({ removed: 1, heldBy: [] });
      expect(await classes()).toEqual([{ name: 'Class 5', students: 1, sections: [['Blue', 1]] }]);
      expect(await takeBack(moved.importID)).toMatchObject({ restored: 1, heldBy: [] });
      expect(await stored()).toMatchObject([{ ...ayesha, section: 'Green' }]);
      expect((await classes())[0]?.sections).toEqual([['Green', 1]]);
    });

    it('Undoing a roster import restores 2,100 students at once.', async () => {
      const list = Array.from({ length: 2100 }, (_, at) => ({ ...sana, regNum: `R${at}` }));
      await save(list);
      const before = await stored();
      const { importID } = await save(list.map((student) => ({ ...student, name: 'Changed', section: 'A' })));
      expect(await takeBack(importID)).toEqual({ removed: 0, restored: 2100, heldBy: [] });
      expect(await stored()).toEqual(before);
    });
  });
});
