import { expect, test } from 'vitest';
import { billingsAlike } from './alike.ts';

const november = { name: 'November 2026', month: 11, year: 2026 };
const alikeTo = (name: string, more: { month?: number; year?: number } = {}) =>
  billingsAlike([november, { ...november, name: 'Nov 2026, Girls' }], { ...november, name, ...more }).map(
    (one) => one.name,
  );

test('A billing of the same month is found although its name is written another way.', () => {
  for (const name of ['Nov 2026', 'november  2026 ', 'Fees of November', 'NOV-26', 'Monthly fee'])
    expect(alikeTo(name)).toEqual(['November 2026']);
  expect(alikeTo('girls november')).toEqual(['Nov 2026, Girls']);
});

test('A billing whose name says the month is found although its vouchers are of another one.', () => {
  expect(alikeTo('November 2026', { month: 12 })).toEqual(['November 2026']);
});

test('Another month, or other words in the name, is another billing.', () => {
  expect(alikeTo('December 2026', { month: 12 })).toEqual([]);
  expect(alikeTo('December 2026')).toEqual([]);
  expect(alikeTo('November 2026, Boys')).toEqual([]);
  expect(alikeTo('November 2025', { year: 2025 })).toEqual([]);
});
