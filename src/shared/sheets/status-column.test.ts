import { expect, it } from 'vitest';
import type { Bill } from '#shared/calls/bills.ts';
import { checkText } from '../../../test/sheets/check-file.ts';

const sheetOf = (statuses: readonly string[], heading = 'Status') =>
  [
    `Reg No;Name;Mobile;Total;${heading}`,
    ...statuses.map((status, at) => `${at + 1};Child ${at};0300-123456${at};500;${status}`),
  ].join('\n');

it('The status column is read in the words of schools and of our own export.', async () => {
  const typed = ['Paid', 'UNPAID', 'Partially  Paid', 'yes', 'Not paid', 'waived', '', 'غیر ادا شدہ'];
  const { bills, summary } = await checkText(sheetOf(typed));
  expect(bills.map(({ status }) => status)).toEqual([
    'paid',
    'unpaid',
    'partial',
    'paid',
    'unpaid',
    'waived',
    undefined,
    'unpaid',
  ]);
  expect(summary).toMatchObject({ unused: [], warnings: 0, errors: 0 });
  expect((await checkText(sheetOf(['paid'], 'Payment Status'))).bills[0]?.status).toBe('paid');
});

it('An unknown status gives a warning, and the bill is saved without a status.', async () => {
  const { bills, warnings } = await checkText(sheetOf(['Active', 'Paid']));
  expect(bills.map(({ status }) => status)).toEqual([undefined, 'paid']);
  expect(warnings).toEqual([
    'Status: "Active" is neither paid nor unpaid, so it does not say whether the bill was paid. Correct it, or choose not to use this column.',
  ]);
});

it('For a messaged bill only the status changes to paid, and other changes are held.', async () => {
  const { check } = await checkText(sheetOf(['Paid', 'Paid', 'Unpaid']));
  const billOf = (at: number, given: Partial<Bill> = {}) =>
    ({
      regNum: `${at + 1}`,
      name: `Child ${at}`,
      number: `0300-123456${at}`,
      total: 500,
      status: 'unpaid',
      ...given,
    }) as Bill;
  const nothing = { invoiceOf: null, elsewhere: null };
  check.takeFound([
    { ...nothing, row: 0, bill: billOf(0), hold: 'messaged' },
    { ...nothing, row: 1, bill: billOf(1, { total: 400 }), hold: 'messaged' },
    { ...nothing, row: 2, bill: billOf(2, { status: 'paid' }), hold: 'paid' },
  ]);
  expect(check.row(0)).toMatchObject({ outcome: 'update', issues: [] });
  expect(check.row(1)).toMatchObject({
    outcome: 'update',
    issues: [
      {
        kind: 'held',
        sentence:
          'The bill was messaged and stays as it is. The file would change TotalAmount from 400 to 500. Only its status becomes paid.',
      },
    ],
  });
  expect(check.row(2)).toMatchObject({ outcome: 'same' });
});
