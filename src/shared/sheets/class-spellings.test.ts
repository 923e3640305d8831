/** At the check of a list, the spellings of one class become one class, unless a person keeps them apart. */
import { expect, it } from 'vitest';
import type { NewStudent } from '#shared/calls/students.ts';
import { checkText, type Given } from '../../../test/sheets/check-file.ts';
import { sheetQuestionWords } from '../words/import-problems.ts';

const sheetOf = (...classes: string[]): string =>
  ['Reg No,Name,Class,Section', ...classes.map((place, at) => `R-${at},Ali,${place}`)].join('\n');
const listed = (...names: string[]): Given => ({ listed: names.map((name) => ({ name, spellings: [] })) });
const check = async (rows: string[], given: Given = {}) =>
  checkText(sheetOf(...rows), { kind: 'students', ...given });
const classesOf = (rows: Iterable<unknown>): string[] =>
  [...rows].map((row) => {
    const { class: name, section = '' } = row as NewStudent;
    return `${name}/${section}`;
  });

const five = ['5,A', '5,B', '5th,A', 'Class 5,B', '5,A', '5-C,', '6,A'];

it('Several spellings of a class are one question, and the most frequent one is used.', async () => {
  const { check: checked, summary, bills } = await check(five);
  expect(summary.questions).toMatchObject([
    {
      kind: 'class',
      example: '5',
      count: 6,
      answer: 'oneClass',
      classes: {
        kept: 3,
        isListed: false,
        spellings: [
          { text: '5', count: 4 },
          { text: '5th', count: 1 },
          { text: 'Class 5', count: 1 },
        ],
      },
    },
  ]);
  expect(classesOf(bills)).toEqual(['5/A', '5/B', '5/A', '5/B', '5/A', '5/C', '6/A']);
  expect(checked.classAnswers).toEqual([
    { spelling: '5th', name: '5' },
    { spelling: 'Class 5', name: '5' },
  ]);
});

it('The question names the spellings with their counts and how many classes they are if they are kept.', async () => {
  const [question] = (await check(five)).summary.questions;
  const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '');
  if (!question) throw new Error('There is no question.');
  expect(plain(sheetQuestionWords.text(question))).toBe('3 spellings of class 5');
  expect(plain(sheetQuestionWords.hint(question))).toBe('“5” 4 times, “5th” once, “Class 5” once.');
  expect(plain(sheetQuestionWords.answer('oneClass', '', question))).toBe('Use 5');
  expect(plain(sheetQuestionWords.answer('ownClasses', '', question))).toBe('Keep 3 classes');
});

it('Spellings that a person keeps stay classes of their own, until the answer is taken back.', async () => {
  const { check: checked, summary } = await check(five);
  const key = summary.questions[0]?.key ?? '';
  checked.answerSheet(key, 'ownClasses');
  expect(checked.summary().questions).toMatchObject([{ answer: 'ownClasses' }]);
  const rows = classesOf(checked.rowsToSave());
  expect(rows).toEqual(['5/A', '5/B', '5th/A', 'Class 5/B', '5/A', '5/C', '6/A']);
  expect(checked.classAnswers.map(({ spelling, name }) => `${spelling}=${name}`)).toEqual([
    '5=5',
    '5th=5th',
    'Class 5=Class 5',
  ]);
  checked.answerSheet(key, null);
  expect(new Set(classesOf(checked.rowsToSave()))).toEqual(new Set(['5/A', '5/B', '5/C', '6/A']));
});

it('A single spelling that the list of students writes otherwise is a question, and the list wins.', async () => {
  const { summary, bills } = await check(['Class 5,A', 'Class 5,B', 'Hifz,'], listed('Five', '6'));
  expect(summary.questions).toMatchObject([{ example: 'Five', classes: { kept: 2, isListed: true } }]);
  expect(classesOf(bills)).toEqual(['Five/A', 'Five/B', 'Hifz/']);
});

it.each([
  ['a class that the list has under this name', ['Class 5,A', '5,B'], listed('5', 'Class 5')],
  ['another letter case', ['NURSERY,A', 'nursery,B'], listed('Nursery')],
  ['different classes', ['KG-1,', 'KG-2,', '1,', '2,', 'Prep,', 'Hifz,'], {}],
  [
    'a remembered spelling',
    ['Class 5,A', 'Blue,B'],
    { listed: [{ name: '5', spellings: ['class 5', 'blue'] }] },
  ],
])('There is no question about %s.', async (_, rows, given) => {
  const { summary, check: checked } = await check(rows, given);
  expect(summary.questions).toEqual([]);
  expect(checked.classAnswers).toEqual([]);
});

it('A remembered spelling gets the name of its class.', async () => {
  const { bills } = await check(['Class 5,A', 'Blue,B'], {
    listed: [{ name: '5', spellings: ['class 5', 'blue'] }],
  });
  expect(classesOf(bills)).toEqual(['5/A', '5/B']);
});

it('A class of the list keeps a name that looks like a class with a section.', async () => {
  const { bills } = await check(['5-A,', '5-B,'], listed('5-A'));
  expect(classesOf(bills)).toEqual(['5-A/', '5/B']);
});

it('A row shows the class that is saved and the spelling of the sheet.', async () => {
  const { check: checked } = await check(['5,A', '5,A', '5th,B', '5-C,'], listed('5'));
  const shown = checked.rows({ filter: 'all', from: 0, take: 9 }).rows.map(({ cells }) => {
    const cell = cells.find(({ field }) => field === 'class');
    return [cell?.text, cell?.before];
  });
  expect(shown.slice(0, 3)).toEqual([
    ['5', undefined],
    ['5', undefined],
    ['5', '5th'],
  ]);
  const { check: alone } = await checkText('Reg No,Name,Class\nR-1,Ali,5th-B\nR-2,Ali,5-A\nR-3,Ali,5', {
    kind: 'students',
  });
  const texts = alone.rows({ filter: 'all', from: 0, take: 9 }).rows.map(({ cells }) => {
    const cell = cells.find(({ field }) => field === 'class');
    return [cell?.text, cell?.before];
  });
  expect(texts).toEqual([
    ['5-B', '5th-B'],
    ['5-A', undefined],
    ['5', undefined],
  ]);
});

it('A spelling that is typed into a row joins its class, and a row that is left out no longer counts.', async () => {
  const { check: checked } = await check(['5,A', '5,B', '6,A']);
  expect(checked.summary().questions).toEqual([]);
  checked.edit(2, 'class', 'Class V');
  expect(checked.summary().questions).toMatchObject([{ example: '5', count: 3 }]);
  expect(classesOf(checked.rowsToSave())).toEqual(['5/A', '5/B', '5/A']);
  checked.leaveOut([2], true);
  expect(checked.summary().questions).toEqual([]);
});
