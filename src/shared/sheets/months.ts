/** The months of the bills of a sheet that holds several, each of which may become a billing of its own. */
import { firstYear, lastYear } from '../limits.ts';
import type { MonthOfBills } from './checked.ts';
import { isOfOtherPeriod, type Period } from './look-at-bill.ts';

type Said = { month?: number | undefined; year?: number | undefined };

const monthsOf = ({ month, year }: Period): number => year * 12 + month;

/** Half a year. A month without a year is in the year in which it is nearest to the billing. */
const nearby = 6;

function nearestYear(month: number, billing: Period): number {
  const ahead = monthsOf({ month, year: billing.year }) - monthsOf(billing);
  return ahead > nearby ? billing.year - 1 : ahead < -nearby ? billing.year + 1 : billing.year;
}

/** The month that a bill is for: its own, or that of the billing. A year that no billing can have counts as none. */
export function monthOfBill(bill: Said, billing: Period): Period {
  if (!isOfOtherPeriod(bill, billing)) return { month: billing.month, year: billing.year };
  const { month = billing.month } = bill;
  const { year = nearestYear(month, billing) } = bill;
  return year < firstYear || year > lastYear ? { month: billing.month, year: billing.year } : { month, year };
}

export const isSameMonth = (one: Period, other: Period): boolean => monthsOf(one) === monthsOf(other);

/** Counts the bills of each month, the earliest month first. */
export function countMonths(bills: Iterable<Said>, billing: Period): MonthOfBills[] {
  const counts = new Map<number, MonthOfBills>();
  for (const bill of bills) {
    const period = monthOfBill(bill, billing);
    const known = counts.get(monthsOf(period));
    if (known) known.count += 1;
    else counts.set(monthsOf(period), { ...period, count: 1 });
  }
  return [...counts.values()].toSorted((one, other) => monthsOf(one) - monthsOf(other));
}
