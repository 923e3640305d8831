/** When a message is to go: a day and a time of the campus's clock, whatever the computer's own says. */
import { addDays, clockIn, dayIn, formatDay } from '#shared/dates.ts';
import { scheduleWords } from '#shared/words/scheduling.ts';

export type Later = { day: string; time: string };

export const nowIn = (timeZone: string, now: Date): Later => ({
  day: dayIn(timeZone, now),
  time: clockIn(timeZone, now),
});

/** What stands there at first: the next morning. */
export const nextMorning = (timeZone: string, now: Date): Later => ({
  day: addDays(dayIn(timeZone, now), 1),
  time: '09:00',
});

/** As the calls take it; undefined: at once. */
export const sendAtOf = (later: Later | null): string | undefined =>
  later ? `${later.day}T${later.time}` : undefined;

/** What is wrong with each field. */
export type LaterTrouble = Partial<Record<keyof Later, string>>;

/** Both fields stand in the order in which they compare. */
export function troubleOf(later: Later | null, now: Later): LaterTrouble {
  if (!later) return {};
  if (later.day === '') return { day: scheduleWords.dayRequired };
  if (later.time === '') return { time: scheduleWords.timeRequired };
  if (later.day < now.day) return { day: scheduleWords.past };
  if (later.day === now.day && later.time <= now.time) return { time: scheduleWords.past };
  return {};
}

/** `tomorrow at 09:00`, `on 6 Nov 2026 at 09:00`. */
export function sayLater({ day, time }: Later, today: string): string {
  if (day === today) return scheduleWords.today(time);
  if (day === addDays(today, 1)) return scheduleWords.tomorrow(time);
  return scheduleWords.onDay(formatDay(day), time);
}
