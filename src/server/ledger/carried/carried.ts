/**
 * Arrears count only once. If a newer bill includes the balance of older bills, this balance is carried: only the
 * newer bill is owed. If the newer bill is deleted, the older bills are owed again. Callers hold the campus lock, and
 * update the waiting messages about the returned bills.
 */

import { Failure } from '#shared/failures.ts';
import { arrearsOf, type ChosenClasses, type OlderOpen } from '#shared/money/fee-head-class.ts';
import { type InTimeFrom, inTimeFrom, payableOn } from '#shared/money/payable.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import { dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import { recordChange } from '../../trail/trail.ts';
import { insertAdjustments, voidAdjustments } from '../adjustments/adjustments-queries.ts';
import { mapChosenClasses } from '../fee-heads/fee-heads-queries.ts';
import { mapFacts, recomputeBills } from '../ledger.ts';
import { listGroupNames, listOwed, type Owed } from '../ledger-queries.ts';
import { computeFigures } from '../ledger-rules.ts';
import {
  type Child,
  listAskersOf,
  listCarriedFrom,
  listCarriedFromBilling,
  listCarriedTo,
  listCarriedToBilling,
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
} from './carried-queries.ts';
import {
  type Asking,
  type Carry,
  olderThan,
  type Periods,
  periodOfBill,
  planCarries,
  sumOpen,
} from './carried-rules.ts';

/** A row of a sheet, and the id of its bill if the bill already exists. */
export type SheetRow = Pick<Asking, 'regNum' | 'period'> & { billID?: number | undefined };
export type OlderBills = { open: OlderOpen; bills: readonly Older[] };

/** Returns the bills that are carried to these, with the values they would have if they were not carried. */
async function findUncarried(scope: Scope, toBillIDs: readonly number[]) {
  const bills = await listOlderOf(scope, toBillIDs);
  const factsOf = await mapFacts(
    scope,
    bills.map(({ id }) => id),
  );
  return bills.map((bill) => {
    const { allocations, adjustments } = factsOf(bill.id);
    const facts = { allocations, adjustments: adjustments.filter(({ kind }) => kind !== 'carried') };
    return {
      ...bill,
      settledOn: computeFigures({ ...bill, statedStatus: null }, facts, scope.campus).settledOn,
    };
  });
}

/**
 * Returns, for each row, the open balance of older bills. Bills that are carried to the row's own bill count as open.
 * Undefined if the balance is zero.
 */
export async function findOlder(
  scope: Scope,
  rows: readonly SheetRow[],
  { groups, today }: { groups: Periods; today: InTimeFrom },
): Promise<(one: SheetRow) => OlderBills | undefined> {
  const regNums = [...new Set(rows.map(({ regNum }) => regNum))];
  const open = Map.groupBy(await listOpenOf(scope, regNums), ({ regNum }) => regNum);
  const there = rows.flatMap(({ billID }) => billID ?? []);
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

/** A later bill with arrears. `others`: the open balance of its older bills without the row. Amounts in paisa. */
export type NewerBill = { groupID: number; charged: number; others: OlderOpen };

/** Finds, for each row, the bill of a later month whose arrears include bills that are not carried yet. */
export async function findNewer(
  scope: Scope,
  rows: readonly SheetRow[],
  { groups, classes, today }: { groups: Periods; classes: ChosenClasses; today: InTimeFrom },
): Promise<(one: SheetRow) => NewerBill | undefined> {
  const first = rows.reduce((least, { period }) => Math.min(least, period), Number.POSITIVE_INFINITY);
  const regNums = [...new Set(rows.map(({ regNum }) => regNum))];
  const asking = (await listAsking(scope, regNums, { groups, classes, after: first })).filter(
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
    return { groupID: newer.groupID, charged: newer.arrears, others: sumOpen(older, today) };
  };
}

const dayOf = (scope: Scope, now: string): string => dayIn(scope.campus.timeZone, new Date(now));
const inTimeAt = (scope: Scope, now: string): InTimeFrom => inTimeFrom(dayOf(scope, now), scope.campus);

/** Writes one entry for each billing to the audit log, with the ids of its bills by their former status. */
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

/** Deleted bills are left out, because nothing can be carried from them. */
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
  const bills = await recomputeBills(
    scope,
    carries.map(({ billID }) => billID),
  );
  await record(scope, 'billsCarried', { bills, now });
  return bills;
}

