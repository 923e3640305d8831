import * as sheetjs from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { checkFile, type Given } from '../../../test/sheets/check-file.ts';

type Titles = readonly string[];

/** A workbook of one row of numbers, each with its own format. */
const workbook = (
  bookType: 'xlsx' | 'biff8',
  titles: Titles,
  { cells, given = {} }: { cells: readonly (string | readonly [number, string])[]; given?: Given },
) => {
  const sheet = sheetjs.utils.aoa_to_sheet([
    [...titles],
    cells.map((cell) => (typeof cell === 'string' ? cell : { t: 'n', v: cell[0], z: cell[1] })),
  ]);
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheet, 'Nov');
  return checkFile(
    { name: 'list', bytes: new Uint8Array(sheetjs.write(book, { type: 'array', bookType })) },
    given,
  );
};

describe.each(['xlsx', 'biff8'] as const)('Codes of %s', (bookType) => {
  it.each([
    ['"GC-"0000', 12, 'GC-0012'],
    ['"GC-"0000', 12_345, 'GC-12345'],
    ['\\G\\C\\-0000', 7, 'GC-0007'],
    ['0000', 7, '0007'],
    ['0000\\-000', 2_611_012, '2611-012'],
    ['00-00-000', 2_611_012, '26-11-012'],
    ['"R/"##0', 12, 'R/12'],
    ['"فیس "000', 12, 'فیس 012'],
    ['General"-A"', 12, '12-A'],
    ['[Blue]"GC-"000;[Red]"minus "000', 12, 'GC-012'],
    ['[$GC-]000', 12, 'GC012'],
    ['"No. "0_)', 12, 'No. 12'],
    ['#,##0', 1234, '1234'],
    ['0.00', 12, '12'],
    ['0.00E+00', 261_100_123, '261100123'],
  ])(
    'With the format %s the number %d is read as %s in registration and invoice, and as a number elsewhere.',
    async (format, value, shown) => {
      const { bills } = await workbook(bookType, ['Total', 'Voucher No', 'Reg No', 'Name'], {
        cells: [[value, format], [value, format], [value, format], 'Ali'],
      });
      expect(bills).toEqual([{ total: value, invNo: shown, regNum: shown, name: 'Ali' }]);
    },
  );

  it('A class is read as its number format shows it.', async () => {
    const { check } = await workbook(bookType, ['Reg No', 'Name', 'Class'], {
      cells: ['R-1', 'Ali', [5, '"Grade "0']],
      given: { kind: 'students' },
    });
    expect([...check.rowsToSave()]).toMatchObject([{ class: 'Grade 5' }]);
  });

  it.each([
    ['0.00E+00', 200_000, '2.00E+05'],
    ['##0.0E+0', 30_000, '3.0E+04'],
    ['0E+0', 2_000_000_000_000, '2E+12'],
  ])(
    'A code with the format %s and the value %d has lost digits and is refused, and an amount is accepted.',
    async (format, value, shown) => {
      const titles = ['Reg No', 'Voucher No', 'Name'];
      const { refused } = await workbook(bookType, titles, {
        cells: [[value, format], [value, format], 'Ali'],
      });
      expect(refused).toMatchObject([{ fields: ['regNum', 'invNo'] }]);
      expect(refused[0]?.reason).toContain(`${shown} has lost digits`);
      const { bills } = await workbook(bookType, ['Name', 'Total'], { cells: ['Ali', [200_000, format]] });
      expect(bills).toMatchObject([{ total: 200_000 }]);
    },
  );

  it('A phone number whose format shows a country code is read with that code if it is invalid without it.', async () => {
    const read = async (format: string) =>
      (
        await workbook(bookType, ['Name', 'Mobile', 'Total'], {
          cells: ['Ali', [501_234_567, format], '500'],
        })
      ).bills;
    expect(await read('"+971 "0')).toMatchObject([{ number: '+971 501234567' }]);
  });
});
