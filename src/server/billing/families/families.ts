import type { InputOf } from '#shared/calls/all.ts';
import type { FamilyBill } from '#shared/calls/chat.ts';
import type { Family, FamilyChild } from '#shared/calls/families.ts';
import { Failure } from '#shared/failures.ts';
import { mostOfFamily } from '#shared/limits.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { leftWithCredit, type OwnCredit } from '#shared/money/credit.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, inTimeFrom, payableOn } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { needNumber, oneNumber, writerIn } from '../../chat/chat-rules.ts';
import type { Deps } from '../../deps.ts';
import { mapOwnCredit } from '../../ledger/credits/credits.ts';
import { listCredits } from '../../ledger/credits/credits-queries.ts';
import { showMessagesOfFamily } from '../../outbox/lists/page.ts';
import { listOptedOut } from '../../outbox/opt-outs/opt-outs-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { type FullBill, listBillsWhole } from '../bills/bills-queries.ts';
import { toBill } from '../bills/bills-rules.ts';
import { findGroups } from '../groups/groups-queries.ts';
import {
  findFirstMonth,
  listBillIDsOfLatest,
  listBillIDsOfRegNums,
  listBillsInMessages,
  listRoster,
  mapLabels,
  putLabel,
} from './families-queries.ts';
import { fatherOf, sortFamilyBills, toChildren } from './families-rules.ts';

/**
 * The most messages and bills that are read to find a family. A family gets only a few messages a month, and one bill
 * for each child.
 */
const messagesRead = 100;
const billsRead = 200;
/** Twelve billings are one year of months. Searching 60,000 bills takes about ten milliseconds. */
const billingsRead = 12;

/**
 * Returns the bills of the campus that have this number. It searches the bills in messages to the number, all bills
 * of the same children, and the bills of the latest billings.
 */
export async function listBillsOfNumber(scope: Scope, number: string): Promise<FullBill[]> {
  const hasNumber = ({ numbers }: FullBill): boolean => numbers.split(' ').includes(number);
  const billIDs = [
    ...(await listBillIDsOfLatest(scope, number, billingsRead)),
    ...(await listBillsInMessages(scope, number, messagesRead)),
  ];
  const found = (await listBillsWhole(scope, [...new Set(billIDs)].slice(0, billsRead))).filter(hasNumber);
  const ofChildren = await listBillsOfChildren(scope, found);
  return [...new Map([...found, ...ofChildren.filter(hasNumber)].map((bill) => [bill.id, bill])).values()];
}

/** Returns all bills of the children of these bills, by registration number. */
export async function listBillsOfChildren(
  scope: Scope,
  bills: readonly Pick<FullBill, 'regNum'>[],
): Promise<FullBill[]> {
  const regNums = [...new Set(bills.flatMap(({ regNum }) => (regNum === null ? [] : [regNum])))];
  return listBillsWhole(scope, await listBillIDsOfRegNums(scope, regNums, billsRead));
}

/**
 * Returns the bills that have the typed number, with the names of their billings. `listBillsOfNumber` says where it
 * searches.
 */
export async function listFamilyBills(scope: Scope, typed: string): Promise<FamilyBill[]> {
  const number = oneNumber(typed, scope.campus.country);
  if (number === undefined) return [];
  const bills = await listBillsOfNumber(scope, number);
  const billings = await findGroups(scope, [...new Set(bills.map(({ groupID }) => groupID))]);
  const billingNames = new Map(billings.map(({ id, name }) => [id, name]));
  return sortFamilyBills(bills, billings)
    .slice(0, mostOfFamily)
    .map(({ numbers: _numbers, ...bill }) => ({
      ...toBill(bill),
      billing: billingNames.get(bill.groupID) ?? '',
    }));
}

/** Messages are shown for this many of the latest bills. */
const billsInMessages = 12;

type FamilyQuery = { billID?: number | undefined; studentID?: number | undefined; number: string };
type Seed = { numbers: string[]; bills: FullBill[]; studentIDs: number[] };

/**
 * Returns the bill, student or number from which the search for the family begins. Fails if the bill or student does
 * not exist.
 */
async function findSeed(scope: Scope, { billID, studentID, number: typed }: FamilyQuery): Promise<Seed> {
  if (billID !== undefined) {
    const bills = await listBillsWhole(scope, [billID]);
    if (bills.length === 0) throw new Failure('notFound', failureWords.notFound);
    return { bills, numbers: numbersOfAll(bills), studentIDs: [] };
  }
  if (studentID !== undefined) {
    const roster = await listRoster(scope, { ids: [studentID], regNums: [], numbers: [] });
    if (roster.length === 0) throw new Failure('notFound', failureWords.notFound);
    const regNums = roster.map(({ regNum }) => regNum);
    const bills = await listBillsWhole(scope, await listBillIDsOfRegNums(scope, regNums, billsRead));
    return { bills, numbers: numbersOfAll([...roster, ...bills]), studentIDs: [studentID] };
  }
  const number = writerIn(typed, scope.campus.country);
  return { bills: [], numbers: number === undefined ? [] : [number], studentIDs: [] };
}

const numbersOfAll = (list: readonly { numbers: string }[]): string[] => [
  ...new Set(list.flatMap(({ numbers }) => numbers.split(' ')).filter(Boolean)),
];

type Credits = Awaited<ReturnType<typeof listCredits>>;

