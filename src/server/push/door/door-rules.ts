/** Compares secrets, and decides on which day money counts as received. Pure. */
import { hash, timingSafeEqual } from 'node:crypto';
import { addDays } from '#shared/dates.ts';

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Compares in constant time. */
export const isSame = (given: unknown, known: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digestOf(given), digestOf(known));

/** Days. A day further in the past is a mistake. */
const mostDaysGone = 366;

/**
 * The day of the money. A future day becomes today, because one of the two clocks is wrong and the money must be
 * booked. Undefined if the day is too long ago.
 */
export function receivedOn(day: string, today: string): string | undefined {
  if (day < addDays(today, -mostDaysGone)) return undefined;
  return day < today ? day : today;
}
