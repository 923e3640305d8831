/** Reports, campus by campus: the sum of each figure, and the list of facts behind it. */
import type { Report, ReportItem, ReportList, ReportRow } from '#shared/calls/reports.ts';
import { toRupees } from '#shared/money/money.ts';
import { type ReportBy, type ReportFigure, type ReportName, reports } from '#shared/money/reports.ts';
import { inSchoolOrder } from '#shared/people/class-key.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Looks, Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { listCovered } from '../ledger/credits/credits.ts';
import { recordAlone } from '../trail/trail.ts';
import type { Summed } from './facts-queries.ts';
import { findHeads, headFigures, sumHeads } from './heads.ts';
import {
  countFamilies,
  type FigureChoice,
  listAccountNames,
  listBillingNames,
  listClassNames,
  listClerkNames,
  listFacts,
  listOpenOfFamilies,
  mapLastMessaged,
  mapLastPaid,
  type ReportChoice,
  sumFacts,
  sumFamilies,
  sumFigures,
} from './reports-queries.ts';
import {
  addTo,
  familyNumbers,
  familyRegNums,
  sumsOf,
  type Title,
  toFamily,
  toFigures,
  toItem,
  toRows,
} from './reports-rules.ts';

/** A campus of a report, with a scope on the separate read connection. */
export type Place = { scope: Scope; looks: Looks };

export type ReportQuery = {
  name: ReportName;
  by?: ReportBy | undefined;
  from?: string | undefined;
  to?: string | undefined;
  class?: string | undefined;
};
export type Page = { after: number; take: number };
export type Figure = { figure: ReportFigure; campus?: number | undefined; row?: string | undefined };

const todayAt = ({ scope }: Place, now: () => Date): string => dayIn(scope.campus.timeZone, now());

/** Chooses the same days for each campus. `today` is the current day of each campus. */
function choose(
  places: readonly Place[],
  now: () => Date,
  query: ReportQuery,
): (place: Place) => ReportChoice {
  const { name, class: ofClass } = query;
  const shape = reports[name];
  const by = shape.bys.find((one) => one === query.by) ?? shape.bys[0] ?? 'campus';
  const today = places[0] ? todayAt(places[0], now) : '';
  const { from = `${today.slice(0, 8)}01`, to = today } = query;
  return (place) => ({ name, by, from, to, today: todayAt(place, now), class: ofClass });
}

/** Defaulters are asked only for what the own credit of each child leaves. Other reports show what is on the bills. */
async function withCovered({ scope }: Place, choice: ReportChoice): Promise<ReportChoice> {
  if (choice.name !== 'defaulters') return choice;
  return { ...choice, covered: await listCovered(scope, choice.today) };
}

const titlesOf: Partial<
  Record<ReportBy, (scope: Scope) => Promise<{ id: number | string; name: string | null }[]>>
> = {
  billing: listBillingNames,
  class: listClassNames,
  account: listAccountNames,
  clerk: listClerkNames,
};

async function mapTitles(scope: Scope, by: ReportBy): Promise<Map<string, Title>> {
  const rows = (await titlesOf[by]?.(scope)) ?? [];
  return new Map(
    rows.flatMap(({ id, name, ...month }) => (name === null ? [] : [[String(id), { name, ...month }]])),
  );
}

/** The rows of one campus. For families it is only one page of them. */
type Found = { rows: ReportRow[]; count: number; summed: readonly Omit<Summed, 'key'>[] };

async function findFamilies({ scope }: Place, choice: ReportChoice, page: Page): Promise<Found> {
  const summed = await sumFamilies(scope, choice, page);
  const billIDs = summed.flatMap(({ billIDs }) => billIDs.split(' ').map(Number));
  const open = await listOpenOfFamilies(scope, billIDs);
  const beside = {
    lastPaid: await mapLastPaid(scope, familyRegNums(open)),
    lastNotified: await mapLastMessaged(scope, familyNumbers(open)),
  };
  const bills = Map.groupBy(open, ({ key }) => key);
  const rows = summed.map(
    ({ key, figure, sum, count }): ReportRow => ({
      campusID: scope.campusID,
      key: key ?? '',
      title: null,
      month: null,
      year: null,
      figures: toFigures(sumsOf([{ figure, sum, count }])),
      family: toFamily(bills.get(key ?? '') ?? [], beside),
    }),
  );
  // An empty page has no row that says the sums of all families.
  const [first] = summed;
  const { families, ...whole } = first
    ? { families: first.families, count: first.countOfAll, sum: first.sumOfAll }
    : await countFamilies(scope, choice);
  return { rows, count: families, summed: [{ figure: 'outstanding', ...whole }] };
}

async function findRows({ scope }: Place, choice: ReportChoice): Promise<Found> {
  const { by } = choice;
  const { campusID } = scope;
  if (choice.name === 'heads') {
    const { summed, whole, titles } = await sumHeads(scope, choice);
    const rows = toRows({ campusID, by, titles }, summed);
    return { rows, count: rows.length, summed: whole };
  }
  const summed = await sumFigures(scope, choice);
  const titles = await mapTitles(scope, by);
  const rows = toRows({ campusID, by, titles }, summed);
  return { rows, count: rows.length, summed };
}

/** For pages that continue from one campus to the next: the part of the page in this campus. */
const partOf = ({ after, take }: Page, { before, taken }: { before: number; taken: number }): Page => ({
  after: Math.max(after - before, 0),
  take: take - taken,
});

