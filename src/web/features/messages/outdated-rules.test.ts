import { expect, test } from 'vitest';
import type { Plan } from './api.ts';
import { replaceOutdated, sayOutdated, stillInText, templateInstead } from './outdated-rules.ts';

const total: Plan['outdated'][number] = { name: 'total', use: 'payable', families: 12 };
const dueDate: Plan['outdated'][number] = { name: 'dueDate', use: 'payableUntil', families: 40 };
const content = { templateID: 1, message: 'Rs. {{ Total }} by {{dueDate}}', media: '' };
const template = (id: number, message: string, media = '') => ({ id, message, media });

test('The warning says for how many families a value is outdated, on which day, and which value to use.', () => {
  expect(sayOutdated([total], 40, undefined)).toBe(
    'For 12 of 40 families “Total” is no longer payable today. Use “Payable today”.',
  );
  expect(sayOutdated([total, dueDate], 40, '5 Dec 2026')).toBe(
    'For 12 of 40 families “Total” is not payable on 5 Dec 2026. ' +
      'For all 40 families the day in “Due date” will have passed on 5 Dec 2026. ' +
      'Use “Payable today” and “Payable until”.',
  );
  expect(sayOutdated([{ ...dueDate, use: null, families: 1 }], 1, undefined)).toBe(
    'For this family the day in “Due date” has passed.',
  );
});

test('A value that was removed from the text is not mentioned in the warning.', () => {
  expect(stillInText([total, dueDate], content.message)).toEqual([total, dueDate]);
  expect(stillInText([total, dueDate], 'By {{dueDate}}')).toEqual([dueDate]);
});

test('The proposed template has the right values, the same script and the same media.', () => {
  const both = [total, dueDate];
  const fits = 'Rs. {{payable}} by {{payableUntil}}';
  const find = (...templates: ReturnType<typeof template>[]) => templateInstead(both, content, templates)?.id;
  expect(find(template(2, 'Rs. {{payable}}'), template(3, fits), template(4, fits))).toBe(3);
  expect(find(template(2, `${fits}, was {{total}}`))).toBeUndefined();
  expect(find(template(2, `{{payable}} روپے {{payableUntil}} تک`))).toBeUndefined();
  expect(find(template(2, fits, 'paper:voucher'))).toBeUndefined();
  expect(find(template(1, fits))).toBeUndefined();
  expect(templateInstead([{ ...dueDate, use: null }], content, [template(2, fits)])).toBeUndefined();
});

test('Outdated placeholders are replaced by the right ones, regardless of case and spaces.', () => {
  expect(replaceOutdated([total, dueDate], content.message)).toBe('Rs. {{payable}} by {{payableUntil}}');
  expect(replaceOutdated([total, { ...dueDate, use: null }], content.message)).toBe(
    'Rs. {{payable}} by {{dueDate}}',
  );
});
