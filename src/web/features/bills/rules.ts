import { type BillFilter, billFilters, type Payment, paymentOf } from '#shared/bill-status.ts';
import type { AmountKey, Bill, HeadKey } from '#shared/calls/bills.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { memberSlice, memberSliceThreshold } from '#shared/limits.ts';
import { toPaisa, toRupees } from '#shared/money.ts';
import { askedOn, type InTimeFrom } from '#shared/payable.ts';
import { billWords } from '#shared/words/bills.ts';

export type BillCounts = Pick<GroupSummary, 'bills' | 'unpaid' | 'overdue' | 'partPaid' | 'paid' | 'other'>;

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

/** The spec: red if the status is unpaid, otherwise green. */
export const isUnpaid = ({ status }: Pick<Bill, 'status'>): boolean => status === 'unpaid';

/**
 * The bills whose values fill a text: those of the opened billing if the family has any there, else of the first bill's
 * billing. Of these only the unpaid ones, unless all are paid.
 */
export function billsToFill(
  bills: readonly Pick<Bill, 'id' | 'groupID' | 'status'>[],
  opened: number | undefined,
): number[] {
  const isOpened = bills.some(({ groupID }) => groupID === opened);
  const billing = isOpened ? opened : bills[0]?.groupID;
  const ofBilling = bills.filter(({ groupID }) => groupID === billing);
  const unpaid = ofBilling.filter(isUnpaid);
  return (unpaid.length > 0 ? unpaid : ofBilling).map(({ id }) => id);
}

/** Unpaid, and no longer in time. */
export const isOverdue = (bill: Pick<Bill, 'status' | 'dueDate'>, today: InTimeFrom): boolean =>
  isUnpaid(bill) && bill.dueDate !== null && bill.dueDate < today;

type Scrolled = { top: number; height: number; full: number };

/** The spec's progressive list: 200 more within 700 px of the end, back to 200 when scrolled to the top. */
export function nextSlice(slice: number, { top, height, full }: Scrolled, count: number): number {
  if (top <= 0) return memberSlice;
  const isNearEnd = full - (top + height) <= memberSliceThreshold;
  return isNearEnd && slice < count ? slice + memberSlice : slice;
}

/** The shortest list in steps of 200 that has the bill at this index. */
export const sliceWith = (index: number): number => Math.ceil((index + 1) / memberSlice) * memberSlice;

/** The set with the id added, or removed if it was in it. */
export function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** All ids from one to the other, in either direction; only the second if the first is not in the list. */
export function withRange(all: readonly number[], from: number, to: number): number[] {
  const [start, end] = [all.indexOf(from), all.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return all.slice(Math.min(start, end), Math.max(start, end) + 1);
}

type Sums = Record<'total' | Payment, number>;

/**
 * The sums of a list in rupees, in total and by payment status. Summed in paisa, because sums of decimals are inexact.
 */
export function sumsOf(bills: readonly Pick<Bill, 'status' | 'total'>[]): Sums {
  const sums: Sums = { total: 0, paid: 0, partPaid: 0, unpaid: 0, other: 0 };
  for (const bill of bills) {
    const paisa = toPaisa(bill.total ?? 0);
    sums.total += paisa;
    sums[paymentOf(bill)] += paisa;
  }
  return {
    total: toRupees(sums.total),
    paid: toRupees(sums.paid),
    partPaid: toRupees(sums.partPaid),
    unpaid: toRupees(sums.unpaid),
    other: toRupees(sums.other),
  };
}

const cardGap = 8;
const smallestCard = 216;
/** More columns would show more than 120 cards on the largest screens. */
const mostColumns = 5;

export const columnsIn = (width: number): number =>
  Math.max(1, Math.min(mostColumns, Math.floor((width + cardGap) / (smallestCard + cardGap))));

/** The spec collapses repeated white space in a number. */
export const tidyNumber = (number: string): string => number.trim().replace(/\s+/g, ' ');

/** The numbers of a bill as they were typed. */
export const numbersIn = (number: string): string[] =>
  number
    .split(/[,;/|&\r\n\t]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** The first of several numbers, which the chat uses. */
export const firstNumber = (number: string): string => numbersIn(number)[0] ?? '';

export type Head = { name: string; amount: number | null };

const mostHeads = 10;

/**
 * The fee heads with a value and their sum in rupees, undefined if none has an amount. `isFull`: no room for more
 * heads.
 */
export function headsOf(bill: Bill): { heads: Head[]; sum: number | undefined; isFull: boolean } {
  const heads = Array.from({ length: mostHeads }, (_, index) => ({
    name: bill[`head${index + 1}` as HeadKey] ?? '',
    amount: bill[`amount${index + 1}` as AmountKey],
  })).filter(({ name, amount }) => name !== '' || amount !== null);
  const amounts = heads.map(({ amount }) => amount).filter((amount) => amount !== null);
  // Summed in paisa, because sums of decimals are inexact.
  const sum = amounts.reduce((paisa, amount) => paisa + toPaisa(amount), 0);
  return { heads, sum: amounts.length > 0 ? toRupees(sum) : undefined, isFull: heads.length === mostHeads };
}

/** The parts of the amount asked today; nothing if it is just the total. */
export function whyPayable(
  bill: Bill,
  today: InTimeFrom,
  say: (amount: number) => string,
): string | undefined {
  const { total, paid, adjusted } = bill;
  const words = billWords.whyPayable;
  const late = toPaisa(askedOn(today, { ...bill, adjusted: 0 })) - toPaisa(total ?? 0);
  const parts = [
    total !== null && words.total(say(total)),
    late > 0 && words.late(say(toRupees(late))),
    adjusted > 0 && words.more(say(adjusted)),
    adjusted < 0 && words.less(say(-adjusted)),
    paid > 0 && words.paid(say(paid)),
  ].filter((part) => part !== false);
  return parts.length > 1 ? parts.join(', ') : undefined;
}
