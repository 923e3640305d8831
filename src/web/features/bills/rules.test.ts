import { expect, test } from 'vitest';
import { columnsIn, firstNumber, isOverdue, nextSlice, tidyNumber } from './rules.ts';

test('a bill is overdue from the day after its due date, while unpaid', () => {
  const bill = { status: 'unpaid', dueDate: '2026-11-10' };
  expect(isOverdue(bill, '2026-11-10')).toBe(false);
  expect(isOverdue(bill, '2026-11-11')).toBe(true);
  expect(isOverdue({ ...bill, status: 'paid' }, '2026-12-01')).toBe(false);
  expect(isOverdue({ ...bill, dueDate: null }, '2026-12-01')).toBe(false);
});

test('the member list grows by 200 within 700 px of its end', () => {
  const full = 200 * 60;
  expect(nextSlice(200, { top: full - 600 - 701, height: 600, full }, 10_000)).toBe(200);
  expect(nextSlice(200, { top: full - 600 - 700, height: 600, full }, 10_000)).toBe(400);
  expect(nextSlice(200, { top: full - 600, height: 600, full }, 180)).toBe(200);
});

test('it resets when scrolled back up', () => {
  expect(nextSlice(1000, { top: 0, height: 600, full: 60_000 }, 10_000)).toBe(200);
  expect(nextSlice(1000, { top: 1, height: 600, full: 60_000 }, 10_000)).toBe(1000);
});

test('cards are at least 216 px wide, in one to five columns', () => {
  expect([320, 456, 704, 1032, 4000].map(columnsIn)).toEqual([1, 2, 3, 4, 5]);
});

test('numbers are tidied and the first one taken', () => {
  expect(tidyNumber('  0300   1234567,\n 0301 7654321 ')).toBe('0300 1234567, 0301 7654321');
  expect(firstNumber('0300 1234567, 0301 7654321')).toBe('0300 1234567');
});
