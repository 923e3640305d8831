/**
 * Arrears count once: what older bills leave open and a newer one asks for stands there alone, and comes back where that
 * bill goes. Below the campus lock; what waits in the outbox about the bills that are answered is seen to by whoever calls.
 */
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { arrearsOf, type OlderOpen, type SaidClasses } from '#shared/fee-head-class.ts';
import { type InTimeFrom, inTimeFrom, payableOn } from '#shared/payable.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import { moneyRefusals } from '#shared/words/money.ts';
import type { Scope } from '../../auth/scope.ts';
import { recordChange } from '../../trail/actions.ts';
import { insertAdjustments, voidAdjustments } from '../adjustments/queries.ts';
import { mapSaidClasses } from '../fee-heads/queries.ts';
import { mapFacts, reckonBills } from '../ledger/actions.ts';
import { listGroupNames, listLiveAllocations, listOwed, type Owed } from '../ledger/queries.ts';
import { reckon } from '../ledger/rules.ts';
import {
  type Child,
  listAskersOf,
  listCarriedFrom,
  listCarriedFromBilling,
  listCarriedTo,
  listCarriedToBilling,
  listCarriedToGone,
  listCarriedUntil,
  listChildrenOfBilling,
  listChildrenOfBills,
  listOlderOf,
  listOpenAmong,
  listOpenOf,
  listPaidAmong,
  listPeriods,
  mayAsk,
  type Older,
  sumCarriedTo,
} from './queries.ts';
import {
  type Asking,
  type Carry,
  findUnpaid,
  olderThan,
  type Periods,
  periodOfBill,
  planCarries,
  splitPaid,
  sumOpen,
} from './rules.ts';

/** A row of a sheet, with the bill that it speaks of where that is there. */
export type Placed = Pick<Asking, 'regNum' | 'period'> & { billID?: number | undefined };
export type OlderBills = { open: OlderOpen; bills: readonly Older[] };

/** The bills that are carried to these, as they would be without. */
async function findUncarried(scope: Scope, toBillIDs: readonly number[]) {
  const bills = await listOlderOf(scope, toBillIDs);
  const factsOf = await mapFacts(
    scope,
    bills.map(({ id }) => id),
  );
  return bills.map((bill) => {
    const { allocations, adjustments } = factsOf(bill.id);
    const facts = { allocations, adjustments: adjustments.filter(({ kind }) => kind !== 'carried') };
    return { ...bill, settledOn: reckon({ ...bill, said: null }, facts, scope.campus).settledOn };
  });
}

/** What older bills leave open of each row, or would without its bill; only of those of which they leave anything. */
export async function findOlder(
  scope: Scope,
  asked: readonly Placed[],
  { groups, today }: { groups: Periods; today: InTimeFrom },
): Promise<(one: Placed) => OlderBills | undefined> {
  const regNums = [...new Set(asked.map(({ regNum }) => regNum))];
  const open = Map.groupBy(await listOpenOf(scope, regNums), ({ regNum }) => regNum);
  const there = asked.flatMap(({ billID }) => billID ?? []);
  const carried = Map.groupBy(await findUncarried(scope, there), ({ toBillID }) => toBillID);
  return ({ regNum, period, billID }) => {
    const bills = [
      ...olderThan(period, open.get(regNum) ?? [], groups),
      ...(billID === undefined ? [] : (carried.get(billID) ?? [])),
    ];
    const sums = sumOpen(bills, today);
    return sums.today > 0 ? { open: sums, bills } : undefined;
  };
}

/** What a later bill asks for; `others`: what is open before it besides the row. Paisa. */
export type NewerBill = { groupID: number; asked: number; others: OlderOpen };

