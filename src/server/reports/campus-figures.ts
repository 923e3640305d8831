/**
 * The figures of a month for each campus. A bill counts in the month of its billing, a message in the month in which its
 * send was created, in the campus's time zone.
 */
import type { CampusFigures, Month } from '#shared/calls/campuses.ts';
import { toRupees } from '#shared/money/money.ts';
import { dayIn, instantIn } from '#shared/time/dates.ts';
import type { Looks, Scope } from '../auth/scope.ts';
import { listMonths, sumMonth } from '../billing/groups/groups-queries.ts';
import type { Deps } from '../deps.ts';
import { countSent } from '../outbox/broadcasts/broadcasts-queries.ts';

type Place = { scope: Scope; looks: Looks };

const orderOf = ({ year, month }: Month): number => year * 12 + month;

/** For example `2026-11-01T00:00`. Month 13 means January of the next year. */
const firstMinute = ({ year, month }: Month): string =>
  `${new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 10)}T00:00`;

async function figuresOf({ scope, looks }: Place, period: Month): Promise<CampusFigures> {
  const { id, name, timeZone } = scope.campus;
  const { bills, collected, outstanding } = await sumMonth(scope, period);
  const edge = (at: Month): string => instantIn(timeZone, firstMinute(at)).toISOString();
  const messages = await countSent(scope, {
    from: edge(period),
    until: edge({ ...period, month: period.month + 1 }),
  });
  return {
    id,
    name,
    currency: looks.currency,
    bills,
    collected: toRupees(collected),
    outstanding: toRupees(outstanding),
    ...messages,
  };
}

async function monthsOf(places: readonly Place[]): Promise<Month[]> {
  const months = new Map<number, Month>();
  for (const { scope } of places)
    for (const month of await listMonths(scope)) months.set(orderOf(month), month);
  return [...months.values()].sort((a, b) => orderOf(b) - orderOf(a));
}

/** `requested`: the month to show. By default it is the latest month with billings, or the current month. */
export async function showCampusFigures(
  { now }: Pick<Deps, 'now'>,
  places: readonly Place[],
  requested: Partial<Month>,
) {
  const months = await monthsOf(places);
  const today = dayIn(places[0]?.scope.campus.timeZone ?? 'UTC', now());
  const present = { year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) };
  const { year, month } = { ...(months[0] ?? present), ...requested };
  const campuses: CampusFigures[] = [];
  for (const place of places) campuses.push(await figuresOf(place, { year, month }));
  return { year, month, months, campuses };
}
