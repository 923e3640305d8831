import { expect, it } from 'vitest';
import type { CheckSummary, OpenedBook } from '#shared/sheets/checked.ts';
import {
  canSkipColumns,
  type ImportEvent,
  type ImportState,
  importReducer,
  initialImport,
} from './import-reducer.ts';

const book = {
  isNumberList: false,
  sheets: [{ hasHeader: true }],
  columns: [{ by: 'name', field: 'regNum' }],
} as OpenedBook;
const summary = { rows: 3 } as CheckSummary;
const read = { proposal: null, rest: '' };
const billing = { groupID: 0, month: 11, year: 2026 };
const after = (...events: ImportEvent[]): ImportState => events.reduce(importReducer, initialImport);
const checked: ImportEvent[] = [
  { what: 'chosen', fileName: 'a.xls' },
  { what: 'begun', doing: 'reading' },
  { what: 'opened', book },
  { what: 'begun', doing: 'checking' },
  { what: 'checked', checked: { summary, billing, read, followed: true } },
];
const saving: ImportEvent = { what: 'begun', doing: 'saving' };

it('The step of the columns is skipped if every column is known and there is one sheet.', () => {
  expect(canSkipColumns(book)).toBe(true);
  expect(canSkipColumns({ ...book, isNumberList: true, columns: [] })).toBe(true);
  expect(canSkipColumns({ ...book, columns: [...book.columns, { by: 'none' }] } as OpenedBook)).toBe(false);
  expect(canSkipColumns({ ...book, columns: [...book.columns, { by: 'fee' }] } as OpenedBook)).toBe(false);
  expect(
    canSkipColumns({ ...book, columns: [...book.columns, { by: 'empty', field: null }] } as OpenedBook),
  ).toBe(true);
  expect(canSkipColumns({ ...book, sheets: [...book.sheets, ...book.sheets] })).toBe(false);
  expect(canSkipColumns({ ...book, columns: [] })).toBe(false);
});

it('Unused columns are shown again if one of them may hold a missing field.', () => {
  const columns = (...fields: (string | null)[]) =>
    ({ ...book, columns: fields.map((field) => ({ by: 'memory', field })) }) as OpenedBook;
  const usual = ['number', 'name', 'total', 'dueDate'];
  expect(canSkipColumns(columns(...usual, null))).toBe(true);
  expect(canSkipColumns(columns('number', 'name', 'total', null))).toBe(false);
  expect(canSkipColumns(columns('name', 'total', 'dueDate'))).toBe(false);
  expect(canSkipColumns(columns('number', 'name'))).toBe(true);
});

it('An opened file leads to the check step.', () => {
  expect(after(...checked)).toMatchObject({ step: 'check', summary, isFollowed: true, doing: null });
  expect(after(...checked).isTouched).toBe(false);
});

it('The month counts as taken from the file until the rows are compared with another month.', () => {
  const again = (month: number): ImportEvent => ({
    what: 'checked',
    checked: { summary, billing: { ...billing, month }, read, followed: false },
  });
  expect(after(...checked, again(11)).isFollowed).toBe(true);
  expect(after(...checked, again(12)).isFollowed).toBe(false);
});

it('A check is stale from the start of a new check until its result arrives.', () => {
  const lost: ImportEvent = { what: 'refused', refusal: { sentence: 'No.' }, isEnded: false };
  const again = after(...checked, { what: 'begun', doing: 'checking' }, lost);
  expect(again).toMatchObject({ step: 'check', isStale: true, summary, trouble: { sentence: 'No.' } });
  expect(importReducer(again, checked[4] as ImportEvent)).toMatchObject({ isStale: false, trouble: null });
});

it('A save of unknown outcome stays at the save step, and a refused save goes back to the check.', () => {
  const refuse = (refusal: object): ImportEvent => ({
    what: 'refused',
    refusal: { sentence: 'No.', ...refusal },
    isEnded: false,
  });
  expect(after(...checked, saving)).toMatchObject({ step: 'save', isTouched: true });
  expect(after(...checked, saving, refuse({ isUnclear: true }))).toMatchObject({ step: 'save', summary });
  const marked = { rows: 4 } as CheckSummary;
  const refused = after(...checked, saving, refuse({ checked: marked }));
  expect(refused).toMatchObject({ step: 'check', summary: marked, trouble: { sentence: 'No.' } });
  expect(refused.version).toBeGreaterThan(after(...checked).version);
});

it('A saved import counts as untouched.', () => {
  const saved = { importID: 1, added: 3, updated: 0, skipped: 0, refused: 0, held: [] };
  expect(after(...checked, saving, { what: 'saved', saved })).toMatchObject({ saved, isTouched: false });
});

it('After its worker has ended, an import keeps only the file name and the error.', () => {
  const ended: ImportEvent = { what: 'refused', refusal: { sentence: 'Too slow.' }, isEnded: true };
  expect(after(...checked, ended)).toEqual({
    ...initialImport,
    fileName: 'a.xls',
    trouble: { sentence: 'Too slow.' },
  });
});
