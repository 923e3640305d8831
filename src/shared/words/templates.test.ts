import { expect, test } from 'vitest';
import { offeredRules, readWhen, reminderWords, templateWords } from './templates.ts';

test('When a template goes is said and read in words, with any number of days.', () => {
  for (const rule of [...offeredRules, 'due-1', 'due+30', 'expiry', 'expiry-10', 'expiry+2'])
    expect(readWhen(reminderWords.when(rule))).toBe(rule);
  expect(readWhen(' 5 Days before the due date ')).toBe('due-5');
  expect(readWhen("2 days before the voucher's expiry")).toBe('expiry-2');
});

test('The name of an occasion stays as it is typed, and so does a number of days that is a mistake.', () => {
  expect(readWhen('Admission ')).toBe('Admission ');
  expect(readWhen('900 days before the due date')).toBe('900 days before the due date');
});

test('No code of a rule is shown to a clerk.', () => {
  const shown = [templateWords.sendOnHint, templateWords.sendOnText, reminderWords.noRulesText];
  const labels = offeredRules.map((rule) => templateWords.sendsOn(rule));
  for (const text of [...shown, ...labels]) expect(text).not.toMatch(/due[-+]\d|expiry-\d/);
  expect(templateWords.sendsOn('Admission')).toBe('Send on Admission');
});
