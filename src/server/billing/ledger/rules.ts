/** What the facts of the ledger come to for a bill. The one truth: who writes a bill's figures and who verifies them ask here. */
import { partlyPaid } from '#shared/bill-status.ts';
import { type LedgerAdjustment, signedAdjustment } from '#shared/ledger.ts';
import { type Asking, askedByDay, type DueRules, inTimeFrom, isLate, neverLate } from '#shared/payable.ts';

/** What settles a bill: money, and the day it came in. */
export type Settling = { amount: number; receivedOn: string };
export type Adjusting = { kind: LedgerAdjustment; amount: number; day: string };
/** All that counts now; what has ended or is void is not among it. */
export type Facts = { allocations: readonly Settling[]; adjustments: readonly Adjusting[] };
export type Reckoned = { paid: number; settledOn: string | null; status: string };

export const sumAdjustments = (adjustments: readonly Adjusting[]): number =>
  adjustments.reduce((sum, one) => sum + signedAdjustment(one), 0);

/** What of this came in when the bill was late. */
export const sumLate = (
  bill: Pick<Asking, 'dueDate'>,
  allocations: readonly Settling[],
  rules: DueRules,
): number =>
  allocations.reduce(
    (sum, { amount, receivedOn }) => sum + (isLate(inTimeFrom(receivedOn, rules), bill) ? amount : 0),
    0,
  );

/** Whether a newer bill asks for what this one leaves open, or left. */
export const isCarried = (adjustments: readonly Adjusting[]): boolean =>
  adjustments.some(({ kind }) => kind === 'carried');

/**
 * The first day on which what had come in by then was the fee, what the bill asks without its fines: the day the money
 * came in decides, however late it is typed. A waiver counts from its own day: one of the late amount settles nothing that
 * was open before.
 */
function findFeePaid(bill: Asking, { allocations, adjustments }: Facts, rules: DueRules): string | null {
  const waived = adjustments.filter(({ kind }) => kind !== 'fine');
  const days = [...allocations.map(({ receivedOn }) => receivedOn), ...waived.map(({ day }) => day)].sort();
  const paidBy = (day: string): number =>
    allocations.reduce((sum, { amount, receivedOn }) => sum + (receivedOn <= day ? amount : 0), 0);
  const askedBy = (day: string): number => {
    const adjusted = sumAdjustments(waived.filter((one) => one.day <= day));
    return askedByDay(inTimeFrom(day, rules), { ...bill, adjusted });
  };
  return days.find((day) => paidBy(day) >= askedBy(day)) ?? null;
}

/** Milliseconds for which one's own mark or adjustment is taken back without the right to delete. */
const ownFor = 10 * 60_000;

/** Whether this person has made it, not long ago. */
export const isOwn = (
  userID: string,
  { createdBy, createdAt }: { createdBy: string; createdAt: string },
  now: string,
): boolean => createdBy === userID && Date.parse(now) - Date.parse(createdAt) <= ownFor;

type Settled = { paid: number; isSettled: boolean; isPaid: boolean; isCarried: boolean };

/**
 * The projection. A word of the school's own, such as cancelled, stands whatever was paid. What is left of a carried bill
 * is asked for by another.
 */
function statusOf(
  { said }: { said: string | null },
  { paid, isSettled, isPaid, isCarried }: Settled,
): string {
  if (said !== null && said !== partlyPaid) return said;
  if (isSettled && isCarried) return 'carried';
  if (isSettled) return isPaid ? 'paid' : 'waived';
  return paid > 0 ? partlyPaid : (said ?? 'unpaid');
}

/**
 * `rules`: of the bill's campus. The day on which the fee had come in says whether it was late; a fine that comes upon it
 * is asked beside it, and brings no late amount. Of a bill that is open, the day stands only where that was in time, or no
 * late amount there.
 */
export function reckon(bill: Asking & { said: string | null }, facts: Facts, rules: DueRules): Reckoned {
  const { allocations, adjustments } = facts;
  const paid = allocations.reduce((sum, { amount }) => sum + amount, 0);
  const day = findFeePaid(bill, facts, rules);
  const from = day === null ? neverLate : inTimeFrom(day, rules);
  const adjusted = sumAdjustments(adjustments);
  const isSettled = day !== null && paid >= askedByDay(from, { ...bill, adjusted });
  return {
    paid,
    settledOn: isSettled || bill.amountAfterDueDate === null || !isLate(from, bill) ? day : null,
    status: statusOf(bill, {
      paid,
      isSettled,
      isPaid: allocations.length > 0,
      isCarried: isCarried(adjustments),
    }),
  };
}
