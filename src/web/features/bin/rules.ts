import { binWords } from '#shared/words/bills.ts';

const day = 86_400_000;

/** Says how many whole days are left to restore a deleted entry. */
export function sayLeft(until: string, now: number): string {
  const days = Math.floor((Date.parse(until) - now) / day);
  return days < 1 ? binWords.lastDay : binWords.left(days);
}
