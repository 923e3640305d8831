import type { CampusFigures } from '#shared/calls/campuses.ts';

type Sum = Omit<CampusFigures, 'id' | 'name'>;

/** The sum of all campuses. Undefined if the campuses have different currencies. */
export function sumOf(campuses: readonly CampusFigures[]): Sum | undefined {
  const [first] = campuses;
  if (!first || campuses.some(({ currency }) => currency !== first.currency)) return undefined;
  const sumField = (key: Exclude<keyof Sum, 'currency'>): number =>
    // The sum is computed in hundredths, because sums of decimal fractions are inexact.
    campuses.reduce((sum, campus) => sum + Math.round(campus[key] * 100), 0) / 100;
  return {
    currency: first.currency,
    bills: sumField('bills'),
    collected: sumField('collected'),
    outstanding: sumField('outstanding'),
    sent: sumField('sent'),
    failed: sumField('failed'),
    waiting: sumField('waiting'),
  };
}
