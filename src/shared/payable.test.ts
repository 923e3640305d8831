import { expect, it } from 'vitest';
import { payableOn } from './payable.ts';

const bill = { status: 'unpaid', total: 100, amountAfterDueDate: 120, dueDate: '2026-11-10' };

it.each([
  ['2026-11-10', bill, 100],
  ['2026-11-11', bill, 120],
  ['2026-11-11', { ...bill, amountAfterDueDate: null }, 100],
  ['2026-11-11', { ...bill, dueDate: null }, 100],
  ['2026-11-11', { ...bill, status: 'paid' }, 0],
  ['2026-11-11', { ...bill, status: 'waived' }, 0],
  ['2026-11-11', { ...bill, status: 'partial' }, 120],
  ['2026-11-09', { ...bill, total: null }, 0],
])('on %s of %j: %d', (day, of, amount) => expect(payableOn(day, of)).toBe(amount));
