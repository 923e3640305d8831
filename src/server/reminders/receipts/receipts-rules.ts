/** Decides for which payments the rule `paid` sends a receipt. Pure: the clock is a parameter. */
import { addDays, dayIn } from '#shared/dates.ts';
import { undoMinutes, voidMinutes } from '#shared/reminder-rules.ts';
import type { RunningRule } from '../model.ts';
import { longestLate, minutesBefore } from '../reminders-rules.ts';

/** Days. For money that came in longer ago, for example in an old bank file, only a person sends a receipt. */
const longestAgo = 31;

/**
 * When a payment must have been entered: after `from` and until `until`, or `bankUntil` for a bank file, because that
 * can be undone for longer. Its money came in on `receivedFrom` or later.
 */
export type EntryWindow = { from: string; until: string; bankUntil: string; receivedFrom: string };

/** Payments from before the rule was switched on, or from more than some days ago, get no receipt. */
export function windowOf(at: Date, rule: Pick<RunningRule, 'createdAt'>, timeZone: string): EntryWindow {
  const oldest = minutesBefore(at, longestLate * 24 * 60);
  return {
    from: rule.createdAt > oldest ? rule.createdAt : oldest,
    until: minutesBefore(at, voidMinutes),
    bankUntil: minutesBefore(at, undoMinutes),
    receivedFrom: addDays(dayIn(timeZone, at), -longestAgo),
  };
}

/** Returns the last day on which the receipt of a payment may go, from the time at which it was entered. */
export const lastDayOfReceipt = (createdAt: string, timeZone: string): string =>
  addDays(dayIn(timeZone, new Date(createdAt)), longestLate);
