/** What became of a promise to pay. Pure; amounts in paisa, days as `2026-12-10`. */
import { type InTimeFrom, knownPayableOn, type Payable } from '#shared/payable.ts';
import type { PromiseState } from '#shared/promise-states.ts';
import type { PromiseRow, ReceivedRow } from './promises-queries.ts';

/** The farthest day that can be promised is so many days ahead. */
export const longestAhead = 366;

/** How the family stands. `bills`: its open bills. `received`: what came in for it. */
export type FamilyMoney = { bills: readonly Payable[]; received: readonly ReceivedRow[] };

/** Whether something is owed; of a bill that names no amount nobody knows how much. */
export const owesAny = (bills: readonly Payable[], from: InTimeFrom): boolean =>
  bills.some((bill) => knownPayableOn(from, bill) !== 0);

/**
 * A promise is kept once its amount came in after it was noted, or once nothing is payable any more. What was entered
 * before it was noted is already left out of what was payable then.
 */
export function stateOf(
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

/** One number instead of another in a list of numbers, each once. */
export const withNumberChanged = (numbers: string, from: string, to: string): string =>
  [...new Set(numbers.split(' ').map((number) => (number === from ? to : number)))].join(' ');
