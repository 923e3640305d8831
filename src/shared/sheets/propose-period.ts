/** Proposes the month and year of a new billing from all sources in a file. */
import { firstYear, lastYear } from '../time/dates.ts';
import type { Period } from './look-at-bill.ts';
import type { NamedPeriod } from './read-period.ts';

/** The sources: the name of the file, the name of its sheet, the columns of month and year, due and issue dates. */
const periodSources = ['column', 'file', 'sheet', 'due', 'issue'] as const;
export type PeriodSource = (typeof periodSources)[number];

/** The months that one source allows, the most likely first. `count`: the number of rows with the first month. */
export type StatedPeriod = {
  source: PeriodSource;
  periods: readonly NamedPeriod[];
  /** Years that the source names without a month. */
  years?: readonly number[];
  count?: number;
};

/** `from`: the sources of the proposal; `against`: the sources that clearly name another month. */
export type PeriodProposal = Period & {
  from: { source: PeriodSource; count?: number }[];
  against: (Period & { source: PeriodSource; count?: number })[];
};

/**
 * The month column is part of the voucher, and the name was given by a person, but people sometimes forget to change
 * either of them from last month. Due dates are always new, but may be in the following month.
 */
const weights: Record<PeriodSource, number> = { column: 2, file: 2, sheet: 1.5, due: 1.5, issue: 0.5 };
/** If a source has several possible months, each counts less. */
const oneOfSeveral = 0.75;

const monthsOf = ({ month, year }: Period): number => year * 12 + month;
const isSame = (one: Period, other: Period): boolean => monthsOf(one) === monthsOf(other);
const isYear = (year: number): boolean => year >= firstYear && year <= lastYear;

/** Possible years of a month without one: years that any source names, otherwise the one nearest to today. */
function yearsFor(month: number, all: readonly StatedPeriod[], today: Period): number[] {
  const named = all.flatMap(({ periods, years = [] }) => [
    ...periods.flatMap((one) => (one.month === month && one.year ? [one.year] : [])),
    ...years,
  ]);
  if (named.length > 0) return [...new Set(named)];
  const near = [today.year - 1, today.year, today.year + 1].map((year) => ({ month, year }));
  const distance = (one: Period): number => Math.abs(monthsOf(one) - monthsOf(today));
  return near
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 1)
    .map(({ year }) => year);
}

type Resolved = { stated: StatedPeriod; periods: Period[] };

function resolve(stated: StatedPeriod, all: readonly StatedPeriod[], today: Period): Resolved {
  const own = stated.years?.length ? stated.years : undefined;
  const periods = stated.periods
    .flatMap(({ month, year }) =>
      (year ? [year] : (own ?? yearsFor(month, all, today))).map((of) => ({ month, year: of })),
    )
    .filter(({ year }) => isYear(year));
  return { stated, periods };
}

function weightOf({ stated, periods }: Resolved, period: Period): number {
  if (!periods.some((one) => isSame(one, period))) return 0;
  return weights[stated.source] * (periods.length > 1 ? oneOfSeveral : 1);
}

const withCount = ({ source, count }: StatedPeriod) => (count === undefined ? { source } : { source, count });

/** Null if no source has a month. If weights are equal, the first source in `periodSources` decides. */
export function proposePeriod(all: readonly StatedPeriod[], today: Period): PeriodProposal | null {
  const resolved = all
    .map((stated) => resolve(stated, all, today))
    .toSorted(
      (one, other) => periodSources.indexOf(one.stated.source) - periodSources.indexOf(other.stated.source),
    );
  let best: { period: Period; weight: number } | undefined;
  for (const period of resolved.flatMap(({ periods }) => periods)) {
    const weight = resolved.reduce((sum, one) => sum + weightOf(one, period), 0);
    if (!best || weight > best.weight) best = { period, weight };
  }
  if (!best) return null;
  const { period } = best;
  const [agreeing, others] = [
    resolved.filter((one) => weightOf(one, period) > 0),
    resolved.filter((one) => one.periods.length > 0 && weightOf(one, period) === 0),
  ];
  // Dates are often in another month than the voucher, so they are not a contradiction.
  const plain = others.filter(({ stated }) => stated.source !== 'due' && stated.source !== 'issue');
  return {
    ...period,
    from: agreeing.map(({ stated }) => withCount(stated)),
    against: plain.flatMap(({ stated, periods: [first] }) =>
      first ? [{ ...withCount(stated), ...first }] : [],
    ),
  };
}

/** The month of more than half of the rows, with their number; undefined if there is none. */
export function mostFrequentMonth(
  source: PeriodSource,
  counts: ReadonlyMap<string, { period: NamedPeriod; count: number }>,
): StatedPeriod | undefined {
  let sum = 0;
  let most: { period: NamedPeriod; count: number } | undefined;
  for (const one of counts.values()) {
    sum += one.count;
    if (!most || one.count > most.count) most = one;
  }
  return most && most.count * 2 > sum ? { source, periods: [most.period], count: most.count } : undefined;
}
