/** Pure rules that decide how a family is shown. */

import type { FamilyBill } from '#shared/calls/chat.ts';
import type { Family, FamilyChild } from '#shared/calls/families.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { cameIn, chargedOn, type InTimeFrom, isLate, lateFineOn, payableOn } from '#shared/money/payable.ts';
import { dayOf, formatDay, monthName, monthNames } from '#shared/time/dates.ts';
import { sayStatus } from '#shared/words/bills.ts';
import { familyWords } from '#shared/words/families.ts';

/** What the bills of a child charge today less what was paid, and what its own credit leaves of that. In rupees. */
export function balanceOf(
  { bills, left }: Pick<FamilyChild, 'bills' | 'left'>,
  today: InTimeFrom,
): { open: number; left: number } {
  // The sum is computed in paisa, because sums of decimal fractions are inexact.
  const open = bills.reduce((paisa, bill) => paisa + toPaisa(payableOn(today, bill)), 0);
  return { open: toRupees(open), left };
}

/** The balances of all children. Credit of one child does not pay the bills of another. */
export function payableOf({ children, inTimeFrom }: Pick<Family, 'children' | 'inTimeFrom'>): {
  open: number;
  left: number;
} {
  const all = children.map((child) => balanceOf(child, inTimeFrom));
  const sum = (of: 'open' | 'left') => toRupees(all.reduce((paisa, one) => paisa + toPaisa(one[of]), 0));
  return { open: sum('open'), left: sum('left') };
}

/** The amount payable today for an open bill, or the amount received for any other bill. */
export const shownAmountOf = (bill: FamilyBill, today: InTimeFrom): number | null =>
  isOpen(bill) ? payableOn(today, bill) : cameIn(bill);

/** The figures of a bill, in rupees. A bill that nobody owes any more charges nothing. */
export function figuresOf(
  bill: FamilyBill,
  today: InTimeFrom,
): { charged: number | null; paid: number | null; balance: number } {
  if (isOpen(bill))
    return { charged: chargedOn(today, bill), paid: bill.paid, balance: payableOn(today, bill) };
  const paid = shownAmountOf(bill, today);
  return { charged: paid, paid, balance: 0 };
}

/** Whether an open bill is late. A fine that was added to a bill paid in time does not make the bill late. */
export const isLateNow = (bill: FamilyBill, today: InTimeFrom): boolean =>
  isOpen(bill) && isLate(today, bill) && !bill.settledOn;

/** Explains what an open bill charges, by its due date and the late fee. Any other bill shows its status. */
export function reasonOf(bill: FamilyBill, today: InTimeFrom, say: (amount: number) => string): string {
  const { dueDate, status } = bill;
  if (!isOpen(bill) || dueDate === null) return sayStatus(status);
  const day = formatDay(dueDate);
  if (!isLateNow(bill, today)) return familyWords.due(day);
  const fine = lateFineOn(today, bill);
  return fine > 0 ? familyWords.late(day, say(fine)) : familyWords.lateAlone(day);
}

/** The month of a bill, such as `Nov 2026`. A bill without a month shows the name of its billing. */
export const periodOf = ({ month, year, billing }: FamilyBill): string =>
  month === null ? billing : [monthName(month), year].filter(Boolean).join(' ');

/** The newest bills are always shown, and so is every bill that is not older than the oldest open bill. */
const alwaysShown = 2;

/** Older bills are folded into one line. None of them is open. */
export function foldedBills(bills: readonly FamilyBill[]): { shown: FamilyBill[]; earlier: FamilyBill[] } {
  const lastOpen = bills.findLastIndex(isOpen);
  const from = Math.max(alwaysShown, lastOpen + 1);
  const earlier = bills.slice(from);
  // A single bill is not folded, because the folded line would take as much room as the bill.
  return earlier.length > 1 ? { shown: bills.slice(0, from), earlier } : { shown: [...bills], earlier: [] };
}

/** The months of these bills, the newest first: `Feb 2026 to Sep 2026`. Empty if one of them has no month. */
export function sayMonths(bills: readonly FamilyBill[]): string {
  const [newest, oldest] = [bills.at(0), bills.at(-1)];
  if (!newest?.month || !oldest?.month) return '';
  const from = newest.year === oldest.year ? monthName(oldest.month) : periodOf(oldest);
  return familyWords.months(newest.month === oldest.month ? periodOf(newest) : from, periodOf(newest));
}

/** Formats a month, such as `Nov 2026` for `2026-11`. */
export const sayMonth = (month: string): string =>
  `${monthName(Number(month.slice(5, 7)))} ${month.slice(0, 4)}`;

/** The name of the payer, or a name made from the first child. `fallback` is used if neither is known. */
export function nameOfFamily({ name, children }: Family, fallback: string): string {
  const [first] = children;
  return name || (first?.name ? familyWords.of(first.name) : fallback);
}

/** The bill in focus: the bill `asked`, from which the panel was opened, else the newest open bill, else the newest. */
export function billInFocus(
  children: readonly FamilyChild[],
  asked: number | undefined,
): FamilyBill | undefined {
  const bills = children.flatMap((child) => child.bills);
  return bills.find(({ id }) => id === asked) ?? bills.find(isOpen) ?? bills[0];
}

/** The children who have a bill with this number. The form to correct the number preselects these children. */
export const childrenWith = (
  children: readonly FamilyChild[],
  has: (typed: string) => boolean,
): FamilyChild[] => children.filter(({ bills }) => bills.some(({ number }) => has(number)));

const monthOf = ({ year, month }: FamilyBill): number => (year ?? 0) * 12 + (month ?? 0);

/** Sorts open bills first, and then by month with the newest month first. The chat uses this order. */
export const openFirst = (bills: readonly FamilyBill[]): FamilyBill[] =>
  bills.toSorted(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) ||
      monthOf(other) - monthOf(one) ||
      other.groupID - one.groupID,
  );

const dayPattern = /^(\d{1,2})(?:st|nd|rd|th)?(?:[\s./-]*([a-z]{3,}|\d{1,2}))?$/i;

/**
 * The next day, from today on, that matches a text such as `10`, `10th` or `10 Dec`. Undefined if the text is no day.
 */
export function nextDayOf(typed: string, today: string): string | undefined {
  const [, day = '', of = ''] = dayPattern.exec(typed.trim()) ?? [];
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
