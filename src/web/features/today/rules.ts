import type { Numberless } from '#shared/calls/today.ts';
import { todayWords } from '#shared/words/screen.ts';

type Expecting = { month: number; year: number; expected: number };

/** The billings of the newest month that asks for money. A month may have several. */
export function newestMonth<T extends Expecting>(groups: readonly T[]): T[] {
  const asking = groups.filter(({ expected }) => expected > 0);
  const [newest] = asking;
  return asking.filter(({ month, year }) => month === newest?.month && year === newest.year);
}

/** `2-A · father Rashid Minhas`, as far as known. */
export const aboutChild = ({
  class: className,
  section,
  fatherName,
  regNum,
}: Pick<Numberless, 'class' | 'section' | 'fatherName' | 'regNum'>): string =>
  [
    [className, section].filter(Boolean).join('-') || (regNum ?? ''),
    fatherName ? todayWords.father(fatherName) : '',
  ]
    .filter(Boolean)
    .join(' · ');

/** Formats an instant in the campus's time zone, such as `23 Nov, 09:00`. */
export const sayInstant = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant));

/** Formats the current day in the campus's time zone, such as `Sunday, 22 November 2026`. */
export const sayToday = (now: Date, timeZone: string): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).formatToParts(now);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${partOf('weekday')}, ${partOf('day')} ${partOf('month')} ${partOf('year')}`;
};
