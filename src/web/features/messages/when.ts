/** When a message is to go: a day and a time of the campus's clock, whatever the computer's own says. */
import { addDays, clockIn, dayIn, formatDay } from '#shared/dates.ts';
import { Findings } from '#shared/sheets/problem.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { readTime } from '#shared/sheets/read-time.ts';
import { scheduleWords } from '#shared/words/scheduling.ts';
import { billWords } from '#shared/words/screen.ts';

/** As it is typed, day first: a browser's own fields show a date as its language does. */
export type Later = { day: string; time: string };

/** As it is read, `2026-11-06` and `09:00`; undefined for what is no day, or no time. */
type TypedTime = { day: string | undefined; time: string | undefined };

export const nowIn = (timeZone: string, now: Date): Later => ({
  day: dayIn(timeZone, now),
  time: clockIn(timeZone, now),
});

/** What stands there at first: the next morning. */
export const nextMorning = (timeZone: string, now: Date): Later => ({
  day: formatDay(addDays(dayIn(timeZone, now), 1)),
  time: '09:00',
});

export function readLater({ day, time }: Later): TypedTime {
  const read = readDay(day.trim(), new Findings(), { is1904: false });
  return { day: typeof read === 'string' ? read : undefined, time: readTime(time) };
}

/** As the calls take it; undefined: at once. What reads as no time they refuse. */
export function sendAtOf(later: Later | null): string | undefined {
  if (!later) return undefined;
  const { day = later.day, time = later.time } = readLater(later);
  return `${day}T${time}`;
}

/** What is wrong with each field. */
export type LaterTrouble = Partial<Record<keyof Later, string | undefined>>;

/** Once read, both stand in the order in which they compare. */
export function troubleOf(later: Later | null, now: Later): LaterTrouble {
  if (!later) return {};
  const { day, time } = readLater(later);
  const isBlank = { day: later.day.trim() === '', time: later.time.trim() === '' };
  if (day === undefined) return { day: isBlank.day ? scheduleWords.dayRequired : billWords.notADay };
  if (time === undefined) return { time: isBlank.time ? scheduleWords.timeRequired : scheduleWords.notATime };
  if (day < now.day) return { day: scheduleWords.past };
  if (day === now.day && time <= now.time) return { time: scheduleWords.past };
  return {};
}

/** `tomorrow at 09:00`, `on 6 Nov 2026 at 09:00`. */
export function sayLater(later: Later, today: string): string {
  const { day = later.day, time = later.time } = readLater(later);
  if (day === today) return scheduleWords.today(time);
  if (day === addDays(today, 1)) return scheduleWords.tomorrow(time);
  return scheduleWords.onDay(formatDay(day), time);
}
