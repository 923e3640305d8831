/** When things happen in the demonstration school, always at an hour at which people are up. Pure. */
import { addDays, clockIn, dayIn, instantIn, weekdayOf } from '#shared/dates.ts';

/** Minutes of a day between which parents write, 9:00 and 20:30. */
const wake = 9 * 60;
const sleep = 20 * 60 + 30;
const dayLength = sleep - wake;

const clockOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

export const later = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

/** The instant so many waking minutes ago: what was not today was yesterday before bedtime. */
export function wakingBefore(timeZone: string, now: Date, minutes: number): Date {
  const [hour = 0, minute = 0] = clockIn(timeZone, now).split(':').map(Number);
  const passed = Math.min(Math.max(hour * 60 + minute, wake), sleep) - wake - minutes;
  const days = Math.floor(passed / dayLength);
  const clock = clockOf(wake + passed - days * dayLength);
  return instantIn(timeZone, `${addDays(dayIn(timeZone, now), days)}T${clock}`);
}

/** That day, or the one before where it is a Sunday: nobody is at school. */
export const schoolDay = (day: string): string => (weekdayOf(day) === 0 ? addDays(day, -1) : day);
