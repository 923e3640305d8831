/**
 * Decides which older bills are carried to a newer bill, because the newer one includes them as arrears. Their
 * balance then counts only once. Pure functions; amounts in paisa.
 */
import { areSameArrears, type OlderOpen } from '#shared/money/fee-head-class.ts';
import { type InTimeFrom, neverLate, payableOn } from '#shared/money/payable.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import type { Older } from './carried-queries.ts';

/**
 * A bill with arrears. `period` is the number of months since the year 0. `arrears` is the part for which no older
 * bill is carried to this one yet.
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
 * Plans which bills are carried to newer bills of a child. The older of the newer bills is planned first, because its
 * arrears are the bills directly before it. All open bills before it are carried to it if their sum equals its
 * arrears. With `isAll` they are carried even if the sums differ, because a person has decided so. Bills are carried
 * only to a later month, so there are no cycles.
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
