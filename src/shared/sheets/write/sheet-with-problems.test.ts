import { expect, it } from 'vitest';
import { bytesOfWorkbook, readOurs, trimmed, writers } from '../../../../test/sheets/read-back.ts';
import { createSheetCheck } from '../check.ts';
import { openBook } from '../open-book.ts';
import type { ImportKind } from '../sheet-rows.ts';
import { writeErrorWorkbook } from './error-workbook.ts';
import { sampleWorkbook } from './sample-workbook.ts';

const november = { month: 11, year: 2026, country: 'PK' } as const;

async function checkOf(bytes: Uint8Array<ArrayBuffer>, kind: ImportKind = 'bills') {
  const book = await openBook({ name: 'fees.xlsx', bytes }, { kind, remembered: [], country: 'PK' });
  return { book, check: createSheetCheck(book, november) };
}

const rows = [
  ['Fees of November'],
  ['Reg No', 'Name', 'Mobile', 'Fee Total'],
  ['0001', 'عائشہ', '0300-1234567', 1200],
  [],
  ['0002', 'Ali', '0321-7654321', 'abc'],
  ['0003', 'Sana', '0333-1234567', 900],
];

it('The error workbook has the problems, edits and left-out rows of a check, and can be checked again.', async () => {
  const { check } = await checkOf(await writers.streamed(rows));
  const [, second, third] = check.rows({ filter: 'all', from: 0, take: 9 }).rows;
  check.edit(third?.id ?? -1, 'email', 'sana@example.com');
  check.leaveOut([third?.id ?? -1], true);
  const bytes = await bytesOfWorkbook(writeErrorWorkbook(check.withProblems('Fees')));
  const read = trimmed(await readOurs(bytes));
  expect(read[1]).toEqual(['Problem', 'Reg No', 'Name', 'Mobile', 'Fee Total', 'Email']);
  expect(read[2]).toEqual([null, '0001', 'عائشہ', '0300-1234567', 1200]);
  expect(read[3]).toEqual([]);
  expect(read[4]?.[0]).toBe(second?.issues.map(({ sentence }) => sentence).join(' '));
  expect(read[4]?.[0]).toMatch(/Fee Total: "abc" is not an amount/);
  expect(read[5]?.[0]).toMatch(/^Left out\./);
  expect(read[5]?.slice(1)).toEqual(['0003', 'Sana', '0333-1234567', 900, 'sana@example.com']);

  const again = await checkOf(bytes);
  expect(again.book.opened().columns.map(({ heading }) => heading)).not.toContain('Problem');
  const outcomes = again.check.rows({ filter: 'all', from: 0, take: 9 }).rows.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['add', 'refused', 'add']);
});

it('An error workbook with its problems corrected is imported without errors.', async () => {
  const { check } = await checkOf(await writers.streamed(rows));
  const [, second] = check.rows({ filter: 'all', from: 0, take: 9 }).rows;
  check.edit(second?.id ?? -1, 'total', '1500');
  const again = await checkOf(await bytesOfWorkbook(writeErrorWorkbook(check.withProblems('Fees'))));
  expect(again.check.summary()).toMatchObject({ rows: 3, errors: 0, unused: [] });
  expect([...again.check.rowsToSave()].map((bill) => ('total' in bill ? bill.total : null))).toEqual([
    1200, 1500, 900,
  ]);
});

it('The error workbook of a list of numbers is a sheet with a heading.', async () => {
  const bytes = new TextEncoder().encode('0300-1234567, 0321-7654321\n12\n0333-1234567\n');
  const { check } = await checkOf(bytes);
  const workbook = await bytesOfWorkbook(writeErrorWorkbook(check.withProblems('numbers')));
  const read = trimmed(await readOurs(workbook));
  expect(read.map((row) => row[1])).toEqual(['Mobile', '0300-1234567', '0321-7654321', '12', '0333-1234567']);
  expect((await checkOf(workbook)).check.summary()).toMatchObject({ rows: 4, errors: 1 });
});

it.each(['bills', 'students'] as const)(
  'Every heading of the sample of %s is known to an import.',
  async (kind) => {
    const { book, check } = await checkOf(await sampleWorkbook(kind), kind);
    expect(check.summary().unused).toEqual([]);
    expect(book.opened().columns.every(({ by }) => by === 'name' || by === 'empty')).toBe(true);
  },
);
