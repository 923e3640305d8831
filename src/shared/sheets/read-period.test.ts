import fc from 'fast-check';
import { expect, it } from 'vitest';
import { periodsInName, withoutEnding } from './read-period.ts';

const read = (name: string) => periodsInName(withoutEnding(name), 2026);
/** Written as `11/2026`; several are separated by commas. */
const monthsIn = (name: string): string =>
  read(name)
    .periods.map(({ month, year }) => (year ? `${month}/${year}` : `${month}`))
    .join(', ');

it.each([
  ['Fee November 2026.xlsx', '11/2026'],
  ['FEE VOUCHERS NOVEMBER-2026 FINAL.xls', '11/2026'],
  ['nov-26 girls.xls', '11/2026'],
  ['Nov26.xlsx', '11/2026'],
  ["Nov'26 (1).xlsx", '11/2026'],
  ['november2026.csv', '11/2026'],
  ['november-2026.csv', '11/2026'],
  ['2026-11 fees.xlsx', '11/2026'],
  ['2026 November.xlsx', '11/2026'],
  ['11-2026.xlsx', '11/2026'],
  ['11_2026.xlsx', '11/2026'],
  ['11 2026.xlsx', '11/2026'],
  ['Fee 11.2026.xlsx', '11/2026'],
  ['11-26.xlsx', '11/2026'],
  ['202611.xlsx', '11/2026'],
  ['112026.xlsx', '11/2026'],
  ['fees_20261105.xlsx', '11/2026'],
  ['Sept 2026.xlsx', '9/2026'],
  ['Fee  of  the month of  MAY  2026.xls', '5/2026'],
  ['فیس نومبر.xlsx', '11'],
  ['فیس نومبر 2026.xlsx', '11/2026'],
  ['فیس نومبر ۲۰۲۶.xlsx', '11/2026'],
  ['ماہ دسمبر.xls', '12'],
  ['Nov fee.xlsx', '11'],
  ['Nov 10.xlsx', '11'],
  ['5 Nov.xlsx', '11'],
])('The file name %s says its month.', (name, months) => {
  expect(monthsIn(name)).toBe(months);
});

it.each([
  // With the day first, as in Pakistan, or with the month first, as in the United States.
  ['05-11-2026.xlsx', '11/2026, 5/2026'],
  ['25-11-2026.xlsx', '11/2026'],
  ['11-25-2026.xlsx', '11/2026'],
  ['Nov 5, 2026.xlsx', '11/2026'],
  ['November 25th, 2026.xlsx', '11/2026'],
  ['Fee Nov 5 2026.xlsx', '11/2026'],
  ['5 Nov 2026.xlsx', '11/2026'],
  ['2026-11-05 bank.xlsx', '11/2026'],
])('The file name %s says the month of its date.', (name, months) => {
  expect(monthsIn(name)).toBe(months);
});

it.each([
  ['Oct-Nov 2026.xlsx', '10/2026, 11/2026'],
  ['October & November 2026.xlsx', '10/2026, 11/2026'],
  ['Dec-Jan 2027.xlsx', '12/2026, 1/2027'],
  ['Dec 2026 - Jan 2027.xlsx', '12/2026, 1/2027'],
  ['Oct Nov.xlsx', '10, 11'],
])('The file name %s says both of its months.', (name, months) => {
  expect(monthsIn(name)).toBe(months);
});

it.each([
  'Book1.xlsx',
  'fees.xls',
  'Class 5 2026.xlsx',
  'Marc Antony.xlsx',
  'Maria.xlsx',
  'Decor.xlsx',
  '13-2026.xlsx',
  '00-2026.xlsx',
  '0300-1234567.txt',
  'numbers.txt',
  'Copy of list (2).xlsx',
  '',
  '.xlsx',
])('The file name "%s" says no month.', (name) => {
  expect(monthsIn(name)).toBe('');
});

it('Two digits in a file name are read as a year only if it is near the current year.', () => {
  expect(monthsIn('Nov 26.xlsx')).toBe('11/2026');
  expect(periodsInName('Nov 26', 2031).periods).toEqual([{ month: 11 }]);
  expect(monthsIn('Nov 23.xlsx')).toBe('11');
});

it('A school year such as 2026-27 in a file name leaves both years open.', () => {
  expect(read('Nov 2026-27.xlsx')).toMatchObject({ periods: [{ month: 11 }], years: [2026, 2027] });
  expect(read('2026-27 Feb fees.xlsx')).toMatchObject({ periods: [{ month: 2 }], years: [2026, 2027] });
});

it('The only year in a file name belongs to its month, wherever it stands.', () => {
  expect(monthsIn('2026 fees of girls, November.xlsx')).toBe('11/2026');
  expect(read('Fees 2026.xlsx')).toMatchObject({ periods: [], years: [2026] });
});

it.each([
  ['Fee November 2026.xlsx', ''],
  ['nov-26 girls.xls', 'girls'],
  ['Fee Nov 2026 - Girls Campus.xlsx', 'Girls Campus'],
  ['نومبر 2026 گرلز.xlsx', 'گرلز'],
  ['november-2026 (2).csv', ''],
  ['Nov 2026 Class 5-A.xlsx', 'Class 5-A'],
])('The rest of the file name %s without its month is found.', (name, rest) => {
  expect(read(name).rest).toBe(rest);
});

it('Any file name is read without an error and gives only months from 1 to 12.', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (name) => {
      const { periods, rest } = periodsInName(name, 2026);
      expect(periods.every(({ month }) => month >= 1 && month <= 12)).toBe(true);
      expect(rest.length).toBeLessThanOrEqual(60);
    }),
  );
});
