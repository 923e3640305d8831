/** The state of a promise to pay. Pure; amounts in paisa, days as `2026-12-10`. */
import { type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import type { InTimeFrom, Payable } from '#shared/money/payable.ts';
import type { PromiseState } from '#shared/money/promise-states.ts';
import type { PromiseRow, ReceivedRow } from './promises-queries.ts';

/** A promised day may be at most this many days ahead. */
export const longestAhead = 366;

/** An open bill with the child's own credit. */
type OwedBill = Payable & { id: number; own?: OwnCredit | undefined };

/** The money of a family. `bills`: its open bills. `received`: the payments for it. */
export type FamilyMoney = { bills: readonly OwedBill[]; received: readonly ReceivedRow[] };

/** Returns whether something is left to pay after each child's own credit. A bill without an amount counts as owed, because its amount is unknown. */
export const owesAny = (bills: readonly OwedBill[], from: InTimeFrom): boolean =>
  bills.some((bill) => payableWithCredit(from, bill, bill.own) !== 0);

/**
 * A promise is kept when its amount was received after the promise was noted, or when nothing is payable any more. A
 * payment entered before that had already reduced the payable amount, so it does not count.
 */
export function promiseState(
  { how, day, amount, createdAt }: Pick<PromiseRow, 'how' | 'day' | 'amount' | 'createdAt'>,
  { bills, received }: FamilyMoney,
  { today, from }: { today: string; from: InTimeFrom },
): PromiseState {
  if (how !== null) return how;
  const since = received.filter((payment) => payment.createdAt > createdAt);
  const sum = since.reduce((all, payment) => all + payment.amount - (payment.returned ?? 0), 0);
  if ((amount !== null && sum >= amount) || !owesAny(bills, from)) return 'kept';
  return day < today ? 'unkept' : 'open';
}

/** Replaces one number in a list of numbers. Each number is listed once. */
export const withNumberChanged = (numbers: string, from: string, to: string): string =>
  [...new Set(numbers.split(' ').map((number) => (number === from ? to : number)))].join(' ');
