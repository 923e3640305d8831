import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';
import { problemWords } from '../words/import-problems.ts';
import type { Check } from './check.ts';
import type { AnswerName, ProblemLine } from './checked.ts';

const all = { filter: 'all', from: 0, take: 1000 } as const;
const headings = 'RegistrationNumber;Name;Mobile;TotalAmount;DueDate;VoucherMonth;VoucherYear';
const row = (
  n: number,
  { mobile = `0300-12345${n}`, total = '500', due = '10/11/2026', month = '11' } = {},
) => `${n};Pupil ${n};${mobile};${total};${due};${month};2026`;

const checkRows = async (...rows: string[]): Promise<Check> =>
  (await checkText([headings, ...rows].join('\n'))).check;

const lineOf = (check: Check, key: string): ProblemLine => {
  const line = check.summary().lines.find((one) => one.key === key);
  if (!line) throw new Error(`there is no line ${key}`);
  return line;
};
const rowsOf = (check: Check, key: string): number[] =>
  check.rows({ ...all, filter: `problem:${key}` }).rows.map(({ row: of }) => of);

/** Everything that a page can see of a check. */
const stateOf = (check: Check) => JSON.stringify([check.summary(), check.rows(all)]);

const five = [10, 11, 12, 13, 14];

describe('Problem lines', () => {
  it('The line of a wrong month says the month of the rows and proposes the month of the billing.', async () => {
    const check = await checkRows(row(10), ...five.slice(1).map((n) => row(n, { month: 'Oct' })));
    const line = lineOf(check, 'otherPeriod 10 2026');
    expect(line).toMatchObject({ count: 4, level: 'warning', period: { month: 10, year: 2026 } });
    expect(line.answers).toEqual([{ name: 'use', text: 'November 2026' }, { name: 'keep' }]);
    expect(check.answer(line.key, 'use')).toEqual([1, 2, 3, 4]);
    expect(lineOf(check, line.key)).toMatchObject({ answer: 'use', count: 4 });
    expect(check.summary().issues).toEqual([]);
    const [first] = check.rows({ ...all, filter: `problem:${line.key}` }).rows;
    expect(first?.cells.find(({ field }) => field === 'month')).toMatchObject({ text: '11', before: 'Oct' });
  });

  it('Several months are one question, and as billings of their own no month is wrong.', async () => {
    const check = await checkRows(row(10), row(11, { month: 'Oct' }), row(12, { month: 'Oct' }), row(13));
    const months = [
      { month: 10, year: 2026, count: 2 },
      { month: 11, year: 2026, count: 2 },
    ];
    expect(check.summary().months).toEqual({ months, answer: null });
    expect(check.monthsToSave()).toEqual([]);
    check.answer('otherPeriod 10 2026', 'keep');
    check.answerMonths(true);
    const { lines, issues, months: question } = check.summary();
    expect([lines, issues, question?.answer]).toEqual([[], [], true]);
    expect(check.rows(all).rows.flatMap((one) => one.issues)).toEqual([]);
    expect(check.monthsToSave()).toEqual(months);
    const namesOf = (month: number) => [...check.rowsToSave({ month, year: 2026 })].map((bill) => bill.name);
    expect([namesOf(10), namesOf(11)]).toEqual([
      ['Pupil 11', 'Pupil 12'],
      ['Pupil 10', 'Pupil 13'],
    ]);
    check.answerMonths(null);
    expect(lineOf(check, 'otherPeriod 10 2026').answer).toBeNull();
  });

  it('The line of an unreadable date says the text and proposes the date of the other rows.', async () => {
    const bad = row(14, { due: '31/11/2026' });
    const check = await checkRows(...five.slice(0, 4).map((n) => row(n)), bad, bad.replace(/14/g, '15'));
    const line = lineOf(check, 'unread dueDate');
    expect(line).toMatchObject({
      count: 2,
      level: 'error',
      texts: ['31/11/2026'],
      isOne: true,
      others: { text: '10 Nov 2026', isAll: true },
      answers: [{ name: 'use', text: '10 Nov 2026' }],
    });
    expect(check.summary().outcomes).toMatchObject({ add: 4, refused: 2 });
    check.answer(line.key, 'use');
    expect(check.summary().outcomes).toMatchObject({ add: 6, refused: 0 });
    expect(rowsOf(check, line.key)).toEqual([6, 7]);
  });

  it('No date is proposed if the other rows disagree.', async () => {
    const days = ['01/11/2026', '02/11/2026', '03/11/2026', 'soon', ''];
    const check = await checkRows(...five.map((n, at) => row(n, { due: days[at] ?? '' })));
    expect(lineOf(check, 'unread dueDate').answers).toEqual([{ name: 'leaveOut' }]);
    expect(lineOf(check, 'missing dueDate').answers).toEqual([{ name: 'keep' }]);
  });

  it('The date of most other rows is proposed for empty due dates.', async () => {
    const due = ['10/11/2026', '10/11/2026', '10/11/2026', '12/11/2026', ''];
    const check = await checkRows(...five.map((n, at) => row(n, { due: due[at] ?? '' })));
    const line = lineOf(check, 'missing dueDate');
    expect(line.others).toEqual({ text: '10 Nov 2026', isAll: false });
    expect(line.answers).toEqual([{ name: 'use', text: '10 Nov 2026' }, { name: 'keep' }]);
  });

  it('For duplicate rows a person can keep the later or the first, and sees the duplicates together.', async () => {
    const check = await checkRows(row(10), row(11), row(10), row(12), row(10));
    const line = lineOf(check, 'twice');
    expect(line).toMatchObject({ count: 2, twice: 'all', level: 'error' });
    expect(line.answers.map(({ name }) => name)).toEqual(['first', 'later']);
    expect(rowsOf(check, 'twice')).toEqual([2, 4, 6]);
    const added = (answer: AnswerName): (number | undefined)[] => {
      check.answer('twice', answer);
      return check
        .rows(all)
        .rows.filter(({ outcome }) => outcome === 'add')
        .map(({ row: of }) => of);
    };
    expect(added('later')).toEqual([3, 5, 6]);
    expect(added('first')).toEqual([2, 3, 5]);
    expect(rowsOf(check, 'twice')).toEqual([2, 4, 6]);
  });

  it('For identical rows the first is proposed.', async () => {
    const check = await checkRows(row(10), row(10));
    expect(lineOf(check, 'twice')).toMatchObject({
      twice: 'all',
      answers: [{ name: 'first' }, { name: 'later' }],
    });
  });

  it('Repairs and skipped totals are listed as done, without a question.', async () => {
    const check = await checkRows(row(10, { mobile: '3001234567' }), ';Grand Total;;9000;;;', row(11));
    expect(lineOf(check, 'repaired')).toMatchObject({
      level: 'done',
      texts: ['3001234567', '0300-1234567'],
    });
    expect(lineOf(check, 'totals')).toMatchObject({ level: 'done', count: 1, answers: [] });
    expect(check.summary().lines.at(-1)?.level).toBe('done');
  });

  it('The answer to keep rows without a number also covers rows that lose their number later.', async () => {
    const check = await checkRows(row(10, { mobile: '' }), row(11), row(12, { mobile: 'none' }));
    check.answer('noNumber', 'keep');
    expect(lineOf(check, 'noNumber')).toMatchObject({ count: 2, answer: 'keep' });
    check.edit(1, 'number', '');
    expect(lineOf(check, 'noNumber')).toMatchObject({ count: 3, answer: 'keep' });
    expect(check.summary().outcomes.add).toBe(3);
  });

  it('A row that gets the problem after the answer opens a new line.', async () => {
    const check = await checkRows(...five.map((n) => row(n)), row(15, { due: 'soon' }));
    check.answer('unread dueDate', 'use');
    check.edit(0, 'dueDate', 'later');
    expect(lineOf(check, 'unread dueDate')).toMatchObject({ answer: 'use', count: 1 });
    expect(lineOf(check, 'unread dueDate again')).toMatchObject({ answer: null, count: 1 });
  });
});

