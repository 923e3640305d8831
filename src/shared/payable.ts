/** What is to be paid for a bill, and when it was. Pure; amounts in one unit, whichever; days as `2026-11-10`. */
import { isOpen } from './bill-status.ts';
import { addDays, weekdayOf } from './dates.ts';

/**
 * How long after its due date a bill still asks what it asks in time: days of grace, and `sundayDays` more, none or one,
 * where the last of them is a Sunday, on which banks are closed. Of a campus.
 */
export type DueRules = { graceDays: number; sundayDays: number };

/** As a campus begins. */
export const noGrace: DueRules = { graceDays: 0, sundayDays: 0 };

declare const inTime: unique symbol;
/** A day by which due dates are judged: whatever was due before it is late. */
export type InTimeFrom = string & { readonly [inTime]: true };

const monday = 1;

/** The earliest due date that is in time still on a day. Fails where that is no day. */
export function inTimeFrom(day: string, { graceDays, sundayDays }: DueRules): InTimeFrom {
  const back = weekdayOf(day) === monday ? graceDays + sundayDays : graceDays;
  return addDays(day, -back) as InTimeFrom;
}

/** By which nothing is late. */
export const neverLate = '' as InTimeFrom;

/** By which everything that has a due date is late, whatever days of grace there are. */
export const alwaysLate = '9999-12-31' as InTimeFrom;

/** The last day on which what is asked in time holds. */
export function lastDayInTime(dueDate: string, { graceDays, sundayDays }: DueRules): string {
  const last = addDays(dueDate, graceDays);
  return weekdayOf(last) === 0 ? addDays(last, sundayDays) : last;
}

/** What its sheet says of it. */
export type Asking = { total: number | null; amountAfterDueDate: number | null; dueDate: string | null };

/**
 * `paid`: what settles it so far, and `paidLate`: how much of that came in when it was late. `adjusted`: its fines less
 * its waivers and what was written off. `settledOn`: of an open bill the day on which its fee had come in, in time: only a
 * fine holds it open.
 */
export type Payable = Asking & {
  status: string;
  settledOn: string | null;
  paid?: number;
  paidLate?: number;
  adjusted?: number;
};

export const isLate = (from: InTimeFrom, { dueDate }: Pick<Asking, 'dueDate'>): boolean =>
  dueDate !== null && dueDate < from;

/** Null of a bill that names no amount. */
function knownAsked(bill: Asking & { adjusted?: number }, isLate: boolean): number | null {
  const { adjusted = 0 } = bill;
  const asked = (isLate ? bill.amountAfterDueDate : null) ?? bill.total;
  return asked === null && adjusted === 0 ? null : Math.max((asked ?? 0) + adjusted, 0);
}

/** After the due date the amount that holds then; by the day of `inTimeFrom`, as all of these. */
export const askedByDay = (from: InTimeFrom, bill: Asking & { adjusted?: number }): number =>
  knownAsked(bill, isLate(from, bill)) ?? 0;

/**
 * Of money that came in in time, where some came in late before it was known of: that went to the late amount first, which
 * the bill asked then.
 */
function totalBeside({ total, amountAfterDueDate, paidLate = 0 }: Payable): number | null {
  if (total === null || amountAfterDueDate === null) return total;
  return Math.max(total, Math.min(total + paidLate, amountAfterDueDate));
}

function knownAskedOn(from: InTimeFrom, bill: Payable): number | null {
  if (isOpen(bill) && bill.settledOn) return knownAsked(bill, false);
  return isLate(from, bill)
    ? knownAsked(bill, true)
    : knownAsked({ ...bill, total: totalBeside(bill) }, false);
}

/** The same, but the late amount never of a bill whose fee had come in in time: a fine does not make it late. */
export const askedOn = (from: InTimeFrom, bill: Payable): number => knownAskedOn(from, bill) ?? 0;

/**
 * Nothing where it is settled; null of a bill that names no amount. Of a bill of which a file or a person said that a
 * part is paid nobody knows how much: the whole.
 */
export function knownPayableOn(from: InTimeFrom, bill: Payable): number | null {
  if (!isOpen(bill)) return 0;
  const asked = knownAskedOn(from, bill);
  return asked === null ? null : Math.max(asked - (bill.paid ?? 0), 0);
}

/** What came in for a bill that is paid; one that somebody said to be paid may name no money. */
export const cameIn = ({ paid, total }: { paid: number; total: number | null }): number | null =>
  paid > 0 ? paid : total;

export const payableOn = (from: InTimeFrom, bill: Payable): number => knownPayableOn(from, bill) ?? 0;
