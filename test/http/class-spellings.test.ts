/** A class has one name in the list of students, however it is spelled. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ImportAnswer } from '#shared/calls/imports.ts';
import type { ClassSummary } from '#shared/calls/students.ts';
import type { ClassAnswer } from '#shared/sheets/sheet-rows.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { importedFile } from './sample-inputs.ts';

describe.each(engines)('Spellings of classes on %s', (engine) => {
  const here = useCampus(engine);
  let last = 0;

  /** Saves a child for each class. */
  const save = (
    classes: readonly (string | [string, string])[],
    answers: ClassAnswer[] = [],
  ): Promise<ImportAnswer> => {
    const head = {
      saveID: randomUUID(),
      file: { ...importedFile, sha256: 'f'.repeat(63) + (last % 10) },
      classes: answers,
    };
    const rows = classes.map((place) => {
      const [name, section] = typeof place === 'string' ? [place, ''] : place;
      last += 1;
      return { regNum: `R-${last}`, name: `Child ${last}`, class: name, section };
    });
    return here.clerk.get(calls.importStudents, asLines(head, rows));
  };
  const add = (regNum: string, name: string, section = '') =>
    here.clerk.get(calls.addStudent, { body: { regNum, name: 'Ali', class: name, section } });
  const list = async () => (await here.clerk.get(calls.listClasses)) as ClassSummary[];
  const classes = async (): Promise<string[]> =>
    (await list()).map(
      ({ name, sections }) =>
        `${name}: ${sections.map((one) => `${one.name} ${one.students}`.trim()).join(', ')}`,
    );

  it('Rows with other spellings of a class go to this class, and a section in the name of the class counts.', async () => {
    await save(['5', 'Class 5', ['V', 'A'], '5th-A', 'پنجم', 'KG-1', 'Nursery', '10']);
    expect(await classes()).toEqual(['Nursery: 1', 'KG-1: 1', '5: 3, A 2', '10: 1']);
  });

  it('A class is not made of a section alone, and half of a character is one sign.', async () => {
    await save(['-A', '\ud800', '\ud801', ['5', '\udc00']]);
    await save(
      [
        ['\ufffd', ''],
        ['5', '\udc01'],
      ],
      [
        { spelling: '\ud802', name: '5' },
        { spelling: '\ud803', name: '5' },
      ],
    );
    expect(await classes()).toEqual(['5: \ufffd 2', '-A: 1', '\ufffd: 3']);
  });

  it('Spellings that a person keeps are classes of their own, also for the next children.', async () => {
    await save(
      ['5', 'Class 5', '5'],
      [
        { spelling: '5', name: '5' },
        { spelling: 'Class 5', name: 'Class 5' },
      ],
    );
    expect(await classes()).toEqual(['5: 2', 'Class 5: 1']);
    await save(['Class 5', '5', 'Five']);
    await add('X-1', 'class 5');
    expect(await classes()).toEqual(['5: 4', 'Class 5: 3']);
  });

  it('The answer about a spelling is remembered.', async () => {
    await save(['5', 'Blue'], [{ spelling: 'Blue', name: '5' }]);
    expect((await list()).find(({ name }) => name === '5')?.spellings).toEqual([]);
    await save(
      ['5'],
      [
        { spelling: 'Class 5', name: '5' },
        { spelling: 'Green', name: '5' },
      ],
    );
    expect((await list()).find(({ name }) => name === '5')?.spellings).toEqual(['class 5', 'green']);
    await save(['Green', 'green']);
    expect(await classes()).toEqual(['5: 4', 'Blue: 1']);
  });

  it('A child who is added or moved by hand to another spelling of a class goes to the class.', async () => {
    await save([['5', 'A']]);
    const added = await add('X-1', 'Class 5', 'A');
    expect(added).toMatchObject({ class: '5', section: 'A' });
    expect(await add('X-2', 'Five-B')).toMatchObject({ class: '5', section: 'B' });
    const six = await add('X-3', '6', 'A');
    const change = { params: { id: six.id }, body: { class: 'Grade V', section: 'A' } };
    expect(await here.clerk.get(calls.updateStudent, change)).toMatchObject({ class: '5', section: 'A' });
    const same = { params: { id: added.id }, body: { class: 'V' } };
    expect(await here.clerk.get(calls.updateStudent, same)).toMatchObject({ class: '5', section: 'A' });
    expect(await classes()).toEqual(['5: A 3, B 1']);
  });

  it('A row with another spelling of the stored class changes nothing, and the undo of an import restores it.', async () => {
    await save(['5']);
    const again = (name: string) =>
      here.clerk.get(
        calls.importStudents,
        asLines(
          {
            saveID: randomUUID(),
            file: { ...importedFile, sha256: Buffer.from(name).toString('hex').padEnd(64, '0') },
          },
          [{ regNum: `R-${last}`, name: `Child ${last}`, class: name }],
        ),
      ) as Promise<ImportAnswer>;
    expect(await again('5')).toMatchObject({ updated: 0, skipped: 1 });
    expect(await again('Class 5')).toMatchObject({ updated: 0, skipped: 1 });
    const moved = await again('6');
    expect(await classes()).toEqual(['5: 0', '6: 1']);
    await here.clerk.get(calls.undoImport, { params: { id: moved.importID } });
    expect(await classes()).toEqual(['5: 1']);
  });
});
