import { expect, it } from 'vitest';
import { countMonths } from './months.ts';

const november = { month: 11, year: 2026 };

it('Bills are counted by the month of their voucher, and those without a month belong to the billing.', () => {
  const bills = [{ month: 11, year: 2026 }, {}, { month: 9, year: 2026 }, { year: 2025 }, { month: 9 }];
  expect(countMonths(bills, november)).toEqual([
    { month: 11, year: 2025, count: 1 },
    { month: 9, year: 2026, count: 2 },
    { ...november, count: 2 },
  ]);
});

it('A month without a year is in the year in which it is nearest to the billing.', () => {
  const months = (month: number, billing: typeof november) => countMonths([{ month }], billing)[0];
  expect(months(12, { month: 1, year: 2027 })).toEqual({ month: 12, year: 2026, count: 1 });
  expect(months(1, { month: 12, year: 2026 })).toEqual({ month: 1, year: 2027, count: 1 });
});

it('A year that no billing can have counts as the month of the billing.', () => {
  expect(countMonths([{ month: 11, year: 1926 }], november)).toEqual([{ ...november, count: 1 }]);
});
