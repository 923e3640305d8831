/** The months in a sheet. If there are several, each month can become its own billing. */
import { firstYear, lastYear } from '../time/dates.ts';
import type { MonthOfBills } from './checked.ts';
import { isOfOtherPeriod, type Period } from './look-at-bill.ts';

type StatedMonth = { month?: number | undefined; year?: number | undefined };

const monthNumber = ({ month, year }: Period): number => year * 12 + month;

/** Half a year. A month without a year is in the year in which it is nearest to the billing. */
const nearby = 6;

function nearestYear(month: number, billing: Period): number {
  const ahead = monthNumber({ month, year: billing.year }) - monthNumber(billing);
  return ahead > nearby ? billing.year - 1 : ahead < -nearby ? billing.year + 1 : billing.year;
}

/** The month that a bill is for: its own, or that of the billing. A year that no billing can have counts as none. */
export function monthOfBill(bill: StatedMonth, billing: Period): Period {
  if (!isOfOtherPeriod(bill, billing)) return { month: billing.month, year: billing.year };
  const { month = billing.month } = bill;
  const { year = nearestYear(month, billing) } = bill;
  return year < firstYear || year > lastYear ? { month: billing.month, year: billing.year } : { month, year };
}

export const isSameMonth = (one: Period, other: Period): boolean => monthNumber(one) === monthNumber(other);

/** Counts the bills of each month, the earliest month first. */
export function countMonths(bills: Iterable<StatedMonth>, billing: Period): MonthOfBills[] {
  const counts = new Map<number, MonthOfBills>();
  for (const bill of bills) {
    const period = monthOfBill(bill, billing);
    const entry = counts.get(monthNumber(period));
    if (entry) entry.count += 1;
    else counts.set(monthNumber(period), { ...period, count: 1 });
  }
  return [...counts.values()].toSorted((one, other) => monthNumber(one) - monthNumber(other));
}
