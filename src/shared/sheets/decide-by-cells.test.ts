import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';
import type { Check } from './check.ts';
import type { SheetAnswer } from './checked.ts';
import { fileNotes } from './sheet-words.ts';

const sheet = (heading: string, rows: readonly (readonly (string | number)[])[]) =>
  checkText(
    [
      `Reg No,Name,Mobile,${heading}`,
      ...rows.map((row, at) => `R-${at},Ali ${at},0300123450${at},${row.join(',')}`),
    ].join('\n'),
  );

describe('A balance beside a total', () => {
  it.each([
    [
      'Tuition Fee,Balance,Total',
      [
        [5000, 100, 5100],
        [5000, 0, 5000],
        [4500, 900, 5400],
      ],
    ],
    [
      'Fee,Balance,Total',
      [
        [5000, 100, 5100],
        [5000, '', 5000],
        [4500, 900, 5400],
      ],
    ],
    [
      'Balance,Total Amount,Dues',
      [
        [100, 5100, 5000],
        [0, 5000, 5000],
        [900, 5400, 4500],
      ],
    ],
    [
      'فیس,باقی رقم,کل رقم',
      [
        [5000, 100, 5100],
        [5000, 0, 5000],
        [4500, 900, 5400],
      ],
    ],
    [
      'Fee,Van Fee,Remaining,Net Payable',
      [
        [4000, 1000, 100, 5100],
        [5000, 0, 0, 5000],
        [3500, 1000, 900, 5400],
      ],
    ],
  ])('In the columns %s it is what older bills left open, and nothing was paid.', async (heading, rows) => {
    const { bills, summary, total } = await sheet(heading, rows);
    expect(bills.map((bill) => [bill.total, bill.paidAmount])).toEqual([
      [5100, undefined],
      [5000, undefined],
      [5400, undefined],
    ]);
    expect(summary.lines).toEqual([]);
    expect(total).toBe(15_500);
    expect(Object.values(bills[2] ?? {})).toContain(900);
  });

  it.each([
    [
      'Balance,Total',
      [
        [100, 5100],
        [0, 5000],
        [900, 5400],
      ],
    ],
    [
      'Tuition Fee,Balance,Total',
      [
        [5100, 100, 5100],
        [5000, 0, 5000],
        [5400, 900, 5400],
      ],
    ],
    [
      'Deposit slip,Balance,Total',
      [
        [5000, 100, 5100],
        [5000, 0, 5000],
        [4500, 900, 5400],
      ],
    ],
  ])('In the columns %s it is what is left of the total.', async (heading, rows) => {
    const { bills } = await sheet(heading, rows);
    expect(bills.map((bill) => [bill.total, bill.paidAmount])).toEqual([
      [5100, 5000],
      [5000, 5000],
      [5400, 4500],
    ]);
  });
});

const totalsAfter = (check: Check, answer: SheetAnswer) => {
  check.answerSheet('charge beside', answer);
  return [...check.rowsToSave()].map((bill) => 'total' in bill && bill.total);
};

describe('A total beside a concession', () => {
  it.each([
    [
      'Total,Concession,To Pay',
      [
        [5000, 500, 4500],
        [6000, 0, 6000],
        [7000, 1000, 6000],
      ],
    ],
    [
      'Net,Total,Sibling Discount',
      [
        [4500, 5000, 500],
        [6000, 6000, ''],
        [6000, 7000, -1000],
      ],
    ],
    [
      'Total,رعایت,قابل ادائیگی',
      [
        [5000, 500, 4500],
        [6000, 0, 6000],
        [7000, 1000, 6000],
      ],
    ],
  ])('In the columns %s what is left after it is proposed as the total.', async (heading, rows) => {
    const { bills, opened } = await sheet(heading, rows);
    expect(bills.map(({ total }) => total)).toEqual([4500, 6000, 6000]);
    expect(opened.columns.filter(({ fits }) => fits === 'total')).toHaveLength(2);
  });

  it('A column of what most have paid is not proposed as the total.', async () => {
    const { check } = await sheet('Total,Concession,Jama', [
      [5000, 500, 4500],
      [6000, 0, 6000],
      [7000, 500, 0],
      [7000, 0, 7000],
    ]);
    expect(totalsAfter(check, 'total')).toEqual([5000, 6000, 7000, 7000]);
    expect(totalsAfter(check, 'sum')).toEqual([4500, 6000, 6500, 7000]);
  });

  it('The total stays the total if no column holds what is left after it.', async () => {
    const { bills, check } = await sheet('Total,Concession,Points', [
      [5000, 500, 4500],
      [6000, 500, 6000],
      [7000, 500, 1],
    ]);
    expect(bills).toEqual([]);
    expect(totalsAfter(check, 'total')).toEqual([5000, 6000, 7000]);
  });
});

it.each([
  ['Yes', 'No'],
  ['Paid', 'Unpaid'],
  ['ادا شدہ', 'غیر ادا شدہ'],
])('A column Paid with the words %s and %s is the status of the bills.', async (yes, no) => {
  const { bills } = await sheet('Total,Paid', [
    [5000, yes],
    [5000, no],
    [5000, ''],
  ]);
  expect(bills.map(({ status, paidAmount }) => [status, paidAmount])).toEqual([
    ['paid', undefined],
    ['unpaid', undefined],
    [undefined, undefined],
  ]);
});

it('A second list beside the first is not read, and a note says so.', async () => {
  const { bills, summary } = await checkText(
    'Reg No,Name,Total,,Reg No,Name,Total\nR-1,Ali,5000,,R-2,Sana,6000',
  );
  expect(bills).toHaveLength(1);
  expect(summary.notes).toContain(fileNotes.listBeside);
});
