/** Decides for which days a campus runs reminders, and when. Pure: the clock is a parameter. */
import type { PaceSettings } from '#shared/calls/senders.ts';
import { spelledRuleOf } from '#shared/messages/reminder-rules.ts';
import { addDays, dayIn, instantIn } from '#shared/time/dates.ts';
import { quietUntil } from '../senders/quiet-hours/quiet-hours-rules.ts';
import type { StoredRule } from './model.ts';

/** Days after which a reminder is no longer sent. */
export const longestLate = 7;
/** A reminder that was held for this many days is given up and never sent. */
export const longestHeld = 3;

export const minutesBefore = (at: Date, minutes: number): string =>
  new Date(at.getTime() - minutes * 60_000).toISOString();

/**
 * Tells whether the template still has the rule that was switched on. If the rule was changed, a person must switch it
 * on again.
 */
export const isUnchanged = ({ rule, template }: StoredRule): boolean =>
  spelledRuleOf(template.sendOn) === rule.sendOn;

export type Hours = { hour: string; pace: Pick<PaceSettings, 'quiet' | 'quietDays'>; timeZone: string };

/** Returns when the run of a day starts: at its hour, or at the end of quiet hours if that hour is quiet. */
export function startOfRun(day: string, { hour, pace, timeZone }: Hours): Date {
  const at = instantIn(timeZone, `${day}T${hour}`);
  return quietUntil(pace, timeZone, at) ?? at;
}

/** Returns the last day with a run that has started by now. Up to a week before may have been quiet. */
export function lastRunDay(now: Date, hours: Hours): string {
  let day = dayIn(hours.timeZone, now);
  for (let back = 0; back < longestLate && startOfRun(day, hours) > now; back += 1) day = addDays(day, -1);
  return day;
}

/** `ranOn` is the last day with a run. `hourSetAt` is when its hour was set, as ISO text. */
export type Ran = { ranOn: string | null; hourSetAt: string | null };

/**
 * Returns the day for which a run is due. Undefined when that run was done, or when its hour had already passed at the
 * time the hour was set.
 */
export function dueRunDay(now: Date, hours: Hours, { ranOn, hourSetAt }: Ran): string | undefined {
  const day = lastRunDay(now, hours);
  const isAnnounced = startOfRun(day, hours).toISOString() >= (hourSetAt ?? '');
  return isAnnounced && (ranOn ?? '') < day ? day : undefined;
}

/** Returns the first day with a run that has not started. */
export function nextRunDay(now: Date, hours: Hours, { ranOn }: Pick<Ran, 'ranOn'>): string {
  const last = lastRunDay(now, hours);
  return addDays(ranOn !== null && ranOn > last ? ranOn : last, 1);
}
