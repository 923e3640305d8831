import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../time/dates.ts';
import { dayOfStep, mostReminderDays, readReminderRule, spelledRuleOf } from './reminder-rules.ts';

it.each([
  ['due-3', 'due-3'],
  [' Due - 3 ', 'due-3'],
  ['DUE', 'due'],
  ['due+0', 'due'],
  ['due-0', 'due'],
  ['due +7', 'due+7'],
  ['due−3', 'due-3'],
  ['expiry-1', 'expiry-1'],
  ['Bill', 'bill'],
  [' Paid', 'paid'],
])('The sendOn "%s" is read as the rule %s.', (sendOn, rule) => {
  expect(spelledRuleOf(sendOn)).toBe(rule);
});

it.each([
  null,
  '',
  'Admission',
  'due date',
  'due-',
  'due3',
  'due-366',
  'due-1000',
  'bill+1',
  'paid+1',
  'overdue',
])('The sendOn "%s" is no reminder rule.', (sendOn) => {
  expect(readReminderRule(sendOn)).toBeUndefined();
});

it('A reminder rule has one spelling, and its days count from the due or the expiry day.', () => {
  const kinds = fc.constantFrom('due' as const, 'expiry' as const);
  const days = fc.integer({ min: -mostReminderDays, max: mostReminderDays });
  fc.assert(
    fc.property(kinds, days, (kind, days) => {
      const spelled = spelledRuleOf(`${kind}${days < 0 ? days : `+${days}`}`) ?? '';
      expect(spelledRuleOf(spelled)).toBe(spelled);
      const rule = readReminderRule(spelled);
      expect(rule).toMatchObject({ kind, days: days === 0 ? 0 : days });
      expect(rule && dayOfStep(rule, '2026-11-10')).toBe(addDays('2026-11-10', days));
    }),
  );
});
