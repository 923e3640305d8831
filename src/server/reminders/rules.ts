/** For which days a campus reminds, and when. Pure: the clock is given. */
import type { PaceSettings } from '#shared/calls/senders.ts';
import { addDays, dayIn, instantIn } from '#shared/dates.ts';
import { spelledRuleOf } from '#shared/reminder-rules.ts';
import { quietUntil } from '../numbers/quiet-hours/rules.ts';
import type { StoredRule } from './model.ts';

/** Days after which nobody is reminded of what was to be said any more. */
export const longestLate = 7;
/** Days: what is held for these passes. */
export const longestHeld = 3;

export const minutesBefore = (at: Date, minutes: number): string =>
  new Date(at.getTime() - minutes * 60_000).toISOString();

/** Whether its template still says so: of another rule a person decides anew. */
export const isStill = ({ rule, template }: StoredRule): boolean =>
  spelledRuleOf(template.sendOn) === rule.sendOn;

export type Hours = { hour: string; pace: Pick<PaceSettings, 'quiet' | 'quietDays'>; timeZone: string };

/** When a campus reminds for a day: at its hour, or where that is quiet, once it no longer is. */
export function startOfRun(day: string, { hour, pace, timeZone }: Hours): Date {
  const at = instantIn(timeZone, `${day}T${hour}`);
  return quietUntil(pace, timeZone, at) ?? at;
}

/** The last day for which it has begun to remind by now; a week may be quiet. */
export function lastRunDay(now: Date, hours: Hours): string {
  let day = dayIn(hours.timeZone, now);
  for (let back = 0; back < longestLate && startOfRun(day, hours) > now; back += 1) day = addDays(day, -1);
  return day;
}

/** `ranOn`: the last day for which it did. `hourSetAt`: when its hour was said, as ISO text. */
export type Ran = { ranOn: string | null; hourSetAt: string | null };

/** The day for which it is to remind now; undefined where it did, or where its hour had come before that was said. */
export function dueRunDay(now: Date, hours: Hours, { ranOn, hourSetAt }: Ran): string | undefined {
  const day = lastRunDay(now, hours);
  const isAnnounced = startOfRun(day, hours).toISOString() >= (hourSetAt ?? '');
  return isAnnounced && (ranOn ?? '') < day ? day : undefined;
}

/** The first day for which it will that is not begun. */
export function nextRunDay(now: Date, hours: Hours, { ranOn }: Pick<Ran, 'ranOn'>): string {
  const last = lastRunDay(now, hours);
  return addDays(ranOn !== null && ranOn > last ? ranOn : last, 1);
}
