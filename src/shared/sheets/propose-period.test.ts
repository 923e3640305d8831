import { expect, it } from 'vitest';
import { mostFrequentMonth, proposePeriod, type StatedPeriod } from './propose-period.ts';

const today = { month: 11, year: 2026 };
const says = (
  source: StatedPeriod['source'],
  month: number,
  year?: number,
  count?: number,
): StatedPeriod => ({
  source,
  periods: [year ? { month, year } : { month }],
  ...(count ? { count } : {}),
});
const propose = (...all: StatedPeriod[]) => proposePeriod(all, today);

it('No month is proposed if nothing says a month.', () => {
  expect(propose()).toBeNull();
  expect(propose({ source: 'file', periods: [], years: [2026] })).toBeNull();
});

it('The names and due dates outweigh a month column that was left over from last month.', () => {
  const found = propose(
    says('file', 11, 2026),
    says('sheet', 11, 2026),
    says('due', 11, 2026, 1181),
    says('column', 10, 2026, 970),
  );
  expect(found).toMatchObject({ month: 11, year: 2026 });
  expect(found?.from).toEqual([{ source: 'file' }, { source: 'sheet' }, { source: 'due', count: 1181 }]);
  expect(found?.against).toEqual([{ source: 'column', month: 10, year: 2026, count: 970 }]);
});

it('The month column and the due dates outweigh a file name that was left over.', () => {
  const found = propose(says('file', 10, 2026), says('column', 11, 2026, 900), says('due', 11, 2026, 900));
  expect(found).toMatchObject({ month: 11, against: [{ source: 'file', month: 10, year: 2026 }] });
});

it('The month column outweighs due dates in the following month, which are not listed as a contradiction.', () => {
  expect(propose(says('column', 10, 2026, 5), says('due', 11, 2026, 5))).toEqual({
    month: 10,
    year: 2026,
    from: [{ source: 'column', count: 5 }],
    against: [],
  });
});

it('The year is taken from any source for that month, else it is the year nearest to today.', () => {
  expect(propose(says('file', 11), says('due', 11, 2025, 3))).toMatchObject({ month: 11, year: 2025 });
  expect(propose(says('file', 11))).toMatchObject({ month: 11, year: 2026 });
  expect(propose(says('file', 1))).toMatchObject({ month: 1, year: 2027 });
  expect(propose(says('file', 8))).toMatchObject({ month: 8, year: 2026 });
  expect(propose({ ...says('file', 2), years: [2026, 2027] }, says('due', 2, 2027, 9))).toMatchObject({
    month: 2,
    year: 2027,
  });
});

it('Of several months in a file name the one that another source confirms is proposed.', () => {
  const both: StatedPeriod = {
    source: 'file',
    periods: [
      { month: 11, year: 2026 },
      { month: 5, year: 2026 },
    ],
  };
  expect(propose(both)).toMatchObject({ month: 11 });
  expect(propose(both, says('issue', 5, 2026, 4))).toMatchObject({ month: 5, from: [{}, {}] });
});

it('Years outside the range of billings are ignored.', () => {
  expect(propose(says('due', 3, 1999, 2))).toBeNull();
  expect(propose(says('due', 3, 2051, 2), says('issue', 4, 2026, 1))).toMatchObject({ month: 4 });
});

it('The rows say a month only if more than half of them agree.', () => {
  const counts = (...all: [number, number][]) =>
    new Map(all.map(([month, count]) => [`${month}`, { period: { month, year: 2026 }, count }]));
  expect(mostFrequentMonth('due', counts([10, 4], [11, 6]))).toEqual({
    source: 'due',
    periods: [{ month: 11, year: 2026 }],
    count: 6,
  });
  expect(mostFrequentMonth('due', counts([10, 5], [11, 5]))).toBeUndefined();
  expect(mostFrequentMonth('due', new Map())).toBeUndefined();
});
