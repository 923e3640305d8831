/** Which bill a consumer number means, and the answer about it. Pure; amounts in paisa. */
import { isOpen } from '#shared/bill-status.ts';
import { longestConsumerNumber } from '#shared/limits.ts';
import { alwaysLate, type DueRules, knownPayableOn, lastDayInTime, neverLate } from '#shared/payable.ts';
import { plainNumber, spellingsOf } from '../../billing/bank-numbers/bank-numbers-rules.ts';
import type { BillAnswer } from '../wire/wire-rules.ts';
import type { ConsumerBill } from './consumers-queries.ts';

/**
 * The possible numbers: the part after the biller's prefix, and the whole, because a biller may have removed its
 * prefix.
 */
export const numbersIn = (consumerNumber: string, prefix: string): string[] =>
  prefix !== '' && consumerNumber.startsWith(prefix) && consumerNumber.length > prefix.length
    ? [consumerNumber.slice(prefix.length), consumerNumber]
    : [consumerNumber];

const lengths = Array.from({ length: longestConsumerNumber }, (_, before) => before + 1);

/** The forms in which the number may be stored, because programs add and remove leading zeros. */
export const spelled = (number: string): string[] => spellingsOf(plainNumber(number), lengths);

const childOf = ({ regNum, name }: ConsumerBill): string => regNum ?? `\n${name}`;
const monthOf = ({ year, month }: ConsumerBill): number => (year ?? 0) * 12 + (month ?? 0);
const newest = (bills: readonly ConsumerBill[]): ConsumerBill | undefined =>
  bills.toSorted((one, other) => monthOf(other) - monthOf(one) || other.id - one.id)[0];

/** `several`: the number may be that of another child, so no payment is booked for it. */
export type Meant = { kind: 'none' | 'several' } | { kind: 'bill'; bill: ConsumerBill };

/**
 * The newest open bill of a number, or else its newest bill. An exact number is preferred to one with leading zeros.
 */
export function chooseBill(
  bills: readonly ConsumerBill[],
  number: string,
  stored: (bill: ConsumerBill) => string | null,
): Meant {
  const asWritten = bills.filter((bill) => stored(bill) === number);
  const all = asWritten.length > 0 ? asWritten : bills;
  const open = all.filter(isOpen);
  const candidates = open.length > 0 ? open : all;
  const bill = newest(candidates);
  if (!bill) return { kind: 'none' };
  return new Set(candidates.map(childOf)).size > 1 ? { kind: 'several' } : { kind: 'bill', bill };
}

/** If a number can be read in two ways and both find a different bill, it means no bill. */
export function chooseReading(readings: readonly Meant[]): Meant {
  const [first, ...others] = readings.filter(({ kind }) => kind !== 'none');
  if (!first) return { kind: 'none' };
  const idOf = (one: Meant) => (one.kind === 'bill' ? one.bill.id : undefined);
  return others.some((other) => idOf(other) !== idOf(first)) ? { kind: 'several' } : first;
}

/** Statuses that ask for nothing, also without money. */
const settledWords: readonly string[] = ['paid', 'waived'];

type Known = { today: string; rules: DueRules; authID: string | null };

/** The answer about a bill. A bank's app uses the due day of the answer, so it is the last day in time. */
export function tellOf(
  bill: ConsumerBill & { adjusted: number; paidLate: number },
  { today, rules, authID }: Known,
): BillAnswer {
  const { name, month, year, dueDate, expiryDate, settledOn, paid } = bill;
  const dueDay = dueDate === null ? (expiryDate ?? today) : lastDayInTime(dueDate, rules);
  const common = { name, month, year, dueDay };
  const [within, after] = [knownPayableOn(neverLate, bill), knownPayableOn(alwaysLate, bill)];
  const isSettled = settledWords.includes(bill.status) || (isOpen(bill) && after === 0);
  if (isSettled) return { ...common, status: 'P', paidOn: settledOn, paid, authID };
  const isExpired = expiryDate !== null && expiryDate < today;
  if (!isOpen(bill) || isExpired || within === null || after === null) return { ...common, status: 'B' };
  return { ...common, status: 'U', within, after };
}