describe('Answers', () => {
  it('A typed value takes precedence over an answer, and a change of the month removes answers about the month.', async () => {
    const check = await checkRows(...five.map((n) => row(n, { month: '10' })));
    check.answer('otherPeriod 10 2026', 'use');
    check.edit(0, 'month', '9');
    expect(lineOf(check, 'otherPeriod 9 2026').count).toBe(1);
    check.changePeriod({ month: 12, year: 2026 });
    expect(lineOf(check, 'otherPeriod 10 2026')).toMatchObject({ count: 4, answer: null });
  });

  it('A row that is taken back by hand stays in, even if an answer leaves its line out.', async () => {
    const check = await checkRows(row(10, { total: 'much' }), row(11, { total: 'more' }), row(12));
    check.answer('unread total', 'leaveOut');
    expect(check.summary().outcomes).toMatchObject({ leftOut: 2, refused: 0 });
    check.leaveOut([0], false);
    expect(check.summary().outcomes).toMatchObject({ leftOut: 1, refused: 1 });
    check.answer('unread total', null);
    expect(check.summary().outcomes).toMatchObject({ leftOut: 0, refused: 2 });
  });

  it('An answer that its line does not offer, or to an unknown line, changes nothing.', async () => {
    const check = await checkRows(row(10, { mobile: '' }));
    const before = stateOf(check);
    expect(check.answer('noNumber', 'use')).toEqual([]);
    expect(check.answer('nothing', 'keep')).toEqual([]);
    expect(stateOf(check)).toBe(before);
  });

  it('Taking back all answers restores the state before, whatever was answered.', async () => {
    const some = fc.constantFrom('', 'x', '31/11/2026');
    const line = fc.record({
      n: fc.integer({ min: 10, max: 16 }),
      mobile: fc.constantFrom('', '0300-1234567', '3001234567', 'none'),
      total: fc.constantFrom('500', '600', 'much'),
      due: fc.oneof(some, fc.constant('10/11/2026')),
      month: fc.constantFrom('10', '11', 'Dec', ''),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), fc.nat(), async (lines, seed) => {
        const check = await checkRows(...lines.map(({ n, ...cells }) => row(n, cells)));
        const before = stateOf(check);
        const chosen = check.summary().lines.flatMap(({ key, answers }) => {
          const given = answers[seed % Math.max(1, answers.length)];
          return given ? [{ key, answer: given.name }] : [];
        });
        for (const { key, answer } of chosen) check.answer(key, answer);
        const { rows: count, outcomes: fates } = check.summary();
        expect(Object.values(fates).reduce((sum, one) => sum + one, 0)).toBe(count);
        for (const { key } of chosen) check.answer(key, null);
        expect(stateOf(check)).toBe(before);
      }),
    );
  });
});

