/** Times for events in the demonstration school. All times are in the daytime. Pure functions. */
import { addDays, clockIn, dayIn, instantIn, weekdayOf } from '#shared/time/dates.ts';

/** Parents write between these minutes of the day: 9:00 and 20:30. */
const wake = 9 * 60;
const sleep = 20 * 60 + 30;
const dayLength = sleep - wake;

const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

export const later = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

/**
 * The instant this many minutes ago, without the minutes of the night: 20:30 of one day is followed by 9:00 of the
 * next.
 */
export function wakingBefore(timeZone: string, now: Date, minutes: number): Date {
  const [hour = 0, minute = 0] = clockIn(timeZone, now).split(':').map(Number);
  const passed = Math.min(Math.max(hour * 60 + minute, wake), sleep) - wake - minutes;
  const days = Math.floor(passed / dayLength);
  const clock = clockOf(wake + passed - days * dayLength);
  return instantIn(timeZone, `${addDays(dayIn(timeZone, now), days)}T${clock}`);
}

/** Returns the day. A Sunday is replaced by the Saturday before. */
export const schoolDay = (day: string): string => (weekdayOf(day) === 0 ? addDays(day, -1) : day);
