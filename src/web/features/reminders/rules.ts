import type { NextReminders, ReminderRuleAnswer } from '#shared/calls/reminders.ts';
import type { ReminderRule } from '#shared/messages/reminder-rules.ts';
import { addDays, clockIn, dayIn } from '#shared/time/dates.ts';
import { reminderWords as words } from '#shared/words/templates.ts';

/** The name of a day: today, tomorrow, or the date. */
function sayDay(day: string, today: string): string {
  if (day === today) return words.today;
  return day === addDays(today, 1) ? words.tomorrow : words.day(day);
}

/** Summarises the next reminders, such as `Tomorrow: 212 bills, 180 families`. */
export function sayNext(
  next: Pick<NextReminders, 'at' | 'bills' | 'families'>,
  { timeZone, now }: { timeZone: string; now: Date },
): string {
  const day = sayDay(dayIn(timeZone, new Date(next.at)), dayIn(timeZone, now));
  return next.bills === 0 ? words.nobody(day) : words.next(day, next);
}

export const sayClock = (next: Pick<NextReminders, 'at'>, timeZone: string): string =>
  clockIn(timeZone, new Date(next.at));

/** The times to choose from, from 07:00 to 21:00, and the chosen time. */
export function hoursWith(chosen: string): string[] {
  const hours = Array.from({ length: 29 }, (_, at) => {
    const hour = String(7 + Math.floor(at / 2)).padStart(2, '0');
    return `${hour}:${at % 2 === 0 ? '00' : '30'}`;
  });
  return [...new Set([...hours, chosen])].sort();
}

type DayRule = Extract<ReminderRule, { days: number }>;

export const withDays = ({ days, ...rule }: DayRule, count: number): DayRule => ({
  ...rule,
  days: days < 0 ? -count : count,
});

/** `side` is `before`, `on` or `after`. A rule on the day becomes one of one day. */
export function withSide({ days, ...rule }: DayRule, side: string): DayRule {
  const count = Math.abs(days) || 1;
  return { ...rule, days: side === 'on' ? 0 : side === 'before' ? -count : count };
}

export const withAnchor = (rule: DayRule, kind: string): DayRule => ({
  ...rule,
  kind: kind === 'expiry' ? 'expiry' : 'due',
});

/** The numbers of days to choose from, and the chosen one. */
export function daysWith(chosen: number): string[] {
  const days = [1, 2, 3, 4, 5, 6, 7, 10, 14, 15, 20, 21, 30, chosen];
  return [...new Set(days)].sort((one, other) => one - other).map(String);
}

/** Says what a rule does next. */
export function sayRule(
  {
    templateID,
    sendOn,
    isOn,
    startsOn,
  }: Pick<ReminderRuleAnswer, 'templateID' | 'sendOn' | 'isOn' | 'startsOn'>,
  next: NextReminders | undefined,
  clock: { timeZone: string; now: Date },
): string {
  if (!isOn) return words.doesNotRun;
  const families = next?.byRule.find((one) => one.templateID === templateID)?.families;
  if (next && families !== undefined) {
    const day = sayDay(dayIn(clock.timeZone, new Date(next.at)), dayIn(clock.timeZone, clock.now));
    return words.nextOfRule(day, sayClock(next, clock.timeZone), families);
  }
  return sendOn === 'paid' || startsOn === null ? '' : words.startsOn(startsOn);
}