/** Collects the requested rows, and counts all rows. */
async function gatherRows(
  places: readonly Place[],
  choice: (place: Place) => ReportChoice,
  page: Page,
): Promise<Omit<Found, 'summed'> & { summed: Found['summed'][] }> {
  const rows: ReportRow[] = [];
  const summed: Found['summed'][] = [];
  let before = 0;
  for (const place of places) {
    const chosen = await withCovered(place, choice(place));
    const part = partOf(page, { before, taken: rows.length });
    const isPaged = chosen.by === 'family';
    const found = isPaged ? await findFamilies(place, chosen, part) : await findRows(place, chosen);
    rows.push(...found.rows);
    summed.push(found.summed);
    before += found.count;
  }
  return { rows, count: before, summed };
}

/** Adds up the campuses with the same currency. */
function totalsOf(places: readonly Place[], summed: readonly Found['summed'][]): Report['totals'] {
  const byCurrency = new Map<string, ReturnType<typeof sumsOf>>();
  for (const [at, { looks }] of places.entries()) {
    const sums = byCurrency.get(looks.currency) ?? sumsOf([]);
    for (const row of summed[at] ?? []) addTo(sums, row);
    byCurrency.set(looks.currency, sums);
  }
  return [...byCurrency].map(([currency, sums]) => ({ currency, figures: toFigures(sums) }));
}

async function listClasses(places: readonly Place[]): Promise<string[]> {
  const classes = new Map<string, { name: string; position: number | null }>();
  for (const { scope } of places)
    for (const one of await listClassNames(scope)) if (!classes.has(one.name)) classes.set(one.name, one);
  return inSchoolOrder([...classes.values()]).map(({ name }) => name);
}

export async function showReport(
  places: readonly Place[],
  { now }: Pick<Deps, 'now'>,
  { after, take, ...query }: ReportQuery & Page,
): Promise<Report> {
  const choice = choose(places, now, query);
  const [first] = places;
  const { name, by, from, to } = first
    ? choice(first)
    : { ...query, by: 'campus' as const, from: '', to: '' };
  const { rows, count, summed } = await gatherRows(places, choice, { after, take });
  const end = after + rows.length;
  return {
    ...{ name, by, from, to, rows, count },
    campuses: places.map((place) => ({
      id: place.scope.campusID,
      name: place.scope.campus.name,
      currency: place.looks.currency,
      today: todayAt(place, now),
    })),
    next: by === 'family' && end < count ? end : null,
    totals: totalsOf(places, summed),
    classes: await listClasses(places),
  };
}

type Listed = { items: ReportItem[]; count: number; sum: number };

async function findItems({ scope }: Place, choice: FigureChoice, page: Page): Promise<Listed> {
  const { count, sum } =
    choice.name === 'heads' ? await headFigures(scope, choice) : await sumFacts(scope, choice);
  if (page.take <= 0 || page.after >= count) return { items: [], count, sum };
  const rows =
    choice.name === 'heads' ? await findHeads(scope, choice, page) : await listFacts(scope, choice, page);
  return { items: rows.map((row) => toItem(scope.campusID, row)), count, sum };
}

export async function listReport(
  places: readonly Place[],
  { now }: Pick<Deps, 'now'>,
  { after, take, figure, row, campus, ...query }: ReportQuery & Page & Figure,
): Promise<ReportList> {
  const choice = choose(places, now, query);
  const items: ReportItem[] = [];
  const all = { count: 0, sum: 0 };
  for (const place of places.filter(({ scope }) => campus === undefined || scope.campusID === campus)) {
    const part = partOf({ after, take }, { before: all.count, taken: items.length });
    const chosen = await withCovered(place, choice(place));
    const found = await findItems(place, { ...chosen, figure, row }, part);
    items.push(...found.items);
    all.count += found.count;
    all.sum += found.sum;
  }
  const end = after + items.length;
  return { items, next: end < all.count ? end : null, count: all.count, sum: toRupees(all.sum) };
}

/** Records in the trail that money figures were exported. */
async function recordExport(
  scope: Scope,
  { now }: Pick<Deps, 'now'>,
  { name, from, to, class: ofClass }: ReportQuery,
): Promise<void> {
  await recordAlone(scope, {
    what: 'reportExported',
    at: now().toISOString(),
    about: { kind: 'payment' },
    details: { report: name },
    changes: {
      ...(from === undefined ? {} : { from: [null, from] as const }),
      ...(to === undefined ? {} : { to: [null, to] as const }),
      ...(ofClass === undefined ? {} : { class: [null, ofClass] as const }),
    },
  });
}

/** Each part computes the whole report again, so parts are large. */
const exportedAtOnce = 2000;

type Paged<T> = (page: Page) => Promise<{ rows: T[]; next: number | null }>;

async function* pagesOf<T>(ask: Paged<T>): AsyncGenerator<T[]> {
  for (let after: number | null = 0; after !== null; ) {
    const { rows, next }: { rows: T[]; next: number | null } = await ask({ after, take: exportedAtOnce });
    yield rows;
    after = next;
  }
}

/** `scope` is the campus of the request, on a connection that can write. */
export async function exportReport(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { places, ...query }: ReportQuery & { places: readonly Place[] },
): Promise<AsyncGenerator<ReportRow[]>> {
  await recordExport(scope, deps, query);
  return pagesOf((page) => showReport(places, deps, { ...query, ...page }));
}

export async function exportList(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { places, ...query }: ReportQuery & Figure & { places: readonly Place[] },
): Promise<AsyncGenerator<ReportItem[]>> {
  await recordExport(scope, deps, query);
  return pagesOf(async (page) => {
    const { items, next } = await listReport(places, deps, { ...query, ...page });
    return { rows: items, next };
  });
}
