/**
 * Computes the paid amount, settled day and status of a bill from its facts. The code that writes them and the
 * nightly check use this same function, so they cannot disagree.
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
import type { ActorKind } from '#shared/trail-kinds.ts';

/** An amount that settles a bill, and the day on which the money arrived. */
export type Settling = { amount: number; receivedOn: string };
export type Adjusting = { kind: LedgerAdjustment; amount: number; day: string };
/** All facts of a bill that are valid now, without ended allocations and void adjustments. */
export type Facts = { allocations: readonly Settling[]; adjustments: readonly Adjusting[] };
export type BillFigures = { paid: number; settledOn: string | null; status: string };

export const sumAdjustments = (adjustments: readonly Adjusting[]): number =>
  adjustments.reduce((sum, one) => sum + signedAdjustment(one), 0);

/** Sums the money that arrived when the bill was late. */
export const sumLate = (
  bill: Pick<Asking, 'dueDate'>,
  allocations: readonly Settling[],
  rules: DueRules,
): number =>
  allocations.reduce(
    (sum, { amount, receivedOn }) => sum + (isLate(inTimeFrom(receivedOn, rules), bill) ? amount : 0),
    0,
  );

/** Returns whether the balance of this bill is or was carried to a newer bill. */
export const isCarried = (adjustments: readonly Adjusting[]): boolean =>
  adjustments.some(({ kind }) => kind === 'carried');

/**
 * Returns the first day on which the payments reached the amount of the bill without its fines. The day of the
 * payment decides, even if the payment was entered later. A waiver counts from its own day, so it cannot settle a
 * bill on an earlier day.
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

/** For this many milliseconds a person may undo her own mark or adjustment without the right to delete. */
const ownFor = 10 * 60_000;

/** Returns whether this person made the change a short time ago. An API key is not the person who made it. */
export const isOwn = (
  { userID, actor }: { userID: string; actor: { kind: ActorKind } },
  { createdBy, createdAt }: { createdBy: string; createdAt: string },
  now: string,
): boolean =>
  actor.kind !== 'key' && createdBy === userID && Date.parse(now) - Date.parse(createdAt) <= ownFor;

type Settled = { paid: number; isSettled: boolean; isPaid: boolean; isCarried: boolean };

/**
 * Computes the status. One of the school's own statuses, such as cancelled, stays whatever was paid. A settled bill
 * whose balance was carried has the status carried.
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
 * Computes the figures of a bill from its facts, with the due rules of its campus. The day on which the payments
 * reached the amount without fines decides whether it was paid late. A fine that was added later is added to the
 * amount but does not make the payment late. An open bill keeps this day only if it was in time or if the bill has no
 * late amount.
 */
export function computeFigures(
  bill: Asking & { said: string | null },
  facts: Facts,
  rules: DueRules,
): BillFigures {
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
