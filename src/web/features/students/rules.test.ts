import { expect, test } from 'vitest';
import { inSchoolOrder, searchClasses } from './rules.ts';

/** Reverses the names before it sorts them. Otherwise the test would pass even if nothing was sorted. */
const ordered = (...names: string[]): string[] =>
  inSchoolOrder(names.toReversed().map((name) => ({ name }))).map(({ name }) => name);

test.each([
  ['words', ['Playgroup', 'Nursery', 'Prep', 'KG', 'One', 'Two', 'Nine', 'Ten', 'Eleven', 'Twelve']],
  ['digits', ['Play Group', 'KG-1', 'KG-2', 'Class 1', 'Class 2', 'Class 10', 'Class 12']],
  ['Roman', ['PG', 'Prep', 'I', 'II', 'IV', 'V', 'IX', 'X', 'XII']],
  ['ordinals', ['Nursery', '1st', '2nd', '3rd', 'Fourth', '10th', '1st Year', '2nd Year']],
  ['Urdu', ['نرسری', 'اول', 'دوم', 'پنجم', 'دہم']],
])('Classes named in %s are in school order.', (_, names) => {
  expect(ordered(...names)).toEqual(names);
});

test('Two spellings of a class are listed together, and parts of a class are in order of name.', () => {
  expect(ordered('Class-V', 'Five Blue', 'Five Green', '6', 'Six (Boys)')).toEqual([
    'Class-V',
    'Five Blue',
    'Five Green',
    '6',
    'Six (Boys)',
  ]);
});

test('Classes outside the school order come last, by name.', () => {
  expect(ordered('Twelve', 'A Level', 'Hifz 2', 'Hifz 10', 'O Level', 'Staff')).toEqual([
    'Twelve',
    'A Level',
    'Hifz 2',
    'Hifz 10',
    'O Level',
    'Staff',
  ]);
});

test.each([
  ['five', ['Five']],
  ['Blue', ['Five Blue', '10 Blue']],
  ['10-b', ['10 Blue']],
  ['5', []],
  ['f', []],
  ['', []],
])('The text %j finds the classes %j.', (text, labels) => {
  const section = (id: number, name: string) => ({ id, name, students: 1 });
  const all = [
    { id: 1, name: 'Five', students: 2, sections: [section(1, 'Blue'), section(2, 'Green')] },
    { id: 2, name: '10', students: 2, sections: [section(3, 'Blue'), section(4, '')] },
  ];
  expect(searchClasses(all, text).map(({ label }) => label)).toEqual(labels);
});
