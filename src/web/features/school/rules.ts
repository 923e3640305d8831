import type { CampusFigures } from '#shared/calls/campuses.ts';

type Sum = Omit<CampusFigures, 'id' | 'name'>;

/** The sum of all campuses; undefined if their currencies differ. */
export function sumOf(campuses: readonly CampusFigures[]): Sum | undefined {
  const [first] = campuses;
  if (!first || campuses.some(({ currency }) => currency !== first.currency)) return undefined;
  const of = (key: Exclude<keyof Sum, 'currency'>): number =>
    // Summed in hundredths, because sums of decimals are inexact.
    campuses.reduce((sum, one) => sum + Math.round(one[key] * 100), 0) / 100;
  return {
    currency: first.currency,
    bills: of('bills'),
    collected: of('collected'),
    outstanding: of('outstanding'),
    sent: of('sent'),
    failed: of('failed'),
    waiting: of('waiting'),
  };
}
