import { expect, test } from 'vitest';
import { hoursWith, sayNext } from './rules.ts';

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
