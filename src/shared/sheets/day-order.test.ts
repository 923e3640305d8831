import { expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';

const check = (heading: string, days: string[]) =>
  checkText(
    [`Name;Mobile;${heading}`, ...days.map((day, at) => `Ali;0300-12345${10 + at};${day}`)].join('\n'),
  );

it('One unambiguous date decides the day-month order of its whole column.', async () => {
  const { bills, warnings, summary } = await check('DueDate', ['01/11/2026', '28/11/2026', '9-11-26']);
  expect(bills.map(({ dueDate }) => dueDate)).toEqual(['2026-11-01', '2026-11-28', '2026-11-09']);
  expect(warnings).toEqual([]);
  expect(summary.notes).toEqual([]);
});

it('The day-month order is decided for each column by itself.', async () => {
  const { summary, warnings } = await check('DueDate;ExpiryDate', [
    '01/11/2026;05/11/2026',
    '28/11/2026;05/12/2026',
  ]);
  expect(warnings).toEqual([]);
  expect(summary.notes).toEqual([
    'ExpiryDate: 2 dates could be read two ways, such as "05/11/2026"; they were read with the day first, as 5 Nov 2026.',
  ]);
});

it('If no date decides the day-month order, one note for the column says so.', async () => {
  const days = Array.from({ length: 12 }, (_, at) => `${at + 1}/11/2026`);
  const { summary, warnings, bills } = await check('DueDate', [...days, '2026-11-20']);
  expect(bills.map(({ dueDate }) => dueDate).slice(0, 2)).toEqual(['2026-11-01', '2026-11-02']);
  expect(warnings).toEqual([]);
  expect(summary.warnings).toBe(0);
  // 11/11 is the same day either way.
  expect(summary.notes).toEqual([expect.stringContaining('DueDate: 11 dates could be read two ways')]);
  expect((await check('DueDate', ['09/11/2026'])).summary.notes).toEqual([
    'DueDate: "09/11/2026" could be read two ways; it was read as 9 Nov 2026.',
  ]);
});

it('If a column has both orders, each date that can be read in one way only is read so, and no other fits better.', async () => {
  const { bills, warnings, summary } = await check('DueDate', ['09/11/2026', '28/11/2026', '11/28/2026']);
  expect(bills.map(({ dueDate }) => dueDate)).toEqual(['2026-11-09', '2026-11-28', '2026-11-28']);
  expect(warnings).toEqual([]);
  expect(summary.days).toEqual([]);
});

it('If a column has both orders, the ambiguous dates are asked about once, and each is read for itself.', async () => {
  const typed = ['11/09/2026', '9/11/2026', '28/11/2026', '11/28/2026'];
  const { check: checked, summary } = await check('DueDate', typed);
  const daysRead = () => [...checked.rowsToSave()].map((bill) => 'dueDate' in bill && bill.dueDate);
  expect(summary.days).toMatchObject([
    { count: 1, from: '2026-09-11', to: '2026-11-09', texts: ['11/09/2026'], answer: null },
  ]);
  checked.answerDays('dueDate', 'swap');
  expect(daysRead()).toEqual(['2026-11-09', '2026-11-09', '2026-11-28', '2026-11-28']);
  checked.answerDays('dueDate', 'keep');
  expect(daysRead()[0]).toBe('2026-09-11');
});

it.each([
  [['12/11/2026', '11/12/2026', '12 Nov 2026'], '2026-11-12'],
  [['12/11/26', '11/12/26'], undefined],
  [['11/12/2026', 'Nov 12, 26', "12 Nov'26"], '2026-11-12'],
])('The dates %s that can all mean only one day are read as that day.', async (typed, day) => {
  const { bills, summary } = await check('IssueDate', typed);
  if (day !== undefined) expect(bills.map(({ issueDate }) => issueDate)).toEqual(typed.map(() => day));
  expect(summary.days).toEqual([]);
});

it('The day-month order of a column also holds for dates typed later.', async () => {
  const { check: checked } = await check('DueDate', ['01/11/2026', '28/11/2026']);
  checked.edit(1, 'dueDate', '02/11/2026');
  expect(checked.row(1)).toMatchObject({ issues: [] });
});

it('A date that can only have the month first makes the whole column read month first.', async () => {
  const { bills, warnings, summary } = await check('DueDate', ['11/5/2026', '11/25/2026', '11/9/2026']);
  expect(bills.map(({ dueDate }) => dueDate)).toEqual(['2026-11-05', '2026-11-25', '2026-11-09']);
  expect(warnings).toEqual([]);
  expect(summary.notes).toEqual([
    'DueDate: the month comes first, as in "11/25/2026", which is 25 Nov 2026; the others were read in the same way.',
  ]);
  expect(summary.days).toEqual([]);
});
