import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inSchoolOrder, keyOfClass, sectionWithin } from './class-key.ts';
import { splitPlace } from './class-name.ts';

test.each([
  [
    '5',
    'V',
    '5th',
    'Class 5',
    'Five',
    'Grade 5',
    'Class-V',
    'fifth',
    '05',
    '5.0',
    '۵',
    '٥',
    'پنجم',
    'جماعت پنجم',
    'پانچویں',
  ],
  ['1', 'I', '1st', 'One', 'Class One', 'STD. 1', 'Class (1)', 'Ⅰ', 'اول', 'کلاس اول'],
  ['10', 'X', '10th Class', 'Ten', '10 th', 'دهم', 'دہم'],
  ['Play Group', 'playgroup', 'PG', 'P.G.', 'Play', 'پلے گروپ'],
  ['KG', 'K.G', 'Kindergarten', 'K G', 'کے جی'],
  ['KG-1', 'KG I', 'K.G.1', 'kg 1', 'KG One'],
  ['KG-2', 'KG-II', 'KG2'],
  ['Nursery', 'Nur.', 'NURSERY', 'نرسری'],
  ['Prep', 'Class Prep', 'پریپ'],
  ['Montessori', 'Mont.'],
  ['5-A', '5A', 'V-A', 'Class 5 (A)', '5th A'],
  ['O Level', 'O-Level', 'o level'],
  ['Hifz', 'HIFZ', 'Class Hifz'],
])('%s and its other spellings are one class.', (...spellings) => {
  expect(new Set(spellings.map(keyOfClass)).size).toBe(1);
});

test('Different classes have different keys.', () => {
  const names = [
    ...['Play Group', 'Montessori', 'Pre-Nursery', 'Nursery', 'KG', 'LKG', 'UKG', 'KG-1', 'KG-2', 'Prep'],
    ...Array.from({ length: 13 }, (_, at) => String(at + 1)),
    ...['1st Year', '2nd Year', 'O Level', 'A Level', 'Hifz', 'Hifz 10', 'Blue', 'Five Blue', '5-A', '5-B'],
    ...['Nursery 1', 'Prep 1', '1 to 5', 'Year 1', 'Year 5', 'A', 'B', 'Class', '—'],
  ];
  const keys = names.map(keyOfClass);
  expect(names.filter((_, at) => keys.indexOf(keys[at] ?? '') !== at)).toEqual([]);
});

test.each([
  ['5-A', '5', 'A'],
  ['5a', '5', 'a'],
  ['V-B', 'V', 'B'],
  ['Class 5 (B)', 'Class 5', 'B'],
  ['Five Blue', 'Five', 'Blue'],
  ['10th Girls', '10th', 'Girls'],
  ['KG-1 C', 'KG-1', 'C'],
  ['جماعت پنجم الف', 'جماعت پنجم', 'الف'],
  // Not a section, or not certainly one.
  ['KG-I', 'KG-I', ''],
  ['XI', 'XI', ''],
  ['VA', 'VA', ''],
  ['I-V', 'I-V', ''],
  ['9 Science', '9 Science', ''],
  ['A Level', 'A Level', ''],
  ['Hifz A', 'Hifz A', ''],
  ['Class A', 'Class A', ''],
  ['5', '5', ''],
])('The class %s without a section is class %s with the section %j.', (whole, name, section) => {
  expect(sectionWithin(whole)).toBe(section);
  expect(splitPlace({ class: whole, section: '' })).toEqual({ class: name, section });
});

/** Reverses the names before it sorts them. Otherwise the test would pass even if nothing was sorted. */
const ordered = (...names: string[]): string[] =>
  inSchoolOrder(names.toReversed().map((name) => ({ name }))).map(({ name }) => name);

test.each([
  ['words', ['Playgroup', 'Nursery', 'KG', 'Prep', 'One', 'Two', 'Nine', 'Ten', 'Eleven', 'Twelve']],
  ['digits', ['Play Group', 'KG-1', 'KG-2', 'Class 1', 'Class 2', 'Class 10', 'Class 12']],
  ['Roman', ['PG', 'Prep', 'I', 'II', 'IV', 'V', 'IX', 'X', 'XII']],
  ['ordinals', ['Nursery', '1st', '2nd', '3rd', 'Fourth', '10th', '1st Year', '2nd Year']],
  ['Urdu', ['نرسری', 'اول', 'دوم', 'پنجم', 'دہم']],
])('Classes named in %s are in school order.', (_, names) => {
  expect(ordered(...names)).toEqual(names);
});

test('Two spellings of a class are listed together, and parts of a class are in order of name.', () => {
  const names = ['Class-V', 'Five Blue', 'Five Green', '6', 'Six (Boys)'];
  expect(ordered(...names)).toEqual(names);
});

test('Classes outside the school order come last, by name.', () => {
  const names = ['Twelve', 'A Level', 'Hifz 2', 'Hifz 10', 'O Level', 'Staff'];
  expect(ordered(...names)).toEqual(names);
});

/** Puts each class before the first placed one that follows it. Quadratic. */
function slowly(classes: readonly { name: string; position: number | null }[]): string[] {
  const placed = classes
    .filter(({ position }) => position !== null)
    .sort((one, other) => (one.position ?? 0) - (other.position ?? 0))
    .map(({ name }) => name);
  const follows = (one: string, other: string) => one !== other && ordered(other, one)[0] === one;
  const others = ordered(...classes.flatMap(({ name, position }) => (position === null ? [name] : [])));
  for (const one of others) {
    const next = placed.findIndex((other) => follows(one, other));
    placed.splice(next === -1 ? placed.length : next, 0, one);
  }
  return placed;
}

test('A new class comes before the first placed class that follows it, in every order.', () => {
  const names = ['Nursery', 'KG', '1', '2', '3', '10', 'Hifz', 'Staff'];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.nat(names.length),
      (all, most) => {
        const classes = all.map((name, at) => ({ name, position: at < most ? at : null }));
        expect(inSchoolOrder(classes).map(({ name }) => name)).toEqual(slowly(classes));
      },
    ),
  );
});

test('Classes that a person has placed keep their order, and a new class comes where a school lists it.', () => {
  const placed = ['Prep', 'KG', '1', 'Hifz', '3'].map((name, position) => ({ name, position }));
  const added = ['Nursery', '2', '10'].map((name) => ({ name, position: null }));
  expect(inSchoolOrder([...added, ...placed]).map(({ name }) => name)).toEqual([
    'Nursery',
    'Prep',
    'KG',
    '1',
    '2',
    '10',
    'Hifz',
    '3',
  ]);
});
