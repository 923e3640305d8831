import type { NextReminders } from '#shared/calls/reminders.ts';
import { addDays, clockIn, dayIn } from '#shared/time/dates.ts';
import { reminderWords as words } from '#shared/words/templates.ts';

/** The name of a day: today, tomorrow, or the date. */
function sayDay(day: string, today: string): string {
  if (day === today) return words.today;
  return day === addDays(today, 1) ? words.tomorrow : words.day(day);
}

/** Summarises the next reminders, such as `Tomorrow: 212 bills, 180 families`. */
export function sayNext(
  next: Pick<NextReminders, 'at' | 'bills' | 'families'>,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const day = sayDay(dayIn(timeZone, new Date(next.at)), dayIn(timeZone, now));
  return next.bills === 0 ? words.nobody(day) : words.next(day, next);
}

export const sayClock = (next: Pick<NextReminders, 'at'>, timeZone: string): string =>
  clockIn(timeZone, new Date(next.at));

/** The times to choose from, from 07:00 to 21:00, and the chosen time. */
export function hoursWith(chosen: string): string[] {
  const hours = Array.from({ length: 29 }, (_, at) => {
    const hour = String(7 + Math.floor(at / 2)).padStart(2, '0');
    return `${hour}:${at % 2 === 0 ? '00' : '30'}`;
  });
  return [...new Set([...hours, chosen])].sort();
}
