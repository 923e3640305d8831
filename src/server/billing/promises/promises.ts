/**
 * Promises to pay. Whether a promise was kept is computed from the ledger each time. It is stored only when a new
 * promise replaces the old one.
 */
import type { AnswerOf, InputOf } from '#shared/calls/all.ts';
import type { PayPromise } from '#shared/calls/promises.ts';
import type { UnkeptPromise } from '#shared/calls/today.ts';
import { Failure } from '#shared/failures.ts';
import { payableWithCredit } from '#shared/money/credit.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import type { PromiseState } from '#shared/money/promise-states.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { promiseRefusals } from '#shared/words/families.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { needNumber } from '../../chat/chat-rules.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { showFamily } from '../families/families.ts';
import { findFamiliesOf, listBillIDsOf } from '../find/find.ts';
import { billsOf, type Family, type OpenBill } from '../find/find-rules.ts';
import {
  endPromise,
  findPromise,
  insertPromise,
  listPromisesOf,
  listPromisesUntil,
  listReceivedSince,
  type PromiseRow,
  setPromiseNumbers,
} from './promises-queries.ts';
import {
  type FamilyMoney,
  longestAhead,
  owesAny,
  promiseState,
  withNumberChanged,
} from './promises-rules.ts';

/** An unkept promise stays on the start page for this many days. */
const daysOnToday = 31;
/** At most this many promises are examined, and at most `mostShown` are shown. */
const mostLookedAt = 300;
const mostShown = 8;

const numbersOf = ({ numbers }: Pick<PromiseRow, 'numbers'>): string[] => numbers.split(' ');
const hasAny = (promise: Pick<PromiseRow, 'numbers'>, numbers: readonly string[]): boolean =>
  numbersOf(promise).some((number) => numbers.includes(number));

type FamiliesWithBills = { families: Family[]; bills: OpenBill[] };
type Judged = FamiliesWithBills & { promise: PromiseRow; state: PromiseState };

/** The open bills of these families. A bill that belongs to two families is listed once. */
const openOf = ({ families, bills }: FamiliesWithBills): OpenBill[] => [
  ...new Set(families.flatMap((family) => billsOf(family, bills))),
];

/**
 * Finds the payments since an instant, by family. The payments of a child without a registration number are found by
 * its bills.
 */
async function findReceived(
  scope: Scope,
  families: readonly Family[],
  since: string,
): Promise<(of: readonly Family[]) => FamilyMoney['received']> {
  const billIDs = new Map<Family, number[]>();
  for (const family of families)
    if (family.children.some(({ regNum }) => regNum === null))
      billIDs.set(family, await listBillIDsOf(scope, family));
  const regNumsOf = (of: readonly Family[]): string[] =>
    of.flatMap(({ children }) => children.flatMap(({ regNum }) => regNum ?? []));
  const rows = await listReceivedSince(scope, {
    regNums: [...new Set(regNumsOf(families))],
    billIDs: [...billIDs.values()].flat(),
    since,
  });
  return (of) => {
    const regNums = regNumsOf(of);
    const ids = of.flatMap((family) => billIDs.get(family) ?? []);
    return rows.filter(({ regNum, billID }) =>
      regNum === null ? billID !== null && ids.includes(billID) : regNums.includes(regNum),
    );
  };
}

/** Computes the present state of these promises. */
async function judge(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  promises: readonly PromiseRow[],
): Promise<Judged[]> {
  const going = promises.filter(({ how }) => how === null);
  const found = await findFamiliesOf(scope, [...new Set(going.flatMap(numbersOf))]);
  const [since = ''] = going.map(({ createdAt }) => createdAt).sort();
  const receivedFor = await findReceived(scope, found.families, since);
  const today = dayIn(scope.campus.timeZone, deps.now());
  const on = { today, from: inTimeFrom(today, scope.campus) };
  return promises.map((promise) => {
    const families = found.families.filter(({ number }) => hasAny(promise, [number ?? '']));
    const own = { families, bills: found.bills };
    const money = { bills: openOf(own), received: receivedFor(families) };
    return { ...own, promise, state: promiseState(promise, money, on) };
  });
}

const toPayPromise = ({ promise, state }: Judged): PayPromise => {
  const { id, day, amount, note, createdAt, by, endedAt } = promise;
  return { id, day, amount: amount === null ? null : toRupees(amount), note, state, createdAt, by, endedAt };
};

async function toPromiseAnswer(scope: Scope, deps: Pick<Deps, 'now'>, id: number): Promise<PayPromise> {
  const promise = await findPromise(scope, id);
  const [judged] = promise ? await judge(scope, deps, [promise]) : [];
  if (!judged) throw new Failure('notFound', failureWords.notFound);
  return toPayPromise(judged);
}

/** Lists the promises of the family with these numbers, the latest first. */
export async function listPromises(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  typed: string,
): Promise<AnswerOf<'GET /Families/Promises'>> {
  const numbers = typed.split(',').flatMap((one) => one.trim() || []);
  if (numbers.length === 0) return { items: [] };
  const found = (await listPromisesOf(scope, numbers)).filter((promise) => hasAny(promise, numbers));
  return { items: (await judge(scope, deps, found)).map(toPayPromise) };
}

function publish({ bus }: Pick<Deps, 'bus'>, { campusID }: Scope, number: string): void {
  bus.publish(campusID, { what: 'inbound', number });
  bus.publish(campusID, { what: 'reminders' });
}

const refuse = (path: string, message: string): Failure =>
  new Failure('invalid', message, [{ path, message }]);

