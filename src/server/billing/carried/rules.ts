/** Which older bills a newer one asks for as arrears, so that what they leave open counts once. Pure; amounts in paisa. */
import { areSameArrears, type OlderOpen } from '#shared/fee-head-class.ts';
import { type InTimeFrom, neverLate, payableOn } from '#shared/payable.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import type { Older } from './queries.ts';

/**
 * A bill that names arrears; `period` in months since the year 0. `arrears`: what of them no older bill accounts for
 * yet.
 */
export type Asking = { billID: number; regNum: string; period: number; arrears: number };

export type Carry = { billID: number; toBillID: number; amount: number };

type Timed = { month: number; year: number };
/** The months of the campus's billings, by id. */
export type Periods = ReadonlyMap<number, Timed>;

export const periodOfBill = (
  bill: { groupID: number; month: number | null; year: number | null },
  groups: Periods,
): number => periodOf(bill, groups.get(bill.groupID) ?? { month: 0, year: 0 });

/** Those of a child's open bills that are of a month before. */
export const olderThan = (period: number, bills: readonly Older[], groups: Periods): Older[] =>
  bills.filter((bill) => periodOfBill(bill, groups) < period);

export const sumOpen = (bills: readonly Older[], today: InTimeFrom): OlderOpen => ({
  today: bills.reduce((sum, bill) => sum + payableOn(today, bill), 0),
  inTime: bills.reduce((sum, bill) => sum + payableOn(neverLate, bill), 0),
});

/**
 * What of a child's open bills is asked for by newer ones: the older of these first, since it asks for what came just
 * before it. All that is open before a bill is carried to it, where that is what it asks; with `isAll` also where the
 * figures differ, because a person said so. Always to a later month, so never in a circle.
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
 * What was carried to a bill that goes, parted into what each of its payments has settled, older bills first, and what is
 * owed `back`.
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

/** Those of these parts for which the money that is left of a bill that is gone does not suffice. */
export function findUnpaid<T extends { amount: number }>(parts: readonly T[], paid: number): T[] {
  let left = paid;
  return parts.filter(({ amount }) => {
    const isUnpaid = amount > left;
    if (!isUnpaid) left -= amount;
    return isUnpaid;
  });
}
