import { expect, test } from 'vitest';
import { formatMoney, formatShort, toPaisa, toRupees } from './money.ts';

test('Rupees convert to whole paisa and back without a change.', () => {
  for (const rupees of [0, 0.1, 0.29, 1.15, 12_500, 12_500.5, 999_999_999.99, -500.25]) {
    expect(toRupees(toPaisa(rupees))).toBe(rupees);
    expect(Number.isInteger(toPaisa(rupees))).toBe(true);
  }
});

test('Amounts are shown with decimals only when there are any.', () => {
  expect(formatMoney(12_500, 'Rs.')).toBe('Rs. 12,500');
  expect(formatMoney(12_500.5, 'AED')).toBe('AED 12,500.50');
  expect(formatShort(14_200_000)).toBe('14.2m');
  expect(formatShort(999_999)).toBe('999,999');
});
