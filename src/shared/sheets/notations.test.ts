import { describe, expect, it } from 'vitest';
import type { CountryCode } from '#shared/people/phone.ts';
import { checkText, type Given } from '../../../test/sheets/check-file.ts';

/** A sheet with one column of these cells beside registration, name and mobile. */
const check = (heading: string, cells: readonly string[], given: Given = {}, more = '') => {
  const rows = cells.map(
    (cell, at) => `R-${at + 1};Ali ${at};0300-12345${10 + at};${cell}${more && ';Nov;2026'}`,
  );
  return checkText([`Reg No;Name;Mobile;${heading}${more}`, ...rows].join('\n'), given);
};
const column = async (field: string, heading: string, cells: readonly string[], given: Given = {}) =>
  (await check(heading, cells, given)).bills.map((bill) => bill[field as 'total']);

describe('Dots that may divide thousands', () => {
  it.each([
    ['lone dots', ['12.500', '9.000'], [12_500, 9000], [12.5, 9]],
    ['dots beside a currency', ['Rs. 3.000/-', '450'], [3000, 450], [3, 450]],
    ['dots before a decimal comma', ['9.000,50', '12.500'], [9000.5, 12_500], [12.5]],
    ['several dots', ['1.250.000', '8.500'], [1_250_000, 8500], [8.5]],
    ['dots between Urdu digits', ['۱۲.۵۰۰'], [12_500], [12.5]],
    ['lone dots among commas', ['12,500', '8.500'], [12_500, 8500], [12_500, 8.5]],
  ])(
    'For %s the check asks once for each column, and uses neither reading before the answer.',
    async (_, cells, thousands, decimals) => {
      const { check: checked, summary, bills } = await check('Total', cells);
      expect(summary.questions).toMatchObject([{ kind: 'dots', heading: 'Total', answer: null }]);
      expect(
        bills.map(({ total }) => total).filter((total) => total === decimals[0] && total !== thousands[0]),
      ).toEqual([]);
      const [{ key = '', answers = [] } = {}] = summary.questions;
      const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);
      expect(answers).toEqual([
        { name: 'thousands', rupees: sum(thousands) },
        { name: 'decimals', rupees: sum(decimals) },
      ]);
      const totals = () => [...checked.rowsToSave()].map((bill) => (bill as { total?: number }).total);
      checked.answerSheet(key, 'thousands');
      expect(totals()).toEqual(thousands);
      checked.answerSheet(key, 'decimals');
      expect(totals()).toEqual(decimals);
      checked.answerSheet(key, null);
      expect(checked.summary().questions).toMatchObject([{ answer: null }]);
    },
  );

  it.each([
    ['decimals', ['12.50', '9000.5', '0.500'], [12.5, 9000.5, 0.5]],
    ['lakhs', ['1,12,500', '12,500.00', '10,00,000'], [112_500, 12_500, 1_000_000]],
    ['three decimals everywhere', ['9000.000', '12.500', '450.000'], [9000, 12.5, 450]],
  ])('For %s the check asks nothing.', async (_, cells, totals) => {
    const { summary, bills } = await check('Total', cells);
    expect(summary.questions).toEqual([]);
    expect(bills.map(({ total }) => total)).toEqual(totals);
  });

  it('Cells that the question about dots is about have no line of their own, and others get theirs after it.', async () => {
    const { check: checked, summary } = await check('Total', ['12.500', 'nine thousand', '9.000']);
    expect(summary.lines.filter(({ kind }) => kind === 'unread')).toEqual([]);
    checked.answerSheet('dots total', 'thousands');
    expect(checked.summary().lines).toContainEqual(
      expect.objectContaining({ key: 'unread total', count: 1, texts: ['nine thousand'] }),
    );
  });

  it('The check asks about the dots of each amount column by itself.', async () => {
    const { summary } = await checkText(
      'Reg No;Name;Mobile;Tuition Fee;Total;After Due Date\n1;Ali;0300-1234567;8.000;9.000;9,500',
    );
    expect(summary.questions.map(({ heading }) => heading)).toEqual(['Tuition Fee', 'Total']);
  });
});

