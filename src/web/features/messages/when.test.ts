import { expect, test } from 'vitest';
import { billWords } from '#shared/words/bills.ts';
import { scheduleWords } from '#shared/words/sending.ts';
import { nextMorning, nowIn, sayLater, sendAtOf, troubleOf } from './when.ts';

const karachi = 'Asia/Karachi';
const lateEvening = new Date('2026-11-05T19:30:00Z');
const now = { day: '2026-11-06', time: '00:30' };

test('The planned time uses the campus’s clock.', () => {
  expect(nowIn(karachi, lateEvening)).toEqual(now);
  expect(nextMorning(karachi, lateEvening)).toEqual({ day: '7 Nov 2026', time: '09:00' });
});

test('A day or time that is missing or past is reported at its field.', () => {
  const { past, dayRequired, timeRequired } = scheduleWords;
  expect(troubleOf(null, now)).toEqual({});
  expect(troubleOf({ day: '', time: '09:00' }, now)).toEqual({ day: dayRequired });
  expect(troubleOf({ day: '2026-11-07', time: '' }, now)).toEqual({ time: timeRequired });
  expect(troubleOf({ day: '2026-11-05', time: '09:00' }, now)).toEqual({ day: past });
  expect(troubleOf({ day: '2026-11-06', time: '00:30' }, now)).toEqual({ time: past });
  expect(troubleOf({ day: '2026-11-06', time: '00:31' }, now)).toEqual({});
});

test('A date is read day first, never month first.', () => {
  const { past } = scheduleWords;
  expect(sendAtOf({ day: '07/12/2026', time: '4 pm' })).toBe('2026-12-07T16:00');
  expect(sendAtOf({ day: '7 Dec 2026', time: '9.30' })).toBe('2026-12-07T09:30');
  expect(troubleOf({ day: '05/11/2026', time: '09:00' }, now)).toEqual({ day: past });
  expect(troubleOf({ day: '11/25/2026', time: '09:00' }, now)).toEqual({ day: billWords.notADay });
  expect(troubleOf({ day: '7 Dec 2026', time: '9' }, now)).toEqual({ time: scheduleWords.notATime });
  expect(sayLater({ day: '6/11/2026', time: '4pm' }, now.day)).toBe('today at 16:00');
  // A message whose day or time cannot be read must not be sent now. The calls refuse this text.
  expect(sendAtOf({ day: 'soon', time: '' })).toBe('soonT');
});

test('A near day is named today or tomorrow.', () => {
  const say = (day: string) => sayLater({ day, time: '09:00' }, now.day);
  expect(['2026-11-06', '2026-11-07', '2026-11-08'].map(say)).toEqual([
    'today at 09:00',
    'tomorrow at 09:00',
    'on 8 Nov 2026 at 09:00',
  ]);
});

test('A message that is sent now has no planned time.', () => {
  expect(sendAtOf(null)).toBeUndefined();
  expect(sendAtOf({ day: '2026-11-07', time: '09:00' })).toBe('2026-11-07T09:00');
});
