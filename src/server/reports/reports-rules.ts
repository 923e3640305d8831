/** Turns sums into the rows of a report. Pure; sums in paisa, rows in rupees. */
import type { ReportFigures, ReportItem, ReportRow } from '#shared/calls/reports.ts';
import { toRupees } from '#shared/money/money.ts';
import { ofGone, ofNothing, type ReportBy, type ReportFigure } from '#shared/money/reports.ts';
import type { FactRow, Summed } from './facts-queries.ts';
import type { OpenOfFamily } from './reports-queries.ts';

export type Title = { name: string; month?: number; year?: number };

/** Sums in paisa; they become rupees only at the end. */
type Sums = Map<ReportFigure, { sum: number; count: number }>;

export function addTo(sums: Sums, { figure, sum, count }: Omit<Summed, 'key'>): void {
  const before = sums.get(figure) ?? { sum: 0, count: 0 };
  sums.set(figure, { sum: before.sum + sum, count: before.count + count });
}

export const sumsOf = (rows: readonly Omit<Summed, 'key'>[]): Sums => {
  const sums: Sums = new Map();
  for (const row of rows) addTo(sums, row);
  return sums;
};

export const toFigures = (sums: Sums): ReportFigures =>
  Object.fromEntries([...sums].map(([figure, { sum, count }]) => [figure, { sum: toRupees(sum), count }]));

/** Returns the key of a row. A billing without a name was deleted, and all deleted billings share one row. */
const keyOfRow = (by: ReportBy, key: string | null, titles: ReadonlyMap<string, Title>): string => {
  if (key === null || key === '') return ofNothing;
  return by === 'billing' && !titles.has(key) ? ofGone : key;
};

type Place = { campusID: number; by: ReportBy; titles: ReadonlyMap<string, Title> };

export function toRows({ campusID, by, titles }: Place, summed: readonly Summed[]): ReportRow[] {
  const byKey = Map.groupBy(summed, ({ key }) => keyOfRow(by, key, titles));
  const rows = [...byKey].map(([key, sums]): ReportRow => {
    const { name = null, month = null, year = null } = titles.get(key) ?? {};
    return { campusID, key, title: name, month, year, figures: toFigures(sumsOf(sums)), family: null };
  });
  // The titles of classes come in the order of a school.
  const places = new Map(by === 'class' ? [...titles.keys()].map((key, at) => [key, at]) : []);
  return rows.sort(byPlace(by, places));
}

const monthOf = ({ month, year }: ReportRow): number => (year ?? 0) * 12 + (month ?? 0);
const isLast = ({ key, title }: ReportRow): boolean =>
  key === ofNothing || (key === ofGone && title === null);
const natural = new Intl.Collator('en', { numeric: true });

/** Sorts days and names in natural order, billings the latest first, and unknown rows last. */
function byPlace(by: ReportBy, places: ReadonlyMap<string, number>) {
  return (a: ReportRow, b: ReportRow): number =>
    Number(isLast(a)) - Number(isLast(b)) ||
    (by === 'billing' ? monthOf(b) - monthOf(a) : 0) ||
    (places.get(a.key) ?? 0) - (places.get(b.key) ?? 0) ||
    natural.compare(a.title ?? a.key, b.title ?? b.key) ||
    natural.compare(a.key, b.key);
}

export type Beside = { lastPaid: ReadonlyMap<string, string>; lastNotified: ReadonlyMap<string, string> };

const latestOf = (keys: readonly string[], found: ReadonlyMap<string, string>): string | null =>
  keys
    .flatMap((key) => found.get(key) ?? [])
    .sort()
    .at(-1) ?? null;

export const familyRegNums = (bills: readonly OpenOfFamily[]): string[] => [
  ...new Set(bills.flatMap(({ regNum }) => regNum ?? [])),
];
export const familyNumbers = (bills: readonly OpenOfFamily[]): string[] => [
  ...new Set(bills.flatMap(({ numbers }) => numbers.split(' ').filter(Boolean))),
];

/** Describes a family by its open bills, the oldest first. */
export function toFamily(
  bills: readonly OpenOfFamily[],
  { lastPaid, lastNotified }: Beside,
): ReportRow['family'] {
  const [first] = bills;
  if (!first) return null;
  const children = [...Map.groupBy(bills, ({ regNum, name }) => regNum ?? name).values()];
  return {
    billID: first.billID,
    children: children.flatMap(([child]) =>
      child ? [{ name: child.name, regNum: child.regNum, class: child.class }] : [],
    ),
    months: new Set(bills.map(({ year, month }) => year * 12 + month)).size,
    lastPaid: latestOf(familyRegNums(bills), lastPaid),
    lastNotified: latestOf(familyNumbers(bills), lastNotified),
  };
}

export const toItem = (campusID: number, { isThere, amount, name, by, ...row }: FactRow): ReportItem => ({
  ...row,
  campusID,
  name: name ?? '',
  by: by ?? null,
  amount: toRupees(amount),
  isThere: isThere === 1,
});