it.each([
  ["'00123", 'regNum', 'Reg No'],
  ["'9000", 'total', 'Total'],
  ["'10/11/2026", 'dueDate', 'Due Date'],
  ["'+923001230001", 'number', 'Mobile'],
])('The apostrophe before %s is removed.', async (cell, field, heading) => {
  const { bills } = await checkText(`Name;Email;${heading}\nAli;a@b.pk;${cell}`);
  const plain = { regNum: '00123', total: 9000, dueDate: '2026-11-10', number: '+923001230001' };
  expect(bills[0]).toMatchObject({ [field]: plain[field as 'total'] });
});

it.each<[CountryCode, string]>([
  ['AE', 'AED 1,250'],
  ['AE', 'Dhs. 1,250'],
  ['AE', 'Dhs 1,250/-'],
  ['AE', '1,250 د.إ'],
  ['AE', 'د.إ.\u200f 1,250.00'],
  ['SA', 'SAR 1,250'],
  ['SA', '1,250 SR'],
  ['SA', 'ر.س.\u200f 1,250'],
  ['QA', 'QR 1,250'],
  ['GB', '£1,250.00'],
  ['PK', 'PKR 1,250'],
  ['PK', '₨ 1,250'],
  ['PK', 'Rs.1,250/-'],
  ['PK', '۱٬۲۵۰ روپے'],
  ['IN', '₹1,250.00'],
])('In %s the amount %s is read as 1250.', async (country, cell) => {
  expect(await column('total', 'Total', [cell], { country })).toEqual([1250]);
});

it('An amount with the currency of another country is refused.', async () => {
  expect((await check('Total', ['AED 1,250', '$ 1,250'])).refused).toHaveLength(2);
});

it.each([
  ['2026-11-09T19:00:00.000Z', 'Asia/Karachi', '2026-11-10'],
  ['2026-11-09T18:59:59Z', 'Asia/Karachi', '2026-11-09'],
  ['2026-11-10T00:00:00+05:00', 'Asia/Karachi', '2026-11-10'],
  ['2026-11-09 20:30:00+0000', 'Asia/Dubai', '2026-11-10'],
  ['2026-11-09T23:30:00-01:00', 'Europe/London', '2026-11-10'],
  ['2026-11-09T19:00:00', 'Asia/Karachi', '2026-11-09'],
])('The instant %s is read as its day in %s.', async (cell, timeZone, day) => {
  expect(await column('dueDate', 'Due Date', [cell], { timeZone })).toEqual([day]);
});

it.each(['10-Nov', 'Nov 10', '10 November', '10th Nov', '۱۰ نومبر', '۱۰؍نومبر'])(
  'The day %s takes its year from the voucher, and is refused with the reason if there is none.',
  async (cell) => {
    const { bills } = await check('Due Date', [cell], {}, ';Voucher Month;Voucher Year');
    expect(bills).toMatchObject([{ dueDate: '2026-11-10' }]);
    const { refused } = await check('Due Date', [cell]);
    expect(refused).toMatchObject([{ fields: ['dueDate'], reason: expect.stringContaining('has no year') }]);
  },
);

it('A due date without a year before the month of its voucher is refused, and an issue date is accepted.', async () => {
  const { refused } = await check('Due Date', ['10-Jan'], {}, ';Voucher Month;Voucher Year');
  expect(refused).toMatchObject([{ reason: expect.stringContaining('before the month of its voucher') }]);
  const issued = await check('Issue Date', ['25-Oct'], {}, ';Voucher Month;Voucher Year');
  expect(issued.bills).toMatchObject([{ issueDate: '2026-10-25' }]);
});

it.each([
  '۱۰ نومبر ۲۰۲۶ء',
  '۱۰؍نومبر ۲۰۲۶ء',
  '۱۰ نومبر، ۲۰۲۶',
  '١٠/١١/٢٠٢٦',
  '10-11-2026ء',
  '۱۰؍۱۱؍۲۰۲۶',
  '١٠ نوفمبر ٢٠٢٦',
  '۲۰۲۶-۱۱-۱۰',
])('The date %s is read as 10 November 2026.', async (cell) => {
  expect(await column('dueDate', 'Due Date', [cell])).toEqual(['2026-11-10']);
});
