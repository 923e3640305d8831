/** What is payable for a bill on a day. Pure; all amounts are in one unit; days are `2026-11-10`. */
import { isOpen } from './bill-status.ts';
import { addDays, weekdayOf } from './dates.ts';

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
 * `paid`: the amount settled so far. `paidLate`: the part of it that came in late. `adjusted`: fines minus waivers and
 * write-offs. `settledOn`, of an open bill: the day on which its fee was fully paid in time; only a fine is still open.
 */
export type Payable = Asking & {
  status: string;
  settledOn: string | null;
  paid?: number;
  paidLate?: number;
  adjusted?: number;
};

/** Whether both amounts of the bill are 0. Such a bill is paid from the start, unless a fine is added. */
export const asksNothing = ({ total, amountAfterDueDate }: Omit<Asking, 'dueDate'>): boolean =>
  total === 0 && !amountAfterDueDate;

/** A bill of 0 that counts as paid although no money came in. */
export const isPaidByNobody = (bill: Omit<Asking, 'dueDate'> & { status: string; paid: number }): boolean =>
  bill.status === 'paid' && bill.paid === 0 && asksNothing(bill);

export const isLate = (from: InTimeFrom, { dueDate }: Pick<Asking, 'dueDate'>): boolean =>
  dueDate !== null && dueDate < from;

/** Null if the bill has no amount. */
function knownAsked(bill: Asking & { adjusted?: number }, isLate: boolean): number | null {
  const { adjusted = 0 } = bill;
  const asked = (isLate ? bill.amountAfterDueDate : null) ?? bill.total;
  return asked === null && adjusted === 0 ? null : Math.max((asked ?? 0) + adjusted, 0);
}

/** The amount after the due date is the late amount. `from` is a day of `inTimeFrom`, as in all functions here. */
export const askedByDay = (from: InTimeFrom, bill: Asking & { adjusted?: number }): number =>
  knownAsked(bill, isLate(from, bill)) ?? 0;

/**
 * The total for money that came in on time but was entered after late money. The late money was counted first, against
 * the late amount, because that amount was payable then.
 */
function totalAfterLateMoney({ total, amountAfterDueDate, paidLate = 0 }: Payable): number | null {
  if (total === null || amountAfterDueDate === null) return total;
  return Math.max(total, Math.min(total + paidLate, amountAfterDueDate));
}

function knownAskedOn(from: InTimeFrom, bill: Payable): number | null {
  if (isOpen(bill) && bill.settledOn) return knownAsked(bill, false);
  return isLate(from, bill)
    ? knownAsked(bill, true)
    : knownAsked({ ...bill, total: totalAfterLateMoney(bill) }, false);
}

/**
 * The amount of the bill, but never the late amount if the fee was paid in time. A later fine does not make such a bill
 * late.
 */
export const askedOn = (from: InTimeFrom, bill: Payable): number => knownAskedOn(from, bill) ?? 0;

/**
 * What is payable: 0 if the bill is settled, null if it has no amount. If a file or a person only said that a part is
 * paid, that part is unknown, so the full amount is payable.
 */
export function knownPayableOn(from: InTimeFrom, bill: Payable): number | null {
  if (!isOpen(bill)) return 0;
  const asked = knownAskedOn(from, bill);
  return asked === null ? null : Math.max(asked - (bill.paid ?? 0), 0);
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

export const payableOn = (from: InTimeFrom, bill: Payable): number => knownPayableOn(from, bill) ?? 0;
