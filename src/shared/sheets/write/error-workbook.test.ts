import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  bytesOfWorkbook,
  partsOf,
  readOurs,
  readSecond,
  trimmed,
} from '../../../../test/sheets/read-back.ts';
import { type Cell, tidy } from '../cells.ts';
import { readRaw } from '../files/read-raw.ts';
import { type RowProblems, type SheetWithProblems, writeErrorWorkbook } from './error-workbook.ts';

const bytesOf = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../../../test/vouchers/${path}`, import.meta.url)));

const given = (rows: Cell[][], problems: [number, RowProblems][] = []): SheetWithProblems => ({
  sheet: { name: 'Nov', rows },
  headerRow: 2,
  headings: new Map(),
  is1904: false,
  problems: new Map(problems),
});
const write = (what: SheetWithProblems) => bytesOfWorkbook(writeErrorWorkbook(what));

const rows: Cell[][] = [
  ['Fees of November'],
  ['Reg', 'Total', 'Due'],
  ['0001', 1200, { kind: 'day', day: '2026-11-05' }],
  [],
  ['0002', { kind: 'error', code: '#DIV/0!' }, null],
  ['0003', 'abc', '05/11/2026'],
];

/** A formula without a value comes back as an error. Both refuse their row. */
const expectedCell = (cell: Cell | undefined): Cell => {
  const one = tidy(cell);
  if (typeof one === 'object' && one?.kind === 'noValue') return { kind: 'error', code: '#N/A' };
  return one;
};

describe.each(['messy-20.xlsx', 'messy-20.xls', 'messy-1000.xlsx', 'messy-1000.xls'])('%s', (name) => {
  it('The error workbook has every cell of the sheet, one column to the right.', async () => {
    const { book } = await readRaw(bytesOf(`messy/${name}`));
    const [sheet = { name: '', rows: [] }] = book.sheets;
    const problems = new Map(
      sheet.rows.map((_, index): [number, RowProblems] => [
        index + 1,
        { issues: [{ level: index % 2 ? 'error' : 'warning', sentence: 'See here.', column: index % 5 }] },
      ]),
    );
    const bytes = await write({ sheet, headerRow: 4, headings: new Map(), is1904: book.is1904, problems });
    const expected = trimmed(sheet.rows.map((row) => row.map(expectedCell)));
    const without = (read: Cell[][]) => trimmed(read.map((row) => row.slice(1)));
    expect(without(await readOurs(bytes))).toEqual(expected);
    const second = expected.map((row) =>
      row.map((cell) => (typeof cell === 'string' ? tidy(cell.replaceAll('\r\n', '\n')) : cell)),
    );
    expect(without(readSecond(bytes))).toEqual(second);
  });
});

it('The first column of the error workbook says what is wrong, errors first.', async () => {
  const bytes = await write(
    given(rows, [
      [3, { issues: [{ level: 'warning', sentence: 'The number is a landline.' }] }],
      [
        5,
        {
          issues: [
            { level: 'warning', sentence: 'No phone number.' },
            { level: 'error', sentence: 'Total: contains the error #DIV/0!.', column: 1 },
          ],
        },
      ],
      [6, { issues: [], isLeftOut: true }],
    ]),
  );
  expect((await readOurs(bytes)).map(([first]) => first ?? null)).toEqual([
    null,
    'Problem',
    'Check: The number is a landline.',
    null,
    'Total: contains the error #DIV/0!. Check: No phone number.',
    'Left out.',
  ]);
});

it('Cells with errors are red, cells with warnings yellow, and red wins.', async () => {
  const issues = [
    { level: 'error', sentence: 'a', column: 1 },
    { level: 'warning', sentence: 'b', column: 1 },
    { level: 'warning', sentence: 'c', column: 2 },
  ] as const;
  const parts = await partsOf(await write(given(rows, [[5, { issues }]])));
  const { 'xl/worksheets/sheet1.xml': xml = '', 'xl/styles.xml': styles = '' } = parts;
  const colourOf = (place: string): string | undefined => {
    const style = Number(new RegExp(`<c r="${place}"[^>]* s="(\\d+)"`).exec(xml)?.[1] ?? 0);
    const formats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*fillId="(\d+)"/g)];
    const fills = [...styles.matchAll(/<fill>.*?<\/fill>/g)];
    return /rgb="FF(\w{6})"/.exec(fills[Number(formats[style]?.[1])]?.[0] ?? '')?.[1];
  };
  expect(['A5', 'B5', 'C5', 'D5', 'A3'].map(colourOf)).toEqual([
    'FFC7CE',
    undefined,
    'FFC7CE',
    'FFEB9C',
    undefined,
  ]);
});

it('The error workbook has the values that were typed over cells.', async () => {
  const edits = new Map([
    [1, '2500'],
    [2, ''],
    [4, '=1+1'],
  ]);
  const read = await readOurs(await write(given(rows, [[6, { issues: [], edits }]])));
  expect(trimmed(read)[5]).toEqual([null, '0003', '2500', null, null, '=1+1']);
});

it('An error workbook that is checked again replaces its old problems.', async () => {
  const first = await write(
    given(rows, [[6, { issues: [{ level: 'error', sentence: 'Old.', column: 1 }] }]]),
  );
  const { book } = await readRaw(first);
  const [sheet = { name: '', rows: [] }] = book.sheets;
  const again = { ...given([]), sheet };
  const problems = new Map([[5, { issues: [{ level: 'error', sentence: 'New.', column: 2 } as const] }]]);
  const read = trimmed(await readOurs(await write({ ...again, problems })));
  expect(read[1]).toEqual(['Problem', 'Reg', 'Total', 'Due']);
  expect(read[4]).toEqual(['New.', '0002', { kind: 'error', code: '#DIV/0!' }]);
  expect(read[5]).toEqual([null, '0003', 'abc', '05/11/2026']);
});

it('The error workbook counts days from 1904 if the sheet does.', async () => {
  const days: Cell[][] = [[], ['Due'], [{ kind: 'day', day: '2026-11-05' }, 44_869]];
  const { book } = await readRaw(await write({ ...given(days), is1904: true }));
  expect(book.is1904).toBe(true);
  expect(book.sheets[0]?.rows[2]?.slice(1)).toEqual([{ kind: 'day', day: '2026-11-05' }, 44_869]);
});

it('Columns without a heading get one in the error workbook.', async () => {
  const list = { ...given([['0300-1234567'], ['12']]), headerRow: 0, headings: new Map([[0, 'Mobile']]) };
  const problems = new Map([
    [2, { issues: [{ level: 'error', sentence: 'Not a number.', column: 0 } as const] }],
  ]);
  expect(await readOurs(await write({ ...list, problems }))).toEqual([
    ['Problem', 'Mobile'],
    [null, '0300-1234567'],
    ['Not a number.', '12'],
  ]);
  const named = {
    ...given(rows),
    headings: new Map([
      [1, 'TotalAmount'],
      [3, 'Name'],
    ]),
  };
  expect((await readOurs(await write(named)))[1]).toEqual(['Problem', 'Reg', 'Total', 'Due', 'Name']);
});
