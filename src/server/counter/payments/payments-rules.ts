/** Checks allocations against bills, and computes the credit of a payment. Pure functions; amounts in paisa. */

import type { Payment } from '#shared/calls/payments.ts';
import type { Issue, PaymentDoubt } from '#shared/failures.ts';
import type { Allocated } from '#shared/money/allocation.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { toRupees } from '#shared/money/money.ts';
import { addDays, dayIn, formatDay } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Owed } from '../../ledger/ledger-queries.ts';
import type { AccountFound, AllocationRow, FirstDay, PaymentRow, ReturnRow } from './payments-queries.ts';

/** Whether this can be a cheque that bounced. A bank file does not say which of its payments were cheques. */
export const mayBounce = ({ method, source }: Pick<PaymentRow, 'method' | 'source'>): boolean =>
  method === 'cheque' || source === 'bank';

/**
 * Returns what is wrong with these allocations. `left` is the part of the payment that is not used yet. The caller
 * has already refused bills that do not exist.
 */
export function findWrong(
  wished: readonly Allocated[],
  { left, balances, bills }: { left: number; balances: ReadonlyMap<number, number>; bills: readonly Owed[] },
): Issue[] {
  const seen = new Set<number>();
  const issues: Issue[] = [];
  for (const [at, { billID, amount }] of wished.entries()) {
    const bill = bills.find(({ id }) => id === billID);
    const path = `allocations.${at}.amount`;
    if (seen.has(billID)) issues.push({ path: `allocations.${at}.billID`, message: moneyRefusals.twice });
    else if (!bill || !isOpen(bill)) issues.push({ path, message: moneyRefusals.notOwed });
    else if (amount > (balances.get(billID) ?? 0)) issues.push({ path, message: moneyRefusals.moreThanOwed });
    seen.add(billID);
  }
  const sum = wished.reduce((sum, { amount }) => sum + amount, 0);
  if (sum > left) issues.push({ path: 'allocations', message: moneyRefusals.moreThanPayment });
  return issues;
}

const sumOf = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);
export const isLive = ({ endedAt }: Pick<AllocationRow, 'endedAt'>): boolean => endedAt === null;

/** Returns the part of a payment that settles no bill yet. */
export const creditOf = (
  { amount, voidedAt }: Pick<PaymentRow, 'amount' | 'voidedAt'>,
  allocations: readonly AllocationRow[],
  returns: readonly ReturnRow[],
): number => (voidedAt === null ? amount - sumOf(allocations.filter(isLive)) - sumOf(returns) : 0);

export function toPaymentAnswer(
  payment: PaymentRow,
  allocations: readonly AllocationRow[],
  returns: readonly ReturnRow[],
): Payment {
  const { clientID: _clientID, billID: _billID, amount, by, ...row } = payment;
  return {
    ...row,
    amount: toRupees(amount),
    by: by ?? '',
    allocations: allocations.filter(isLive).map(({ billID, groupID, name, regNum, amount }) => ({
      billID,
      groupID,
      name,
      regNum,
      amount: toRupees(amount),
    })),
    returns: returns.map(({ kind, amount, returnedOn, concerns, reason }) => ({
      kind,
      concerns,
      amount: toRupees(amount),
      returnedOn,
      reason,
    })),
    credit: toRupees(creditOf(payment, allocations, returns)),
  };
}

export type Doubt = { ask: PaymentDoubt; text: string };

const daysOfYear = 365;

/** The earliest day on which a bill can have been paid: of its entry, its issue or its month. */
export function firstDayOf({ createdAt, issueDate, month, year }: FirstDay, timeZone: string): string {
  const entered = dayIn(timeZone, new Date(createdAt));
  const ofMonth = `${year}-${String(month).padStart(2, '0')}-01`;
  return [entered, ofMonth, issueDate ?? entered].sort()[0] ?? entered;
}

/** What is asked about the day of a payment. `firstDays`: of the bills that it settles. */
export function findDayDoubts(
  receivedOn: string,
  { today, firstDays }: { today: string; firstDays: readonly string[] },
): Doubt[] {
  const doubts: Doubt[] = [];
  const day = formatDay(receivedOn);
  if (receivedOn < addDays(today, -daysOfYear))
    doubts.push({ ask: 'yearAgo', text: moneyRefusals.yearAgo(day) });
  else if (receivedOn.slice(0, 4) !== today.slice(0, 4))
    doubts.push({ ask: 'otherYear', text: moneyRefusals.otherYear(day) });
  if (firstDays.some((first) => receivedOn < first))
    doubts.push({ ask: 'beforeBill', text: moneyRefusals.beforeBill(day) });
  return doubts;
}

/**
 * What is asked before a payment is stored, because it may be a mistake or entered twice. `sameReference`: the receipt
 * with the same reference. `sameCash`: the receipt of the same cash of the family in the last minute.
 */
export function findDoubts(
  { method, reference }: Pick<PaymentRow, 'method' | 'reference'>,
  found: {
    sameReference: number | undefined;
    account: Pick<AccountFound, 'kind' | 'title'> | undefined;
    sameCash: number | undefined;
  },
): Doubt[] {
  const { sameReference, account, sameCash } = found;
  const doubts: Doubt[] = [];
  if (sameReference !== undefined)
    doubts.push({ ask: 'sameReference', text: moneyRefusals.sameReference(sameReference, reference ?? '') });
  if (method !== 'cash') return doubts;
  if (account && account.kind !== 'cash')
    doubts.push({ ask: 'cashInBank', text: moneyRefusals.cashInBank(account.title) });
  if (sameCash !== undefined) doubts.push({ ask: 'sameCash', text: moneyRefusals.sameCash(sameCash) });
  return doubts;
}
