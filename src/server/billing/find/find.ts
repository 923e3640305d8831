/** Searches families by any fact of a child or by the link to their page, and bills by invoice number. */

import type { AnswerOf } from '#shared/calls/all.ts';
import type { FoundFamily } from '#shared/calls/find.ts';
import { foundAtFirst, mostFound } from '#shared/limits.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { tokenOfLink } from '#shared/people/parent-link.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { mapOwnCredit } from '../../ledger/credits/credits.ts';
import { withCharges } from '../../ledger/ledger.ts';
import { findLinkedNumber } from '../../recipients/links/links-queries.ts';
import { listBillIDsOfRegNums } from '../families/families-queries.ts';
import {
  findBillsByInvNo,
  type Hit,
  listBillsByBeginning,
  listChildren,
  listFitting,
  listLatestByName,
  listLatestByRegNum,
  listOpenBills,
  mapGroupIDs,
} from './find-queries.ts';
import {
  billsOf,
  type Family,
  familyOf,
  fewestDigits,
  invNosIn,
  type MatchedChild,
  type OpenBill,
  readTyped,
  toFamilies,
  toFamilyAnswer,
} from './find-rules.ts';

/**
 * More hits are read than families shown. Some hits no longer have a bill or a place in the roster, and several hits
 * may belong to one family.
 */
const mostHits = 4 * mostFound;
/** At most this many bills are read for one family. */
const mostBills = 80;
/** A child without a registration number is searched in this many of the latest billings. */
const billingsRead = 12;

type Child = Awaited<ReturnType<typeof listChildren>>[number];

/**
 * Returns the latest bill of each child. 0 if only the roster has the child. Undefined if neither the roster nor a
 * bill has the child any more.
 */
async function findLatest(
  scope: Scope,
  children: readonly Child[],
): Promise<(child: Child) => number | undefined> {
  const regNums = [...new Set(children.map(({ regNum }) => regNum).filter(Boolean))];
  const names = [...new Set(children.filter(({ regNum }) => regNum === '').map(({ name }) => name))];
  const byRegNum = await listLatestByRegNum(scope, regNums);
  const byName = await listLatestByName(scope, names, billingsRead);
  return ({ number, name, regNum, studentName }) => {
    const ids = [
      ...byRegNum.filter((bill) => bill.regNum === regNum && bill.name === name),
      ...byName.filter(
        (bill) => regNum === '' && bill.name === name && bill.numbers.split(' ').includes(number),
      ),
    ].map(({ id }) => id);
    if (ids.length > 0) return Math.max(...ids);
    return studentName === name ? 0 : undefined;
  };
}

const keyOf = ({ number, name, regNum }: Hit): string => [number, name, regNum].join('\n');

async function listMatchedChildren(scope: Scope, hits: readonly Hit[]): Promise<MatchedChild[]> {
  const children = await listChildren(scope, hits);
  const latestOf = await findLatest(scope, children);
  const places = new Map(hits.map((hit, place) => [keyOf(hit), place]));
  return children.flatMap((child) => {
    const latest = latestOf(child);
    if (latest === undefined) return [];
    const { studentName: _name, studentFather, ...row } = child;
    const fatherName = studentFather ?? child.fatherName;
    return { ...row, fatherName, latest, place: places.get(keyOf(child)) };
  });
}

type FoundFamilies = { families: Family[]; bills: OpenBill[] };
type SomeFamilies = FoundFamilies & {
  /** True when there are more families or when there may be more. */
  isMore: boolean;
};

const byName = (one: MatchedChild, other: MatchedChild): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

/** Returns the families of these numbers, with their open bills. */
export async function findFamiliesOf(scope: Scope, numbers: readonly string[]): Promise<FoundFamilies> {
  const hits = numbers.map((number) => ({ number, name: '', regNum: '' }));
  const children = (await listMatchedChildren(scope, hits)).toSorted(byName);
  const families = [...Map.groupBy(children, ({ number }) => number).values()].map(familyOf);
  return { families, bills: await listOwedOf(scope, families) };
}

/** Returns the family to which a link belongs. Empty if this campus does not accept the link, whatever the cause. */
async function findLinkedFamily(scope: Scope, token: string): Promise<FoundFamilies> {
  const number = await findLinkedNumber(scope, token);
  return findFamiliesOf(scope, number === undefined ? [] : [number]);
}

