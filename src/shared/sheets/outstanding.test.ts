import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';

const sheet = (headings: string, ...rows: string[]) =>
  checkText(
    [`Reg No;Name;Mobile;${headings}`, ...rows.map((row, at) => `R-${at};Ali;0300123451${at};${row}`)].join(
      '\n',
    ),
  );

describe('A column of outstanding amounts', () => {
  it.each(['Outstanding Amount', 'Outstanding', 'Balance', 'Balance Due', 'Remaining Amount', 'باقی رقم'])(
    'The paid amount is the total minus the column %s.',
    async (heading) => {
      const { bills } = await sheet(`Grand Total;${heading}`, '11500;11500', '10500;2500', '9000;0');
      expect(bills.map(({ total, paidAmount }) => [total, paidAmount])).toEqual([
        [11_500, undefined],
        [10_500, 8000],
        [9000, 9000],
      ]);
      expect(bills.some((bill) => 'outstanding' in bill)).toBe(false);
    },
  );

  it('Total, paid and outstanding must add up, or the row is refused.', async () => {
    const { bills, refused } = await sheet('Outstanding;Paid;Total', '2500;8000;10500', '2500;7000;10500');
    expect(bills).toMatchObject([{ total: 10_500, paidAmount: 8000 }]);
    expect(refused).toMatchObject([{ row: 3, fields: ['outstanding'] }]);
  });

  it('Rows with more outstanding than the total are reported as one problem.', async () => {
    const { summary } = await sheet('Total;Outstanding', '900;1000', '800;1000', '700;700');
    expect(summary.lines).toMatchObject([{ kind: 'outstandingDiffers', count: 2 }]);
  });

  it('Without a total column the outstanding amount plus what was paid is the total.', async () => {
    expect((await sheet('Outstanding', '2500')).bills).toMatchObject([{ total: 2500 }]);
    expect((await sheet('Outstanding;Paid', '2500;500')).bills).toMatchObject([
      { total: 3000, paidAmount: 500 },
    ]);
  });
});
