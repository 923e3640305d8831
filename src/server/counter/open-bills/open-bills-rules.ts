/** Decides in which order a payment settles the bills of a family. Pure functions; amounts in paisa. */

import type { OpenBillAnswer } from '#shared/calls/payments.ts';
import type { Balance } from '#shared/money/allocation.ts';
import { toRupees } from '#shared/money/money.ts';
import { chargedOn, type InTimeFrom, payableOn } from '#shared/money/payable.ts';
import type { OpenBill } from '../../billing/find/find-rules.ts';

/** The bill that was scanned, or the child that was typed. */
export type First = { billID: number | null; name: string; regNum: string | null };

const isChild = (bill: OpenBill, { name, regNum }: First): boolean =>
  regNum === null ? bill.regNum === null && bill.name === name : bill.regNum === regNum;

/**
 * Sorts the scanned bill first, then the child's bills, then the bills of siblings, each from the oldest. Bills with
 * no balance are left out.
 */
export function inOrderOfPaying(bills: readonly OpenBill[], first: First, day: InTimeFrom): OpenBill[] {
  const rank = (bill: OpenBill): number => (bill.id === first.billID ? 0 : isChild(bill, first) ? 1 : 2);
  const since = ({ dueDate }: OpenBill): string => dueDate ?? '9999';
  return bills
    .filter((bill) => payableOn(day, bill) > 0)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        (since(one) < since(other) ? -1 : since(one) > since(other) ? 1 : 0) ||
        one.id - other.id,
    );
}

export const toBalances = (bills: readonly OpenBill[], day: InTimeFrom): Balance[] =>
  bills.map((bill) => ({ billID: bill.id, balance: payableOn(day, bill) }));

type Which = Pick<OpenBill, 'id' | 'groupID' | 'name' | 'regNum' | 'invNo' | 'month' | 'year'>;

/** The columns that identify a bill in an answer. */
export const toBillIdentity = ({ id: billID, groupID, name, regNum, invNo, month, year }: Which) => ({
  ...{ billID, groupID, name, regNum, invNo, month, year },
});

export const toOpenBillAnswer = (bill: OpenBill, day: InTimeFrom): OpenBillAnswer => ({
  ...toBillIdentity(bill),
  dueDate: bill.dueDate,
  total: bill.total === null ? null : toRupees(bill.total),
  amountAfterDueDate: bill.amountAfterDueDate === null ? null : toRupees(bill.amountAfterDueDate),
  charged: toRupees(chargedOn(day, bill)),
  adjusted: toRupees(bill.adjusted),
  lateWaived: toRupees(bill.lateWaived),
  fined: toRupees(bill.fined ?? 0),
  paid: toRupees(bill.paid),
  paidLate: toRupees(bill.paidLate ?? 0),
  balance: toRupees(payableOn(day, bill)),
  settledOn: bill.settledOn,
});