/** Finds the families for a typed or scanned text, with the open bills of all their children. */
export async function findFamilies(scope: Scope, text: string, most: number): Promise<SomeFamilies> {
  const token = tokenOfLink(text);
  if (token !== undefined) return { ...(await findLinkedFamily(scope, token)), isMore: false };
  const typed = readTyped(text);
  const hits = typed.parts.length === 0 ? [] : await listFitting(scope, typed, mostHits);
  const all = toFamilies(await listMatchedChildren(scope, hits), most + 1);
  const families = all.slice(0, most);
  const isMore = all.length > most || hits.length === mostHits;
  return { families, isMore, bills: await listOwedOf(scope, families) };
}

/** Finds the family of a child, by its numbers, or by its name if it has no number. */
export async function findFamilyOf(
  scope: Scope,
  { name, regNum, numbers }: { name: string; regNum: string | null; numbers: string },
): Promise<FoundFamilies> {
  const of = numbers === '' ? [''] : numbers.split(' ');
  const hits = of.map((number) => ({ number, name, regNum: regNum ?? '' }));
  const families = toFamilies(await listMatchedChildren(scope, hits), foundAtFirst);
  return { families, bills: await listOwedOf(scope, families) };
}

/** Lists the bills of a family, including paid ones, within the limits of the search. */
export async function listBillIDsOf(
  scope: Scope,
  family: Pick<Family, 'number' | 'children'>,
): Promise<number[]> {
  const regNums = family.children.flatMap(({ regNum }) => regNum ?? []);
  const names = family.children.flatMap(({ name, regNum }) => (regNum === null ? name : []));
  const named = await listLatestByName(scope, names, billingsRead);
  const own = billsOf(
    family,
    named.map((bill) => ({ ...bill, regNum: null })),
  );
  return [...(await listBillIDsOfRegNums(scope, regNums, mostBills)), ...own.map(({ id }) => id)];
}

async function listOwedOf(scope: Scope, families: readonly Family[]): Promise<OpenBill[]> {
  const children = families.flatMap((family) => family.children);
  const bills = await listOpenBills(scope, {
    regNums: [...new Set(children.flatMap(({ regNum }) => regNum ?? []))],
    names: [...new Set(children.flatMap(({ name, regNum }) => (regNum === null ? name : [])))],
    billings: billingsRead,
  });
  const own = await mapOwnCredit(scope, bills);
  return (await withCharges(scope, bills)).map((bill) => ({ ...bill, own: own.get(bill.id) }));
}

/** Adds what each family has to pay after the credit of each child, and the bill with which the family's page can be opened. */
async function toFamilyAnswers(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { families, bills }: FoundFamilies,
): Promise<FoundFamily[]> {
  const today = inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus);
  const groupOf = await mapGroupIDs(
    scope,
    families.flatMap(({ latest }) => (latest > 0 ? latest : [])),
  );
  return families.map((family) => toFamilyAnswer(family, { bills, groupOf, today }));
}

/** Returns the families of these numbers, by number. Callers pass at most a few hundred numbers. */
export async function mapFamilies(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  numbers: readonly string[],
): Promise<Map<string, FoundFamily>> {
  const families = await toFamilyAnswers(scope, deps, await findFamiliesOf(scope, numbers));
  return new Map(families.map((family) => [family.number ?? '', family]));
}

/** Returns the phone numbers of the children who match a search text. */
export async function listNumbersOf(scope: Scope, text: string, most: number): Promise<string[]> {
  const typed = readTyped(text);
  const hits = typed.parts.length === 0 ? [] : await listFitting(scope, typed, most);
  const children = (await listMatchedChildren(scope, hits)).filter(({ place }) => place !== undefined);
  return [...new Set(children.map(({ number }) => number).filter(Boolean))];
}

/** Finds bills whose invoice number equals the text or begins with it. Equal numbers come first. */
async function findBills(scope: Scope, text: string, most: number) {
  const invNos = invNosIn(text);
  if (text.length < fewestDigits) return findBillsByInvNo(scope, invNos, most);
  const found = [];
  for (const invNo of invNos) found.push(...(await listBillsByBeginning(scope, invNo, most)));
  const isOther = ({ invNo }: { invNo: string | null }): number => Number(!invNos.includes(invNo ?? ''));
  return found.toSorted((one, other) => isOther(one) - isOther(other)).slice(0, most);
}

/** Finds everything that matches this text, at most `mostFound` of each kind. */
export async function find(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  text: string,
): Promise<AnswerOf<'GET /Find'>> {
  const bills = await findBills(scope, text, mostFound + 1);
  const found = await findFamilies(scope, text, mostFound);
  return {
    families: await toFamilyAnswers(scope, deps, found),
    bills: bills.slice(0, mostFound).map((bill) => ({ ...bill, invNo: bill.invNo ?? '' })),
    more: { families: found.isMore, bills: bills.length > mostFound },
  };
}
