import { expect, test } from 'vitest';
import type { Bill } from '#shared/calls/bills.ts';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import {
  billsToFill,
  columnsIn,
  filtersOf,
  firstNumber,
  headsOf,
  isOverdue,
  nextSlice,
  numbersIn,
  sumsOf,
  tidyNumber,
  toggled,
  whyPayable,
  withRange,
} from './rules.ts';

const on = (day: string) => inTimeFrom(day, noGrace);

test('An unpaid or part-paid bill is overdue from the day after its due date.', () => {
  const bill = { status: 'unpaid', dueDate: '2026-11-10' };
  expect(isOverdue(bill, on('2026-11-10'))).toBe(false);
  expect(isOverdue(bill, on('2026-11-11'))).toBe(true);
  expect(isOverdue({ ...bill, status: 'partial' }, on('2026-11-11'))).toBe(true);
  expect(isOverdue({ ...bill, status: 'paid' }, on('2026-12-01'))).toBe(false);
  expect(isOverdue({ ...bill, dueDate: null }, on('2026-12-01'))).toBe(false);
});

test('The member list grows by 200 rows within 700 px of its end.', () => {
  const full = 200 * 60;
  expect(nextSlice(200, { top: full - 600 - 701, height: 600, full }, 10_000)).toBe(200);
  expect(nextSlice(200, { top: full - 600 - 700, height: 600, full }, 10_000)).toBe(400);
  expect(nextSlice(200, { top: full - 600, height: 600, full }, 180)).toBe(200);
});

test('The member list shrinks to 200 rows when it is scrolled back to the top.', () => {
  expect(nextSlice(1000, { top: 0, height: 600, full: 60_000 }, 10_000)).toBe(200);
  expect(nextSlice(1000, { top: 1, height: 600, full: 60_000 }, 10_000)).toBe(1000);
});

test('Bill cards are at least 216 px wide and are arranged in one to five columns.', () => {
  expect([320, 456, 704, 1032, 4000].map(columnsIn)).toEqual([1, 2, 3, 4, 5]);
});

test('The numbers in a field are tidied and split, and the chat uses the first number.', () => {
  expect(tidyNumber('  0300   1234567,\n 0301 7654321 ')).toBe('0300 1234567, 0301 7654321');
  expect(firstNumber('0300 1234567, 0301 7654321')).toBe('0300 1234567');
  expect(numbersIn('0300 1234567 / 0301 7654321;\n0302 1, ,')).toEqual([
    '0300 1234567',
    '0301 7654321',
    '0302 1',
  ]);
  expect(firstNumber('')).toBe('');
});

test('A press selects or deselects a bill, and a range selects all bills between its two ends.', () => {
  expect([...toggled(new Set([1, 2]), 2)]).toEqual([1]);
  expect([...toggled(new Set([1]), 2)]).toEqual([1, 2]);
  const all = [9, 7, 5, 3, 1];
  expect(withRange(all, 7, 3)).toEqual([7, 5, 3]);
  expect(withRange(all, 3, 7)).toEqual([7, 5, 3]);
  // The bill that was selected last is no longer in the list, because the search has changed.
  expect(withRange(all, 4, 3)).toEqual([3]);
});

test('Empty fee heads are omitted, and the others are summed to the paisa.', () => {
  const none = Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [
      [`head${n + 1}`, null] as const,
      [`amount${n + 1}`, null] as const,
    ]).flat(),
  );
  const bill = (part: object) => ({ ...none, ...part }) as unknown as Bill;
  expect(headsOf(bill({}))).toEqual({ heads: [], sum: undefined, isFull: false });
  const tenths = bill({ head1: 'Tuition Fee', amount1: 0.1, amount3: 0.2, head4: 'Fine' });
  expect(headsOf(tenths)).toEqual({
    heads: [
      { name: 'Tuition Fee', amount: 0.1 },
      { name: '', amount: 0.2 },
      { name: 'Fine', amount: null },
    ],
    sum: 0.3,
    isFull: false,
  });
});

test('The totals of a list, and what was paid of it, are summed to the paisa.', () => {
  const bills = [0.1, 0.2, null].map((total) => ({ total, paid: 0 }));
  const paid = [400.1, 1100.2].map((paid) => ({ total: 1000, paid }));
  expect(sumsOf([...bills, ...paid])).toEqual({ total: 2000.3, paid: 1500.3 });
});

test('Each filter shows its count, and the rare filters appear only if they have bills or are chosen.', () => {
  const counts = { bills: 9, unpaid: 2, overdue: 1, partPaid: 0, paid: 7, other: 0 };
  const four = [
    { value: 'all', count: 9 },
    { value: 'unpaid', count: 2 },
    { value: 'overdue', count: 1 },
    { value: 'paid', count: 7 },
  ];
  expect(filtersOf(counts, 'all')).toEqual(four);
  expect(filtersOf(counts, 'other')).toEqual([...four, { value: 'other', count: 0 }]);
  const shown = filtersOf({ ...counts, partPaid: 3, paid: 3, other: 1 }, 'all');
  expect(shown.map(({ value, count }) => `${value} ${count}`)).toEqual([
    'all 9',
    'unpaid 2',
    'overdue 1',
    'partial 3',
    'paid 3',
    'other 1',
  ]);
});

test('A text is filled with the unpaid bills of the opened billing, else of the billing of the first bill.', () => {
  const bill = (id: number, groupID: number, status = 'unpaid') => ({ id, groupID, status });
  const bills = [bill(1, 9), bill(2, 9), bill(3, 8), bill(4, 9, 'paid'), bill(5, 7, 'paid')];
  expect(billsToFill(bills, undefined)).toEqual([1, 2]);
  expect(billsToFill(bills, 8)).toEqual([3]);
  expect(billsToFill(bills, 7)).toEqual([5]);
  expect(billsToFill(bills, 6)).toEqual([1, 2]);
  expect(billsToFill([], 6)).toEqual([]);
});

test('The amount payable today is explained by the total with its arrears, the late charge and what was paid.', () => {
  const bill = {
    ...{ status: 'unpaid', total: 10_100, amountAfterDueDate: 11_100, dueDate: '2026-11-10' },
    ...{ paid: 0, adjusted: 0, settledOn: null },
  } as Bill;
  const say = (amount: number): string => amount.toLocaleString('en-US');
  expect(whyPayable(bill, { today: on('2026-11-10'), say })).toBeUndefined();
  expect(whyPayable(bill, { today: on('2026-11-27'), say })).toBe('Total 10,100, late +1,000');
  expect(whyPayable({ ...bill, paid: 600 }, { today: on('2026-11-27'), say, arrears: 2500 })).toBe(
    'Total 10,100, with 2,500 arrears, late +1,000, 600 paid',
  );
});
