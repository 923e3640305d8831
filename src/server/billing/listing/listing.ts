/** Lists the bills of a billing: searched, filtered and sorted, with related data. */

import { calls } from '#shared/calls/all.ts';
import type { Bill, BillingFigures, ExportedBill, LastMessage, ListedBill } from '#shared/calls/bills.ts';
import { Failure } from '#shared/failures.ts';
import { readSorts } from '#shared/money/bill-sort.ts';
import type { BillFilter } from '#shared/money/bill-status.ts';
import { toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, inTimeFrom } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { TrailChanges } from '#shared/trail.ts';
import { withVersion } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../../auth/scope.ts';
import { countUnseen } from '../../chat/chat-queries.ts';
import type { Deps } from '../../deps.ts';
import { listMessagesToNumbers } from '../../outbox/lists/latest-queries.ts';
import { foundRows, partsOf } from '../../platform/db/long-lists.ts';
import { recordAlone } from '../../trail/trail.ts';
import {
  type BillChoice,
  type FullBill,
  listBillIDs,
  listBills,
  listBillsPage,
  listBillsWhole,
} from '../bills/bills-queries.ts';
import { type BillRow, toBill } from '../bills/bills-rules.ts';
import { countFiltered, findGroup, listGroups } from '../groups/groups-queries.ts';
import {
  countChildren,
  findClass,
  findSection,
  listPaidOn,
  listRosterRows,
  listRows,
} from './listing-queries.ts';
import {
  countByFilter,
  countSections,
  type DetailedRow,
  fitTo,
  type ListRow,
  lastOfBills,
  type Roster,
  sortRows,
  sumListed,
} from './listing-rules.ts';

/** `class` and `section`: ids. */
type Narrowed = {
  groupID: number;
  search: string;
  status: BillFilter;
  class?: number | undefined;
  section?: number | undefined;
};
/** `sort` is in the form of the API. An empty text means the order of the file. */
export type ListChoice = Narrowed & { sort: string };
type Choice = ListChoice & { today: InTimeFrom };

const notFound = () => new Failure('notFound', failureWords.notFound);

/** Adds the current day of the campus. Fails if the campus has no such billing. */
async function choose(scope: Scope, deps: Pick<Deps, 'now'>, chosen: ListChoice): Promise<Choice> {
  if (!(await findGroup(scope, chosen.groupID))) throw notFound();
  return { ...chosen, today: inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus) };
}

/**
 * Without search, sort and class, a database query alone can select the bills. This stays fast for large billings.
 */
const isPlain = ({ search, class: classID, section, sort }: Choice): boolean =>
  search === '' && classID === undefined && section === undefined && sort === '';

const numbersIn = ({ numbers }: { numbers: string }): string[] => (numbers === '' ? [] : numbers.split(' '));
const eachOnce = <T>(list: readonly T[]): T[] => [...new Set(list)];
const regNumsOf = (rows: readonly { regNum: string | null }[]): string[] =>
  eachOnce(rows.flatMap(({ regNum }) => regNum ?? []));

async function mapRoster(scope: Scope, rows: readonly { regNum: string | null }[]): Promise<Roster> {
  const places = await listRosterRows(scope, regNumsOf(rows));
  return new Map(places.map((place) => [place.regNum, place]));
}

const placeIn = (roster: Roster, { regNum }: { regNum: string | null }) =>
  regNum === null ? undefined : roster.get(regNum);

async function mapLastMessages(
  scope: Scope,
  groupID: number,
  rows: readonly { numbers: string }[],
): Promise<Map<number, LastMessage>> {
  const numbers = eachOnce(rows.flatMap(numbersIn));
  return lastOfBills(await listMessagesToNumbers(scope, { groupID, numbers }));
}

async function listAllRows(scope: Scope, choice: BillChoice): Promise<ListRow[]> {
  const rows: ListRow[] = [];
  for await (const part of foundRows((page) => listRows(scope, choice, page))) rows.push(...part);
  return rows;
}

/**
 * Returns the ids of the bills that match search and filters, in the wanted order. This is not done by the database,
 * because the two engines sort differently and neither can compare names by sound.
 */
