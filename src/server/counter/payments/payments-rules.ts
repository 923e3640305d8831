/** Checks allocations against bills, and computes the credit of a payment. Pure functions; amounts in paisa. */

import type { Payment } from '#shared/calls/payments.ts';
import type { Issue } from '#shared/failures.ts';
import type { Allocated } from '#shared/money/allocation.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { toRupees } from '#shared/money/money.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Owed } from '../../ledger/ledger-queries.ts';
import type { AllocationRow, PaymentRow, ReturnRow } from './payments-queries.ts';

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
