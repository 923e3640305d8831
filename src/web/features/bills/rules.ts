import type { Bill, BillCounts } from '#shared/calls/bills.ts';
import { memberSlice, memberSliceThreshold } from '#shared/limits.ts';
import type { AmountKey, HeadKey } from '#shared/money/bill-heads.ts';
import { type BillFilter, billFilters, isOpen } from '#shared/money/bill-status.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { chargedOn, type InTimeFrom } from '#shared/money/payable.ts';
import { billWords } from '#shared/words/bills.ts';

/** The filters of a billing with their counts. Rare filters appear only if they have bills or are chosen. */
export function filtersOf(
  { bills, ...counts }: BillCounts,
  on: BillFilter,
): { value: BillFilter; count: number }[] {
  const all = { all: bills, ...counts, partial: counts.partPaid };
  const isShown = (value: BillFilter) =>
    value === on || all[value] > 0 || !(['partial', 'other'] as BillFilter[]).includes(value);
  return billFilters.filter(isShown).map((value) => ({ value, count: all[value] }));
}

/** The spec shows an unpaid bill in red, and a bill with any other status in green. */
export const isUnpaid = ({ status }: Pick<Bill, 'status'>): boolean => status === 'unpaid';

/**
 * Chooses the bills whose values fill a text. They belong to the opened billing if the family has bills there,
 * otherwise to the billing of the first bill. Paid bills are left out, unless all bills are paid.
 */
export function billsToFill(
  bills: readonly Pick<Bill, 'id' | 'groupID' | 'status'>[],
  opened: number | undefined,
): number[] {
  const isOpened = bills.some(({ groupID }) => groupID === opened);
  const billing = isOpened ? opened : bills[0]?.groupID;
  const ofBilling = bills.filter(({ groupID }) => groupID === billing);
  const open = ofBilling.filter(isOpen);
  return (open.length > 0 ? open : ofBilling).map(({ id }) => id);
}

/** Whether something is still owed although the last day in time has passed. */
export const isOverdue = (bill: Pick<Bill, 'status' | 'dueDate'>, today: InTimeFrom): boolean =>
  isOpen(bill) && bill.dueDate !== null && bill.dueDate < today;

type Scrolled = { top: number; height: number; full: number };

/** The spec's progressive list. It grows by 200 rows within 700 px of its end, and shrinks to 200 rows at the top. */
export function nextSlice(slice: number, { top, height, full }: Scrolled, count: number): number {
  if (top <= 0) return memberSlice;
  const isNearEnd = full - (top + height) <= memberSliceThreshold;
  return isNearEnd && slice < count ? slice + memberSlice : slice;
}

/** The smallest multiple of 200 rows that includes the bill at this index. */
export const sliceIncluding = (index: number): number => Math.ceil((index + 1) / memberSlice) * memberSlice;

/** Returns the set with the id added. If the set already has the id, returns the set without the id. */
export function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Returns all ids between `from` and `to`, in list order. If one of these two is not listed, returns only `to`. */
export function withRange(all: readonly number[], from: number, to: number): number[] {
  const [start, end] = [all.indexOf(from), all.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return all.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/**
 * The totals of a list and what was paid of it, in rupees. They are summed in paisa, because sums of decimal fractions
 * are inexact.
 */
export function sumsOf(bills: readonly Pick<Bill, 'total' | 'paid'>[]): { total: number; paid: number } {
  const sumOf = (amount: (bill: Pick<Bill, 'total' | 'paid'>) => number): number =>
    toRupees(bills.reduce((sum, bill) => sum + toPaisa(amount(bill)), 0));
  return { total: sumOf(({ total }) => total ?? 0), paid: sumOf(({ paid }) => paid) };
}

const cardGap = 8;
const smallestCard = 216;
/** More columns would show more than 120 cards on the largest screens. */
const mostColumns = 5;

export const columnsIn = (width: number): number =>
  Math.max(1, Math.min(mostColumns, Math.floor((width + cardGap) / (smallestCard + cardGap))));

/** The spec replaces repeated white space in a number by one space. */
export const tidyNumber = (number: string): string => number.trim().replace(/\s+/g, ' ');

/** The numbers of a bill as they were typed. */
export const numbersIn = (number: string): string[] =>
  number
    .split(/[,;/|&\r\n\t]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The first of several numbers. The chat uses this number. */
export const firstNumber = (number: string): string => numbersIn(number)[0] ?? '';

export type Head = { name: string; amount: number | null };

const mostHeads = 10;

/**
 * The fee heads with a value and their sum in rupees. The sum is undefined if no fee head has an amount. `isFull`
 * means that all ten fee heads are used.
 */
export function headsOf(bill: Bill): { heads: Head[]; sum: number | undefined; isFull: boolean } {
  const heads = Array.from({ length: mostHeads }, (_, index) => ({
    name: bill[`head${index + 1}` as HeadKey] ?? '',
    amount: bill[`amount${index + 1}` as AmountKey],
  })).filter(({ name, amount }) => name !== '' || amount !== null);
  const amounts = heads.map(({ amount }) => amount).filter((amount) => amount !== null);
  // The sum is computed in paisa, because sums of decimal fractions are inexact.
  const sum = amounts.reduce((paisa, amount) => paisa + toPaisa(amount), 0);
  return { heads, sum: amounts.length > 0 ? toRupees(sum) : undefined, isFull: heads.length === mostHeads };
}

/** The parts of the amount asked today; nothing if it is just the total. `arrears`: what the total has of older bills. */
export function whyPayable(
  bill: Bill,
  { today, say, arrears = 0 }: { today: InTimeFrom; say: (amount: number) => string; arrears?: number },
): string | undefined {
  const { total, paid, adjusted } = bill;
  const words = billWords.whyPayable;
  const late = toPaisa(chargedOn(today, { ...bill, adjusted: 0 })) - toPaisa(total ?? 0);
  const parts = [
    total !== null && [words.total(say(total)), arrears > 0 && words.withArrears(say(arrears))],
    late > 0 && words.late(say(toRupees(late))),
    adjusted > 0 && words.more(say(adjusted)),
    adjusted < 0 && words.less(say(-adjusted)),
    paid > 0 && words.paid(say(paid)),
  ];
  const known = parts.flat().filter((part) => part !== false);
  return known.length > 1 ? known.join(', ') : undefined;
}