async function arrange(scope: Scope, choice: Choice): Promise<number[]> {
  const { groupID, search, class: classID, section, today } = choice;
  const sorts = readSorts(choice.sort);
  const rows = await listAllRows(scope, choice);
  const isNarrowed = search !== '' || classID !== undefined || section !== undefined;
  const isRosterNeeded = isNarrowed || sorts.some(({ by }) => by === 'class' || by === 'father');
  const roster: Roster = isRosterNeeded ? await mapRoster(scope, rows) : new Map();
  const last = sorts.some(({ by }) => by === 'message')
    ? await mapLastMessages(scope, groupID, rows)
    : new Map<number, LastMessage>();
  const detailed = rows.map(
    (row): DetailedRow => Object.assign(row, { place: placeIn(roster, row), last: last.get(row.id) }),
  );
  return sortRows(detailed.filter(fitsIn(choice)), { sorts, today });
}

/** Returns all columns of these bills, in the order of the ids. */
async function listInOrder(scope: Scope, ids: readonly number[]): Promise<FullBill[]> {
  const bills = new Map((await listBillsWhole(scope, ids)).map((bill) => [bill.id, bill]));
  return ids.flatMap((id) => bills.get(id) ?? []);
}

/** Adds related data to the bills of a page, with one statement for each kind of data. */
async function toListed(scope: Scope, groupID: number, rows: readonly FullBill[]): Promise<ListedBill[]> {
  const numbers = eachOnce(rows.flatMap(numbersIn));
  const unseen = new Map((await countUnseen(scope, numbers)).map(({ number, count }) => [number, count]));
  const families = await countChildren(scope, {
    groupID,
    numbers: eachOnce(rows.flatMap((row) => row.numbers || [])),
  });
  const childrenOf = new Map(families.map((family) => [family.numbers, family.children]));
  const roster = await mapRoster(scope, rows);
  const last = await mapLastMessages(scope, groupID, rows);
  return rows.map((row) => {
    const { numbers: ownNumbers, ...bill } = row;
    const place = placeIn(roster, row);
    return {
      ...withVersion(calls.updateBill, toBill(bill)),
      unread: numbersIn(row).reduce((sum, number) => sum + (unseen.get(number) ?? 0), 0),
      class: place?.class ?? null,
      section: place?.section ?? null,
      fatherName: place?.fatherName ?? null,
      lastMessage: last.get(row.id) ?? null,
      siblings: Math.max(0, (childrenOf.get(ownNumbers) ?? 1) - 1),
    };
  });
}

type PageQuery = ListChoice & { after: number; from: number; take: number };

/** Returns a page in the order of the file. The database selects the bills. */
async function showPlainPage(scope: Scope, choice: Choice, page: Omit<PageQuery, keyof ListChoice>) {
  const rows = await listBillsPage(scope, choice, { ...page, take: page.take + 1 });
  const items = await toListed(scope, choice.groupID, rows.slice(0, page.take));
  const next = rows.length > page.take ? (items.at(-1)?.id ?? null) : null;
  return { items, next, count: await countFiltered(scope, choice) };
}

/** Returns a page of the bills of a billing, with their total count. */
export async function showBills(scope: Scope, deps: Pick<Deps, 'now'>, query: PageQuery) {
  const { after, from, take, ...chosen } = query;
  const choice = await choose(scope, deps, chosen);
  if (isPlain(choice)) return showPlainPage(scope, choice, { after, from, take });
  const all = await arrange(scope, choice);
  const behind = after > 0 ? all.filter((id) => id > after) : all;
  const ids = behind.slice(from, from + take);
  const items = await toListed(scope, choice.groupID, await listInOrder(scope, ids));
  const isMore = behind.length > from + take && choice.sort === '';
  return { items, next: isMore ? (ids.at(-1) ?? null) : null, count: all.length };
}

/** Returns the ids of all bills of a billing that match search and filters. */
export async function showBillIDs(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  chosen: ListChoice,
): Promise<number[]> {
  const choice = await choose(scope, deps, chosen);
  return isPlain(choice) ? listBillIDs(scope, choice) : arrange(scope, choice);
}

/** Whether a row matches the search and is in the class and section. */
function fitsIn({
  search,
  class: classID,
  section,
}: Pick<Narrowed, 'search' | 'class' | 'section'>): (row: DetailedRow) => boolean {
  const isFit = search === '' ? () => true : fitTo(search);
  return (row) =>
    (classID === undefined || row.place?.classID === classID) &&
    (section === undefined || row.place?.sectionID === section) &&
    isFit(row);
}

/**
 * Returns the amount that is payable for a billing today, its sections, and how many of the bills that match search,
 * class and section have each status.
 */
