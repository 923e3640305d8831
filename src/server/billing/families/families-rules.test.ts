import { expect, it } from 'vitest';
import { sortFamilyBills } from './families-rules.ts';

it('The open bills of a family come first, and within each part the newest billing.', () => {
  const billings = [
    { id: 1, month: 12, year: 2026 },
    { id: 2, month: 1, year: 2027 },
    { id: 3, month: 12, year: 2026 },
  ];
  const bill = (id: number, groupID: number, status: string) => ({ id, groupID, status });
  const bills = [
    bill(1, 1, 'unpaid'),
    bill(2, 2, 'paid'),
    bill(3, 3, 'unpaid'),
    bill(4, 2, 'unpaid'),
    bill(5, 2, 'unpaid'),
    bill(6, 1, 'waived'),
  ];
  expect(sortFamilyBills(bills, billings).map(({ id }) => id)).toEqual([4, 5, 3, 1, 2, 6]);
});
