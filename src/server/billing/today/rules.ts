/** What Today says of days and months. Pure: the campus's day is given. */
import type { Falling } from '#shared/calls/today.ts';
import { addDays, dayOf, weekdayOf } from '#shared/dates.ts';

/** Days that are looked ahead. */
export const daysAhead = 14;
/** A month that is not there is missed so many days before it begins. */
const daysBeforeMonth = 10;

type Period = { month: number; year: number };
const placeOf = ({ month, year }: Period): number => year * 12 + month;

/** The month in which this day is. */
const periodOf = (day: string): Period => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });

/**
 * The month that is not uploaded yet, with its first day: this one, or from a few days before it the next. A school that
 * has uploaded none is told otherwise, and one that bills some months together has those months there.
 */
export function missingMonth(today: string, billings: readonly Period[]): (Period & { day: string }) | null {
  if (billings.length === 0) return null;
  const there = new Set(billings.map(placeOf));
  for (const period of [periodOf(today), periodOf(addDays(today, daysBeforeMonth))]) {
    const day = dayOf(period.year, period.month, 1);
    if (!there.has(placeOf(period)) && day !== undefined) return { ...period, day };
  }
  return null;
}

/** The soonest first; of a day what is due before what a bank takes no more. */
export const inOrderOfDays = (days: readonly Falling[], most: number): Falling[] =>
  days
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.kind.localeCompare(b.kind) || b.groupID - a.groupID)
    .slice(0, most);

const daysOfWeek = 7;

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string =>
  addDays(day, -((weekdayOf(day) + daysOfWeek - 1) % daysOfWeek));

/** The days of the week that begins with this Monday. */
export const weekFrom = (monday: string): string[] =>
  Array.from({ length: daysOfWeek }, (_, days) => addDays(monday, days));
