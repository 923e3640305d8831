import { expect, test } from 'vitest';
import { collectedPercent, emptyForm, isGroupComplete, paidPercent, searchGroups, years } from './rules.ts';

test('the search is a case-insensitive substring', () => {
  const groups = [{ name: 'November 2026' }, { name: 'Transport' }, { name: 'فیس نومبر' }];
  expect(searchGroups(groups, ' nov')).toEqual([{ name: 'November 2026' }]);
  expect(searchGroups(groups, 'نومبر')).toEqual([{ name: 'فیس نومبر' }]);
  expect(searchGroups(groups, '')).toHaveLength(3);
});

test('a billing is wholly paid only when no bill is unpaid', () => {
  expect(paidPercent({ bills: 1000, paid: 999 })).toBe(99);
  expect(paidPercent({ bills: 3, paid: 3 })).toBe(100);
  expect(paidPercent({ bills: 0, paid: 0 })).toBe(0);
  expect(collectedPercent({ total: 0, collected: 0 })).toBe(0);
  expect(collectedPercent({ total: 200, collected: 199.9 })).toBe(99);
});

test('years are 2023 to 2050', () => {
  expect([years[0], years.at(-1), years.length]).toEqual(['2023', '2050', 28]);
});

test('a new billing needs name, description and a contact; an old one needs no contact', () => {
  const form = { ...emptyForm('2026-11-20'), name: 'November', description: 'Monthly fee' };
  expect(isGroupComplete(form, true, 1)).toBe(true);
  expect(isGroupComplete(form, true, 0)).toBe(false);
  expect(isGroupComplete(form, false, 0)).toBe(true);
  expect(isGroupComplete({ ...form, name: ' ' }, false, 0)).toBe(false);
  expect(isGroupComplete({ ...form, description: '' }, true, 5)).toBe(false);
});

test('the form starts in the month it is', () => {
  expect(emptyForm('2026-11-20')).toMatchObject({ month: 11, year: 2026 });
});