/** The bill of a later month that asks for arrears which no older bill accounts for, of each row that has one. */
export async function findNewer(
  scope: Scope,
  rows: readonly Placed[],
  { groups, said, today }: { groups: Periods; said: SaidClasses; today: InTimeFrom },
): Promise<(one: Placed) => NewerBill | undefined> {
  const first = rows.reduce((least, { period }) => Math.min(least, period), Number.POSITIVE_INFINITY);
  const regNums = [...new Set(rows.map(({ regNum }) => regNum))];
  const asking = (await listAsking(scope, regNums, { groups, said, after: first })).filter(
    ({ arrears }) => arrears > 0,
  );
  const ofChild = Map.groupBy(
    asking.toSorted((one, other) => one.period - other.period),
    ({ regNum }) => regNum,
  );
  const open = Map.groupBy(await listOpenOf(scope, [...ofChild.keys()]), ({ regNum }) => regNum);
  return ({ regNum, period, billID }) => {
    const newer = ofChild.get(regNum)?.find((one) => one.period > period);
    if (!newer) return undefined;
    const older = olderThan(newer.period, open.get(regNum) ?? [], groups).filter(({ id }) => id !== billID);
    return { groupID: newer.groupID, asked: newer.arrears, others: sumOpen(older, today) };
  };
}

const dayOf = (scope: Scope, now: string): string => dayIn(scope.campus.timeZone, new Date(now));
const inTimeAt = (scope: Scope, now: string): InTimeFrom => inTimeFrom(dayOf(scope, now), scope.campus);

/** One entry a billing, with the ids of its bills by what they were then. */
async function record(
  scope: Scope,
  what: 'billsCarried' | 'carriedBack',
  { bills, now: at }: { bills: readonly Owed[]; now: string },
): Promise<void> {
  if (bills.length === 0) return;
  const byGroup = Map.groupBy(bills, (bill) => bill.groupID);
  const names = await listGroupNames(scope, [...byGroup.keys()]);
  for (const [groupID, ofGroup] of byGroup) {
    const about = { kind: 'group', id: groupID, name: names.get(groupID) ?? '', groupID } as const;
    const before = what === 'carriedBack' ? 'carried' : 'unpaid';
    const ids = ofGroup.map(({ id }) => id);
    const details = { changed: ids.length };
    await recordChange(scope, { what, at, about, bills: { [before]: ids }, details });
  }
}

/** Of a bill that is deleted itself nothing can be carried. */
async function insertCarried(scope: Scope, carries: readonly Carry[], now: string): Promise<void> {
  const made = { day: dayOf(scope, now), createdAt: now, createdBy: scope.userID };
  const bills = await listOwed(
    scope,
    carries.map(({ billID }) => billID),
  );
  const there = new Set(bills.map(({ id }) => id));
  await insertAdjustments(
    scope,
    carries.flatMap((one) =>
      one.amount > 0 && there.has(one.billID)
        ? [{ ...one, kind: 'carried' as const, reason: '', ...made }]
        : [],
    ),
  );
}

async function carry(scope: Scope, carries: readonly Carry[], now: string): Promise<Owed[]> {
  await insertCarried(scope, carries, now);
  const bills = await reckonBills(
    scope,
    carries.map(({ billID }) => billID),
  );
  await record(scope, 'billsCarried', { bills, now });
  return bills;
}

/** The bills of these registrations in billings `after` a month that name arrears which no older bill accounts for. */
async function listAsking(
  scope: Scope,
  regNums: readonly string[],
  { groups, said, after }: { groups: Periods; said: SaidClasses; after: number },
): Promise<(Asking & { groupID: number })[]> {
  const later = [...groups].flatMap(([id, group]) => (periodOf({}, group) > after ? id : []));
  if (later.length === 0 || regNums.length === 0) return [];
  const bills = (await listAskersOf(scope, regNums, later)).filter((bill) => arrearsOf(bill, said) > 0);
  const carried = await sumCarriedTo(
    scope,
    bills.map(({ id }) => id),
  );
  return bills.map((bill) => ({
    billID: bill.id,
    groupID: bill.groupID,
    regNum: bill.regNum ?? '',
    period: periodOfBill(bill, groups),
    arrears: arrearsOf(bill, said) - (carried.get(bill.id) ?? 0),
  }));
}

/**
 * Bills that came or changed. `asking`: those that name arrears. `regNums`: the children of them all, `from` the oldest of
 * their months: what a later billing asks of them is looked at too.
 */
export type Came = { asking: readonly Asking[]; regNums: ReadonlySet<string>; from: number };

/**
 * Carries what bills ask for as arrears, those that came and those of later months that ask for what came; answers the
 * older bills. `isAll`: also where the figures differ.
 */
