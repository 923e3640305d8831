import { binWords } from '#shared/words/bills.ts';

const day = 86_400_000;

/** How long something can still be restored, in whole days. */
export function sayLeft(until: string, now: number): string {
  const days = Math.floor((Date.parse(until) - now) / day);
  return days < 1 ? binWords.lastDay : binWords.left(days);
}
