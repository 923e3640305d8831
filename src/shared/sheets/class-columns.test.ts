import { expect, it } from 'vitest';
import { nameOfClass } from '#shared/people/class-name.ts';
import { checkText } from '../../../test/sheets/check-file.ts';

it.each([
  ['Class', 'Section', 'Father Name'],
  ['Grade', 'Sec', 'S/O'],
  ['جماعت', 'سیکشن', 'ولدیت'],
])('A sheet of bills with %s, %s and %s also brings its children.', async (one, other, father) => {
  const { bills, summary } = await checkText(
    `Reg No,Name,${one},${other},${father},Mobile,Total,House\nR-1,Ali,5,B,Asif,03001234511,9000,x`,
  );
  const place = { class: '5', section: 'B', fatherName: 'Asif' };
  expect(bills).toEqual([{ regNum: 'R-1', name: 'Ali', number: '03001234511', total: 9000, ...place }]);
  expect(summary.unused).toEqual(['House']);
});

it('A class that cannot be read does not refuse the bill.', async () => {
  const { bills, refused, warnings } = await checkText(
    'Reg No,Name,Class,Total\nR-1,Ali,#REF!,9000\nR-2,Sana,5,9000',
  );
  expect(refused).toEqual([]);
  expect(bills).toMatchObject([{ regNum: 'R-1', total: 9000 }, { class: '5' }]);
  expect(bills[0]).not.toHaveProperty('class');
  expect(warnings.filter((text) => text.startsWith('Class'))).toHaveLength(1);
});

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
