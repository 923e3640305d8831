/** Pure rules for the display of a family. */
import { isOpen } from '#shared/bill-status.ts';
import type { FamilyBill } from '#shared/calls/chat.ts';
import type { Family, FamilyChild } from '#shared/calls/families.ts';
import { dayOf, formatDay, monthName, monthNames } from '#shared/dates.ts';
import { toPaisa, toRupees } from '#shared/money.ts';
import { askedOn, cameIn, type InTimeFrom, payableOn } from '#shared/payable.ts';
import { familyWords } from '#shared/words/families.ts';

/** The amount payable for all children, in rupees. Summed in paisa, because sums of decimals are inexact. */
export const payableOf = ({ children, inTimeFrom }: Pick<Family, 'children' | 'inTimeFrom'>): number =>
  toRupees(
    children
      .flatMap(({ bills }) => bills)
      .reduce((paisa, bill) => paisa + toPaisa(payableOn(inTimeFrom, bill)), 0),
  );

/** The amount asked today for an open bill, or the amount received for any other bill. */
export const askedOf = (bill: FamilyBill, today: InTimeFrom): number | null =>
  isOpen(bill) ? payableOn(today, bill) : cameIn(bill);

/** The reason for the amount: `late, +1,000`, or the due date. For a bill that is not open it is the status. */
export function whyOf(bill: FamilyBill, today: InTimeFrom, say: (amount: number) => string): string {
  const { dueDate, total, status } = bill;
  if (!isOpen(bill)) return status;
  const part =
    bill.paid > 0 ? `${familyWords.partPaid(say(bill.paid))}, ` : status === 'unpaid' ? '' : `${status}, `;
  if (dueDate === null) return status;
  // A fine on a bill that was paid in time does not make it late.
  if (dueDate >= today || bill.settledOn) return part + familyWords.due(formatDay(dueDate));
  const more = toPaisa(askedOn(today, bill)) - toPaisa(total ?? 0);
  return part + (more > 0 ? familyWords.late(say(toRupees(more))) : familyWords.lateAlone);
}

/** `Nov 2026`, or the name of the billing for a bill without a month. */
export const periodOf = ({ month, year, billing }: FamilyBill): string =>
  month === null ? billing : [monthName(month), year].filter(Boolean).join(' ');

/** The newest bills are always shown. The paid ones before them are folded into one line, back to the last open one. */
const newest = 2;

export function foldedBills(bills: readonly FamilyBill[]): { shown: FamilyBill[]; earlier: FamilyBill[] } {
  const lastOpen = bills.findLastIndex(isOpen);
  const from = Math.max(newest, lastOpen + 1);
  const earlier = bills.slice(from);
  // A folded line for a single bill would say less than the bill itself.
  return earlier.length > 1 ? { shown: bills.slice(0, from), earlier } : { shown: [...bills], earlier: [] };
}

/** `Nov 2026` for `2026-11`. */
export const sayMonth = (month: string): string =>
  `${monthName(Number(month.slice(5, 7)))} ${month.slice(0, 4)}`;

/** The payer, as far as known. `known`: the name they use on WhatsApp. */
export function nameOfFamily({ name, children }: Family, known: string): string {
  const [first] = children;
  return name || (first?.name ? familyWords.of(first.name) : known);
}

/** The bill in focus: the one the panel was opened from, else the newest open one, else the newest. */
export function billInFocus(
  children: readonly FamilyChild[],
  asked: number | undefined,
): FamilyBill | undefined {
  const bills = children.flatMap((child) => child.bills);
  return bills.find(({ id }) => id === asked) ?? bills.find(isOpen) ?? bills[0];
}

/** The children whose newest bill has this number; a correction applies to them at first. */
export const childrenWith = (
  children: readonly FamilyChild[],
  has: (typed: string) => boolean,
): FamilyChild[] => children.filter(({ bills }) => bills.some(({ number }) => has(number)));

const monthOf = ({ year, month }: FamilyBill): number => (year ?? 0) * 12 + (month ?? 0);

/** Open bills first, then by month, newest first. The chat uses this order. */
export const openFirst = (bills: readonly FamilyBill[]): FamilyBill[] =>
  bills.toSorted(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) ||
      monthOf(other) - monthOf(one) ||
      other.groupID - one.groupID,
  );

const yearless = /^(\d{1,2})(?:st|nd|rd|th)?(?:[\s./-]*([a-z]{3,}|\d{1,2}))?$/i;

/** The next day from today on that a person means by `10`, `10th` or `10 Dec`; undefined where it is none. */
export function nextDayOf(typed: string, today: string): string | undefined {
  const [, day = '', of = ''] = yearless.exec(typed.trim()) ?? [];
  const named = monthNames.findIndex((name) => of.toLowerCase().startsWith(name.toLowerCase())) + 1;
  const month = named || Number(of || 0);
  if (day === '' || Number.isNaN(month)) return undefined;
  const [year = 0, first = 1] = today.split('-').map(Number);
  for (let ahead = 0; ahead <= 12; ahead += 1) {
    const [inYear, inMonth] = [year + Math.floor((first - 1 + ahead) / 12), ((first - 1 + ahead) % 12) + 1];
    const found = dayOf(inYear, inMonth, Number(day));
    if (found !== undefined && found >= today && (of === '' || inMonth === month)) return found;
  }
  return undefined;
}
