import { expect, it } from 'vitest';
import { inOrderOfDays, missingMonth } from './today-rules.ts';

const november = { month: 11, year: 2026 };
const december = { month: 12, year: 2026 };

it.each([
  ['a school that has uploaded nothing', '2026-11-22', [], null],
  ['a month that has begun', '2026-11-05', [{ month: 10, year: 2026 }], { ...november, day: '2026-11-01' }],
  ['a day long before the next month', '2026-11-20', [november], null],
  ['a day shortly before the next month', '2026-11-22', [november], { ...december, day: '2026-12-01' }],
  ['the end of a year', '2026-12-30', [december], { month: 1, year: 2027, day: '2027-01-01' }],
  ['a school that has both months', '2026-11-28', [november, december], null],
])('Today reports the right missing month, or none, for %s.', (_when, today, billings, missing) =>
  expect(missingMonth(today, billings)).toEqual(missing),
);

it('Coming days are sorted by day, and a due day comes before an expiry on the same day.', () => {
  const of = (day: string, kind: 'due' | 'expiry') => ({ day, kind, groupID: 1, billing: 'Van', bills: 1 });
  const days = [of('2026-11-30', 'due'), of('2026-11-25', 'expiry'), of('2026-11-25', 'due')];
  expect(inOrderOfDays(days, 2).map(({ day, kind }) => [day, kind])).toEqual([
    ['2026-11-25', 'due'],
    ['2026-11-25', 'expiry'],
  ]);
});
