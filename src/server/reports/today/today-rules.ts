/** Computes the days and months of the start page. Pure functions; the day of the campus is a parameter. */
import type { Falling, Numberless } from '#shared/calls/today.ts';
import { addDays, dayOf, weekdayOf } from '#shared/time/dates.ts';

/** The start page shows the due dates of this many days ahead. */
export const daysAhead = 14;
/** The next month counts as missing from this many days before its first day. */
const daysBeforeMonth = 10;

/** Proposes the number of the first of these children. If they have several numbers, nobody can tell which is right. */
export function proposedFor(
  children: readonly { name: string; number: string }[] = [],
): Pick<Numberless, 'proposed'> {
  const [first] = children;
  return first && children.every(({ number }) => number === first.number)
    ? { proposed: { number: first.number, name: first.name } }
    : {};
}

type Period = { month: number; year: number };
const monthIndex = ({ month, year }: Period): number => year * 12 + month;

/** Returns the month of this day. */
const periodOf = (day: string): Period => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });

/**
 * Returns the month that is not uploaded yet, with its first day: the current month, or a few days before its
 * beginning the next month. Null for a school without billings, because the first steps already ask for an upload. A
 * school that bills several months together has uploaded those months already.
 */
export function missingMonth(today: string, billings: readonly Period[]): (Period & { day: string }) | null {
  if (billings.length === 0) return null;
  const there = new Set(billings.map(monthIndex));
  for (const period of [periodOf(today), periodOf(addDays(today, daysBeforeMonth))]) {
    const day = dayOf(period.year, period.month, 1);
    if (!there.has(monthIndex(period)) && day !== undefined) return { ...period, day };
  }
  return null;
}

/** Sorts by day. On the same day, due dates come before expiry dates. */
export const inOrderOfDays = (days: readonly Falling[], most: number): Falling[] =>
  days
    .toSorted((a, b) => a.day.localeCompare(b.day) || a.kind.localeCompare(b.kind) || b.groupID - a.groupID)
    .slice(0, most);

const daysOfWeek = 7;

/** Returns the Monday of the week of a day. */
export const mondayOf = (day: string): string =>
  addDays(day, -((weekdayOf(day) + daysOfWeek - 1) % daysOfWeek));

/** Returns the days of the week that begins on this Monday. */
export const weekFrom = (monday: string): string[] =>
  Array.from({ length: daysOfWeek }, (_, days) => addDays(monday, days));