export async function showFigures(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { groupID, ...narrowed }: Pick<Narrowed, 'groupID' | 'search' | 'class' | 'section'>,
): Promise<BillingFigures> {
  const choice = await choose(scope, deps, { groupID, search: '', status: 'all', sort: '' });
  const rows = await listAllRows(scope, choice);
  const roster = await mapRoster(scope, rows);
  const detailed = rows.map(
    (row): DetailedRow => Object.assign(row, { place: placeIn(roster, row), last: undefined }),
  );
  return {
    counts: countByFilter(detailed.filter(fitsIn(narrowed)), choice.today),
    payable: toRupees(sumListed(detailed, choice.today).payable),
    sections: countSections(detailed.map(({ place }) => place)),
  };
}

/** Sums these bills. Ids that the campus does not have are ignored. */
export async function sumChosen(scope: Scope, deps: Pick<Deps, 'now'>, billIDs: readonly number[]) {
  const rows: FullBill[] = [];
  for await (const part of partsOf(eachOnce(billIDs))) rows.push(...(await listBillsWhole(scope, part)));
  const sum = sumListed(rows, inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus));
  return { ...sum, payable: toRupees(sum.payable) };
}

const billsPerStep = 1000;

/** Yields at most a thousand bills at a time. No statement stays open between two parts. */
async function* billPages(scope: Scope, choice: BillChoice): AsyncGenerator<Bill[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listBills(scope, choice, { after, take: billsPerStep });
    // Read before the `yield`. Otherwise a slow client would keep the rows in memory.
    isMore = rows.length === billsPerStep;
    after = rows.at(-1)?.id ?? 0;
    yield rows.map(toBill);
  }
}

const withoutNumbers = ({ numbers: _numbers, ...bill }: FullBill): BillRow => bill;

/** Yields bills in a computed order. All ids are known before the first part. */
async function* arrangedPages(scope: Scope, choice: Choice): AsyncGenerator<Bill[]> {
  const ids = await arrange(scope, choice);
  for (let from = 0; from < ids.length; from += billsPerStep) {
    const rows = await listInOrder(scope, ids.slice(from, from + billsPerStep));
    yield rows.map(withoutNumbers).map(toBill);
  }
}

async function narrowedTo(scope: Scope, choice: Narrowed): Promise<TrailChanges> {
  const { search, status, class: classID, section } = choice;
  const place = section === undefined ? undefined : await findSection(scope, section);
  const ofClass = classID === undefined ? undefined : await findClass(scope, classID);
  const named = place ? nameOfClass(place) : ofClass;
  return {
    ...(status === 'all' ? {} : { status: [null, status] }),
    ...(search === '' ? {} : { search: [null, search] }),
    ...(named ? { class: [null, named] } : {}),
  };
}

async function* withPaidOn(scope: Scope, pages: AsyncGenerator<Bill[]>): AsyncGenerator<ExportedBill[]> {
  for await (const bills of pages) {
    const ids = bills.flatMap(({ id, paid }) => (paid > 0 ? id : []));
    const dayOf = new Map((await listPaidOn(scope, ids)).map(({ billID, paidOn }) => [billID, paidOn]));
    yield bills.map((bill) => ({ ...bill, paidOn: dayOf.get(bill.id) ?? null }));
  }
}

/** Returns all bills of a billing that match search and filters, in pages. Records the export in the audit log. */
export async function exportBills(
  scope: Scope,
  deps: Deps,
  chosen: ListChoice,
): Promise<AsyncGenerator<ExportedBill[]>> {
  const at = deps.now().toISOString();
  const group = await findGroup(scope, chosen.groupID);
  if (!group) throw notFound();
  const about = { kind: 'group', id: group.id, name: group.name, groupID: group.id } as const;
  await recordAlone(scope, {
    what: 'billsExported',
    at,
    about,
    changes: await narrowedTo(scope, chosen),
  });
  const choice = { ...chosen, today: inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus) };
  return withPaidOn(scope, isPlain(choice) ? billPages(scope, choice) : arrangedPages(scope, choice));
}

/** Yields all billings with their bills as one JSON list, in pieces. */
export async function* streamGroups(scope: Scope): AsyncGenerator<string> {
  let before = '[';
  for (const group of await listGroups(scope)) {
    yield `${before}{"group":${JSON.stringify(group)},"contacts":[`;
    before = ',';
    let beforeBill = '';
    for await (const bills of billPages(scope, { groupID: group.id, status: 'all', today: '' })) {
      if (bills.length > 0) yield beforeBill + JSON.stringify(bills).slice(1, -1);
      beforeBill = ',';
    }
    yield ']}';
  }
  yield before === '[' ? '[]' : ']';
}
