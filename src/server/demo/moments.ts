/** Times for events in the demonstration school, always at an hour when people are awake. Pure. */
import { addDays, clockIn, dayIn, instantIn, weekdayOf } from '#shared/dates.ts';

/** The minutes of the day between which parents write: 9:00 and 20:30. */
const wake = 9 * 60;
const sleep = 20 * 60 + 30;
const dayLength = sleep - wake;

const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

export const later = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

/** The instant this many waking minutes ago. The night is skipped: before 9:00 comes 20:30 of the day before. */
export function wakingBefore(timeZone: string, now: Date, minutes: number): Date {
  const [hour = 0, minute = 0] = clockIn(timeZone, now).split(':').map(Number);
  const passed = Math.min(Math.max(hour * 60 + minute, wake), sleep) - wake - minutes;
  const days = Math.floor(passed / dayLength);
  const clock = clockOf(wake + passed - days * dayLength);
  return instantIn(timeZone, `${addDays(dayIn(timeZone, now), days)}T${clock}`);
}

/** The day itself, or the Saturday before a Sunday. */
export const schoolDay = (day: string): string => (weekdayOf(day) === 0 ? addDays(day, -1) : day);
