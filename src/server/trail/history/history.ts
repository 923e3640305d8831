import type { TrailEntry } from '#shared/calls/trail.ts';
import { addDays, instantIn } from '#shared/time/dates.ts';
import type { TrailChanges } from '#shared/trail.ts';
import type { AboutKind, HistoryKind } from '#shared/trail-kinds.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import type { Recorder, Viewer } from '../model.ts';
import { recordAlone } from '../trail.ts';
import {
  findBounds,
  findGroupOf,
  findInstant,
  findWindow,
  listImportsOf,
  listOfBill,
  listOfGroup,
  listOfPerson,
  listOfTemplate,
  listTrailRows,
  type Range,
  type TrailChoice,
  type TrailRow,
} from './history-queries.ts';
import { codesSaying, toEntry } from './history-rules.ts';

type TrailQuery = {
  search: string;
  kind?: AboutKind | undefined;
  userID?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
type Page = { before?: number | undefined; take: number };
type Shown = { items: TrailEntry[]; next: number | null };

/** A search reads `windowRows` rows of the campus at a time, and at most `windowsAtOnce` times for one page. */
const windowRows = 20_000;
const windowsAtOnce = 5;

/** In milliseconds. Ids are in the order of time, except after long transactions or when a clock was set. */
const slack = 3_600_000;
const moved = (instant: string, by: number): string => new Date(Date.parse(instant) + by).toISOString();

/** Finds the first id that is not older than this instant, by binary search. */
async function findIDAt(db: Db, instant: string): Promise<number> {
  let { first: low, last } = await findBounds(db);
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await findInstant(db, middle)) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Lookup = { choice: TrailChoice; lowest: number; highest: number };

/** Converts days in the time zone of the campus into instants, and these into a range of ids. */
async function toLookup({ db, campus }: Viewer, query: TrailQuery): Promise<Lookup> {
  const { search, kind, userID, from, to } = query;
  const startOf = (day: string) => instantIn(campus.timeZone, `${day}T00:00`).toISOString();
  const since = from === undefined ? undefined : startOf(from);
  const until = to === undefined ? undefined : startOf(addDays(to, 1));
  const codes = search === '' ? [] : codesSaying(search);
  return {
    choice: { search, codes, kind, userID, since, until },
    lowest: since === undefined ? 0 : await findIDAt(db, moved(since, -slack)),
    highest: until === undefined ? Number.MAX_SAFE_INTEGER : await findIDAt(db, moved(until, slack)),
  };
}

type Rows = { rows: TrailRow[]; next: number | null };

async function findPage(scope: Viewer, { choice, lowest, highest }: Lookup, page: Page): Promise<Rows> {
  const rows: TrailRow[] = [];
  let before = Math.min(page.before ?? highest, highest);
  for (let windows = 0; windows < windowsAtOnce; windows += 1) {
    const low = Math.max(await findWindow(scope, before, windowRows), lowest);
    const take = page.take - rows.length;
    const found = await listTrailRows(scope, choice, { low, before, take });
    rows.push(...found);
    if (found.length === take) return { rows, next: found.at(-1)?.id ?? null };
    if (low <= lowest) return { rows, next: null };
    before = low;
    await yieldToEventLoop();
  }
  return { rows, next: before };
}

const toShown = ({ rows, next }: Rows, { campus }: Viewer): Shown => ({
  items: rows.map((row) => toEntry(row, campus.timeZone)),
  next,
});

/** Returns a page of the trail, newest first. */
export async function showTrail(scope: Viewer, query: TrailQuery & Page): Promise<Shown> {
  return toShown(await findPage(scope, await toLookup(scope, query), query), scope);
}

const exportedAtOnce = 1000;

async function* entryPages(scope: Viewer, lookup: Lookup): AsyncGenerator<TrailEntry[]> {
  for (let before: number | null | undefined; before !== null; ) {
    const page: Rows = await findPage(scope, lookup, { before, take: exportedAtOnce });
    before = page.next;
    yield toShown(page, scope).items;
  }
}

/** Returns the whole trail in pages. The export itself is recorded first. */
export async function exportTrail(
  scope: Viewer & Recorder,
  { now }: Pick<Deps, 'now'>,
  query: TrailQuery,
): Promise<AsyncGenerator<TrailEntry[]>> {
  const changes: TrailChanges = query.search === '' ? {} : { search: [null, query.search] };
  const at = now().toISOString();
  await recordAlone(scope, { what: 'trailExported', at, about: { kind: 'trail' }, changes });
  return entryPages(scope, await toLookup(scope, query));
}

const wholeNumber = /^[1-9]\d{0,14}$/;

async function listHistory(
  scope: Viewer,
  { kind, id }: { kind: HistoryKind; id: string },
  range: Range,
): Promise<TrailRow[]> {
  if (kind === 'person') return listOfPerson(scope, id, range);
  if (!wholeNumber.test(id)) return [];
  if (kind === 'template') return listOfTemplate(scope, id, range);
  if (kind === 'group') return listOfGroup(scope, Number(id), range);
  const billID = Number(id);
  const groupID = await findGroupOf(scope, billID);
  if (groupID === undefined) return [];
  const importIDs = await listImportsOf(scope, { groupID, billID });
  return listOfBill(scope, { billID, groupID, importIDs }, range);
}

/** Returns the history of one thing, newest first. It is empty if the thing does not belong to this campus. */
export async function showHistory(
  scope: Viewer,
  { before, take, ...of }: { kind: HistoryKind; id: string } & Page,
): Promise<Shown> {
  const range = { low: 0, before: before ?? Number.MAX_SAFE_INTEGER, take: take + 1 };
  const rows = await listHistory(scope, of, range);
  const shown = rows.slice(0, take);
  return toShown({ rows: shown, next: rows.length > take ? (shown.at(-1)?.id ?? null) : null }, scope);
}
