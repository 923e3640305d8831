import { expect, it } from 'vitest';
import { nameOfMonth, sumOfMonths } from './month-rules.ts';

const form = { month: 11, year: 2026 };
const month = { month: 10, year: 2026 };

it('The billing of another month is named like that of the form, with its own month.', () => {
  expect(nameOfMonth('November 2026, Girls', { form, month })).toBe('October 2026, Girls');
  expect(nameOfMonth('Fees', { form, month })).toBe('Fees, October 2026');
  expect(nameOfMonth('Fees', { form, month: form })).toBe('Fees');
});

it('The counts of all months add up, and each billing is named with its rows.', () => {
  const saved = {
    importID: 1,
    added: 2,
    updated: 0,
    skipped: 1,
    refused: 1,
    held: [{ row: 1, reason: 'It is paid.' }],
  };
  const all = sumOfMonths([
    { saved: { ...saved, id: 7 }, name: 'November 2026', rows: 3 },
    { saved: { ...saved, id: 8, skipped: 0, refused: 0 }, name: 'October 2026', rows: 3 },
  ]);
  expect(all).toMatchObject({ id: 7, added: 4, updated: 0, skipped: 1, refused: 1 });
  expect(all.held.map(({ row }) => row)).toEqual([1, 4]);
  expect(all.billings).toEqual([
    { id: 7, name: 'November 2026', rows: 3 },
    { id: 8, name: 'October 2026', rows: 3 },
  ]);
});
