import { expect, test } from 'vitest';
import {
  billingBefore,
  collectedPercent,
  completeForm,
  draftForFile,
  emptyForm,
  formOf,
  isMonthChosen,
  missingIn,
  nameOfPeriod,
  nameOfProposed,
  paidPercent,
  searchGroups,
  typedBy,
  withOther,
  years,
} from './rules.ts';

test('The search of billings finds a substring in any letter case.', () => {
  const groups = [{ name: 'November 2026' }, { name: 'Transport' }, { name: 'فیس نومبر' }];
  expect(searchGroups(groups, ' nov')).toEqual([{ name: 'November 2026' }]);
  expect(searchGroups(groups, 'نومبر')).toEqual([{ name: 'فیس نومبر' }]);
  expect(searchGroups(groups, '')).toHaveLength(3);
});

test('A billing shows 100 % paid only if no bill is unpaid.', () => {
  expect(paidPercent({ bills: 1000, paid: 999, other: 0 })).toBe(99);
  expect(paidPercent({ bills: 3, paid: 3, other: 0 })).toBe(100);
  expect(paidPercent({ bills: 3, paid: 2, other: 1 })).toBe(100);
  expect(paidPercent({ bills: 0, paid: 0, other: 0 })).toBe(0);
  expect(collectedPercent({ expected: 0, collected: 0, outstanding: 0 })).toBe(0);
  expect(collectedPercent({ expected: 200, collected: 250, outstanding: 0.1 })).toBe(99);
  expect(collectedPercent({ expected: 200, collected: 150, outstanding: 0 })).toBe(100);
});

test('The years to choose from are 2023 to 2050.', () => {
  expect([years[0], years.at(-1), years.length]).toEqual(['2023', '2050', 28]);
});

test('A new billing needs a name, a description and a contact, but an existing billing needs no contact.', () => {
  const form = { ...emptyForm('2026-11-20'), name: ' November', description: 'Monthly fee' };
  expect(completeForm(form, true, 1)).toEqual({ ...form, name: 'November' });
  expect(completeForm(form, true, 0)).toBeNull();
  expect(completeForm(form, false, 0)).not.toBeNull();
  expect(completeForm({ ...form, name: ' ' }, false, 0)).toBeNull();
  expect(completeForm({ ...form, description: '' }, true, 5)).toBeNull();
  expect(completeForm({ ...form, month: null }, false, 0)).toBeNull();
  expect(completeForm({ ...form, year: null }, false, 0)).toBeNull();
});

test('Every missing field of a billing has the error text of the spec.', () => {
  expect(missingIn({ name: ' ', month: null, year: null, description: '' })).toEqual({
    month: 'Month is required.',
    year: 'Year is required.',
    name: 'Name is required.',
    description: 'Description is required.',
  });
  expect(missingIn({ name: 'a', month: 1, year: 2026, description: 'b' })).toEqual({});
});

test('A period is named by its month and year, or by one of them if the other is unknown.', () => {
  const names = [
    { month: 11, year: 2026 },
    { month: null, year: 2026 },
    { month: 11, year: null },
  ].map(nameOfPeriod);
  expect(names).toEqual(['November 2026', '2026', 'November']);
});

test('The form of a new billing starts with the current month.', () => {
  expect(emptyForm('2026-11-20')).toMatchObject({ month: 11, year: 2026 });
});

const november = { month: 11, year: 2026 };
const of = (typed: Parameters<typeof formOf>[0], period: typeof november | null, rest = '') =>
  formOf(typed, { proposed: { period, rest }, before: 'Monthly fee', today: { month: 8, year: 2026 } });

test('A new billing starts with the month and name found in the file.', () => {
  expect(of({}, november, 'girls')).toEqual({
    ...november,
    name: 'November 2026, Girls',
    description: 'Monthly fee',
  });
  expect(of({}, null)).toMatchObject({ month: 8, year: 2026, name: '' });
  expect(formOf({}, { proposed: null, before: '', today: november })).toEqual({
    ...november,
    name: '',
    description: '',
  });
});

test('A typed value is kept, even if it is empty.', () => {
  expect(of({ name: '', description: '' }, november)).toMatchObject({ name: '', description: '' });
  expect(of({ month: 2, year: 2027 }, november)).toMatchObject({
    month: 2,
    year: 2027,
    name: 'February 2027',
  });
});

test('A month that a person has cleared is filled again from the file.', () => {
  const form = of({}, november);
  const typed = typedBy({}, form, { ...form, month: null });
  expect(isMonthChosen(typed)).toBe(false);
  expect(formOf(typed, { proposed: null, before: '', today: november })).toMatchObject({
    month: null,
    year: 2026,
  });
  expect(of(typed, november)).toMatchObject(november);
});

test('If a person changes month or year, both count as typed; any other field counts as typed only if it was changed.', () => {
  const form = of({}, november);
  expect(typedBy({}, form, { ...form, month: 12 })).toEqual({ month: 12, year: 2026 });
  expect(typedBy({ name: 'X' }, form, { ...form, description: 'Y' })).toEqual({
    name: 'X',
    description: 'Y',
  });
});

test('The description is taken from the newest billing of an earlier month.', () => {
  const group = (id: number, month: number, year: number, description = `${id}`) => ({
    id,
    month,
    year,
    description,
  });
  const groups = [
    group(1, 9, 2026),
    group(2, 10, 2026),
    group(3, 10, 2026),
    group(4, 11, 2026),
    group(5, 12, 2025),
  ];
  expect(billingBefore(groups, november)?.id).toBe(3);
  expect(billingBefore([group(6, 10, 2026, ' '), group(7, 12, 2025)], { month: 1, year: 2027 })?.id).toBe(7);
  expect(billingBefore(groups, { month: 12, year: 2025 })).toBeUndefined();
});

test('A proposed name keeps its capitals.', () => {
  expect(nameOfProposed(november, 'Class 5-A')).toBe('November 2026, Class 5-A');
  expect(nameOfProposed(november, 'گرلز')).toBe('November 2026, گرلز');
});

test('A name and a month typed for one file are dropped for another file.', () => {
  const typed = { name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
  const before = { typed, fileName: 'november.xlsx' };
  expect(draftForFile(before, 'october.xlsx')).toEqual({
    typed: { description: 'Monthly fee' },
    fileName: 'october.xlsx',
  });
  expect(draftForFile(before, 'november.xlsx')).toEqual(before);
});

test('Values typed for a new billing before the first file was chosen are kept.', () => {
  const typed = { name: 'November 2026' };
  expect(draftForFile({ typed, fileName: null }, 'october.xlsx')).toEqual({
    typed,
    fileName: 'october.xlsx',
  });
});

test('A billing that a colleague changed keeps what was typed here and takes her other values.', () => {
  const opened = { name: 'Nov', month: 11, year: 2026, description: 'Girls', avatar: null, version: 'one' };
  const other = { ...opened, month: 12, description: 'Boys', version: 'two' };
  expect(withOther({ ...opened, name: 'November' }, opened, other)).toEqual({
    ...{ name: 'November', month: 12, year: 2026, description: 'Boys', avatar: null },
  });
});