/**
 * Lists the bills of these registration numbers in billings after the month `after`, with the part of their arrears
 * that is not carried yet.
 */
async function listAsking(
  scope: Scope,
  regNums: readonly string[],
  { groups, classes, after }: { groups: Periods; classes: ChosenClasses; after: number },
): Promise<(Asking & { groupID: number })[]> {
  const later = [...groups].flatMap(([id, group]) => (periodOf({}, group) > after ? id : []));
  if (later.length === 0 || regNums.length === 0) return [];
  const bills = (await listAskersOf(scope, regNums, later)).filter((bill) => arrearsOf(bill, classes) > 0);
  const carried = await sumCarriedTo(
    scope,
    bills.map(({ id }) => id),
  );
  return bills.map((bill) => ({
    billID: bill.id,
    groupID: bill.groupID,
    regNum: bill.regNum ?? '',
    period: periodOfBill(bill, groups),
    arrears: arrearsOf(bill, classes) - (carried.get(bill.id) ?? 0),
  }));
}

/**
 * Bills that were added or changed. `asking`: the bills with arrears. `regNums`: the children of all these bills.
 * `from`: the oldest month; bills of later months may include these bills as arrears too.
 */
export type ChangedBills = { asking: readonly Asking[]; regNums: ReadonlySet<string>; from: number };

/**
 * Carries older bills to the new bills and to bills of later months that include them as arrears. Returns the older
 * bills. With `isAll` they are carried even if the amounts differ.
 */
