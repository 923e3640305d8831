import type { Bill } from '#shared/calls/bills.ts';
import { memberSlice, memberSliceThreshold } from '#shared/limits.ts';

export const billFilters = ['all', 'unpaid', 'overdue', 'paid'] as const;

/** The spec: red if the status is unpaid, otherwise green. */
export const isUnpaid = ({ status }: Pick<Bill, 'status'>): boolean => status === 'unpaid';

/** Unpaid and due before today, both days as `YYYY-MM-DD`. */
export const isOverdue = (bill: Pick<Bill, 'status' | 'dueDate'>, today: string): boolean =>
  isUnpaid(bill) && bill.dueDate !== null && bill.dueDate < today;

type Scrolled = { top: number; height: number; full: number };

/** The spec's progressive list: 200 more within 700 px of the end, back to 200 when scrolled back up. */
export function nextSlice(slice: number, { top, height, full }: Scrolled, count: number): number {
  if (top <= 0) return memberSlice;
  const isNearEnd = full - (top + height) <= memberSliceThreshold;
  return isNearEnd && slice < count ? slice + memberSlice : slice;
}

const cardGap = 12;
const smallestCard = 216;
/** More columns would put more than 120 cards on the largest screens. */
const mostColumns = 5;

export const columnsIn = (width: number): number =>
  Math.max(1, Math.min(mostColumns, Math.floor((width + cardGap) / (smallestCard + cardGap))));

/** The spec collapses repeated white space in a number. */
export const tidyNumber = (number: string): string => number.trim().replace(/\s+/g, ' ');

/** The first of several numbers; the chat is with that one. */
export const firstNumber = (number: string): string => number.split(',')[0]?.trim() ?? '';
