/** What is payable for a bill on a day. Pure; all amounts are in one unit; days are `2026-11-10`. */

import { addDays, weekdayOf } from '../time/dates.ts';
import { isOpen } from './bill-status.ts';

/**
 * How many days after its due date a bill can still be paid without a late charge: the days of grace of the campus, and
 * `sundayDays` (0 or 1) more if the last of these days is a Sunday, when banks are closed.
 */
export type DueRules = { graceDays: number; sundayDays: number };

/** The rules of a new campus. */
export const noGrace: DueRules = { graceDays: 0, sundayDays: 0 };

declare const inTime: unique symbol;
/** Bills that were due before this day are late. */
export type InTimeFrom = string & { readonly [inTime]: true };

const monday = 1;

/** The earliest due date that is still in time on a day. Throws a RangeError if `day` is not a day. */
export function inTimeFrom(day: string, { graceDays, sundayDays }: DueRules): InTimeFrom {
  const back = weekdayOf(day) === monday ? graceDays + sundayDays : graceDays;
  return addDays(day, -back) as InTimeFrom;
}

/** With this value no bill is late. */
export const neverLate = '' as InTimeFrom;

/** With this value every bill with a due date is late, whatever the days of grace. */
export const alwaysLate = '9999-12-31' as InTimeFrom;

/** The last day on which the bill is payable without a late charge. */
export function lastDayInTime(dueDate: string, { graceDays, sundayDays }: DueRules): string {
  const last = addDays(dueDate, graceDays);
  return weekdayOf(last) === 0 ? addDays(last, sundayDays) : last;
}

/** What the sheet says about the bill. */
export type Asking = { total: number | null; amountAfterDueDate: number | null; dueDate: string | null };

/**
 * `adjusted`: fines minus waivers of the fee and write-offs; it counts on every day. `lateWaived`: the waivers of the
 * late fine, which count only against the late fine.
 */
export type Charging = Asking & { adjusted: number; lateWaived: number };

/** For a bill without adjustments. */
export const notAdjusted = { adjusted: 0, lateWaived: 0 };

/**
 * `paid`: the amount settled so far. `settledOn`, of an open bill: the day on which its fee was fully paid in time; only
 * a fine is still open. For a day before today also `paidLate`, the money that came in late, and `fined`, the fines that
 * a person added.
 */
export type Payable = Charging & {
  status: string;
  settledOn: string | null;
  paid?: number;
  paidLate?: number;
  fined?: number;
};

/** Whether both amounts of the bill are 0. Such a bill is paid from the start, unless a fine is added. */
export const asksNothing = ({ total, amountAfterDueDate }: Omit<Asking, 'dueDate'>): boolean =>
  total === 0 && !amountAfterDueDate;

/** A bill of 0 that counts as paid although no money came in. */
export const isPaidByNobody = (bill: Omit<Asking, 'dueDate'> & { status: string; paid: number }): boolean =>
  bill.status === 'paid' && bill.paid === 0 && asksNothing(bill);

export const isLate = (from: InTimeFrom, { dueDate }: Pick<Asking, 'dueDate'>): boolean =>
  dueDate !== null && dueDate < from;

/** The late amount without what is waived of the late fine. A page may still show data of a version without waivers. */
function lateAmount({ total, amountAfterDueDate, lateWaived = 0 }: Charging): number | null {
  if (amountAfterDueDate === null) return total;
  const lateFine = Math.max(amountAfterDueDate - (total ?? 0), 0);
  return amountAfterDueDate - Math.min(lateWaived, lateFine);
}

function chargeOrNull(bill: Charging, isLate: boolean): number | null {
  const { adjusted } = bill;
  const amount = isLate ? lateAmount(bill) : bill.total;
  return amount === null && adjusted === 0 ? null : Math.max((amount ?? 0) + adjusted, 0);
}

/** What the bill charges in time or late, whatever was paid. */
export const chargeOf = (bill: Charging, isLate: boolean): number => chargeOrNull(bill, isLate) ?? 0;

/**
 * What the bill charges on a day in time after money came in late. That money does not settle the fee in time, so the
 * fee is charged beside it; but never more than the late amount.
 */
function chargeInTimeOrNull(bill: Payable): number | null {
  const { total, amountAfterDueDate, adjusted, paidLate = 0, fined = 0 } = bill;
  if (total === null || amountAfterDueDate === null || paidLate <= fined) return chargeOrNull(bill, false);
  return Math.max(Math.min(total + adjusted + paidLate - fined, chargeOf(bill, true)), 0);
}

/** `from` is a day of `inTimeFrom`, as in all functions here. */
function chargedOnOrNull(from: InTimeFrom, bill: Payable): number | null {
  if (isOpen(bill) && bill.settledOn) return chargeOrNull(bill, false);
  return isLate(from, bill) ? chargeOrNull(bill, true) : chargeInTimeOrNull(bill);
}

/** The late fine that the bill charges on this day. 0 if its fee was paid in time. */
export const lateFineOn = (from: InTimeFrom, bill: Payable): number =>
  isLate(from, bill) && !(isOpen(bill) && bill.settledOn)
    ? Math.max(chargeOf(bill, true) - chargeOf(bill, false), 0)
    : 0;

/**
 * The amount of the bill, but never the late amount if the fee was paid in time. A later fine does not make such a bill
 * late.
 */
export const chargedOn = (from: InTimeFrom, bill: Payable): number => chargedOnOrNull(from, bill) ?? 0;

/**
 * What is payable: 0 if the bill is settled, null if it has no amount. If a file or a person only said that a part is
 * paid, that part is unknown, so the full amount is payable.
 */
export function payableOnOrNull(from: InTimeFrom, bill: Payable): number | null {
  if (!isOpen(bill)) return 0;
  const charged = chargedOnOrNull(from, bill);
  return charged === null ? null : Math.max(charged - (bill.paid ?? 0), 0);
}

/**
 * Returns the last day on which the payable amount of this day is still right. In time, this is the last day in time;
 * late or without a due date, it is the expiry date, because banks refuse an expired voucher. Null if that day has
 * passed or is unknown.
 */
export function payableUntilOn(day: string, rules: DueRules) {
  // Thousands of bills share a few due dates.
  const lastDays = new Map<string, string>();
  const lastDayOf = (dueDate: string): string => {
    const last = lastDays.get(dueDate) ?? lastDayInTime(dueDate, rules);
    lastDays.set(dueDate, last);
    return last;
  };
  return (bill: Pick<Payable, 'status' | 'dueDate' | 'settledOn'> & { expiryDate: string | null }) => {
    const { dueDate, expiryDate } = bill;
    const valid = expiryDate !== null && expiryDate >= day ? expiryDate : null;
    // The late amount is never payable for a bill that is open only because of a fine.
    const changes = dueDate !== null && !(isOpen(bill) && bill.settledOn);
    const last = changes ? lastDayOf(dueDate) : null;
    if (last === null || last < day) return valid;
    return valid !== null && valid < last ? valid : last;
  };
}

/** The money received for a paid bill. A bill that was only marked as paid may have none. */
export const cameIn = ({ paid, total }: { paid: number; total: number | null }): number | null =>
  paid > 0 ? paid : total;

export const payableOn = (from: InTimeFrom, bill: Payable): number => payableOnOrNull(from, bill) ?? 0;
