import { expect, it } from 'vitest';
import { nameOfClass } from '#shared/people/class-name.ts';
import { checkText } from '../../../test/sheets/check-file.ts';
import { fileNotes } from '../words/sheets.ts';

it.each([
  ['Class', 'Section'],
  ['Grade', 'Sec'],
  ['جماعت', 'سیکشن'],
])(
  'A sheet of bills with %s and %s says that a bill takes them from the list of students.',
  async (one, other) => {
    const { bills, summary, opened } = await checkText(
      `Reg No,Name,${one},${other},Mobile,Total,House\nR-1,Ali,5,B,03001234511,9000,x`,
    );
    expect(bills).toEqual([{ regNum: 'R-1', name: 'Ali', number: '03001234511', total: 9000 }]);
    expect(summary.notes).toEqual([fileNotes.ofRoster([one, other])]);
    expect(summary.unused).toEqual(['House']);
    expect(opened.columns.filter(({ by }) => by === 'roster').map(({ heading }) => heading)).toEqual([
      one,
      other,
    ]);
    expect(opened.columns.filter(({ by }) => by === 'none').map(({ heading }) => heading)).toEqual(['House']);
  },
);

it('A column of the class holds something else if a person says so.', async () => {
  const given = { remembered: [{ heading: 'class', field: 'branch' }] };
  const { bills, summary } = await checkText('Reg No,Name,Class,Total\nR-1,Ali,Girls,9000', given);
  expect(bills).toMatchObject([{ branch: 'Girls' }]);
  expect(summary.notes).toEqual([]);
});

it.each([
  ['5', 'B', '5-B'],
  ['5-B', 'B', '5-B'],
  ['5B', 'B', '5-B'],
  ['5 (b)', 'B', '5-B'],
  ['V – Blue', 'blue', 'V-blue'],
  ['5', '5-B', '5-B'],
  ['5-B', '5-B', '5-B'],
  ['جماعت پنجم', 'الف', 'جماعت پنجم-الف'],
  // The section is not repeated here.
  ['Web', 'B', 'Web-B'],
  ['KG1', '1', 'KG1-1'],
  ['1', '10', '1-10'],
  ['B', 'A', 'B-A'],
])(
  'A list of students with the class %s and the section %s gives the class %s.',
  async (name, section, whole) => {
    const text = `Reg No,Name,Class,Section\nR-1,Ali,${name},${section}`;
    const [student] = (await checkText(text, { kind: 'students' })).bills as unknown[];
    const place = student as { class: string; section?: string };
    expect(nameOfClass({ class: place.class, section: place.section ?? '' })).toBe(whole);
  },
);
