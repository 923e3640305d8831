import { expect, test } from 'vitest';
import { sumOf } from './rules.ts';

const figures = { id: 1, name: 'Girls', bills: 2, sent: 3, failed: 0, waiting: 1 };
const one = { ...figures, currency: 'Rs.', collected: 0.1, outstanding: 100 };

test('The figures of the campuses are summed to the paisa.', () => {
  const sum = { currency: 'Rs.', bills: 4, sent: 6, failed: 0, waiting: 2, collected: 0.3, outstanding: 200 };
  expect(sumOf([one, { ...one, id: 2, collected: 0.2 }])).toEqual(sum);
});

test('Campuses with different currencies have no sum.', () => {
  expect(sumOf([one, { ...one, id: 2, currency: 'AED' }])).toBeUndefined();
  expect(sumOf([])).toBeUndefined();
});
