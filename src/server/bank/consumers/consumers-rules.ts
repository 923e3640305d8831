/** Finds the bill of a consumer number, and builds the answer about it. Pure. Amounts are in paisa. */

import { longestConsumerNumber } from '#shared/limits.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import { alwaysLate, type DueRules, lastDayInTime, neverLate, type Payable } from '#shared/money/payable.ts';
import { plainNumber, spellingsOf } from '../bank-numbers/bank-numbers-rules.ts';
import type { BillAnswer } from '../push-wire/wire-rules.ts';
import type { ConsumerBill } from './consumers-queries.ts';

/**
 * Returns the possible numbers in a consumer number: the part after the biller's prefix, and the whole number, because
 * a biller may have removed its prefix.
 */
export const possibleNumbers = (consumerNumber: string, prefix: string): string[] =>
  prefix !== '' && consumerNumber.startsWith(prefix) && consumerNumber.length > prefix.length
    ? [consumerNumber.slice(prefix.length), consumerNumber]
    : [consumerNumber];

const lengths = Array.from({ length: longestConsumerNumber }, (_, before) => before + 1);

/** Returns the forms in which the number may be stored, because programs add and remove leading zeros. */
export const spelled = (number: string): string[] => spellingsOf(plainNumber(number), lengths);

/**
 * Returns the plain number: without the biller's prefix and without leading zeros. After it come the spellings that
 * earlier versions stored.
 */
export function spellings(consumerNumber: string, prefix: string): [string, ...string[]] {
  const [number = consumerNumber] = possibleNumbers(consumerNumber, prefix);
  const plain = plainNumber(number);
  return [plain, consumerNumber, number, `${prefix}${plain}`];
}

const childOf = ({ regNum, name }: ConsumerBill): string => regNum ?? `\n${name}`;
const monthOf = ({ year, month }: ConsumerBill): number => (year ?? 0) * 12 + (month ?? 0);
const newest = (bills: readonly ConsumerBill[]): ConsumerBill | undefined =>
  bills.toSorted((one, other) => monthOf(other) - monthOf(one) || other.id - one.id)[0];

/** `several` means that the number may belong to more than one child, so no payment is booked for it. */
export type FoundBill = { kind: 'none' | 'several' } | { kind: 'bill'; bill: ConsumerBill };

/**
 * Returns the newest open bill of a number, or else its newest bill. A bill with exactly this number is preferred to a
 * bill with leading zeros.
 */
export function chooseBill(
  bills: readonly ConsumerBill[],
  number: string,
  stored: (bill: ConsumerBill) => string | null,
): FoundBill {
  const asWritten = bills.filter((bill) => stored(bill) === number);
  const all = asWritten.length > 0 ? asWritten : bills;
  const open = all.filter(isOpen);
  const candidates = open.length > 0 ? open : all;
  const bill = newest(candidates);
  if (!bill) return { kind: 'none' };
  return new Set(candidates.map(childOf)).size > 1 ? { kind: 'several' } : { kind: 'bill', bill };
}

/** Combines the two readings of a number. If they find two different bills, the result is `several`. */
export function chooseReading(readings: readonly FoundBill[]): FoundBill {
  const [first, ...others] = readings.filter(({ kind }) => kind !== 'none');
  if (!first) return { kind: 'none' };
  const idOf = (one: FoundBill) => (one.kind === 'bill' ? one.bill.id : undefined);
  return others.some((other) => idOf(other) !== idOf(first)) ? { kind: 'several' } : first;
}

/** Statuses in which nothing is payable, even if no money came in. */
const settledStatuses: readonly string[] = ['paid', 'waived'];

type AnswerContext = {
  today: string;
  rules: DueRules;
  authID: string | null;
  /** The child's own credit. */
  own?: OwnCredit | undefined;
};

/**
 * Builds the answer about a bill. The amounts are what is left after the child's own credit. A bank's app uses the due day of the answer to choose the amount, so the answer has
 * the last day in time.
 */
export function answerAbout(
  bill: ConsumerBill & Payable,
  { today, rules, authID, own }: AnswerContext,
): BillAnswer {
  const { name, month, year, dueDate, expiryDate, settledOn, paid } = bill;
  const dueDay = dueDate === null ? (expiryDate ?? today) : lastDayInTime(dueDate, rules);
  const common = { name, month, year, dueDay };
  const [within, after] = [payableWithCredit(neverLate, bill, own), payableWithCredit(alwaysLate, bill, own)];
  const isSettled = settledStatuses.includes(bill.status) || (isOpen(bill) && after === 0);
  if (isSettled) return { ...common, status: 'P', paidOn: settledOn, paid, authID };
  const isExpired = expiryDate !== null && expiryDate < today;
  if (!isOpen(bill) || isExpired || within === null || after === null) return { ...common, status: 'B' };
  return { ...common, status: 'U', within, after };
}
