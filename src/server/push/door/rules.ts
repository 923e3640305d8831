/** Who asks, and on which day money counts as received. Pure. */
import { hash, timingSafeEqual } from 'node:crypto';
import { addDays } from '#shared/dates.ts';

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** In a time that says nothing of either. */
export const isSame = (told: unknown, known: string): boolean =>
  typeof told === 'string' && timingSafeEqual(digestOf(told), digestOf(known));

/** A day that is longer gone is a slip. */
const mostDaysGone = 366;

/**
 * The day of the money: none to come, whichever of the two clocks is wrong, since the money is taken. Undefined of one that
 * is too long gone to be meant.
 */
export function receivedOn(day: string, today: string): string | undefined {
  if (day < addDays(today, -mostDaysGone)) return undefined;
  return day < today ? day : today;
}
