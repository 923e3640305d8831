import type { ChatItem } from '#shared/calls/chat.ts';
import { dayIn, formatDay } from '#shared/dates.ts';
import { chatWords } from '#shared/words/sending.ts';

export type ChatDay = { day: string; items: ChatItem[] };

/** The conversation by days of the campus's time zone, `YYYY-MM-DD`. */
export function byDay(items: readonly ChatItem[], timeZone: string): ChatDay[] {
  const days: ChatDay[] = [];
  for (const item of items) {
    const day = dayIn(timeZone, new Date(item.date));
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

const oneDay = 24 * 60 * 60_000;

/** Today, Yesterday, or the date. */
export function nameOfDay(day: string, now: Date, timeZone: string): string {
  if (day === dayIn(timeZone, now)) return chatWords.today;
  return day === dayIn(timeZone, new Date(now.getTime() - oneDay)) ? chatWords.yesterday : formatDay(day);
}

/** `14:05` in the campus's time zone. */
export const timeOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );
