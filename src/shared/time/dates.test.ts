import { expect, test } from 'vitest';
import {
  addDays,
  clockIn,
  dayIn,
  dayOf,
  formatDay,
  formatInstant,
  formatWholeDay,
  instantIn,
  isDay,
  weekdayOf,
} from './dates.ts';

test('isDay accepts exactly the days of the calendar from 1900 to 2199.', () => {
  for (let instant = Date.UTC(1900, 0, 1); instant < Date.UTC(2200, 0, 1); instant += 86_400_000) {
    const day = new Date(instant).toISOString().slice(0, 10);
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
    if (!isDay(day) || dayOf(year, month, date) !== day) expect.fail(day);
  }
  for (const day of [
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '1899-12-31',
    '2200-01-01',
    '2026-1-1',
    '05-11-2026',
    '',
  ]) {
    expect(isDay(day), day).toBe(false);
  }
  expect(isDay('2024-02-29')).toBe(true);
  expect([dayOf(2026, 2, 30), dayOf(2026, 1.5, 1), dayOf(Number.NaN, 1, 1)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('Days and instants are shown as 5 Nov 2026, instants in the time zone of the campus.', () => {
  expect(formatDay('2026-11-05')).toBe('5 Nov 2026');
  expect(formatDay('soon')).toBe('soon');
  // 20:30 in London is already the next day in Karachi.
  const instant = '2026-11-05T20:30:00.000Z';
  expect(dayIn('Asia/Karachi', new Date(instant))).toBe('2026-11-06');
  expect(formatInstant(instant, 'Asia/Karachi')).toBe('6 Nov 2026, 01:30');
});

test('A local day and time convert to an instant of a time zone and back.', () => {
  for (const timeZone of ['Asia/Karachi', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'UTC']) {
    for (const local of ['2026-11-06T09:00', '2026-01-01T00:00', '2026-07-15T23:59']) {
      const instant = instantIn(timeZone, local);
      expect(`${dayIn(timeZone, instant)}T${clockIn(timeZone, instant)}`, timeZone).toBe(local);
    }
  }
  expect(instantIn('Asia/Karachi', '2026-11-06T09:00').toISOString()).toBe('2026-11-06T04:00:00.000Z');
  // 02:30 does not exist on this night; a clock shows 03:30 then.
  expect(clockIn('Europe/Berlin', instantIn('Europe/Berlin', '2026-03-29T02:30'))).toBe('03:30');
});

test('addDays crosses the ends of months and years, and weekdayOf gives the weekday.', () => {
  expect([addDays('2026-12-31', 1), addDays('2024-02-28', 1), addDays('2026-03-01', -1)]).toEqual([
    '2027-01-01',
    '2024-02-29',
    '2026-02-28',
  ]);
  expect([weekdayOf('2026-11-08'), weekdayOf('2026-11-20')]).toEqual([0, 5]);
});

test('A whole day is said with its weekday, so that a short text that became a day can be checked.', () => {
  expect(formatWholeDay('2026-12-10')).toBe('Thursday 10 December 2026');
});