it('The filter "left" shows duplicates and left-out rows together, without the other lines.', async () => {
  const check = await checkRows(row(10), row(10), ';Total;;9;;;', row(11));
  check.leaveOut([3], true);
  expect(check.rows({ ...all, filter: 'left' }).rows.map(({ row: of }) => of)).toEqual([3, 5]);
});

it('periodsSaid gives the months that the month column and the dates say.', async () => {
  const check = await checkRows(row(10, { month: '10' }), row(11, { month: '10' }), row(12));
  expect(check.statedPeriods()).toEqual([
    { source: 'column', periods: [{ month: 10, year: 2026 }], count: 2 },
    { source: 'due', periods: [{ month: 11, year: 2026 }], count: 3 },
  ]);
  const { check: issued } = await checkText('Reg No;Name;IssueDate\n1;Ali;01/10/2026\n2;Sana;02/10/2026');
  expect(issued.statedPeriods()).toEqual([
    { source: 'issue', periods: [{ month: 10, year: 2026 }], count: 2 },
  ]);
});

it('A line of due dates without a year says that the year is missing.', async () => {
  const say = async (...days: string[]) => {
    const rows = days.map((day, at) => `${at};Ali;0300123456${at};500;${day}`);
    const { summary } = await checkText(['Reg No;Name;Mobile;Total;Due Date', ...rows].join('\n'));
    return summary.lines.map((line) => problemWords.say(line, 'PK').replace(/[\u2068\u2069]/g, ''));
  };
  expect(await say('10-Nov')).toEqual(['Due date 10-Nov has no year']);
  expect(await say('10-Nov', '12-Nov')).toEqual(['Due date: no year, such as 10-Nov, 12-Nov']);
  expect(await say('40-Nov')).toEqual(['Due date 40-Nov is not a valid day']);
});
