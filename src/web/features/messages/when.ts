/** The planned time of a message: a day and time of the campus's clock, not the computer's. */
import { addDays, clockIn, dayIn, formatDay } from '#shared/dates.ts';
import { Findings } from '#shared/sheets/problem.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { readTime } from '#shared/sheets/read-time.ts';
import { billWords } from '#shared/words/bills.ts';
import { scheduleWords } from '#shared/words/sending.ts';

/** As typed, day first. A browser's own date field would follow its language. */
export type Later = { day: string; time: string };

/** As read, `2026-11-06` and `09:00`; undefined if unreadable. */
type TypedTime = { day: string | undefined; time: string | undefined };

export const nowIn = (timeZone: string, now: Date): Later => ({
  day: dayIn(timeZone, now),
  time: clockIn(timeZone, now),
});

/** The initial value: the next morning. */
export const nextMorning = (timeZone: string, now: Date): Later => ({
  day: formatDay(addDays(dayIn(timeZone, now), 1)),
  time: '09:00',
});

export function readLater({ day, time }: Later): TypedTime {
  const read = readDay(day.trim(), new Findings(), { is1904: false });
  return { day: typeof read === 'string' ? read : undefined, time: readTime(time) };
}

/** As the calls expect it; undefined for at once. The calls refuse an unreadable time. */
export function sendAtOf(later: Later | null): string | undefined {
  if (!later) return undefined;
  const { day = later.day, time = later.time } = readLater(later);
  return `${day}T${time}`;
}

/** The error of each field. */
export type LaterTrouble = Partial<Record<keyof Later, string | undefined>>;

/** Day and time in ISO form can be compared as texts. */
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
