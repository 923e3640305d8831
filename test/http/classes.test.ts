/** Classes by hand: renamed, merged, parted and placed, each with its undo. */
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ClassSummary, MergedClass, Student } from '#shared/calls/students.ts';
import { classRefusals } from '#shared/words/import-problems.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { asLines } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { importedFile } from './sample-inputs.ts';

describe.each(engines)('Classes on %s', (engine) => {
  const here = useCampus(engine);
  let last = 0;

  const add = (name: string, section = ''): Promise<Student> => {
    last += 1;
    const body = { regNum: `R-${last}`, name: `Child ${last}`, class: name, section };
    return here.clerk.get(calls.addStudent, { body });
  };
  const list = async (): Promise<ClassSummary[]> => here.clerk.get(calls.listClasses);
  const show = (classes: ClassSummary[]): string[] =>
    classes.map(
      ({ name, sections }) =>
        `${name}: ${sections.map((one) => `${one.name} ${one.students}`.trim()).join(', ')}`,
    );
  const idOf = async (name: string): Promise<number> =>
    (await list()).find((one) => one.name === name)?.id ?? 0;
  const change = async (name: string, body: { name?: string; beforeID?: number | null }) =>
    here.clerk.get(calls.changeClass, { params: { id: await idOf(name) }, body });
  const merge = async (from: string, into: string): Promise<MergedClass> =>
    here.clerk.get(calls.mergeClass, {
      params: { id: await idOf(from) },
      body: { intoID: await idOf(into) },
    });
  const trail = async () => {
    const { db } = here.world.deps.store;
    const entries = await entriesOf(db, await schoolOf(db, here.campus.id));
    return entries.flatMap(({ what, aboutName }) => (what.startsWith('class') ? [[what, aboutName]] : []));
  };

  beforeEach(async () => {
    for (const [name, section] of [
      ['6', 'A'],
      ['6', 'B'],
      ['Blue', 'A'],
      ['Blue', 'C'],
      ['Nursery', ''],
      ['10', ''],
    ])
      await add(name ?? '', section);
  });

  it('A class gets another name, which its children have at once, and the former name still means it.', async () => {
    await change('Blue', { name: '7' });
    expect(show(await list())).toEqual(['Nursery: 1', '6: A 1, B 1', '7: A 1, C 1', '10: 1']);
    expect(await add('blue', 'A')).toMatchObject({ class: '7', section: 'A' });
    await change('7', { name: 'Blue' });
    await change('Blue', { name: 'Green' });
    await change('Green', { name: 'Blue' });
    // The name between is forgotten, so it can be the name of another class.
    expect(await add('7')).toMatchObject({ class: '7' });
    expect(await add('Green')).toMatchObject({ class: 'Green' });
    expect((await trail())[0]).toEqual(['classRenamed', '7']);
  });

  it('A class cannot get the name of another class.', async () => {
    const id = await idOf('Blue');
    const refused = await here.clerk.ask(calls.changeClass, { params: { id }, body: { name: ' 6 ' } });
    const message = classRefusals.taken('6');
    expectFailure(refused, 'conflict');
    expect(refused.body.issues).toEqual([{ path: 'name', message }]);
    const gone = await here.clerk.ask(calls.changeClass, { params: { id: 987_654 }, body: { name: 'x' } });
    expect(gone.status).toBe(404);
  });

  it('A merge joins sections of the same name, and its undo brings the children back.', async () => {
    await add('Blue', 'a');
    const { part } = await merge('Blue', '6');
    expect(show(await list())).toEqual(['Nursery: 1', '6: A 3, B 1, C 1', '10: 1']);
    expect(await add('Blue', 'C')).toMatchObject({ class: '6', section: 'C' });
    await here.clerk.get(calls.splitClass, { params: { id: await idOf('6') }, body: part });
    expect(show(await list())).toEqual(['Nursery: 1', '6: A 1, B 1, C 1', '10: 1', 'Blue: A 2, C 1']);
    expect(await add('Blue')).toMatchObject({ class: 'Blue' });
    expect(await trail()).toEqual([
      ['classMerged', '6'],
      ['classParted', 'Blue'],
    ]);
  });

  it('The undo of a merge leaves a child alone that has moved since.', async () => {
    const { part } = await merge('Blue', '6');
    const moved = part.sections[0]?.studentIDs[0] ?? 0;
    await here.clerk.get(calls.updateStudent, { params: { id: moved }, body: { class: '10' } });
    await here.clerk.get(calls.splitClass, { params: { id: await idOf('6') }, body: part });
    expect(show(await list())).toEqual(['Nursery: 1', '6: A 1, B 1', '10: 2', 'Blue: C 1']);
  });

  it('The students of a class move up with their sections, those who left stay, and the way back undoes it.', async () => {
    const gone = await add('6', 'A');
    await here.clerk.get(calls.endStudent, { params: { id: gone.id }, body: { day: '2026-01-05' } });
    const [six, blue] = [await idOf('6'), await idOf('Blue')];
    const promote = (id: number, body: { intoID: number; sectionID?: number; studentIDs?: number[] }) =>
      here.clerk.get(calls.promoteClass, { params: { id }, body });
    const { classes, studentIDs } = await promote(six, { intoID: blue });
    expect(show(classes)).toEqual(['Nursery: 1', '6: A 0, B 0', '10: 1', 'Blue: A 2, B 1, C 1']);
    // The next class moves into the sections that were left.
    await promote(await idOf('Nursery'), { intoID: six });
    await promote(blue, { intoID: six, studentIDs });
    expect(show(await list())).toEqual(['Nursery: 0', '6: 1, A 1, B 1', '10: 1', 'Blue: A 1, B 0, C 1']);
    const section = (await list()).find(({ id }) => id === six)?.sections.find(({ name }) => name === 'B');
    await promote(six, { intoID: blue, sectionID: section?.id ?? 0 });
    expect(show(await list())).toContain('Blue: A 1, B 1, C 1');
    expect((await trail()).slice(0, 2)).toEqual([
      ['classPromoted', '6'],
      ['classPromoted', 'Nursery'],
    ]);
    const again = { params: { id: six }, body: { intoID: blue, sectionID: section?.id } };
    expectFailure(await here.clerk.ask(calls.promoteClass, again), 'notFound');
    const nobody = { params: { id: await idOf('Nursery') }, body: { intoID: blue } };
    expectFailure(await here.clerk.ask(calls.promoteClass, nobody), 'conflict');
  });

  it('A class cannot be merged into itself, and a class of another campus cannot be merged.', async () => {
    const id = await idOf('6');
    const itself = await here.clerk.ask(calls.mergeClass, { params: { id }, body: { intoID: id } });
    expectFailure(itself, 'invalid');
    expect(itself.body.message).toBe(classRefusals.itself);
    const elsewhere = await here.clerk.ask(calls.mergeClass, { params: { id }, body: { intoID: 987_654 } });
    expect(elsewhere.status).toBe(404);
  });

  it('The order of classes can be changed, and a new class comes where a school lists it.', async () => {
    await change('10', { beforeID: await idOf('Nursery') });
    await change('Blue', { beforeID: await idOf('6') });
    const names = async () => (await list()).map(({ name }) => name);
    expect(await names()).toEqual(['10', 'Nursery', 'Blue', '6']);
    await add('7');
    await add('KG');
    expect(await names()).toEqual(['KG', '7', '10', 'Nursery', 'Blue', '6']);
    await change('10', { beforeID: null });
    expect((await names()).at(-1)).toBe('10');
  });

  it('A billing is filtered by a whole class or a section, and lists classes in the order of the school.', async () => {
    const bills = ['R-3', 'R-1', 'R-2'].map((_, at) => makeBill({ regNum: `R-${last - 5 + at}` }));
    const { id: groupID } = await here.campus.save(bills);
    const params = { id: groupID };
    const six = (await list()).find(({ name }) => name === '6');
    const count = async (query: Record<string, unknown>): Promise<number> =>
      (await here.clerk.get(calls.listBills, { params, query })).count;
    expect(await count({ class: six?.id })).toBe(2);
    expect(await count({ section: six?.sections[0]?.id })).toBe(1);
    expect(await here.clerk.get(calls.listBillIDs, { params, query: { class: six?.id } })).toHaveLength(2);
    const figures = () => here.clerk.get(calls.getBillingFigures, { params, query: { class: six?.id } });
    expect((await figures()).counts.bills).toBe(2);
    expect((await figures()).sections.map((one: { class: string }) => one.class)).toEqual(['6', '6', 'Blue']);
    await change('Blue', { beforeID: six?.id ?? null });
    expect((await figures()).sections.map((one: { class: string }) => one.class)).toEqual(['Blue', '6', '6']);
    const sorted = await here.clerk.get(calls.listBills, { params, query: { sort: 'class' } });
    expect(sorted.items.map((one: { class: string }) => one.class)).toEqual(['Blue', '6', '6']);
  });

  it('An undone import brings children back to their class, although the new one was renamed or merged since.', async () => {
    const [ofSix, ofBlue] = [`R-${last - 5}`, `R-${last - 3}`];
    const moved = [
      { regNum: ofBlue, name: 'Child', class: '6', section: 'B' },
      { regNum: ofSix, name: 'Child', class: 'Blue', section: 'A' },
    ];
    const head = { saveID: randomUUID(), file: importedFile };
    const before = show(await list());
    const { importID } = await here.clerk.get(calls.importStudents, asLines(head, moved));
    expect(show(await list())).not.toEqual(before);
    await change('6', { name: 'Six' });
    await merge('Blue', 'Nursery');
    await here.clerk.get(calls.undoImport, { params: { id: importID } });
    const places = async (regNum: string) => {
      const { items } = await here.clerk.get(calls.listStudents, { query: { search: regNum } });
      return items.map((one: Student) => [one.class, one.section]);
    };
    expect(await places(ofSix)).toEqual([['Six', 'A']]);
    expect(await places(ofBlue)).toEqual([['Nursery', 'A']]);
  });

  it('The undo of a merge is refused if a place is too large, and a repeated spelling counts once.', async () => {
    const { part } = await merge('Blue', '6');
    const split = async (given: MergedClass['part']) =>
      here.clerk.ask(calls.splitClass, { params: { id: await idOf('6') }, body: given });
    expectFailure(await split({ ...part, position: 2 ** 31 }), 'malformed');
    const spellings = ['blue', 'BLUE', 'blue '];
    expect((await split({ ...part, position: 2 ** 31 - 1, spellings })).status).toBe(200);
  });

  it('A class whose name is longer in lower case is merged and parted again.', async () => {
    const name = 'İ'.repeat(150);
    await add(name);
    await change(name, { name: 'Plain' });
    const { part } = await merge('Plain', '6');
    const answered = await here.clerk.ask(calls.splitClass, { params: { id: await idOf('6') }, body: part });
    expect(answered.status).toBe(200);
  });

  it('Only a user who may edit changes classes.', async () => {
    const { ask } = await here.caller({ view: true, add: true });
    const id = await idOf('6');
    expect((await ask(calls.changeClass, { params: { id }, body: { name: 'x' } })).status).toBe(403);
    expect((await ask(calls.mergeClass, { params: { id }, body: { intoID: id } })).status).toBe(403);
  });
});
