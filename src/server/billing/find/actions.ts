/** Find: families by whatever is known of a child, and bills by their invoice number. */
import type { FoundBill, FoundFamily } from '#shared/calls/find.ts';
import { dayIn } from '#shared/dates.ts';
import { mostFound } from '#shared/limits.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import {
  findBillsByInvNo,
  type Hit,
  listChildren,
  listFitting,
  listLatestByName,
  listLatestByRegNum,
  listOpenBills,
  mapGroupIDs,
} from './queries.ts';
import { invNosIn, type KnownChild, readTyped, tellFamily, toFamilies } from './rules.ts';

/** Some of those who fit are no more, and of a family several may. */
const mostHits = 10 * mostFound;
/** Of a child without a registration number only so many are looked through. */
const billingsRead = 12;

type Child = Awaited<ReturnType<typeof listChildren>>[number];

/** The latest bill of each of these children; one that only the roster has is told as 0, one that is no more not at all. */
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

async function listKnown(scope: Scope, hits: readonly Hit[]): Promise<KnownChild[]> {
  const children = await listChildren(scope, hits);
  const latestOf = await findLatest(scope, children);
  const places = new Map(hits.map((hit, place) => [keyOf(hit), place]));
  return children.flatMap((child) => {
    const latest = latestOf(child);
    if (latest === undefined) return [];
    const { studentName: _name, studentFather, ...told } = child;
    const fatherName = studentFather ?? child.fatherName;
    return { ...told, fatherName, latest, place: places.get(keyOf(child)) };
  });
}

async function listFamilies(scope: Scope, deps: Pick<Deps, 'now'>, text: string): Promise<FoundFamily[]> {
  const typed = readTyped(text);
  const hits = typed.length === 0 ? [] : await listFitting(scope, typed, mostHits);
  const families = toFamilies(await listKnown(scope, hits), mostFound);
  const children = families.flatMap((family) => family.children);
  const bills = await listOpenBills(scope, {
    regNums: [...new Set(children.flatMap(({ regNum }) => regNum ?? []))],
    names: [...new Set(children.flatMap(({ name, regNum }) => (regNum === null ? name : [])))],
    billings: billingsRead,
  });
  const today = dayIn(scope.campus.timeZone, deps.now());
  const groupOf = await mapGroupIDs(
    scope,
    families.flatMap(({ latest }) => (latest > 0 ? latest : [])),
  );
  return families.map((family) => tellFamily(family, { bills, groupOf, today }));
}

/** Whoever and whatever these letters and digits lead to; at most `mostFound` of each kind. */
export async function find(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  text: string,
): Promise<{ families: FoundFamily[]; bills: FoundBill[] }> {
  const bills = await findBillsByInvNo(scope, invNosIn(text), mostFound);
  return {
    families: await listFamilies(scope, deps, text),
    bills: bills.map((bill) => ({ ...bill, invNo: bill.invNo ?? '' })),
  };
}
