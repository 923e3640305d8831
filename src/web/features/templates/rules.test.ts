import { expect, test } from 'vitest';
import type { Bill } from '#shared/calls/bills.ts';
import { noGrace } from '#shared/money/payable.ts';
import {
  fillableOf,
  formOf,
  isChanged,
  languageOf,
  sampleFor,
  sayCategory,
  sayLanguage,
  searchTemplates,
  whyNotSave,
  withOther,
} from './rules.ts';

const template = { id: 1, title: 'Fee due', message: 'Dear {{name}}', media: '', sendOn: null };
const form = formOf(template);

test('Templates are found by title or message in any letter case.', () => {
  const templates = [template, { ...template, title: 'Holiday', message: 'School is CLOSED' }];
  expect(searchTemplates(templates, '')).toHaveLength(2);
  expect(searchTemplates(templates, ' fee ')).toEqual([templates[0]]);
  expect(searchTemplates(templates, 'closed')).toEqual([templates[1]]);
  expect(searchTemplates(templates, 'due dear')).toEqual([]);
});

test('The form of a template counts as changed if it has values that are not saved.', () => {
  expect(isChanged(form, formOf(template))).toBe(false);
  expect(isChanged({ ...form, title: ' Fee due ' }, form)).toBe(false);
  expect(isChanged({ ...form, message: 'Dear {{name}} ' }, form)).toBe(true);
  expect(isChanged({ ...form, media: '/files/a.png' }, form)).toBe(true);
  expect(isChanged({ ...form, sendOn: 'Admission' }, form)).toBe(true);
  expect(isChanged(formOf(undefined), formOf(undefined))).toBe(false);
});

test('A template needs a title and a message with known placeholders.', () => {
  expect(whyNotSave(form)).toBeUndefined();
  expect(whyNotSave({ ...form, title: ' ', message: '' })).toBe('Please enter the details properly.');
  expect(whyNotSave({ ...form, message: ' \n' })).toBe('Please enter message');
  expect(whyNotSave({ ...form, message: '{{nmae}}' })).toMatch(/\{\{nmae\}\} is not a value/);
});

test('A bill without a month gets the month of its billing.', () => {
  const around = { campus: 'Girls Campus', month: 11, year: 2026, today: '2026-11-05', rules: noGrace };
  const bill = { month: null, year: 2025, dueDate: null } as Bill;
  expect(fillableOf(bill, around)).toMatchObject({
    campus: 'Girls Campus',
    month: 11,
    year: 2025,
  });
});

test('The preview uses the first bill that has all values of the text.', () => {
  const around = { campus: '', month: 11, year: 2026, today: '2026-11-05', rules: noGrace };
  const [plain, whole] = [{ name: 'A' }, { name: 'B', regNum: '2' }].map((bill) =>
    fillableOf({ ...bill, dueDate: null } as Bill, around),
  );
  const bills = [plain, whole].filter((bill) => bill !== undefined);
  expect(sampleFor('Dear {{name}}', bills)).toBe(plain);
  expect(sampleFor('Dear {{name}} {{regNum}}', bills)).toBe(whole);
  expect(sampleFor('{{total}}', bills)).toBe(plain);
  expect(sampleFor('x', [])).toBeUndefined();
});

test('The language of a template is guessed from its script and shown in words.', () => {
  expect(languageOf('فیس جمع کروا دیں')).toBe('ur');
  expect(languageOf('Fee jama karwa dein')).toBe('en');
  expect([sayLanguage('en_US'), sayLanguage('de')]).toEqual(['English (US)', 'de']);
  expect([sayCategory('UTILITY'), sayCategory('AUTHENTICATION')]).toEqual(['Utility', 'AUTHENTICATION']);
});

test('A template that a colleague changed keeps what was typed here and takes her other values.', () => {
  const other = { ...template, title: 'Fee is due', message: 'Salam {{name}}' };
  const typed = { ...form, message: 'Dear parent of {{name}}' };
  expect(withOther(typed, template, other)).toEqual({ ...typed, title: 'Fee is due' });
});