/** Sums the credit of a child. Credit without a registration number belongs to the child of its first bill. */
const creditOf = ({ regNum, bills }: Pick<FamilyChild, 'regNum' | 'bills'>, credits: Credits): number =>
  toRupees(
    credits
      .filter((one) =>
        one.regNum === null ? bills.some(({ id }) => id === one.ownerID) : one.regNum === regNum,
      )
      .reduce((sum, { credit }) => sum + credit, 0),
  );

/** What is payable for the bills of a child after its own credit, in rupees. */
const leftOf = (
  { bills }: Pick<FamilyChild, 'bills'>,
  own: ReadonlyMap<number, OwnCredit>,
  from: InTimeFrom,
): number =>
  toRupees(
    bills.reduce((sum, bill) => {
      const ofChild = own.get(bill.id);
      const left = ofChild && leftWithCredit(ofChild, bill.id, from);
      return sum + (left ?? toPaisa(payableOn(from, bill)));
    }, 0),
  );

async function withCredit(
  scope: Scope,
  children: readonly Omit<FamilyChild, 'credit' | 'left'>[],
  { bills, credits, from }: { bills: readonly FullBill[]; credits: Credits; from: InTimeFrom },
): Promise<FamilyChild[]> {
  const own = await mapOwnCredit(scope, bills.filter(isOpen));
  return children.map((child) => ({
    ...child,
    credit: creditOf(child, credits),
    left: leftOf(child, own, from),
  }));
}

/** Returns the family of a bill, student or number. */
export async function showFamily(scope: Scope, deps: Pick<Deps, 'now'>, query: FamilyQuery): Promise<Family> {
  const today = dayIn(scope.campus.timeZone, deps.now());
  const seed = await findSeed(scope, query);
  const found = new Map(seed.bills.map((bill) => [bill.id, bill]));
  for (const bill of await listBillsOfChildren(scope, seed.bills)) found.set(bill.id, bill);
  for (const number of seed.numbers)
    for (const bill of await listBillsOfNumber(scope, number)) found.set(bill.id, bill);
  // A child that had one of the numbers earlier belongs to the family too. Its later bills may have another number.
  for (const bill of await listBillsOfChildren(scope, [...found.values()])) found.set(bill.id, bill);
  const bills = [...found.values()];
  const roster = await listRoster(scope, {
    ids: seed.studentIDs,
    regNums: [...new Set(bills.flatMap(({ regNum }) => regNum ?? []))],
    numbers: seed.numbers,
  });
  const billings = await findGroups(scope, [...new Set(bills.map(({ groupID }) => groupID))]);
  const billingNames = new Map(billings.map(({ id, name }) => [id, name]));
  const numbersOfBill = new Map(bills.map(({ id, numbers }) => [id, numbers]));
  const withBilling = bills.map(({ numbers: _numbers, ...bill }) => ({
    ...toBill(bill),
    billing: billingNames.get(bill.groupID) ?? '',
  }));
  const children = toChildren(withBilling, roster, billings);
  const latest = children.flatMap((child) => child.bills.slice(0, 1));
  const numbers = numbersOfAll([
    ...seed.numbers.map((number) => ({ numbers: number })),
    ...latest.map(({ id }) => ({ numbers: numbersOfBill.get(id) ?? '' })),
    ...roster,
  ]);
  const recent = children.flatMap((child) => child.bills.slice(0, 3)).slice(0, billsInMessages);
  const credits = await listCredits(scope, {
    regNums: children.flatMap(({ regNum }) => regNum ?? []),
    billIDs: bills.map(({ id }) => id),
  });
  const from = inTimeFrom(today, scope.campus);
  const first = await findFirstMonth(scope);
  return {
    name: fatherOf(children),
    numbers: await toNumberAnswers(scope, numbers),
    children: await withCredit(scope, children, { bills, credits, from }),
    messages: await showMessagesOfFamily(scope, { numbers, bills: recent }),
    credit: toRupees(credits.reduce((sum, { credit }) => sum + credit, 0)),
    today,
    inTimeFrom: from,
    since: first ? `${first.year}-${String(first.month).padStart(2, '0')}` : null,
  };
}

async function toNumberAnswers(scope: Scope, numbers: readonly string[]): Promise<Family['numbers']> {
  const labels = await mapLabels(scope, numbers);
  const optedOut = await listOptedOut(scope);
  return numbers.map((number) => ({
    number,
    label: labels.get(number) ?? '',
    isOptedOut: optedOut.has(number),
  }));
}

/** Sets the label of a number. */
export async function labelNumber(
  scope: Scope,
  deps: Pick<Deps, 'now' | 'bus'>,
  { number: typed, label }: InputOf<'PUT /Families/Label'>['body'],
): Promise<{ number: string; label: string }> {
  const number = needNumber(typed, scope.campus.country);
  const at = deps.now().toISOString();
  await withCampusLock(scope, async (scope) => {
    const before = (await mapLabels(scope, [number])).get(number) ?? '';
    if (before === label) return;
    await putLabel(scope, number, label);
    const about = { kind: 'contact' as const, id: number, name: number };
    const changes = { label: [before || null, label || null] as const };
    await recordChange(scope, { what: 'numberLabelled', at, about, changes });
  });
  deps.bus.publish(scope.campusID, { what: 'inbound', number });
  return { number, label };
}
