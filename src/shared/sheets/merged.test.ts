import * as sheetjs from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import type { NewBill } from '#shared/calls/bills.ts';
import { checkFile } from '../../../test/sheets/check-file.ts';

/** A workbook with merged cells, such as `C2:C4`. */
const workbook = (bookType: 'xlsx' | 'biff8', rows: unknown[][], merged: readonly string[]) => {
  const sheet = sheetjs.utils.aoa_to_sheet(rows);
  sheet['!merges'] = merged.map((range) => sheetjs.utils.decode_range(range));
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheet, 'Nov');
  const bytes = new Uint8Array(sheetjs.write(book, { type: 'array', bookType }));
  return checkFile({ name: 'list', bytes });
};

describe.each(['xlsx', 'biff8'] as const)('Merged cells of %s', (bookType) => {
  it('A value that is merged over rows is used for all of them, and the check notes it.', async () => {
    const { bills, summary } = await workbook(
      bookType,
      [
        ['School fees'],
        ['Reg No', 'Name', 'Mobile', 'Total', 'Due Date'],
        ['R-1', 'Ali', '03001234511', 9000, '25/11/2026'],
        ['R-2', 'Sana', null, 8000, null],
        ['R-3', 'Omar', '03001234513', 7000, null],
        [null, 'Total of class 5', null, 24_000, null],
      ],
      ['A1:E1', 'C3:C4', 'E3:E6', 'B6:C6'],
    );
    expect(bills.map(({ number, total, dueDate }) => [number, total, dueDate])).toEqual([
      ['03001234511', 9000, '2026-11-25'],
      ['03001234511', 8000, '2026-11-25'],
      ['03001234513', 7000, '2026-11-25'],
    ]);
    expect(summary.notes.join(' ')).toContain('Cells are merged in these columns: Mobile, Due Date.');
  });

  it.each([
    ['Total', 'total', 9000],
    ['Tuition Fee', 'amount1', 'Rs. 9,000'],
    ['Outstanding', 'outstanding', '9000'],
  ])(
    'An amount of the column %s that is merged over siblings is asked about, with both sums.',
    async (heading, field, amount) => {
      const { bills, check, summary } = await workbook(
        bookType,
        [
          ['Reg No', 'Name', 'Mobile', heading],
          ['R-1', 'Ali', '03001234511', amount],
          ['R-2', 'Sana', null, null],
          ['R-3', 'Omar', '03001234513', 7000],
        ],
        ['C2:C3', 'D2:D3'],
      );
      expect(bills.every(({ regNum }) => regNum === 'R-3')).toBe(true);
      check.answerSheet('charge noTotal', 'sum');
      const key = `merged ${field}`;
      const answers = [
        { name: 'each', rupees: 25_000 },
        { name: 'once', rupees: 16_000 },
      ];
      expect(summary.questions.filter((one) => one.key === key)).toMatchObject([
        { key, kind: 'merged', heading, count: 1, answers, answer: null },
      ]);
      const amounts = () =>
        [...check.rowsToSave()].map((bill) => (bill as NewBill)[field === 'amount1' ? field : 'total']);
      check.answerSheet(key, 'each');
      expect(amounts()).toEqual([9000, 9000, 7000]);
      check.answerSheet(key, 'once');
      expect(amounts()).toEqual([9000, undefined, 7000]);
      check.answerSheet(key, null);
      expect(amounts()).toEqual([7000]);
    },
  );

  it('A total that is merged over the rows of one student is one amount.', async () => {
    const { bills, summary } = await workbook(
      bookType,
      [
        ['Reg No', 'Name', 'Mobile', 'Fee Head', 'Amount', 'Grand Total'],
        ['R-1', 'Ali', '03001234511', 'Tuition Fee', 8000, 10_500],
        [null, null, null, 'Transport', 2500, null],
      ],
      ['A2:A3', 'B2:B3', 'C2:C3', 'F2:F3'],
    );
    expect(bills).toMatchObject([{ regNum: 'R-1', total: 10_500, amount1: 8000, amount2: 2500 }]);
    expect(summary.questions).toEqual([]);
  });

  it('A fee whose heading is merged over two columns is read from the one that holds it.', async () => {
    const { bills } = await workbook(
      bookType,
      [
        ['Reg No', 'Name', 'Mobile', 'Tuition Fee', null, 'Total'],
        ['R-1', 'Ali', '03001234511', null, 9000, 9000],
      ],
      ['D1:E1'],
    );
    expect(bills).toMatchObject([{ head1: 'Tuition Fee', amount1: 9000, total: 9000 }]);
  });
});
