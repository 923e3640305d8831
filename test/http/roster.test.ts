/** The roster by hand: students are found, added, moved and ended, and one who left gets no messages. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ClassSummary, NewStudent, Student } from '#shared/calls/students.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const ayesha: NewStudent = {
  regNum: 'GC-10234',
  name: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  class: 'Class 5',
  section: 'Blue',
  number: '0321-1023858',
};
const muhammad: NewStudent = { regNum: '10235', name: 'Muhammad Bilal', class: 'Class 5', section: 'Green' };
const urdu: NewStudent = {
  regNum: '10236',
  name: 'محمد ابراہیم',
  fatherName: 'چوہدری',
  class: 'Class 10',
  number: '0300-1015939, 0333-1000101',
};

describe.each(engines)('The roster on %s', (engine) => {
  const here = useCampus(engine);
  let all: Record<'ayesha' | 'muhammad' | 'urdu', Student>;

  const add = (body: NewStudent): Promise<Student> => here.clerk.get(calls.addStudent, { body });
  const list = (query: Record<string, unknown> = {}) => here.clerk.get(calls.listStudents, { query });
  const namesOf = async (query: Record<string, unknown> = {}): Promise<string[]> =>
    (await list(query)).items.map(({ name }: Student) => name);
  const change = (id: number, body: Partial<NewStudent>) => ({ params: { id }, body });
  const end = (id: number, day = '2026-11-20') => ({ params: { id }, body: { day } });
  const classes = async () =>
    ((await here.clerk.get(calls.listClasses)) as ClassSummary[]).map(({ name, students, sections }) => ({
      name,
      students,
      sections: sections.map((section) => [section.name, section.students]),
    }));

  beforeEach(async () => {
    here.clock.now = new Date('2026-11-25T06:00:00.000Z');
    all = { muhammad: await add(muhammad), urdu: await add(urdu), ayesha: await add(ayesha) };
  });

  it('Students are listed by name with class, section and counts.', async () => {
    const { items, ...page } = await list();
    expect(items).toEqual([all.ayesha, all.muhammad, all.urdu]);
    expect(page).toEqual({ next: null, count: 3, counts: { here: 3, left: 0 } });
    expect(all.ayesha).toMatchObject({ ...ayesha, endedOn: null });
    expect(all.urdu).toMatchObject({ ...urdu, section: '' });
    expect(await namesOf({ classID: all.ayesha.classID })).toEqual([ayesha.name, muhammad.name]);
    expect(await namesOf({ sectionID: all.muhammad.sectionID })).toEqual([muhammad.name]);
  });

  it.each([
    ['a beginning', 'ayes', [ayesha.name]],
    ['another spelling', 'mohammed', [muhammad.name, urdu.name]],
    ['Urdu letters', 'محمد', [muhammad.name, urdu.name]],
    ['the father', 'imran', [ayesha.name]],
    ['the registration', 'gc-10234', [ayesha.name]],
    ['a part of it', '0235', [muhammad.name]],
    ['a part of a number', '102385', [ayesha.name]],
    ['a second number', '03331000', [urdu.name]],
    ['a number with dashes', '0321-1023858', [ayesha.name]],
    ['two words', 'khan ayesha', [ayesha.name]],
    ['nobody', 'zainab', []],
    ['signs alone', '%', []],
  ])('A search for a student by %s finds the expected students.', async (_, search, names) => {
    const answer = await list({ search });
    expect(answer.items.map(({ name }: Student) => name)).toEqual(names);
    expect(answer.count).toBe(names.length);
  });

  it('The roster is paged by the last id or by position, with each student once.', async () => {
    const first = await list({ take: 2 });
    expect(first.items).toEqual([all.ayesha, all.muhammad]);
    expect(first.next).toBe(all.muhammad.id);
    const second = await list({ take: 2, after: first.next });
    expect(second).toMatchObject({ items: [all.urdu], next: null, count: 3 });
    expect(await namesOf({ take: 2, from: 1 })).toEqual([muhammad.name, urdu.name]);
  });

  it('A repeated registration number and an invalid phone number are refused.', async () => {
    const twice = await here.clerk.ask(calls.addStudent, { body: { ...muhammad, regNum: ayesha.regNum } });
    expectFailure(twice, 'conflict');
    expect(twice.body.issues).toMatchObject([{ path: 'regNum' }]);
    const moved = change(all.muhammad.id, { regNum: ayesha.regNum });
    expectFailure(await here.clerk.ask(calls.updateStudent, moved), 'conflict');
    const bad = await here.clerk.ask(calls.updateStudent, change(all.muhammad.id, { number: '12' }));
    expectFailure(bad, 'invalid');
    expect(bad.body.issues).toMatchObject([{ path: 'number' }]);
    expect((await list()).items).toEqual([all.ayesha, all.muhammad, all.urdu]);
  });

  it('A student can move into a new section, and empty sections are removed.', async () => {
    const moved = await here.clerk.get(
      calls.updateStudent,
      change(all.muhammad.id, { class: 'CLASS 10', section: 'Red' }),
    );
    expect(moved).toMatchObject({ class: 'Class 10', section: 'Red', name: muhammad.name });
    expect(await classes()).toEqual([
      { name: 'Class 5', students: 1, sections: [['Blue', 1]] },
      {
        name: 'Class 10',
        students: 2,
        sections: [
          ['', 1],
          ['Red', 1],
        ],
      },
    ]);
    // In another class the student has no section of the old class.
    const again = await here.clerk.get(calls.updateStudent, change(all.muhammad.id, { class: 'Class 5' }));
    expect(again).toMatchObject({ class: 'Class 5', section: '' });
  });

  it('A renamed student is found by the new name, in the roster and in Find.', async () => {
    await here.clerk.get(calls.updateStudent, change(all.muhammad.id, { name: 'Zainab Bilal' }));
    expect(await namesOf({ search: 'zainab' })).toEqual(['Zainab Bilal']);
    expect(await namesOf({ search: 'muhammad' })).toEqual([urdu.name]);
    const { families } = await here.clerk.get(calls.find, { query: { text: 'zainab' } });
    expect(families).toMatchObject([{ children: [{ name: 'Zainab Bilal', class: 'Class 5' }] }]);
  });

  it('A student who left is kept with the day, left out of sends, and can be brought back.', async () => {
    const { id, classID, sectionID } = all.ayesha;
    const second = await add({ ...ayesha, regNum: '1', name: 'Sana', number: '0300-7654321' });
    expect(await here.clerk.get(calls.endStudent, end(id))).toEqual({ ...all.ayesha, endedOn: '2026-11-20' });
    expect(await namesOf()).not.toContain(ayesha.name);
    expect(await list({ status: 'left' })).toMatchObject({
      items: [{ id, endedOn: '2026-11-20' }],
      count: 1,
      counts: { here: 3, left: 1 },
    });
    expect(await classes()).toMatchObject([
      {
        name: 'Class 5',
        students: 2,
        sections: [
          ['Blue', 1],
          ['Green', 1],
        ],
      },
      { name: 'Class 10' },
    ]);
    const body = {
      clsIDs: [classID],
      secIDs: [sectionID],
      campusID: here.campus.id,
      message: 'Holiday tomorrow',
      media: '',
      whatsapp: true,
    };
    const reached = async (): Promise<string[]> => {
      const { broadcastID } = await here.clerk.get(calls.sendToClasses, { body: { ...body, again: true } });
      const messages = await here.world.deps.store.db
        .selectFrom('message')
        .select('name')
        .where('broadcastID', '=', broadcastID)
        .orderBy('name')
        .execute();
      return messages.map(({ name }) => name);
    };
    expect(await reached()).toEqual([second.name]);
    expectFailure(await here.clerk.ask(calls.endStudent, end(id)), 'conflict');
    expect(await here.clerk.get(calls.bringBackStudent, { params: { id }, body: {} })).toEqual(all.ayesha);
    expectFailure(await here.clerk.ask(calls.bringBackStudent, { params: { id }, body: {} }), 'conflict');
    expect(await reached()).toEqual([ayesha.name, second.name]);
  });

  it('A student cannot leave on a future day.', async () => {
    const refused = await here.clerk.ask(calls.endStudent, end(all.ayesha.id, '2026-11-26'));
    expectFailure(refused, 'invalid');
    expect(refused.body.issues).toMatchObject([{ path: 'day' }]);
  });

  it('The trail says which fields of a student were changed.', async () => {
    const { id } = all.ayesha;
    await here.clerk.get(calls.updateStudent, change(id, { section: 'Green', number: '0300-1111111' }));
    // A change without a difference leaves no entry.
    await here.clerk.get(calls.updateStudent, change(id, { section: 'Green' }));
    await here.clerk.get(calls.endStudent, end(id));
    const { db } = here.world.deps.store;
    const entries = await entriesOf(db, await schoolOf(db, here.campus.id));
    const own = entries.filter(({ kind, aboutID }) => kind === 'student' && aboutID === String(id));
    expect(own.map(({ what }) => what)).toEqual(['studentAdded', 'studentChanged', 'studentEnded']);
    expect(own[0]?.aboutName).toBe('Ayesha Khan · GC-10234');
  });

  it('A student of another campus is not found.', async () => {
    const sister = await here.campus.sister();
    const other = await here.caller({ view: true, edit: true, delete: true }, [sister]);
    const query = { cID: sister.id };
    const { id } = all.ayesha;
    for (const [call, request] of [
      [calls.updateStudent, change(id, { name: 'X' })],
      [calls.endStudent, end(id)],
      [calls.bringBackStudent, { params: { id }, body: {} }],
    ] as const)
      expectFailure(await other.ask(call, { ...request, query }), 'notFound');
    expect((await other.get(calls.listStudents, { query })).items).toEqual([]);
  });
});
