/** Which payments the rule `paid` tells of. Pure: the clock is given. */
import { addDays, dayIn } from '#shared/dates.ts';
import { undoMinutes, voidMinutes } from '#shared/reminder-rules.ts';
import type { RunningRule } from '../model.ts';
import { longestLate, minutesBefore } from '../rules.ts';

/** Days: what came in longer ago, as an old bank file says, is told of by a person alone. */
const longestAgo = 31;

/**
 * Entered from one instant on and by another, what a bank file brought by `bankUntil`: it can be undone for longer. Come in
 * since a day.
 */
export type EntryWindow = { from: string; until: string; bankUntil: string; receivedFrom: string };

/** None that was entered before the rule was switched on, and none later than some days. */
export function windowOf(at: Date, rule: Pick<RunningRule, 'createdAt'>, timeZone: string): EntryWindow {
  const oldest = minutesBefore(at, longestLate * 24 * 60);
  return {
    from: rule.createdAt > oldest ? rule.createdAt : oldest,
    until: minutesBefore(at, voidMinutes),
    bankUntil: minutesBefore(at, undoMinutes),
    receivedFrom: addDays(dayIn(timeZone, at), -longestAgo),
  };
}

/** The last day on which the receipt of a payment goes that was entered then. */
export const lastDayOfReceipt = (createdAt: string, timeZone: string): string =>
  addDays(dayIn(timeZone, new Date(createdAt)), longestLate);
