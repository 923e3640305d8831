import { expect, it } from 'vitest';
import { type Lowerable, loweredBy } from './lowered.ts';

const bill: Lowerable = {
  ...{ total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10', expiryDate: '2026-11-25' },
  ...{ status: 'unpaid', paid: 0, adjusted: 0, lateWaived: 0 },
};
const none = { renewFine: 0 };
const to = (change: Partial<Lowerable>): Lowerable => ({ ...bill, ...change });

it('A smaller total or after-due amount, and a later or missing due date, lower what a bill charges.', () => {
  expect(loweredBy(bill, to({ total: 400 }), none)).toBe(600);
  expect(loweredBy(bill, to({ amountAfterDueDate: 1100 }), none)).toBe(100);
  expect(loweredBy(bill, to({ amountAfterDueDate: null }), none)).toBe(200);
  expect(loweredBy(bill, to({ dueDate: '2026-12-31' }), none)).toBe(200);
  expect(loweredBy(bill, to({ dueDate: null }), none)).toBe(200);
  expect(loweredBy(bill, to({ total: null, amountAfterDueDate: null }), none)).toBe(1200);
});

it('A larger amount or an earlier due date lowers nothing, and a change is compared day by day.', () => {
  expect(loweredBy(bill, to({ total: 1100, amountAfterDueDate: 1300 }), none)).toBe(0);
  expect(loweredBy(bill, to({ dueDate: '2026-11-01' }), none)).toBe(0);
  // Late it charges more than before, but in time less.
  expect(loweredBy(bill, to({ total: 900, amountAfterDueDate: 2000 }), none)).toBe(100);
  // Between the two due dates it charges less, although both amounts are larger.
  const later = to({ total: 1100, amountAfterDueDate: 1300, dueDate: '2026-11-20' });
  expect(loweredBy(bill, later, none)).toBe(100);
});

it('A later expiry date without the fine for a new voucher lowers an open bill by that fine.', () => {
  const longer = to({ expiryDate: '2026-12-31' });
  expect(loweredBy(bill, longer, none)).toBe(0);
  expect(loweredBy(bill, longer, { renewFine: 500 })).toBe(500);
  expect(loweredBy(bill, longer, { renewFine: 500, fined: 200 })).toBe(300);
  expect(loweredBy(bill, longer, { renewFine: 500, fined: 500 })).toBe(0);
  expect(loweredBy(bill, to({ expiryDate: null }), { renewFine: 500 })).toBe(500);
  expect(loweredBy(bill, to({ expiryDate: '2026-11-20' }), { renewFine: 500 })).toBe(0);
  const paid = { status: 'paid', paid: 1000 };
  expect(loweredBy(to(paid), { ...longer, ...paid }, { renewFine: 500 })).toBe(0);
});

it('A status by which nothing is owed lowers a bill by what was open.', () => {
  expect(loweredBy(bill, to({ status: 'cancelled' }), none)).toBe(1200);
  const part = to({ status: 'partial', paid: 300 });
  expect(loweredBy(part, { ...part, status: 'void' }, none)).toBe(900);
  expect(loweredBy(bill, to({ status: 'paid' }), none)).toBe(0);
});
