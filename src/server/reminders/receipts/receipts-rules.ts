/** Decides for which payments the rule `paid` sends a receipt. Pure: the clock is a parameter. */

import { undoMinutes, voidMinutes } from '#shared/messages/reminder-rules.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import type { RunningRule } from '../model.ts';
import { longestLate, minutesBefore } from '../reminders-rules.ts';

/**
 * Days. For money that came in longer ago, for example in an old bank file, the program sends no receipt. A person can
 * still send one.
 */
const longestAgo = 31;

/**
 * When a payment must have been entered: after `from` and until `until`. For a bank file it is until `bankUntil`,
 * because a bank file can be undone for longer. Its money must have come in on `receivedFrom` or later.
 */
export type EntryWindow = { from: string; until: string; bankUntil: string; receivedFrom: string };

/**
 * Returns the window for payments that get a receipt. Payments from before the rule was switched on, or from too long
 * ago, get none.
 */
export function windowOf(at: Date, rule: Pick<RunningRule, 'createdAt'>, timeZone: string): EntryWindow {
  const oldest = minutesBefore(at, longestLate * 24 * 60);
  return {
    from: rule.createdAt > oldest ? rule.createdAt : oldest,
    until: minutesBefore(at, voidMinutes),
    bankUntil: minutesBefore(at, undoMinutes),
    receivedFrom: addDays(dayIn(timeZone, at), -longestAgo),
  };
}

/** Returns the last day on which the receipt of a payment may be sent. `createdAt` is when the payment was entered. */
export const lastDayOfReceipt = (createdAt: string, timeZone: string): string =>
  addDays(dayIn(timeZone, new Date(createdAt)), longestLate);