export async function carryOlder(
  scope: Scope,
  { asking, regNums, from }: Came,
  { groups, said, now, isAll }: { groups: Periods; said: SaidClasses; now: string; isAll: boolean },
): Promise<Owed[]> {
  const later = await listAsking(scope, [...regNums], { groups, said, after: from });
  const came = await listOwed(
    scope,
    asking.map(({ billID }) => billID),
  );
  const asks = new Set(came.filter(mayAsk).map(({ id }) => id));
  const others = later.filter(({ billID }) => !asks.has(billID));
  const all = Map.groupBy(
    [...asking.filter(({ billID }) => asks.has(billID)), ...others],
    ({ regNum }) => regNum,
  );
  if (all.size === 0) return [];
  const open = Map.groupBy(await listOpenOf(scope, [...all.keys()]), ({ regNum }) => regNum);
  const today = inTimeAt(scope, now);
  const carries = [...all].flatMap(([regNum, ofChild]) =>
    planCarries(ofChild, open.get(regNum) ?? [], { groups, today, isAll }),
  );
  return carry(scope, carries, now);
}

async function mapPeriods(scope: Scope): Promise<Periods> {
  return new Map((await listPeriods(scope)).map((group) => [group.id, group]));
}

/** All bills of some children from a month on are looked at anew: what is open is carried where a newer one asks for it. */
async function carryOfChildren(
  scope: Scope,
  children: readonly Child[],
  { groups, now, said }: { groups: Periods; now: string; said?: SaidClasses | undefined },
): Promise<Owed[]> {
  if (children.length === 0) return [];
  const first = children.reduce((least, one) => Math.min(least, periodOfBill(one, groups)), Infinity);
  const regNums = new Set(children.flatMap(({ regNum }) => regNum ?? []));
  const known = { groups, said: said ?? (await mapSaidClasses(scope)), now, isAll: false };
  return carryOlder(scope, { asking: [], regNums, from: first - 1 }, known);
}

type OfCarried = readonly { id: number; billID: number; toBillID: number | null; amount: number }[];

/**
 * What was carried to bills that were carried on themselves goes on to where those are asked for; what is carried of the
 * `moved` is owed in any case. Answers the bills.
 */
async function takeBack(
  scope: Scope,
  { carried, moved = [] }: { carried: OfCarried; moved?: OfCarried },
  now: string,
): Promise<Owed[]> {
  const all = [...new Map([...moved, ...carried].map((one) => [one.id, one])).values()];
  await voidAdjustments(
    scope,
    all.map(({ id }) => id),
    { now },
  );
  const targets = [...new Set(carried.map(({ toBillID }) => toBillID ?? 0))];
  const on = new Map((await listCarriedFrom(scope, targets)).map((one) => [one.billID, one.toBillID ?? 0]));
  const isMoved = new Set(moved.map(({ billID }) => billID));
  const goingOn = carried.flatMap(({ billID, toBillID, amount }) => {
    const next = on.get(toBillID ?? 0);
    return next === undefined || isMoved.has(billID) ? [] : [{ billID, toBillID: next, amount }];
  });
  await insertCarried(scope, goingOn, now);
  const bills = await reckonBills(scope, [...new Set(all.map(({ billID }) => billID))]);
  const back = bills.filter(({ status }) => status !== 'carried');
  await record(scope, 'carriedBack', { bills: back, now });
  return bills;
}

/** What of payments settles each of these bills, whether they are there or not. */
async function mapSettling(scope: Scope, billIDs: readonly number[]): Promise<(id: number) => number[]> {
  const live = Map.groupBy(await listLiveAllocations(scope, billIDs), ({ billID }) => billID);
  return (id) => (live.get(id) ?? []).map(({ amount }) => amount);
}

/**
 * Of bills that are to be deleted: what their payments have settled stays carried, since that money stays in the books, by
 * a part each, as they may be void one by one. The rest goes back.
 */
async function keepPaid(scope: Scope, carried: OfCarried, now: string): Promise<OfCarried> {
  const byTarget = Map.groupBy(carried, ({ toBillID }) => toBillID ?? 0);
  const settling = await mapSettling(scope, [...byTarget.keys()]);
  const parts = [...byTarget]
    .flatMap(([toBillID, list]) => splitPaid(list, settling(toBillID)).map((part) => ({ ...part, toBillID })))
    .filter(({ back, kept }) => back > 0 || kept.length > 1);
  await insertCarried(
    scope,
    parts.flatMap(({ one: { billID }, toBillID, kept }) =>
      kept.map((amount) => ({ billID, toBillID, amount })),
    ),
    now,
  );
  return parts.map(({ one, back }) => ({ ...one, amount: back }));
}

