import type { CampusFigures } from '#shared/calls/campuses.ts';

type Sum = Omit<CampusFigures, 'id' | 'name'>;

/** All of them together; undefined where their money is not of one kind. */
export function sumOf(campuses: readonly CampusFigures[]): Sum | undefined {
  const [first] = campuses;
  if (!first || campuses.some(({ currency }) => currency !== first.currency)) return undefined;
  const of = (key: Exclude<keyof Sum, 'currency'>): number =>
    // In hundredths: sums of parts of a rupee do not come out even.
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
