/** What is shown of a family, worked out from what the server tells of it. Pure. */
import { isOpen } from '#shared/bill-status.ts';
import type { FamilyBill } from '#shared/calls/chat.ts';
import type { Family, FamilyChild } from '#shared/calls/families.ts';
import { formatDay, monthName } from '#shared/dates.ts';
import { toPaisa, toRupees } from '#shared/money.ts';
import { askedOn, cameIn, type InTimeFrom, payableOn } from '#shared/payable.ts';
import { familyWords } from '#shared/words/family.ts';

/** Of all the children, in rupees. By paisa: sums of decimals are not quite what they should be. */
export const payableOf = ({ children, inTimeFrom }: Pick<Family, 'children' | 'inTimeFrom'>): number =>
  toRupees(
    children
      .flatMap(({ bills }) => bills)
      .reduce((paisa, bill) => paisa + toPaisa(payableOn(inTimeFrom, bill)), 0),
  );

/** What is asked for a bill today; of one that is not open what it came to. */
export const askedOf = (bill: FamilyBill, today: InTimeFrom): number | null =>
  isOpen(bill) ? payableOn(today, bill) : cameIn(bill);

/** Why so much is asked: `late, +1,000`, or until when it may be paid; of one that is not open its status. */
export function whyOf(bill: FamilyBill, today: InTimeFrom, say: (amount: number) => string): string {
  const { dueDate, total, status } = bill;
  if (!isOpen(bill)) return status;
  const part =
    bill.paid > 0 ? `${familyWords.partPaid(say(bill.paid))}, ` : status === 'unpaid' ? '' : `${status}, `;
  if (dueDate === null) return status;
  // A fine upon what was paid in time does not make it late.
  if (dueDate >= today || bill.settledOn) return part + familyWords.due(formatDay(dueDate));
  const more = toPaisa(askedOn(today, bill)) - toPaisa(total ?? 0);
  return part + (more > 0 ? familyWords.late(say(toRupees(more))) : familyWords.lateAlone);
}

/** `Nov 2026`; where the bill says no month, what its billing is called. */
export const periodOf = ({ month, year, billing }: FamilyBill): string =>
  month === null ? billing : [monthName(month), year].filter(Boolean).join(' ');

/** So many of the newest are in sight; behind them what is paid is folded into one line, as far as nothing is open. */
const newest = 2;

export function foldedBills(bills: readonly FamilyBill[]): { shown: FamilyBill[]; earlier: FamilyBill[] } {
  const lastOpen = bills.findLastIndex(isOpen);
  const from = Math.max(newest, lastOpen + 1);
  const earlier = bills.slice(from);
  // A line for a single bill would say less than the bill itself.
  return earlier.length > 1 ? { shown: bills.slice(0, from), earlier } : { shown: [...bills], earlier: [] };
}

/** `Nov 2026` of `2026-11`. */
export const sayMonth = (month: string): string =>
  `${monthName(Number(month.slice(5, 7)))} ${month.slice(0, 4)}`;

/** Who pays, as far as it is known. `known`: the name under which they wrote. */
export function nameOfFamily({ name, children }: Family, known: string): string {
  const [first] = children;
  return name || (first?.name ? familyWords.of(first.name) : known);
}

/** The bill that is spoken of: the one it was opened by, else the newest that is open, else the newest. */
export function billInFocus(
  children: readonly FamilyChild[],
  asked: number | undefined,
): FamilyBill | undefined {
  const bills = children.flatMap((child) => child.bills);
  return bills.find(({ id }) => id === asked) ?? bills.find(isOpen) ?? bills[0];
}

/** The children whose newest bill has this number, as typed or not: those it is corrected for at first. */
export const childrenWith = (
  children: readonly FamilyChild[],
  has: (typed: string) => boolean,
): FamilyChild[] => children.filter(({ bills }) => bills.some(({ number }) => has(number)));

const monthOf = ({ year, month }: FamilyBill): number => (year ?? 0) * 12 + (month ?? 0);

/** What is open first, each of the newest month first: in this order they are spoken of in a chat. */
export const openFirst = (bills: readonly FamilyBill[]): FamilyBill[] =>
  bills.toSorted(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) ||
      monthOf(other) - monthOf(one) ||
      other.groupID - one.groupID,
  );
