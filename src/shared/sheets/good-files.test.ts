import * as sheetjs from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { newBill } from '#shared/calls/bills.ts';
import { readNumbers } from '#shared/people/phone.ts';
import { bytesOf, jsonOf, plainRows, rawSheetOf, readVouchers } from '../../../test/sheets/voucher-files.ts';

const expected = jsonOf('good/expected.json');
const sum = (values: (number | null | undefined)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

describe.each([
  ['good/november-2026.xls', 'november-2026'],
  ['good/november-2026.xlsx', 'november-2026'],
  ['good/november-2026.csv', 'november-2026'],
  ['good/october-2026-10k.xlsx', 'october-2026-10k'],
])('%s', (path, key) => {
  const truth = expected[key];

  it('A good file is read with its known rows, sums, dates and numbers, and no row is refused.', async () => {
    const { bills, refused, total } = await readVouchers(path);
    expect(refused).toEqual([]);
    expect(bills).toHaveLength(truth.rows);
    expect(total).toBe(truth.total);
    expect(sum(bills.map(({ amountAfterDueDate }) => amountAfterDueDate))).toBe(truth.afterDue);
    expect(new Set(bills.map(({ dueDate }) => dueDate))).toEqual(new Set([truth.dueDate]));
    expect(new Set(bills.map(({ expiryDate }) => expiryDate))).toEqual(new Set([truth.expiryDate]));
    expect(bills[0]).toMatchObject(truth.first);
    expect(bills.at(-1)).toMatchObject(truth.last);
    const numbers = bills.flatMap(({ number }) => readNumbers(number ?? '').numbers);
    expect(new Set(numbers).size).toBe(truth.distinctNumbers);
  });

  it('The bills of a good file are accepted by a save, and their heads add up to their totals.', async () => {
    const { bills } = await readVouchers(path);
    for (const bill of bills) {
      expect(newBill.parse(bill)).toEqual(bill);
      const heads = Array.from({ length: 10 }, (_, n) => bill[`amount${n + 1}` as 'amount1']);
      expect(sum(heads)).toBe(bill.total);
    }
  });
});

it('The same sheet as .xls, .xlsx and .csv gives the same bills.', async () => {
  const [xls, xlsx, csv] = await Promise.all(
    ['xls', 'xlsx', 'csv'].map((ending) => readVouchers(`good/november-2026.${ending}`)),
  );
  expect(xls?.bills).toEqual(xlsx?.bills);
  expect(csv?.bills).toEqual(xlsx?.bills);
});

it('Each line of numbers.txt gives one bill with only a number.', async () => {
  const { bills, refused, isNumberList } = await readVouchers('good/numbers.txt');
  expect(isNumberList).toBe(true);
  expect(refused).toEqual([]);
  expect(bills).toHaveLength(expected.numbers.rows);
  expect(bills[0]).toEqual({ number: '0301-2000000' });
});

it.each([['good/november-2026.xls'], ['good/november-2026.xlsx'], ['good/october-2026-10k.xlsx']])(
  'A second library reads the same cells from %s.',
  async (path) => {
    const book = sheetjs.read(bytesOf(path), { cellDates: true, UTC: true });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    const other = sheetjs.utils.sheet_to_json<unknown[]>(sheet!, { header: 1, raw: true, UTC: true });
    const days = other.map((row) =>
      Array.from(row, (cell) =>
        cell instanceof Date ? { d: cell.toISOString() } : (cell as string | number),
      ),
    );
    const { rows } = await rawSheetOf(path);
    expect(plainRows(rows)).toEqual(plainRows(days));
  },
);
