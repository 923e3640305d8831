/** Rosters: students with class and section, saved whole or not at all, and an import of them taken back. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ImportAnswer } from '#shared/calls/imports.ts';
import type { ClassSummary, NewStudent } from '#shared/calls/students.ts';
import { inTransaction } from '../../src/server/db/store.ts';
import { takeBackStudents } from '../../src/server/imports/students/actions.ts';
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

describe.each(engines)('rosters on %s', (engine) => {
  const here = useCampus(engine);

  const asked = (students: readonly unknown[], head: Record<string, unknown> = {}) =>
    asLines({ saveID: randomUUID(), file: importedFile, ...head }, students);
  const save = (students: readonly NewStudent[], head: Record<string, unknown> = {}): Promise<ImportAnswer> =>
    here.clerk.get(calls.importStudents, asked(students, head));
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

  it('are saved with their classes and sections, a blank one among them, and listed as people count', async () => {
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

  it('know classes and sections whatever the case and the space around them, as they were typed first', async () => {
    await save([ayesha]);
    await save([
      { ...bilal, class: ' CLASS 5 ', section: 'blue' },
      { ...sana, class: 'class 5', section: 'BLUE ' },
    ]);
    expect(await classes()).toEqual([{ name: 'Class 5', students: 3, sections: [['Blue', 3]] }]);
  });

  it('are the same with a number that is typed otherwise', async () => {
    await save([bilal]);
    const before = await stored();
    const again = { ...bilal, class: 'CLASS 5', number: '+92 300 1234567' };
    expect(await save([again])).toMatchObject({ updated: 0, skipped: 1 });
    expect(await save([{ ...again, number: '0301-1234567' }])).toMatchObject({ updated: 1, skipped: 0 });
    expect(await stored()).toEqual([{ ...before[0], number: '0301-1234567', numbers: '+923011234567' }]);
  });

  it('may be sent to by class and section', async () => {
    await save([bilal, { ...sana, number: '0321-7654321' }]);
    const [five]: ClassSummary[] = await here.clerk.get(calls.listClasses);
    const chosen = { clsIDs: [five?.id], secIDs: [five?.sections[0]?.id], campusID: here.campus.id };
    const body = { message: 'Dear {{name}}', ...chosen };
    expect(await here.clerk.get(calls.sendToClasses, { body })).toMatchObject({ queued: 1, skipped: [] });
  });

  it('change those that are there where a row says something else, and nothing where it is empty or the same', async () => {
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

  it('that move to another class without a section leave their section', async () => {
    await save([ayesha]);
    await save([{ ...ayesha, class: 'Class 6', section: '' }]);
    expect(await stored()).toMatchObject([{ class: 'Class 6', section: '' }]);
  });

  it('are the same saved twice, and a save repeated answers again without a second import', async () => {
    const saveID = randomUUID();
    const first = await save([ayesha, bilal], { saveID });
    expect(await save([ayesha, bilal], { saveID })).toEqual(first);
    // Answered as if it were saved, somebody's correction would be lost.
    expect((await here.clerk.ask(calls.importStudents, asked([sana], { saveID }))).status).toBe(409);
    expect(await imports()).toHaveLength(1);
    expect(await save([ayesha, bilal])).toMatchObject({ added: 0, updated: 0, skipped: 2 });
    expect(await stored()).toHaveLength(2);
  });

  it('are not doubled by two who save at once', async () => {
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
    // Of the repeated save either both answers say it added, or neither.
    expect([1200, 2400]).toContain(sum('added'));
    expect(sum('added') + sum('skipped')).toBe(4800);
    expect(await stored()).toHaveLength(1200);
    expect(await imports()).toHaveLength(3);
    expect(await classes()).toMatchObject([{ students: 1200 }]);
  });

  it('are refused as a whole with an issue for each row that is wrong', async () => {
    const filler = Array.from({ length: 1000 }, (_, at) => ({ ...sana, regNum: `R${at}`, class: 'New' }));
    const wrong = [
      ...filler,
      ayesha,
      { ...bilal, number: '0300-12, 03001234567' },
      { ...sana, regNum: ayesha.regNum },
      { ...sana, regNum: 'R7' },
    ];
    const answered = await here.clerk.ask(calls.importStudents, asked(wrong));
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([
      { path: 'students.1001.number', message: '"0300-12" is not a phone number.' },
      { path: 'students.1002.regNum', message: 'The registration number 0012 comes twice in this list.' },
      { path: 'students.1003.regNum', message: 'The registration number R7 comes twice in this list.' },
    ]);
    expect(await stored()).toEqual([]);
    expect(await classes()).toEqual([]);
    expect(await imports()).toEqual([]);
  });

  it('need a registration number, a name and a class', async () => {
    const answered = await here.clerk.ask(
      calls.importStudents,
      asked([ayesha, { ...bilal, name: ' ' }, { ...sana, class: undefined }]),
    );
    expectFailure(answered, 'malformed');
    expect(answered.body.issues.map(({ path }: { path: string }) => path)).toEqual([
      'students.1.name',
      'students.2.class',
    ]);
    expect(await stored()).toEqual([]);
  });

  it('do not take the save id of another kind of save', async () => {
    const saveID = randomUUID();
    await save([ayesha], { saveID });
    await here.world.deps.store.db
      .updateTable('import')
      .set({ kind: 'bills' })
      .where('saveID', '=', saveID)
      .execute();
    expectFailure(await here.clerk.ask(calls.importStudents, asked([sana], { saveID })), 'conflict');
    expect(await stored()).toHaveLength(1);
  });

  it('are looked up by registration number before they are saved, in one’s own campus', async () => {
    await save([ayesha, bilal]);
    const sister = await here.campus.sister();
    const theirs = callerOf(here.world, sister, await sister.user());
    await theirs.get(calls.importStudents, asked([sana]));
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

  it('of one campus are nothing to another with the same numbers and classes', async () => {
    await save([ayesha]);
    const other = await here.world.school(freshSlug());
    const theirs = callerOf(here.world, other, await other.user());
    const answer = await theirs.get(calls.importStudents, asked([{ ...ayesha, name: 'Another' }]));
    expect(answer).toMatchObject({ added: 1, updated: 0 });
    expect(await stored()).toMatchObject([{ name: ayesha.name }]);
    expect(await theirs.get(calls.listClasses)).toMatchObject([{ students: 1 }]);
  });

  it('tell the pages of the campus that students and imports have changed', async () => {
    const heard: string[] = [];
    const stop = here.world.deps.bus.subscribe(here.campus.id, ({ what }) => heard.push(what));
    await save([ayesha]);
    await expect.poll(() => heard.toSorted()).toEqual(['imports', 'students']);
    stop();
  });

  describe('taken back', () => {
    const takeBack = (importID: number) =>
      inTransaction(here.campus.scope, (scope) => takeBackStudents(scope, importID));
    const markUndone = (importID: number) =>
      here.world.deps.store.db
        .updateTable('import')
        .set({ undoneAt: '2026-11-20T00:00:00.000Z' })
        .where('id', '=', importID)
        .execute();

    it('are gone when they were added, with the sections and classes nobody is in then', async () => {
      await save([ayesha]);
      const { importID } = await save([bilal, sana]);
      expect(await takeBack(importID)).toEqual({ removed: 2, restored: 0, heldBy: [] });
      expect(await stored()).toMatchObject([ayesha]);
      expect(await classes()).toEqual([{ name: 'Class 5', students: 1, sections: [['Blue', 1]] }]);
    });

    it('are as before when they were changed, in their old section', async () => {
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

    it('keep what became of them since by hand, field by field', async () => {
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

    it('are held by a later import that changed them, until that is undone', async () => {
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

    it('come back into a section that was removed meanwhile', async () => {
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

    it('are thousands in one go', async () => {
      const list = Array.from({ length: 2100 }, (_, at) => ({ ...sana, regNum: `R${at}` }));
      await save(list);
      const before = await stored();
      const { importID } = await save(list.map((student) => ({ ...student, name: 'Changed', section: 'A' })));
      expect(await takeBack(importID)).toEqual({ removed: 0, restored: 2100, heldBy: [] });
      expect(await stored()).toEqual(before);
    });
  });
});
