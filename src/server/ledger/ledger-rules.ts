/**
 * Computes the paid amount, settled day and status of a bill from its facts. The code that writes them and the
 * nightly check use this same function, so they cannot disagree.
 */
import { partlyPaid } from '#shared/money/bill-status.ts';
import type { LedgerAdjustment } from '#shared/money/ledger.ts';
import {
  type Asking,
  asksNothing,
  chargeOf,
  type DueRules,
  inTimeFrom,
  isLate,
} from '#shared/money/payable.ts';
import type { ActorKind } from '#shared/trail-kinds.ts';

/** An amount that settles a bill, and the day on which the money arrived. */
export type Settling = { amount: number; receivedOn: string };
/** `ofLateFine` is 1 for a waiver of the late fine. */
export type Adjusting = { kind: LedgerAdjustment; amount: number; day: string; ofLateFine: number };
/** All facts of a bill that are valid now, without ended allocations and void adjustments. */
export type Facts = { allocations: readonly Settling[]; adjustments: readonly Adjusting[] };
export type BillFigures = { paid: number; settledOn: string | null; status: string };

const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);

const ofKind = (adjustments: readonly Adjusting[], kind: LedgerAdjustment): Adjusting[] =>
  adjustments.filter((one) => one.kind === kind);

/** Waivers of the fee and write-offs. They count from the first day of the bill, whenever they were entered. */
const concessionsIn = (adjustments: readonly Adjusting[]): Adjusting[] =>
  adjustments.filter(
    ({ kind, ofLateFine }) => kind === 'writeOff' || (kind === 'waiver' && ofLateFine === 0),
  );

/** The sums of adjustments from which `shared/money/payable.ts` computes what a bill charges. */
export function sumAdjustments(adjustments: readonly Adjusting[]) {
  const fined = sumOf(ofKind(adjustments, 'fine'));
  const reduced = sumOf(concessionsIn(adjustments)) + sumOf(ofKind(adjustments, 'carried'));
  const lateWaived = sumOf(adjustments.filter(({ ofLateFine }) => ofLateFine === 1));
  return { fined, adjusted: fined - reduced, lateWaived };
}

/** A carried amount was owed on its day and then moved to a newer bill, so it counts as money of that day. */
const moneyIn = ({ allocations, adjustments }: Facts): Settling[] => [
  ...allocations,
  ...ofKind(adjustments, 'carried').map(({ amount, day }) => ({ amount, receivedOn: day })),
];

/** Returns all sums of a bill that `shared/money/payable.ts` needs to compute what it charges on any day. */
export function sumFacts(bill: Pick<Asking, 'dueDate'>, facts: Facts, rules: DueRules) {
  const late = moneyIn(facts).filter(({ receivedOn }) => isLate(inTimeFrom(receivedOn, rules), bill));
  return { ...sumAdjustments(facts.adjustments), paidLate: sumOf(late) };
}

/** Returns whether the balance of this bill is or was carried to a newer bill. */
const isCarried = (adjustments: readonly Adjusting[]): boolean =>
  adjustments.some(({ kind }) => kind === 'carried');

type FeePaid = { day: string; isLate: boolean };

/**
 * Returns the first day on which the money reached the amount of the bill without its fines. The day of the payment
 * decides, even if the payment was entered later. A fee that is waived completely was never late; its day is that of
 * the last waiver.
 */
function findFeePaid(bill: Asking, facts: Facts, rules: DueRules): FeePaid | undefined {
  const conceded = concessionsIn(facts.adjustments);
  const { lateWaived } = sumAdjustments(facts.adjustments);
  const fee = { ...bill, adjusted: -sumOf(conceded), lateWaived };
  const lastDay = conceded
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  if (lastDay !== undefined && chargeOf(fee, false) === 0) return { day: lastDay, isLate: false };
  let paid = 0;
  const byDay = Map.groupBy(moneyIn(facts), ({ receivedOn }) => receivedOn);
  for (const day of [...byDay.keys()].toSorted()) {
    paid += sumOf(byDay.get(day) ?? []);
    const isLateThen = isLate(inTimeFrom(day, rules), bill);
    if (paid >= chargeOf(fee, isLateThen)) return { day, isLate: isLateThen };
  }
  return undefined;
}

/**
 * Returns what the bill charges for good once its fee is paid, whatever the day. Undefined while the fee is open. A
 * fine that is added later does not make the payment late.
 */
export function findFinalCharge(bill: Asking, facts: Facts, rules: DueRules): number | undefined {
  const feePaid = findFeePaid(bill, facts, rules);
  return feePaid && chargeOf({ ...bill, ...sumAdjustments(facts.adjustments) }, feePaid.isLate);
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
  { statedStatus }: { statedStatus: string | null },
  { paid, isSettled, isPaid, isCarried }: Settled,
): string {
  if (statedStatus !== null && statedStatus !== partlyPaid) return statedStatus;
  if (isSettled && isCarried) return 'carried';
  if (isSettled) return isPaid ? 'paid' : 'waived';
  return paid > 0 ? partlyPaid : (statedStatus ?? 'unpaid');
}

/**
 * Computes the figures of a bill from its facts, with the due rules of its campus. The day on which the payments
 * reached the amount without fines decides whether it was paid late. A fine that was added later is added to the
 * amount but does not make the payment late. An open bill keeps this day only if it was in time or if the bill has no
 * late amount.
 */
export function computeFigures(
  bill: Asking & { statedStatus: string | null },
  facts: Facts,
  rules: DueRules,
): BillFigures {
  const { allocations, adjustments } = facts;
  const paid = sumOf(allocations);
  const feePaid = findFeePaid(bill, facts, rules);
  const charge = asksNothing(bill)
    ? sumAdjustments(adjustments).adjusted
    : findFinalCharge(bill, facts, rules);
  const isSettled = charge !== undefined && paid >= charge;
  const isLateNow = feePaid?.isLate === true && bill.amountAfterDueDate !== null;
  return {
    paid,
    settledOn: isSettled || !isLateNow ? (feePaid?.day ?? null) : null,
    status: statusOf(bill, {
      paid,
      isSettled,
      isPaid: allocations.length > 0 || adjustments.length === 0,
      isCarried: isCarried(adjustments),
    }),
  };
}
