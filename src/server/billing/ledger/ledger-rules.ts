/**
 * Computes the figures of a bill from its facts. Both the writer and the nightly check use this function, so they
 * cannot disagree.
 */
import { partlyPaid } from '#shared/bill-status.ts';
import { type LedgerAdjustment, signedAdjustment } from '#shared/ledger.ts';
import {
  type Asking,
  askedByDay,
  asksNothing,
  type DueRules,
  inTimeFrom,
  isLate,
  neverLate,
} from '#shared/payable.ts';

/** An amount that settles a bill, and the day on which it came in. */
export type Settling = { amount: number; receivedOn: string };
export type Adjusting = { kind: LedgerAdjustment; amount: number; day: string };
/** All facts that count now. Ended allocations and void adjustments are not included. */
export type Facts = { allocations: readonly Settling[]; adjustments: readonly Adjusting[] };
export type Reckoned = { paid: number; settledOn: string | null; status: string };

export const sumAdjustments = (adjustments: readonly Adjusting[]): number =>
  adjustments.reduce((sum, one) => sum + signedAdjustment(one), 0);

/** Sums what came in when the bill was late. */
export const sumLate = (
  bill: Pick<Asking, 'dueDate'>,
  allocations: readonly Settling[],
  rules: DueRules,
): number =>
  allocations.reduce(
    (sum, { amount, receivedOn }) => sum + (isLate(inTimeFrom(receivedOn, rules), bill) ? amount : 0),
    0,
  );

/** Tells whether a newer bill asks, or asked, for the rest of this one. */
export const isCarried = (adjustments: readonly Adjusting[]): boolean =>
  adjustments.some(({ kind }) => kind === 'carried');

/**
 * Returns the first day by which the payments reached the fee, which is what the bill asks without its fines. The day
 * of the payment decides, however late it is entered. A waiver counts from its own day, so a waiver of the late amount
 * settles nothing from before.
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

/** Milliseconds in which a person may undo her own mark or adjustment without the right to delete. */
const ownFor = 10 * 60_000;

/** Tells whether this person made it a short time ago. */
export const isOwn = (
  userID: string,
  { createdBy, createdAt }: { createdBy: string; createdAt: string },
  now: string,
): boolean => createdBy === userID && Date.parse(now) - Date.parse(createdAt) <= ownFor;

type Settled = { paid: number; isSettled: boolean; isPaid: boolean; isCarried: boolean };

/**
 * Computes the status. A status of the school's own, such as cancelled, stays whatever was paid. The rest of a carried
 * bill is asked for by another bill.
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
 * `rules` are those of the campus of the bill. The day by which the fee was paid decides whether it was late. A fine
 * added later is asked on top, and does not make the payment late. An open bill keeps that day only when it was in
 * time, or when the bill has no late amount.
 */
export function reckon(bill: Asking & { said: string | null }, facts: Facts, rules: DueRules): Reckoned {
  const { allocations, adjustments } = facts;
  const paid = allocations.reduce((sum, { amount }) => sum + amount, 0);
  const day = findFeePaid(bill, facts, rules);
  const from = day === null ? neverLate : inTimeFrom(day, rules);
  const adjusted = sumAdjustments(adjustments);
  const isSettled = asksNothing(bill)
    ? paid >= adjusted
    : day !== null && paid >= askedByDay(from, { ...bill, adjusted });
  return {
    paid,
    settledOn: isSettled || bill.amountAfterDueDate === null || !isLate(from, bill) ? day : null,
    status: statusOf(bill, {
      paid,
      isSettled,
      isPaid: allocations.length > 0 || adjustments.length === 0,
      isCarried: isCarried(adjustments),
    }),
  };
}