/** What of these bills that are deleted was settled by money that is gone as well is owed where it was. */
async function takeBackGone(scope: Scope, billIDs: readonly number[], now: string): Promise<Owed[]> {
  const byTarget = Map.groupBy(await listCarriedToGone(scope, billIDs), ({ toBillID }) => toBillID ?? 0);
  if (byTarget.size === 0) return [];
  const settling = await mapSettling(scope, [...byTarget.keys()]);
  const carried = [...byTarget].flatMap(([toBillID, parts]) =>
    findUnpaid(
      parts,
      settling(toBillID).reduce((sum, amount) => sum + amount, 0),
    ),
  );
  return takeBack(scope, { carried }, now);
}

/**
 * All bills of the children of these are looked at anew, since these came back or are owed again. Of those that are
 * deleted, what their payments have settled of older bills is owed there again as far as that money is gone.
 */
export async function carryAround(scope: Scope, billIDs: readonly number[], now: string): Promise<Owed[]> {
  const reopened = await takeBackGone(scope, billIDs, now);
  const children = await listChildrenOfBills(scope, [...billIDs, ...reopened.map(({ id }) => id)]);
  const again = await carryOfChildren(scope, children, { groups: await mapPeriods(scope), now });
  return [...reopened, ...again];
}

/**
 * Bills on which no money stands ask for something else: what was carried to them is owed where it was; and so are those
 * of them that are `moved`, to another month or child. Answers the bills.
 */
export async function takeBackCarriedTo(
  scope: Scope,
  toBillIDs: readonly number[],
  { now, moved = [] }: { now: string; moved?: readonly number[] },
): Promise<Owed[]> {
  const carried = await listCarriedTo(scope, toBillIDs);
  return takeBack(scope, { carried, moved: await listCarriedFrom(scope, moved) }, now);
}

/** The same of all bills of a billing that an import added. */
export const takeBackCarriedToImport = async (
  scope: Scope,
  of: { groupID: number; importID: number },
  now: string,
): Promise<Owed[]> => takeBack(scope, { carried: await listCarriedToBilling(scope, of) }, now);

/**
 * Before a bill, or all of a billing, is deleted: what was carried there is owed where it was, but for what payments of
 * the deleted have settled, since their money stays in the books. Answers the older bills.
 */
export async function takeBackUnpaid(
  scope: Scope,
  of: { billID: number } | { groupID: number },
  now: string,
): Promise<Owed[]> {
  const all =
    'billID' in of ? await listCarriedTo(scope, [of.billID]) : await listCarriedToBilling(scope, of);
  const carried = await keepPaid(scope, all, now);
  return takeBack(scope, { carried }, now);
}

/** What of this may go back: not what money has settled where it is asked for. Fails where that is of no later month any more. */
async function listUnpaid(scope: Scope, carried: OfCarried, groups: Periods): Promise<OfCarried> {
  const targets = [...new Set(carried.map(({ toBillID }) => toBillID ?? 0))];
  const paid = new Map(
    (await listPaidAmong(scope, targets)).map((bill) => [bill.id, periodOfBill(bill, groups)]),
  );
  const older = await listOlderOf(scope, [...paid.keys()]);
  if (older.some((bill) => periodOfBill(bill, groups) >= (paid.get(bill.toBillID ?? 0) ?? 0)))
    throw new Failure('conflict', moneyRefusals.monthPaid);
  return carried.filter(({ toBillID }) => !paid.has(toBillID ?? 0));
}

/** `stands`: money stood on it before. `isOther`: it asks for other arrears than `before`, or is nobody's to pay. */
type Anew = { id: number; before: Child; stands: boolean; isOther: boolean; isMoved: boolean };

/**
 * After a person changed what a bill asks, whose it is or of which month: what was carried to it, and it itself, are
 * looked at anew. Money on it has settled what it asks of older ones, too: as long as that stands it asks for the same.
 * Answers the bills that are others now.
 */
