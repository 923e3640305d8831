import { describe, expect, it } from 'vitest';
import { sheetBill } from '#shared/calls/imports.ts';
import { describeCheck } from '../../../test/sheets/check-file.ts';
import {
  type ExpectedCell,
  jsonOf,
  plainRows,
  rawSheetOf,
  readVouchers,
} from '../../../test/sheets/voucher-files.ts';

describe('Known cells', () => {
  it.each([
    ['messy/messy-20.xls', 'messy/messy-20.cells.json'],
    ['messy/messy-20.xlsx', 'messy/messy-20.cells.json'],
    ['messy/messy-1000.xls', 'messy/messy-1000.cells.json'],
    ['messy/messy-1000.xlsx', 'messy/messy-1000.cells.json'],
    ['dialects/openpyxl.xlsx', 'messy/messy-20.cells.json'],
    ['dialects/xlsxwriter.xlsx', 'messy/messy-20.cells.json'],
    ['dialects/gnumeric.xlsx', 'messy/messy-20.cells.json'],
    ['dialects/gnumeric-excel_biff8.xls', 'messy/messy-20.cells.json'],
    ['dialects/xlwt.xls', 'messy/messy-20.cells.json'],
  ])('The cells of %s are read as listed in %s.', async (path, truth) => {
    const { rows } = await rawSheetOf(path);
    expect(plainRows(rows)).toEqual(plainRows(jsonOf(truth) as ExpectedCell[][]));
  });
});

const dialects = [
  'absrel',
  'base',
  'bom',
  'customfmt',
  'noref',
  'nostyles',
  'prefix',
  'ridorder',
  'rowspans',
  'stored',
  'streamed',
  'tdate',
  'trailing',
];

it.each(dialects.map((name) => [name]))(
  'The workbook %s.xlsx of another program gives the same bill.',
  async (name) => {
    const { check, opened, summary } = await readVouchers(`dialects/${name}.xlsx`);
    check.answerSheet('charge noTotal', 'none');
    const { bills, refused } = describeCheck(check, opened);
    expect(refused).toEqual([]);
    expect(bills).toEqual([{ regNum: '000123', dueDate: '2025-01-15', amount1: 1200.5, name: 'A & B' }]);
    expect(summary.issues.some(({ kind }) => kind === 'unsureDate')).toBe(name === 'nostyles');
  },
);

it.each(
  ['us', 'gb'].flatMap((country) => ['xls', 'xlsx'].map((ending) => [`libreoffice-${country}.${ending}`])),
)('The days of %s, saved with the settings of another country, are read the same.', async (path) => {
  const { bills } = await readVouchers(`locales/${path}`);
  expect(bills.map(({ name, dueDate }) => [name, dueDate])).toEqual([
    ['Ali', '2026-11-05'],
    ['Sana', '2026-05-11'],
    ['Hina', '2026-11-25'],
  ]);
});

describe('Messy sheets', () => {
  it.each([
    ['messy/messy-20.xlsx'],
    ['messy/messy-20.xls'],
    ['messy/messy-1000.xlsx'],
    ['messy/messy-1000.xls'],
  ])(
    'Every row of %s is a bill that a save accepts, or is refused with its row number and a reason.',
    async (path) => {
      const { bills, refused } = await readVouchers(path);
      expect(bills.length + refused.length).toBe(path.includes('1000') ? 1000 : 20);
      for (const bill of bills) expect(sheetBill.parse(bill)).toEqual(bill);
      for (const { row, reason } of refused) {
        expect(row).toBeGreaterThan(4);
        expect(reason).toMatch(/\.$/);
      }
    },
  );

  it('Values of a messy sheet that are text or need a repair are read correctly.', async () => {
    const { bills, summary } = await readVouchers('messy/messy-20.xlsx');
    const first = bills.find(({ regNum }) => regNum === 'REG-2024-00002');
    expect(first).toMatchObject({
      regNum: 'REG-2024-00002',
      invNo: '900000000000000002',
      amount1: 2500,
      total: 30099.99,
      dueDate: '2025-01-03',
      expiryDate: '2025-01-13',
      month: 1,
      year: 2025,
      name: 'Ali Raza Butt',
      number: '0332-6102913 / 0321-7654321',
    });
    expect(summary.unused).toEqual([]);
  });

  it('An amount cell that holds an error is refused, and the reason names the error.', async () => {
    const { refused } = await readVouchers('messy/messy-20.xlsx');
    const broken = refused.find(({ reason }) => reason.includes('#DIV/0!'));
    expect(broken?.row).toBe(12);
    expect(broken?.fields).toContain('total');
  });
});
