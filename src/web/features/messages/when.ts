/** The planned time of a message. Day and time are in the campus's time zone, not in that of the computer. */

import { Findings } from '#shared/sheets/problem.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { readTime } from '#shared/sheets/read-time.ts';
import { addDays, clockIn, dayIn, formatDay } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { scheduleWords } from '#shared/words/sending.ts';

/**
 * Day and time as the user typed them, with the day before the month. The browser's own date field is not used, because
 * its format depends on the language of the browser.
 */
export type Later = { day: string; time: string };

/** Day and time as they were read, such as `2026-11-06` and `09:00`. Undefined if they cannot be read. */
type TypedTime = { day: string | undefined; time: string | undefined };

export const nowIn = (timeZone: string, now: Date): Later => ({
  day: dayIn(timeZone, now),
  time: clockIn(timeZone, now),
});

/** The initial value of the field: the next morning. */
export const nextMorning = (timeZone: string, now: Date): Later => ({
  day: formatDay(addDays(dayIn(timeZone, now), 1)),
  time: '09:00',
});

export function readLater({ day, time }: Later): TypedTime {
  const read = readDay(day.trim(), new Findings(), { is1904: false });
  return { day: typeof read === 'string' ? read : undefined, time: readTime(time) };
}

/** The planned time in the format of the calls, or undefined for now. The calls refuse a time that cannot be read. */
export function sendAtOf(later: Later | null): string | undefined {
  if (!later) return undefined;
  const { day = later.day, time = later.time } = readLater(later);
  return `${day}T${time}`;
}

/** The error of each field. */
export type LaterTrouble = Partial<Record<keyof Later, string | undefined>>;

/** Returns the errors of day and time. Days and times in ISO format are compared as texts. */
export function troubleOf(later: Later | null, now: Later): LaterTrouble {
  if (!later) return {};
  const { day, time } = readLater(later);
  const isBlank = { day: later.day.trim() === '', time: later.time.trim() === '' };
  if (day === undefined) return { day: isBlank.day ? scheduleWords.dayRequired : billWords.notADay };
  if (time === undefined) return { time: isBlank.time ? scheduleWords.timeRequired : scheduleWords.notATime };
  if (day < now.day) return { day: scheduleWords.past };
  if (day === now.day && time <= now.time) return { time: scheduleWords.past };
  return {};
}

/** The planned time in words, such as `tomorrow at 09:00` or `on 6 Nov 2026 at 09:00`. */
export function sayLater(later: Later, today: string): string {
  const { day = later.day, time = later.time } = readLater(later);
  if (day === today) return scheduleWords.today(time);
  if (day === addDays(today, 1)) return scheduleWords.tomorrow(time);
  return scheduleWords.onDay(formatDay(day), time);
}
