import { describe, expect, it } from 'vitest';
import type { FileChecked, Given } from '../../../test/sheets/check-file.ts';
import { readTiny, row } from '../../../test/sheets/tiny-workbook.ts';
import { readVouchers } from '../../../test/sheets/voucher-files.ts';

/** A real date, as a spreadsheet stores it. */
const date = (day: string): string => `<c s="1"><v>${Date.parse(day) / 86_400_000 + 25_569}</v></c>`;
const cell = (text: string): string => {
  if (/^\d{5}$/.test(text)) return `<c><v>${text}</v></c>`;
  return /^\d{4}-/.test(text) ? date(text) : text;
};

/** A workbook with these dates below one or several headings. ISO means a real date, anything else text. */
function check(headings: string, lines: readonly string[], given?: Given): Promise<FileChecked> {
  const rows = lines.map((line, at) =>
    row(at + 2, `Pupil ${at}`, `0300-12345${10 + at}`, ...line.split(' ').map(cell)),
  );
  const header = row(1, 'Name', 'Mobile', ...headings.split(' '));
  return readTiny([{ name: 'S', rows: header + rows.join('') }], '', given);
}

const dueOf = ({ check }: FileChecked) =>
  [...check.rowsToSave()].map((bill) => (bill as { dueDate?: string }).dueDate);

describe('Dates swapped by a spreadsheet in US locale', () => {
  it('Swapped dates are asked about once for a column and swapped back together.', async () => {
    const checked = await check('DueDate', ['2026-05-11', '2026-09-11', '25/11/2026', '2026-11-11']);
    const question = { field: 'dueDate', heading: 'DueDate', count: 2, from: '2026-05-11', to: '2026-11-05' };
    expect(checked.summary.days).toEqual([{ ...question, answer: null }]);
    expect(dueOf(checked)).toEqual(['2026-05-11', '2026-09-11', '2026-11-25', '2026-11-11']);
    checked.check.answerDays('dueDate', 'swap');
    expect(dueOf(checked)).toEqual(['2026-11-05', '2026-11-09', '2026-11-25', '2026-11-11']);
    expect(checked.check.summary().days).toEqual([{ ...question, answer: 'swap' }]);
    expect(checked.check.row(0)?.cells[2]?.text).toBe('5 Nov 2026');
    checked.check.answerDays('dueDate', 'keep');
    expect(dueOf(checked)[0]).toBe('2026-05-11');
    expect(checked.check.summary().days).toMatchObject([{ answer: 'keep' }]);
  });

  it.each([
    ['every date the same', ['2026-05-11', '2026-05-11', '2026-05-11']],
    ['dates in scattered months', ['2026-01-11', '2026-02-11', '2026-03-11', '2026-12-11']],
    ['dates one month away from the billing', ['2026-12-11', '2026-10-11', '25/11/2026']],
    ['some dates mended by hand', ['2026-01-11', '2026-02-11', '2026-11-25', '2026-03-11']],
    ['text that can be read both ways', ['11/05/2026', '11/09/2026']],
    ['plain numbers that count days', ['46153', '46153']],
  ])('A column with %s is asked about as swapped dates.', async (_name, days) => {
    const { summary } = await check('DueDate', days);
    expect(summary.days).toMatchObject([{ field: 'dueDate', answer: null }]);
  });

  it('Swapped dates are also found by the voucher month of each row.', async () => {
    const lines = ['3 2027 2027-05-03', '3 2027 2027-08-03', '3 2027 2027-12-03'];
    const { summary, check: rows } = await check('VoucherMonth VoucherYear DueDate', lines);
    expect(summary.days).toMatchObject([{ field: 'dueDate', from: '2027-08-03', to: '2027-03-08' }]);
    rows.answerDays('dueDate', 'swap');
    expect([...rows.rowsToSave()]).toMatchObject([
      { dueDate: '2027-03-05' },
      { dueDate: '2027-03-08' },
      { dueDate: '2027-03-12' },
    ]);
  });

  it('Swapped dates are also found in the month column.', async () => {
    const lines = ['2026-01-11 2026-11-20', '2026-01-11 2026-11-25'];
    const { summary, check: rows } = await check('VoucherMonth DueDate', lines);
    expect(summary.days).toMatchObject([{ field: 'month', from: '2026-01-11', to: '2026-11-01' }]);
    rows.answerDays('month', 'swap');
    expect([...rows.rowsToSave()]).toMatchObject([{ month: 11 }, { month: 11 }]);
  });

  it('A date typed after the answer is read with the day first.', async () => {
    const { check: rows } = await check('DueDate', ['2026-05-11', '25/11/2026']);
    rows.answerDays('dueDate', 'swap');
    rows.edit(0, 'dueDate', '07/11/2026');
    expect(rows.row(0)?.cells[2]?.text).toBe('7 Nov 2026');
    rows.answerDays('dueDate', 'keep');
    expect(rows.row(0)?.cells[2]?.text).toBe('7 Nov 2026');
  });

  it('After a change of the month the question about swapped dates is asked again only if it still applies.', async () => {
    const { check: rows } = await check('DueDate', ['2026-05-11', '2026-05-11']);
    rows.changePeriod({ month: 5, year: 2026 });
    expect(rows.summary().days).toEqual([]);
  });
});

describe('Dates without a question', () => {
  it.each([
    ['days below 13 in the month of the vouchers', ['2026-11-05', '2026-11-09', '2026-11-12']],
    ['text beside dates of the same month', ['2026-11-05', '25/11/2026', '2026-11-09']],
    ['dates in the month before and the month after', ['2026-10-05', '2026-12-05', '2026-12-10']],
    ['dates after the turn of the year', ['2027-01-05', '2027-01-10']],
    ['one odd date among many', ['2026-11-25', '2026-11-26', '2026-11-27', '2026-05-11']],
    ['days that cannot be swapped', ['2026-05-25', '2026-05-28']],
    ['text with the day first', ['05/11/2026', '09/11/2026', '25/11/2026']],
    ['text that can be read both ways and fits', ['05/11/2026', '09/11/2026']],
  ])('No question about swapped dates is asked for %s.', async (_name, days) =>
    expect((await check('DueDate', days)).summary.days).toEqual([]),
  );

  it.each([
    ['ExpiryDate', ['2026-12-11', '2026-12-11']],
    ['ExpiryDate', ['2027-03-05', '2027-03-05']],
    ['IssueDate', ['2026-10-09', '2026-09-10']],
    ['VoucherMonth', ['2026-11-01', '2026-11-01']],
  ])('A usual column %s is not asked about.', async (heading, days) =>
    expect((await check(heading, days)).summary.days).toEqual([]),
  );

  it.each([
    ['good/november-2026.xlsx', 11, 2026],
    ['good/november-2026.xls', 11, 2026],
    ['good/november-2026.csv', 11, 2026],
    ['good/october-2026-10k.xlsx', 10, 2026],
    ['messy/messy-20.xlsx', 11, 2026],
    ['messy/messy-20.xls', 11, 2026],
    ['messy/messy-1000.xlsx', 11, 2026],
    ['messy/messy-1000.xls', 11, 2026],
  ])('The dates of %s are not asked about.', async (path, month, year) => {
    const { summary } = await readVouchers(path, { month, year });
    expect(summary.days).toEqual([]);
    const odd = ['dueBeforeIssue', 'dueFarOff', 'dueAfterExpiry'];
    if (path.startsWith('good')) expect(summary.issues.filter(({ kind }) => odd.includes(kind))).toEqual([]);
  });
});