export async function carryAnew(
  scope: Scope,
  { id, before, stands, isOther, isMoved }: Anew,
  { said, now }: { said: SaidClasses; now: string },
): Promise<Owed[]> {
  const groups = await mapPeriods(scope);
  const all = await listCarriedTo(scope, [id]);
  if (stands && isOther && all.length > 0) throw new Failure('conflict', moneyRefusals.arrearsPaid);
  const carried = stands ? await listUnpaid(scope, all, groups) : all;
  const moved = await listCarriedFrom(scope, isMoved ? [id] : []);
  const reopened = await takeBack(scope, { carried, moved }, now);
  const children = [before, ...(await listChildrenOfBills(scope, [id]))];
  const again = await carryOfChildren(scope, children, { groups, said, now });
  return [...reopened, ...again];
}

/** The same of all bills of a billing, which is of another month now. */
export async function carryBillingAnew(scope: Scope, groupID: number, now: string): Promise<Owed[]> {
  const groups = await mapPeriods(scope);
  const carried = await listUnpaid(scope, await listCarriedToBilling(scope, { groupID }), groups);
  const reopened = await takeBack(
    scope,
    { carried, moved: await listCarriedFromBilling(scope, groupID) },
    now,
  );
  const children = await listChildrenOfBilling(scope, groupID);
  const again = await carryOfChildren(scope, children, { groups, now });
  return [...reopened, ...again];
}

/** Carries what is open of these bills to those that ask for it. */
async function carryOpen(
  scope: Scope,
  carried: readonly { billID: number; toBillID: number | null }[],
  now: string,
): Promise<Owed[]> {
  const to = new Map(carried.map(({ billID, toBillID }) => [billID, toBillID ?? 0]));
  const today = inTimeAt(scope, now);
  const open = await listOpenAmong(scope, [...to.keys()]);
  const carries = open.map((bill) => ({
    billID: bill.id,
    toBillID: to.get(bill.id) ?? 0,
    amount: payableOn(today, bill),
  }));
  return carry(scope, carries, now);
}

/**
 * Bills that were carried, and ask more by other due rules: a newer bill has asked for the whole of them, so it is not
 * owed beside that. Answers them.
 */
export const carryRest = async (scope: Scope, billIDs: readonly number[], now: string): Promise<Owed[]> =>
  billIDs.length === 0 ? [] : carryOpen(scope, await listCarriedFrom(scope, billIDs), now);

/**
 * Bills are again as they were until this instant, when what was carried to them was taken back: they ask for it again,
 * as far as it is open still.
 */
export async function carryAgain(
  scope: Scope,
  toBillIDs: readonly number[],
  { until, now }: { until: string; now: string },
): Promise<Owed[]> {
  return carryOpen(scope, await listCarriedUntil(scope, toBillIDs, until), now);
}

/** Those of these bills that ask for older ones which are carried to them. */
export const listAskingOlder = async (scope: Scope, billIDs: readonly number[]): Promise<Set<number>> =>
  new Set((await listCarriedTo(scope, billIDs)).map(({ toBillID }) => toBillID ?? 0));

/** By each of these bills the one at which what it asks is asked for now: itself, or where it was carried to, month after month. */
export async function mapAskedAt(scope: Scope, billIDs: readonly number[]): Promise<Map<number, number>> {
  const to = new Map<number, number>();
  const looked = new Set<number>();
  for (let ids = [...billIDs]; ids.length > 0; ) {
    for (const id of ids) looked.add(id);
    const carried = await listCarriedFrom(scope, ids);
    for (const { billID, toBillID } of carried) to.set(billID, toBillID ?? billID);
    ids = [...new Set(carried.map(({ billID }) => to.get(billID) ?? billID))].filter((id) => !looked.has(id));
  }
  return new Map(billIDs.map((id) => [id, lastOf(id, to)]));
}

/** Never round in a circle, whatever is stored. */
function lastOf(id: number, to: ReadonlyMap<number, number>): number {
  const passed = new Set([id]);
  let last = id;
  for (let next = to.get(last); next !== undefined && !passed.has(next); next = to.get(last)) {
    passed.add(next);
    last = next;
  }
  return last;
}
