import { expect, it } from 'vitest';
import type {
  CheckedRow,
  CheckSummary,
  OpenedBook,
  ProblemLine,
  SheetColumn,
} from '#shared/sheets/checked.ts';
import { columnLetter } from '#shared/sheets/column-letter.ts';
import { problemWords } from '#shared/words/import-problems.ts';
import { initialImport } from './import-reducer.ts';
import {
  candidateColumns,
  chosenLine,
  columnsAfterPress,
  fieldChoices,
  firstFilter,
  hasOpenQuestion,
  hintsOf,
  isToLookAt,
  missingFields,
  nameOfProblems,
  notSaved,
  openProblems,
  otherCells,
  ownerOf,
  pairOf,
  periodIn,
  presentFates,
  rowsToSave,
  saveLabel,
  shownFields,
  sumOf,
} from './rules.ts';

const column = (index: number, field: string | null) => ({
  index,
  heading: `H${index}`,
  field,
  by: 'name' as const,
  samples: [],
  cells: { filled: 0, different: 0 },
});

const book = (...fields: (string | null)[]): OpenedBook => ({
  fileName: 'a.xlsx',
  sha256: '',
  kind: 'bills',
  isNumberList: false,
  sheets: [{ name: 'Sheet1', rows: 3, hasHeader: true }],
  sheet: 0,
  headerRow: 1,
  columns: fields.map((field, index) => column(index, field)),
});

const fates = { add: 5, update: 1, same: 2, held: 3, refused: 4, leftOut: 6, notBill: 0 };
const summary = { rows: 21, outcomes: fates } as CheckSummary;

