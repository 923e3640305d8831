import { expect, test } from 'vitest';
import type { ChatItem } from '#shared/calls/chat.ts';
import { byDay, nameOfDay, timeOf } from './rules.ts';

const zone = 'Asia/Karachi';
const at = (date: string): ChatItem => ({
  id: date,
  date,
  message: 'x',
  media: '',
  audio: '',
  fromAdmin: true,
  status: 'sent',
  reason: null,
});

test('days are those of the campus: 19:30 UTC is already the next day in Karachi', () => {
  const days = byDay(
    [at('2026-11-04T18:59:00Z'), at('2026-11-04T19:30:00Z'), at('2026-11-05T05:00:00Z')],
    zone,
  );
  expect(days.map(({ day, items }) => [day, items.length])).toEqual([
    ['2026-11-04', 1],
    ['2026-11-05', 2],
  ]);
});

test('days are named from today', () => {
  const now = new Date('2026-11-05T10:00:00Z');
  expect(nameOfDay('2026-11-05', now, zone)).toBe('Today');
  expect(nameOfDay('2026-11-04', now, zone)).toBe('Yesterday');
  expect(nameOfDay('2026-11-03', now, zone)).toBe('3 Nov 2026');
});

test('times are those of the campus', () => {
  expect(timeOf('2026-11-05T09:05:00Z', zone)).toBe('14:05');
});
