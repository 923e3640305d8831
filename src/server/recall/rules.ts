/** Which messages must not go again, because of what has become of their bills. */
import type { BillFilter } from '#shared/calls/bills.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { skipReasons } from '#shared/words/failures.ts';

/** `billIDs` as stored: ` 12 13 `. */
export type Waiting = { id: number; broadcastID: number; billIDs: string; number: string };
export type RunAbout = { id: number; audience: BillFilter; text: string };

export const billsOf = ({ billIDs }: Pick<Waiting, 'billIDs'>): number[] =>
  billIDs.split(' ').filter(Boolean).map(Number);

/**
 * The reason to skip a message, or undefined when it may go. `statusOf` knows the bills that are still there. A text
 * that names nobody may go while one of its bills is left.
 */
export function whyOutdated(
  message: Waiting,
  run: RunAbout,
  statusOf: ReadonlyMap<number, string>,
): string | undefined {
  const bills = billsOf(message);
  if (bills.length === 0) return undefined;
  const left = bills.filter((id) => statusOf.has(id));
  const isPersonal = placeholdersIn(run.text).length > 0;
  if (isPersonal ? left.length < bills.length : left.length === 0) return skipReasons.billRemoved;
  const isReminder = run.audience === 'unpaid' || run.audience === 'overdue';
  return isReminder && left.some((id) => statusOf.get(id) !== 'unpaid') ? skipReasons.paidSince : undefined;
}

/** `now`, or when that is not later than `last`, the earliest instant that is. */
export const nextInstant = (now: string, last: string | undefined): string =>
  last !== undefined && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now;
