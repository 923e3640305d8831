import { expect, test } from 'vitest';
import { inSchoolOrder } from './rules.ts';

/** Put in order from the back to the front, so that nothing is right by chance. */
const ordered = (...names: string[]): string[] =>
  inSchoolOrder(names.toReversed().map((name) => ({ name }))).map(({ name }) => name);

test.each([
  ['words', ['Playgroup', 'Nursery', 'Prep', 'KG', 'One', 'Two', 'Nine', 'Ten', 'Eleven', 'Twelve']],
  ['digits', ['Play Group', 'KG-1', 'KG-2', 'Class 1', 'Class 2', 'Class 10', 'Class 12']],
  ['Roman', ['PG', 'Prep', 'I', 'II', 'IV', 'V', 'IX', 'X', 'XII']],
  ['ordinals', ['Nursery', '1st', '2nd', '3rd', 'Fourth', '10th', '1st Year', '2nd Year']],
  ['Urdu', ['نرسری', 'اول', 'دوم', 'پنجم', 'دہم']],
])('classes in %s come as a school counts them', (_, names) => {
  expect(ordered(...names)).toEqual(names);
});

test('two ways of writing stand side by side, parts of a class by name', () => {
  expect(ordered('Class-V', 'Five Blue', 'Five Green', '6', 'Six (Boys)')).toEqual([
    'Class-V',
    'Five Blue',
    'Five Green',
    '6',
    'Six (Boys)',
  ]);
});

test('others come last, by name', () => {
  expect(ordered('Twelve', 'A Level', 'Hifz 2', 'Hifz 10', 'O Level', 'Staff')).toEqual([
    'Twelve',
    'A Level',
    'Hifz 2',
    'Hifz 10',
    'O Level',
    'Staff',
  ]);
});