export async function carryOlder(
  scope: Scope,
  { asking, regNums, from }: ChangedBills,
  { groups, classes, now, isAll }: { groups: Periods; classes: ChosenClasses; now: string; isAll: boolean },
): Promise<Owed[]> {
  const later = await listAsking(scope, [...regNums], { groups, classes, after: from });
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

/**
 * Checks all bills of these children from a month on. Open bills that a newer bill includes as arrears are carried to
 * it.
 */
async function carryOfChildren(
  scope: Scope,
  children: readonly Child[],
  { groups, now, classes }: { groups: Periods; now: string; classes?: ChosenClasses | undefined },
): Promise<Owed[]> {
  if (children.length === 0) return [];
  const first = children.reduce((least, one) => Math.min(least, periodOfBill(one, groups)), Infinity);
  const regNums = new Set(children.flatMap(({ regNum }) => regNum ?? []));
  const options = { groups, classes: classes ?? (await mapChosenClasses(scope)), now, isAll: false };
  return carryOlder(scope, { asking: [], regNums, from: first - 1 }, options);
}

type OfCarried = readonly { id: number; billID: number; toBillID: number | null; amount: number }[];

/**
 * Voids what was carried to these bills. If a target bill was itself carried to a newer bill, the amount is carried
 * to that newer bill. Bills in `moved` are owed again in any case. Returns the bills.
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
  const bills = await recomputeBills(scope, [...new Set(all.map(({ billID }) => billID))]);
  const back = bills.filter(({ status }) => status !== 'carried');
  await record(scope, 'carriedBack', { bills: back, now });
  return bills;
}

/** Checks all bills of the children of these bills, because the bills were restored or are owed again. */
export async function recarry(scope: Scope, billIDs: readonly number[], now: string): Promise<Owed[]> {
  if (billIDs.length === 0) return [];
  const children = await listChildrenOfBills(scope, billIDs);
  return carryOfChildren(scope, children, { groups: await mapPeriods(scope), now });
}

/**
 * Called for bills without payments that are deleted or whose arrears have changed. The older bills that were carried
 * to them are owed again. The bills in `moved` now belong to another month or child and are owed again too. Returns
 * the bills.
 */
export async function takeBackCarriedTo(
  scope: Scope,
  toBillIDs: readonly number[],
  { now, moved = [] }: { now: string; moved?: readonly number[] },
): Promise<Owed[]> {
  const carried = await listCarriedTo(scope, toBillIDs);
  return takeBack(scope, { carried, moved: await listCarriedFrom(scope, moved) }, now);
}

/** Does the same for all bills of a billing, or for those that an import added. */
export const takeBackCarriedToBilling = async (
  scope: Scope,
  of: { groupID: number; importID?: number },
  now: string,
): Promise<Owed[]> => takeBack(scope, { carried: await listCarriedToBilling(scope, of) }, now);

/**
 * Returns what may be owed at the older bills again: all amounts that no payment of the newer bill has settled. Fails
 * if a newer bill with payments is no longer of a later month.
 */
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

/**
 * `isSettled`: a payment settles the bill. `isOther`: its arrears differ from `before`, or its status now means that
 * nobody owes it.
 */
type ChangedBill = { id: number; before: Child; isSettled: boolean; isOther: boolean; isMoved: boolean };

/**
 * Called after a person has changed the arrears, the child or the month of a bill. Checks again what is carried to
 * and from it. If a payment settles the bill, it has settled the arrears too, so the arrears must not change. Returns
 * the bills that changed.
 */
export async function carryAfterChange(
  scope: Scope,
  { id, before, isSettled, isOther, isMoved }: ChangedBill,
  { classes, now }: { classes: ChosenClasses; now: string },
): Promise<Owed[]> {
  const groups = await mapPeriods(scope);
  const all = await listCarriedTo(scope, [id]);
  if (isSettled && isOther && all.length > 0) throw new Failure('conflict', moneyRefusals.arrearsPaid);
  const carried = isSettled ? await listUnpaid(scope, all, groups) : all;
  const moved = await listCarriedFrom(scope, isMoved ? [id] : []);
  const reopened = await takeBack(scope, { carried, moved }, now);
  const children = [before, ...(await listChildrenOfBills(scope, [id]))];
  const again = await carryOfChildren(scope, children, { groups, classes, now });
  return [...reopened, ...again];
}

/** Does the same for all bills of a billing whose month has changed. */
export async function carryBillingAfterChange(scope: Scope, groupID: number, now: string): Promise<Owed[]> {
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

/** Carries the open balance of these bills to the bills to which they were carried before. */
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
 * After a change of the due rules more may be payable for a carried bill. The newer bill includes the whole bill, so
 * the difference is carried too. Returns the bills.
 */
export const carryRest = async (scope: Scope, billIDs: readonly number[], now: string): Promise<Owed[]> =>
  billIDs.length === 0 ? [] : carryOpen(scope, await listCarriedFrom(scope, billIDs), now);

/**
 * Called when bills are restored. What was carried to them was taken back at `until`. It is carried to them again, as
 * far as it is still open.
 */
export async function carryAgain(
  scope: Scope,
  toBillIDs: readonly number[],
  { until, now }: { until: string; now: string },
): Promise<Owed[]> {
  return carryOpen(scope, await listCarriedUntil(scope, toBillIDs, until), now);
}

/** Returns the bills among these to which older bills are carried. */
export const listAskingOlder = async (scope: Scope, billIDs: readonly number[]): Promise<Set<number>> =>
  new Set((await listCarriedTo(scope, billIDs)).map(({ toBillID }) => toBillID ?? 0));

/**
 * Returns, for each of these bills, the bill with which it is owed now: itself, or the last bill in the chain of
 * carried bills.
 */
export async function mapCurrentBills(
  scope: Scope,
  billIDs: readonly number[],
): Promise<Map<number, number>> {
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

/** Stops at a cycle, in case one is stored. */
function lastOf(id: number, to: ReadonlyMap<number, number>): number {
  const passed = new Set([id]);
  let last = id;
  for (let next = to.get(last); next !== undefined && !passed.has(next); next = to.get(last)) {
    passed.add(next);
    last = next;
  }
  return last;
}
