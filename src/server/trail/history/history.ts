import type { TrailEntry } from '#shared/calls/trail.ts';
import { addDays, instantIn } from '#shared/dates.ts';
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
  listEntries,
  listImportsOf,
  listOfBill,
  listOfGroup,
  listOfPerson,
  listOfTemplate,
  type Range,
  type TrailChoice,
  type TrailRow,
} from './history-queries.ts';
import { codesSaying, toEntry } from './history-rules.ts';

type Asked = {
  search: string;
  kind?: AboutKind | undefined;
  userID?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};
type Page = { before?: number | undefined; take: number };
type Shown = { items: TrailEntry[]; next: number | null };

/** A search reads this many rows of the campus at a time, and at most this many times for one page. */
const windowRows = 20_000;
const windowsAtOnce = 5;

/** Milliseconds. Ids follow the times of the rows, except for long transactions and clocks that were set. */
const slack = 3_600_000;
const moved = (instant: string, by: number): string => new Date(Date.parse(instant) + by).toISOString();

/** The first id that is not older than this instant, by binary search. */
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

type Looking = { choice: TrailChoice; lowest: number; highest: number };

/** Turns days in the campus's time zone into instants and then into a range of ids. */
async function lookFor({ db, campus }: Viewer, asked: Asked): Promise<Looking> {
  const { search, kind, userID, from, to } = asked;
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

async function findPage(scope: Viewer, { choice, lowest, highest }: Looking, page: Page): Promise<Rows> {
  const rows: TrailRow[] = [];
  let before = Math.min(page.before ?? highest, highest);
  for (let windows = 0; windows < windowsAtOnce; windows += 1) {
    const low = Math.max(await findWindow(scope, before, windowRows), lowest);
    const take = page.take - rows.length;
    const found = await listEntries(scope, choice, { low, before, take });
    rows.push(...found);
    if (found.length === take) return { rows, next: found.at(-1)?.id ?? null };
    if (low <= lowest) return { rows, next: null };
    before = low;
    await yieldToEventLoop();
  }
  return { rows, next: before };
}

const tell = ({ rows, next }: Rows, { campus }: Viewer): Shown => ({
  items: rows.map((row) => toEntry(row, campus.timeZone)),
  next,
});

/** A page of the trail, newest first. */
export async function showTrail(scope: Viewer, asked: Asked & Page): Promise<Shown> {
  return tell(await findPage(scope, await lookFor(scope, asked), asked), scope);
}

const exportedAtOnce = 1000;

async function* entryPages(scope: Viewer, looking: Looking): AsyncGenerator<TrailEntry[]> {
  for (let before: number | null | undefined; before !== null; ) {
    const page: Rows = await findPage(scope, looking, { before, take: exportedAtOnce });
    before = page.next;
    yield tell(page, scope).items;
  }
}

/** The whole trail in pages. The export itself is recorded first. */
export async function exportTrail(
  scope: Viewer & Recorder,
  { now }: Pick<Deps, 'now'>,
  asked: Asked,
): Promise<AsyncGenerator<TrailEntry[]>> {
  const changes: TrailChanges = asked.search === '' ? {} : { search: [null, asked.search] };
  const at = now().toISOString();
  await recordAlone(scope, { what: 'trailExported', at, about: { kind: 'trail' }, changes });
  return entryPages(scope, await lookFor(scope, asked));
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

/** The history of one thing, newest first; empty when it does not belong to this campus. */
export async function showHistory(
  scope: Viewer,
  { before, take, ...of }: { kind: HistoryKind; id: string } & Page,
): Promise<Shown> {
  const range = { low: 0, before: before ?? Number.MAX_SAFE_INTEGER, take: take + 1 };
  const rows = await listHistory(scope, of, range);
  const shown = rows.slice(0, take);
  return tell({ rows: shown, next: rows.length > take ? (shown.at(-1)?.id ?? null) : null }, scope);
}
