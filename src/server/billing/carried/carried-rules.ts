/**
 * Decides which older bills a newer one asks for as arrears, so that their rest counts once. Pure; amounts in paisa.
 */
import { areSameArrears, type OlderOpen } from '#shared/fee-head-class.ts';
import { type InTimeFrom, neverLate, payableOn } from '#shared/payable.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import type { Older } from './carried-queries.ts';

/**
 * A bill with arrears. `period` is in months since the year 0. `arrears` is the part that no older bill accounts for
 * yet.
 */
export type Asking = { billID: number; regNum: string; period: number; arrears: number };

export type Carry = { billID: number; toBillID: number; amount: number };

type Timed = { month: number; year: number };
/** The months of the billings of the campus, by id. */
export type Periods = ReadonlyMap<number, Timed>;

export const periodOfBill = (
  bill: { groupID: number; month: number | null; year: number | null },
  groups: Periods,
): number => periodOf(bill, groups.get(bill.groupID) ?? { month: 0, year: 0 });

/** Returns the bills of earlier months. */
export const olderThan = (period: number, bills: readonly Older[], groups: Periods): Older[] =>
  bills.filter((bill) => periodOfBill(bill, groups) < period);

export const sumOpen = (bills: readonly Older[], today: InTimeFrom): OlderOpen => ({
  today: bills.reduce((sum, bill) => sum + payableOn(today, bill), 0),
  inTime: bills.reduce((sum, bill) => sum + payableOn(neverLate, bill), 0),
});

/**
 * Plans what newer bills of a child ask for. The older of them comes first, because it asks for the bills just before
 * it. All open bills before it are carried to it when their sum is what it asks; with `isAll` also when the figures
 * differ, because a person decided so. Bills are carried only to a later month, so there are no cycles.
 */
export function planCarries(
  asking: readonly Asking[],
  open: readonly Older[],
  { groups, today, isAll }: { groups: Periods; today: InTimeFrom; isAll: boolean },
): Carry[] {
  const carries = new Map<number, Carry>();
  const inOrder = asking.toSorted((one, other) => one.period - other.period || one.billID - other.billID);
  for (const { billID: toBillID, period, arrears } of inOrder) {
    const older = olderThan(period, open, groups).filter(({ id }) => !carries.has(id));
    const sums = sumOpen(older, today);
    if (arrears <= 0 || sums.today === 0 || !(isAll || areSameArrears(arrears, sums))) continue;
    for (const bill of older)
      carries.set(bill.id, { billID: bill.id, toBillID, amount: payableOn(today, bill) });
  }
  return [...carries.values()];
}

/**
 * Splits what was carried to a deleted bill into the part that each payment has settled, older bills first, and the
 * rest in `back`.
 */
export function splitPaid<T extends { billID: number; amount: number }>(
  carried: readonly T[],
  payments: readonly number[],
): { one: T; kept: number[]; back: number }[] {
  const left = [...payments];
  return carried
    .toSorted((one, other) => one.billID - other.billID)
    .map((one) => {
      let back = one.amount;
      const kept = left.map((amount, at) => {
        const part = Math.min(amount, back);
        left[at] = amount - part;
        back -= part;
        return part;
      });
      return { one, kept: kept.filter((part) => part > 0), back };
    });
}

/** Returns the parts that the remaining money of a deleted bill does not cover. */
export function findUnpaid<T extends { amount: number }>(parts: readonly T[], paid: number): T[] {
  let left = paid;
  return parts.filter(({ amount }) => {
    const isUnpaid = amount > left;
    if (!isUnpaid) left -= amount;
    return isUnpaid;
  });
}
