import { expect, test } from 'vitest';
import { daysWith, hoursWith, sayNext, sayRule, withAnchor, withDays, withSide } from './rules.ts';

const now = new Date('2026-11-04T05:00:00Z');
const about = { timeZone: 'Asia/Karachi', now };

test.each([
  ['2026-11-04T15:00:00Z', 212, 180, 'Today: 212 bills, 180 families'],
  ['2026-11-05T04:00:00Z', 1, 1, 'Tomorrow: 1 bill, 1 family'],
  ['2026-11-09T04:00:00Z', 2, 1, '9 Nov: 2 bills, 1 family'],
  ['2026-11-05T04:00:00Z', 0, 0, 'Tomorrow: nobody'],
])('The next reminders at %s are announced for %i bills and %i families.', (at, bills, families, said) => {
  expect(sayNext({ at, bills, families }, about)).toBe(said);
});

test('A reminder time that was set through the API is one of the times to choose from.', () => {
  expect(hoursWith('09:00')).toHaveLength(29);
  expect(hoursWith('09:10')).toContain('09:10');
});

test('The number of days of a rule that was set through the API is one of those to choose from.', () => {
  expect(daysWith(3)).not.toContain('9');
  expect(daysWith(9)).toContain('9');
});

test('Each word of a rule is changed by itself.', () => {
  const rule = { kind: 'due', days: -3 } as const;
  expect(withDays(rule, 5)).toEqual({ kind: 'due', days: -5 });
  expect(withSide(rule, 'after')).toEqual({ kind: 'due', days: 3 });
  expect(withSide(rule, 'on')).toEqual({ kind: 'due', days: 0 });
  expect(withSide({ kind: 'due', days: 0 }, 'before')).toEqual({ kind: 'due', days: -1 });
  expect(withAnchor(rule, 'expiry')).toEqual({ kind: 'expiry', days: -3 });
});

test('A rule says when it runs next and to how many families.', () => {
  const rule = { templateID: 7, sendOn: 'due-3', isOn: true, startsOn: '2026-11-05' };
  const nobody = {
    skipped: [],
    items: [],
    count: 0,
    bills: 0,
    families: 0,
    held: 0,
    overLimit: 0,
    promised: 0,
  };
  const next = {
    ...nobody,
    day: '2026-11-05',
    at: '2026-11-05T05:00:00Z',
    byRule: [{ templateID: 7, families: 204 }],
  };
  expect(sayRule(rule, next, about)).toBe('Tomorrow 10:00, 204 families');
  expect(sayRule({ ...rule, templateID: 8 }, next, about)).toBe('on, from 5 Nov');
  expect(sayRule({ ...rule, isOn: false }, next, about)).toBe('does not run');
});
