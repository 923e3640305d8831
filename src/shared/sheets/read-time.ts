/** Times of day as people type them. */
import { asciiDigits } from './cells.ts';

const shape = /^(\d{1,2})(?:[:. ]?(\d{2}))?\s*(?:([ap])\.?\s?m\.?)?$/;

/**
 * Returns `09:05` for `9:05`, `9.05`, `0905` and `9:05 am`, `16:00` for `4 pm`, in Urdu digits too; undefined if it is not a
 * time of day. An hour alone needs am or pm, because `9` may be either.
 */
export function readTime(typed: string): string | undefined {
  const [, hours = '', minutes, half] = shape.exec(asciiDigits(typed).trim().toLowerCase()) ?? [];
  if (hours === '' || (minutes === undefined && half === undefined)) return undefined;
  const hour = Number(hours);
  const isInDay = half === undefined ? hour < 24 : hour >= 1 && hour <= 12;
  if (!isInDay || Number(minutes ?? 0) > 59) return undefined;
  const hour24 = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return `${String(hour24).padStart(2, '0')}:${minutes ?? '00'}`;
}