type Noting = Pick<PromiseRow, 'day' | 'amount' | 'note'> & { numbers: string[]; at: string };

/** Ends the earlier promises of the family. Returns the id of the new promise. */
async function keepPromise(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { numbers, at, ...noted }: Noting,
): Promise<number> {
  const earlier = (await listPromisesOf(scope, numbers, { isOpen: true })).filter((one) =>
    hasAny(one, numbers),
  );
  const judged = await judge(scope, deps, earlier);
  const same = judged.find(
    ({ promise: { day, amount, note }, state }) =>
      state === 'open' && day === noted.day && amount === noted.amount && note === noted.note,
  );
  if (same) return same.promise.id;
  for (const { promise, state } of judged)
    await endPromise(scope, promise.id, { how: state === 'kept' ? 'kept' : 'replaced', endedAt: at });
  const { day, amount } = noted;
  const replaced = judged.find(({ state }) => state !== 'kept')?.promise.day ?? null;
  const [number = ''] = numbers;
  const about = { kind: 'contact', id: number, name: number } as const;
  await recordChange(scope, { what: 'promiseNoted', at, about, details: { day, amount, replaced } });
  return insertPromise(scope, { ...noted, numbers: numbers.join(' ') }, at);
}

/** Fails if the family owes nothing or if the day is in the past. */
export async function notePromise(
  scope: Scope,
  deps: Pick<Deps, 'now' | 'bus'>,
  { number: typed, day, amount, note }: InputOf<'POST /Families/Promises'>['body'],
): Promise<PayPromise> {
  const number = needNumber(typed, scope.campus.country);
  const now = deps.now();
  const today = dayIn(scope.campus.timeZone, now);
  if (day < today) throw refuse('day', promiseRefusals.past);
  if (day > addDays(today, longestAhead)) throw refuse('day', promiseRefusals.far);
  const id = await withCampusLock(scope, async (scope) => {
    const others = (await showFamily(scope, deps, { number })).numbers.map((one) => one.number);
    const numbers = [...new Set([number, ...others])];
    const found = await findFamiliesOf(scope, numbers);
    if (!owesAny(openOf(found), inTimeFrom(today, scope.campus)))
      throw new Failure('invalid', promiseRefusals.nothingOwed);
    const paisa = amount == null ? null : toPaisa(amount);
    return keepPromise(scope, deps, { numbers, day, amount: paisa, note: note ?? '', at: now.toISOString() });
  });
  publish(deps, scope, number);
  return toPromiseAnswer(scope, deps, id);
}

/** Withdraws a promise. A promise that has already ended does not change. */
export async function withdrawPromise(
  scope: Scope,
  deps: Pick<Deps, 'now' | 'bus'>,
  promiseID: number,
): Promise<PayPromise> {
  const at = deps.now().toISOString();
  const number = await withCampusLock(scope, async (scope) => {
    const promise = await findPromise(scope, promiseID);
    if (!promise) throw new Failure('notFound', failureWords.notFound);
    const [number = ''] = numbersOf(promise);
    if (promise.how !== null) return number;
    await endPromise(scope, promiseID, { how: 'withdrawn', endedAt: at });
    const about = { kind: 'contact', id: number, name: number } as const;
    const { day, amount } = promise;
    await recordChange(scope, { what: 'promiseWithdrawn', at, about, details: { day, amount } });
    return number;
  });
  publish(deps, scope, number);
  return toPromiseAnswer(scope, deps, promiseID);
}

/**
 * Called when a number was replaced by another one in all bills and students. Promises get the new number. If two
 * promises of the number are then open, only the later one stays open.
 */
export async function movePromises(
  scope: Scope,
  { from, to, at }: { from: string; to: string; at: string },
): Promise<void> {
  for (const promise of await listPromisesOf(scope, [from], { most: 1000 }))
    if (hasAny(promise, [from]))
      await setPromiseNumbers(scope, promise.id, withNumberChanged(promise.numbers, from, to));
  const open = await listPromisesOf(scope, [to], { isOpen: true });
  const [, ...earlier] = open.filter((promise) => hasAny(promise, [to]));
  for (const { id } of earlier) await endPromise(scope, id, { how: 'replaced', endedAt: at });
}

/** Finds the families that did not keep their promise, the latest day first. */
export async function findUnkept(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
): Promise<{ count: number; items: UnkeptPromise[] }> {
  const today = dayIn(scope.campus.timeZone, deps.now());
  const days = { from: addDays(today, -daysOnToday), until: addDays(today, -1) };
  const passed = await listPromisesUntil(scope, { ...days, most: mostLookedAt });
  if (passed.length === 0) return { count: 0, items: [] };
  const unkept = (await judge(scope, deps, passed)).filter(({ state }) => state === 'unkept');
  const from = inTimeFrom(today, scope.campus);
  const items = unkept.slice(0, mostShown).map((judged) => {
    const { promise, families } = judged;
    const [family] = families;
    const children = families.flatMap((one) => one.children);
    const payable = openOf(judged).reduce(
      (sum, bill) => sum + (payableWithCredit(from, bill, bill.own) ?? 0),
      0,
    );
    return {
      promiseID: promise.id,
      number: numbersOf(promise)[0] ?? '',
      billID: family !== undefined && family.latest > 0 ? family.latest : null,
      name: children.find(({ fatherName }) => fatherName)?.fatherName ?? children[0]?.name ?? '',
      day: promise.day,
      payable: toRupees(payable),
    };
  });
  return { count: unkept.length, items };
}
