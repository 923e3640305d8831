import { expect, test } from 'vitest';
import {
  collectedPercent,
  completeForm,
  emptyForm,
  missingIn,
  nameOfPeriod,
  paidPercent,
  searchGroups,
  years,
} from './rules.ts';

test('the search is a case-insensitive substring', () => {
  const groups = [{ name: 'November 2026' }, { name: 'Transport' }, { name: 'فیس نومبر' }];
  expect(searchGroups(groups, ' nov')).toEqual([{ name: 'November 2026' }]);
  expect(searchGroups(groups, 'نومبر')).toEqual([{ name: 'فیس نومبر' }]);
  expect(searchGroups(groups, '')).toHaveLength(3);
});

test('a billing is wholly paid only when no bill is unpaid', () => {
  expect(paidPercent({ bills: 1000, paid: 999, other: 0 })).toBe(99);
  expect(paidPercent({ bills: 3, paid: 3, other: 0 })).toBe(100);
  expect(paidPercent({ bills: 3, paid: 2, other: 1 })).toBe(100);
  expect(paidPercent({ bills: 0, paid: 0, other: 0 })).toBe(0);
  expect(collectedPercent({ expected: 0, collected: 0 })).toBe(0);
  expect(collectedPercent({ expected: 200, collected: 199.9 })).toBe(99);
});

test('years are 2023 to 2050', () => {
  expect([years[0], years.at(-1), years.length]).toEqual(['2023', '2050', 28]);
});

test('a new billing needs name, description and a contact; an old one needs no contact', () => {
  const form = { ...emptyForm('2026-11-20'), name: ' November', description: 'Monthly fee' };
  expect(completeForm(form, true, 1)).toEqual({ ...form, name: 'November' });
  expect(completeForm(form, true, 0)).toBeNull();
  expect(completeForm(form, false, 0)).not.toBeNull();
  expect(completeForm({ ...form, name: ' ' }, false, 0)).toBeNull();
  expect(completeForm({ ...form, description: '' }, true, 5)).toBeNull();
  expect(completeForm({ ...form, month: null }, false, 0)).toBeNull();
  expect(completeForm({ ...form, year: null }, false, 0)).toBeNull();
});

test('every field that is missing says so in the spec’s words', () => {
  expect(missingIn({ name: ' ', month: null, year: null, description: '' })).toEqual({
    month: 'Month is required.',
    year: 'Year is required.',
    name: 'Name is required.',
    description: 'Description is required.',
  });
  expect(missingIn({ name: 'a', month: 1, year: 2026, description: 'b' })).toEqual({});
});

test('a period is called by what there is of it', () => {
  const names = [
    { month: 11, year: 2026 },
    { month: null, year: 2026 },
    { month: 11, year: null },
  ].map(nameOfPeriod);
  expect(names).toEqual(['November 2026', '2026', 'November']);
});

test('the form starts in the month it is', () => {
  expect(emptyForm('2026-11-20')).toMatchObject({ month: 11, year: 2026 });
});