it('Columns are lettered as in a spreadsheet.', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

it('Bills and students have different fields to choose from.', () => {
  const fieldsOf = (kind: 'bills' | 'students') => fieldChoices(kind).map(({ value }) => value);
  expect(fieldsOf('students')).toEqual(['regNum', 'name', 'fatherName', 'class', 'section', 'number']);
  expect(fieldsOf('bills')).toHaveLength(46);
  expect(fieldsOf('bills')).toContain('fee');
  expect(fieldsOf('bills')).toContain('outstanding');
  expect(fieldsOf('bills')).toContain('section');
});

it('An import waits for answers about unclear dates and about invoice numbers that other billings use too.', () => {
  const asked = (answer: boolean | null) => ({ count: 1, billings: ['x'], answer });
  const of = (series: CheckSummary['series'], days: { answer: 'keep' | null }[] = []) =>
    hasOpenQuestion({ ...summary, days, questions: [], series } as unknown as CheckSummary);
  expect([of(null), of(asked(null)), of(asked(false)), of(asked(true))]).toEqual([false, true, false, false]);
  expect([of(asked(true), [{ answer: null }]), of(null, [{ answer: 'keep' }])]).toEqual([true, false]);
});

it('Missing required columns are named before the rows are read.', () => {
  expect(missingFields('bills', book('total', null))).toBe('Registration');
  expect(missingFields('bills', book('number'))).toBe('');
  expect(missingFields('students', book('name'))).toBe('Registration, Class');
  expect(missingFields('bills', { ...book(), isNumberList: true })).toBe('');
});

it('The check shows the main fields that the sheet has.', () => {
  expect(shownFields('bills', book('dueDate', 'name', 'email'))).toEqual(['name', 'dueDate']);
  expect(shownFields('bills', { ...book(), isNumberList: true })).toEqual(['number']);
});

it('Cells of other fields are shown if they have a problem or were changed.', () => {
  const row = {
    cells: [
      { field: 'name', text: 'A', level: 'error' },
      { field: 'email', text: 'x' },
      { field: 'amount1', text: 'y', level: 'warning' },
      { field: 'branch', text: 'z', before: '' },
    ],
  } as CheckedRow;
  expect(otherCells(row, ['name']).map(({ field }) => field)).toEqual(['amount1', 'branch']);
});

it('The rows to save and the rows that are not saved are counted.', () => {
  expect(rowsToSave(summary)).toBe(11);
  expect(notSaved(summary)).toEqual(['2 unchanged', '4 refused', '3 held', '6 left out']);
  const none = { ...summary, outcomes: { ...fates, same: 0, held: 0, refused: 0, leftOut: 0, notBill: 0 } };
  expect(notSaved(none)).toEqual([]);
  expect(presentFates(none).map(({ fate }) => fate)).toEqual(['add', 'update']);
});

it('The save button says how many rows are added and changed, and counts no row twice.', () => {
  const labels = (add: number, update: number) => {
    const given = { ...summary, outcomes: { ...fates, add, update } };
    return [saveLabel('bills', 'add', given), saveLabel('bills', 'save', given)];
  };
  expect(labels(1200, 0)).toEqual(['Add 1,200 bills', 'Save 1,200 bills']);
  expect(labels(0, 1)).toEqual(['Change 1 bill', 'Save 1 bill']);
  expect(labels(3, 2)).toEqual(['Add 3, change 2 bills', 'Save 5 bills']);
  expect(labels(0, 0)).toEqual(['Add', 'Save']);
});

it('The workbook of problems is named after the imported file.', () => {
  expect(nameOfProblems('Nov. fees.xls')).toBe('Nov. fees - problems.xlsx');
  expect(nameOfProblems('fees')).toBe('fees - problems.xlsx');
});

const rivals = ['number', null, null].map((field, index) => ({ ...column(index, field), fits: 'number' }));

it('If several columns fit a field, each press adds or removes one column but never removes the last one.', () => {
  const after = (field: string, ...presses: number[]) => {
    let columns = rivals.map((one) => ({ ...one, field: one.field && field, fits: field }));
    for (const press of presses) {
      const chosen = columnsAfterPress(columns, field, press);
      columns = columns.map((one) => ({ ...one, field: chosen.includes(one.index) ? field : null }));
    }
    return columns.filter((one) => one.field === field).map(({ index }) => index);
  };
  expect(after('number', 1)).toEqual([0, 1]);
  expect(after('number', 0)).toEqual([0]);
  expect(after('number', 1, 0, 1)).toEqual([1]);
  expect(after('total', 1)).toEqual([1]);
});

it('A column that the user assigned to another field is no longer offered for a field.', () => {
  const [first, second, third] = rivals;
  const columns = [first, { ...second, field: 'regNum' }, third] as SheetColumn[];
  expect(candidateColumns(columns, 'number').map(({ index }) => index)).toEqual([0, 2]);
});

const line = (given: Partial<ProblemLine>): ProblemLine => ({
  key: 'x',
  kind: 'noNumber',
  level: 'warning',
  count: 12,
  texts: [],
  isOne: false,
  example: '',
  answers: [{ name: 'keep' }],
  answer: null,
  ...given,
});

it('Added, updated and omitted rows and other lines add up to the rows of the file.', () => {
  const all = sumOf({ ...summary, rows: 23, outcomes: { ...fates, notBill: 2 } });
  expect(all).toEqual({ rows: 23, add: 5, update: 1, left: 15, other: 2 });
  expect(all.add + all.update + all.left + all.other).toBe(all.rows);
});

it('The check opens at the first unanswered problem and counts the unanswered warnings.', () => {
  const lines = [
    line({ key: 'a', answer: 'keep' }),
    line({ key: 'b' }),
    line({ key: 'c', level: 'error' }),
    line({ key: 'd', level: 'done' }),
  ];
  const given = { ...summary, lines } as CheckSummary;
  expect(firstFilter(given)).toBe('problem:b');
  expect(openProblems(given)).toBe(1);
  expect(chosenLine(given, 'problem:c')?.key).toBe('c');
  expect(firstFilter({ ...given, lines: lines.slice(3) })).toBe('all');
});

it('The file’s value has a column of its own if the problem is about one field.', () => {
  expect(pairOf(line({ field: 'number' }), book('number'))).toEqual({ field: 'number', name: 'Mobile' });
  expect(pairOf(line({ field: 'name', kind: 'unread' }), book('name'))).toBeNull();
  expect(pairOf(line({}), book('name'))).toBeNull();
  expect(pairOf(line({ field: 'number' }), { ...book(), isNumberList: true })).toBeNull();
  expect(pairOf(undefined, book())).toBeNull();
});

it('The month of a row is read as it was before and as it is now.', () => {
  const row = {
    cells: [
      { field: 'month', text: '11', before: 'October' },
      { field: 'year', text: '2026' },
    ],
  } as CheckedRow;
  expect([periodIn(row, 'before'), periodIn(row, 'now')]).toEqual(['Oct 2026', 'Nov 2026']);
});

it('The month of the due dates is named only if the billing’s month came from them.', () => {
  const proposal = { month: 11, year: 2026, from: [{ source: 'due' as const, count: 3 }], against: [] };
  const compared = { groupID: 0, month: 11, year: 2026 };
  const state = { ...initialImport, compared, read: { proposal, rest: '' } };
  expect(hintsOf(state)).toEqual({ due: 'November', billing: 'November 2026' });
  expect(hintsOf({ ...state, compared: { ...compared, month: 12 } }).due).toBe('');
});

it('Each problem line and its answers are worded for a clerk.', () => {
  const { say, answer } = problemWords;
  const month = line({ kind: 'otherPeriod', count: 970, period: { month: 10, year: 2026 } });
  expect(say(month, 'PK')).toBe('The month column says October 2026');
  expect(answer(month, { name: 'use', text: 'November 2026' })).toBe('Use November 2026 for all 970');
  expect(answer(month, { name: 'keep' })).toBe('Keep October');
  expect(answer(line({}), { name: 'keep' })).toBe('Keep 12 without a number');
  const due = line({ kind: 'unread', field: 'dueDate', texts: ['31/11/2026'], isOne: true, count: 6 });
  expect(say(due, 'PK')).toBe('Due date \u206831/11/2026\u2069 is not a valid day');
  expect(problemWords.byHand(due)).toBe('Type a date');
  expect(say(line({ kind: 'repaired', count: 38, texts: ['3001015939', '+923001015939'] }), 'PK')).toBe(
    'numbers repaired, as 3001015939 to 0300-1015939',
  );
});

it('A column is to be looked at if its field is not certain, and belongs to the child or to the bill.', () => {
  const of = (by: SheetColumn['by'], fits?: string) =>
    isToLookAt({ ...column(0, 'total'), by, ...(fits && { fits }) });
  expect([of('none'), of('fee'), of('name', 'total')]).toEqual([true, true, true]);
  expect([of('name'), of('memory', 'total'), of('hand'), of('empty')]).toEqual([false, false, false, false]);
  expect(['class', 'number', 'total', 'fee', 'remarks', null].map(ownerOf)).toEqual([
    ...['child', 'child', 'bill', 'bill', 'none', 'none'],
  ]);
});
