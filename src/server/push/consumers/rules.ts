/** Which bill a consumer number means, and what a biller is told of it. Pure; amounts in paisa. */
import { isOpen } from '#shared/bill-status.ts';
import { longestConsumerNumber } from '#shared/limits.ts';
import { alwaysLate, type DueRules, knownPayableOn, lastDayInTime, neverLate } from '#shared/payable.ts';
import { plainNumber, spellingsOf } from '../../billing/bank-numbers/rules.ts';
import type { BillTold } from '../wire/rules.ts';
import type { ConsumerBill } from './queries.ts';

/**
 * The numbers of ours that it may be: what stands behind the biller's prefix, and the whole of it, since a biller may have
 * taken its prefix off.
 */
export const numbersIn = (consumerNumber: string, prefix: string): string[] =>
  prefix !== '' && consumerNumber.startsWith(prefix) && consumerNumber.length > prefix.length
    ? [consumerNumber.slice(prefix.length), consumerNumber]
    : [consumerNumber];

const lengths = Array.from({ length: longestConsumerNumber }, (_, before) => before + 1);

/** As it may be stored: programs fill numbers up with zeros, and take them away. */
export const spelled = (number: string): string[] => spellingsOf(plainNumber(number), lengths);

const childOf = ({ regNum, name }: ConsumerBill): string => regNum ?? `\n${name}`;
const monthOf = ({ year, month }: ConsumerBill): number => (year ?? 0) * 12 + (month ?? 0);
const newest = (bills: readonly ConsumerBill[]): ConsumerBill | undefined =>
  bills.toSorted((one, other) => monthOf(other) - monthOf(one) || other.id - one.id)[0];

/** `several`: it may be that of another child, and nothing is paid by it. */
export type Meant = { kind: 'none' | 'several' } | { kind: 'bill'; bill: ConsumerBill };

/** Of the bills of a number its newest open one, or its newest. As it is written before as it is filled up. */
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

/** A number that may be read in two ways, each of which leads somewhere, is that of nobody in particular. */
export function chooseReading(readings: readonly Meant[]): Meant {
  const [first, ...others] = readings.filter(({ kind }) => kind !== 'none');
  if (!first) return { kind: 'none' };
  const idOf = (one: Meant) => (one.kind === 'bill' ? one.bill.id : undefined);
  return others.some((other) => idOf(other) !== idOf(first)) ? { kind: 'several' } : first;
}

/** Settled without money, too, nothing is to be paid. */
const settledWords: readonly string[] = ['paid', 'waived'];

type Known = { today: string; rules: DueRules; authID: string | null };

/** What a biller is told of a bill. An app goes by the due day that it is told, so it is the last in time. */
export function tellOf(
  bill: ConsumerBill & { adjusted: number; paidLate: number },
  { today, rules, authID }: Known,
): BillTold {
  const { name, month, year, dueDate, expiryDate, settledOn, paid } = bill;
  const dueDay = dueDate === null ? (expiryDate ?? today) : lastDayInTime(dueDate, rules);
  const told = { name, month, year, dueDay };
  const [within, after] = [knownPayableOn(neverLate, bill), knownPayableOn(alwaysLate, bill)];
  const isSettled = settledWords.includes(bill.status) || (isOpen(bill) && after === 0);
  if (isSettled) return { ...told, status: 'P', paidOn: settledOn, paid, authID };
  const isExpired = expiryDate !== null && expiryDate < today;
  if (!isOpen(bill) || isExpired || within === null || after === null) return { ...told, status: 'B' };
  return { ...told, status: 'U', within, after };
}
