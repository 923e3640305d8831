import { expect, test } from 'vitest';
import { sayDelivery, sayEnd } from './window-rules.ts';

test('The notice counts the messages that use the approved template and those that are free text.', () => {
  const approved = { isApproved: true };
  expect(sayDelivery({ ...approved, open: 12, closed: 1420 })).toBe(
    'Will be sent by the approved template to 1,420, as free text to 12.',
  );
  expect(sayDelivery({ ...approved, open: 0, closed: 3 })).toBe(
    'Will be sent by the approved template to 3.',
  );
  expect(sayDelivery({ open: 3, closed: 0, isApproved: false })).toBe('Will be sent as free text to 3.');
});

test('Without an approved template the notice counts the numbers that free text does not reach.', () => {
  const say = (open: number, closed: number) => sayDelivery({ open, closed, isApproved: false });
  expect(say(12, 1420)).toMatch(/reaches 12 of 1,432 numbers.* for the other 1,420\.$/);
  expect(say(0, 1)).toMatch(/reaches none of 1 number.* for them\.$/);
});

const now = new Date('2026-11-05T04:00:00Z');
const clock = { later: null, timeZone: 'Asia/Karachi', now };
const day = 24 * 60 * 60;

test('Only a send that takes longer than a day says when it ends.', () => {
  expect(sayEnd({ seconds: day, heldUntil: null }, clock)).toBeUndefined();
  expect(sayEnd({ seconds: day + 3600, heldUntil: null }, clock)).toBe('Expected to end tomorrow at 10:00');
  expect(sayEnd({ seconds: 5 * day, heldUntil: null }, clock)).toBe(
    'Expected to end on 10 Nov 2026 at 09:00',
  );
});

test('The end of a send is counted from its planned or held start.', () => {
  const seconds = 2 * day;
  const later = { day: '2026-11-08', time: '09:00' };
  expect(sayEnd({ seconds, heldUntil: null }, { ...clock, later })).toBe(
    'Expected to end on 10 Nov 2026 at 09:00',
  );
  const heldUntil = '2026-11-09T03:00:00Z';
  expect(sayEnd({ seconds, heldUntil }, { ...clock, later })).toBe('Expected to end on 11 Nov 2026 at 08:00');
});
