/**
 * The ledger: facts are added, and the figures of a bill follow from them in the same transaction, below the campus lock.
 * What waits in the outbox about these bills is seen to by whoever calls.
 */
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import type { PaymentMethod, PaymentSource } from '#shared/ledger.ts';
import { askedOn, inTimeFrom, knownPayableOn } from '#shared/payable.ts';
import { moneyRefusals } from '#shared/words/money.ts';
import type { Scope } from '../../auth/scope.ts';
import {
  endAllocations,
  findNextReceipt,
  insertAllocations,
  insertPayments,
  listAdjustments,
  listInBank,
  listLiveAllocations,
  listOwed,
  listReturned,
  listWithFacts,
  type Owed,
  voidPayments,
  writeReckoned,
} from './queries.ts';
import { type Adjusting, type Facts, type Reckoned, reckon, sumAdjustments, sumLate } from './rules.ts';

const none: readonly never[] = [];

async function mapAdjustments(
  scope: Scope,
  billIDs: readonly number[],
): Promise<(id: number) => readonly Adjusting[]> {
  const found = Map.groupBy(await listAdjustments(scope, billIDs), ({ billID }) => billID);
  return (id) => found.get(id) ?? none;
}

/** What counts now of each of these bills. */
export async function mapFacts(scope: Scope, billIDs: readonly number[]): Promise<(id: number) => Facts> {
  const allocations = Map.groupBy(await listLiveAllocations(scope, billIDs), ({ billID }) => billID);
  const adjustmentsOf = await mapAdjustments(scope, billIDs);
  return (id) => ({ allocations: allocations.get(id) ?? none, adjustments: adjustmentsOf(id) });
}

/** With the fines less waivers of each, in paisa. */
export async function withAdjusted<T extends Pick<Owed, 'id'>>(
  scope: Scope,
  bills: readonly T[],
): Promise<(T & { adjusted: number })[]> {
  const adjustmentsOf = await mapAdjustments(
    scope,
    bills.map(({ id }) => id),
  );
  return bills.map((bill) => ({ ...bill, adjusted: sumAdjustments(adjustmentsOf(bill.id)) }));
}

type PartlyPaid = Pick<Owed, 'id' | 'paid' | 'dueDate' | 'amountAfterDueDate'>;

/** The same, and what came in for each when it was late. */
export async function withAsked<T extends PartlyPaid>(
  scope: Scope,
  bills: readonly T[],
): Promise<(T & { adjusted: number; paidLate: number })[]> {
  const parts = bills.filter(({ paid, amountAfterDueDate }) => paid > 0 && amountAfterDueDate !== null);
  const partIDs = parts.map(({ id }) => id);
  const allocations = Map.groupBy(await listLiveAllocations(scope, partIDs), ({ billID }) => billID);
  return (await withAdjusted(scope, bills)).map((bill) => ({
    ...bill,
    paidLate: sumLate(bill, allocations.get(bill.id) ?? none, scope.campus),
  }));
}

const isSame = (bill: Owed, to: Reckoned): boolean =>
  bill.paid === to.paid && bill.settledOn === to.settledOn && bill.status === to.status;

/** Writes what the facts come to where that is not what these bills say; answers the bills as they are then. */
export async function reckonBills(scope: Scope, billIDs: readonly number[]): Promise<Owed[]> {
  if (billIDs.length === 0) return [];
  const bills = await listOwed(scope, billIDs);
  const factsOf = await mapFacts(scope, billIDs);
  const reckoned = bills.map((bill) => ({ ...bill, ...reckon(bill, factsOf(bill.id), scope.campus) }));
  await writeReckoned(
    scope,
    reckoned
      .filter((to, at) => !isSame(bills[at] as Owed, to))
      .map(({ id, paid, settledOn, status }) => ({ id, paid, settledOn, status })),
  );
  return reckoned;
}

/** The same of those of which the ledger knows anything: of bills that came back or ask another amount than before. */
export async function reckonKnown(scope: Scope, billIDs: readonly number[]): Promise<void> {
  await reckonBills(scope, await listWithFacts(scope, billIDs));
}

export type Origin = {
  method: PaymentMethod;
  source: PaymentSource;
  now: string;
  /** It came in at some time before: by the due date, where that is past. Today, unless said. */
  isEarlier?: boolean;
  /** Of a bill: what its payment came of. */
  keyOf?: (billID: number) => string;
};

/** When money came in of which nobody said when: in time, and not later than today. */
function earlierDay(scope: Scope, { dueDate }: Owed, now: string): string {
  const today = dayIn(scope.campus.timeZone, new Date(now));
  return dueDate !== null && dueDate < today ? dueDate : today;
}

/** The day on which the latest part of a bill came in: whoever paid it late has paid the rest then, at the earliest. */
async function mapLatest(scope: Scope, bills: readonly Owed[]): Promise<Map<number, string>> {
  const latest = new Map<number, string>();
  const parts = bills.filter(({ paid }) => paid > 0).map(({ id }) => id);
  for (const { billID, receivedOn } of await listLiveAllocations(scope, parts))
    if (receivedOn > (latest.get(billID) ?? '')) latest.set(billID, receivedOn);
  return latest;
}

/** A payment for a bill, of which this settles it. */
type Paying = { bill: Owed; amount: number; settled: number; receivedOn: string };

async function payEach(
  scope: Scope,
  paying: readonly Paying[],
  { method, source, now, keyOf }: Origin,
): Promise<void> {
  const first = await findNextReceipt(scope);
  const made = { createdAt: now, createdBy: scope.userID };
  const paymentIDs = await insertPayments(
    scope,
    paying.map(({ bill: { id, regNum }, amount, receivedOn }, at) => ({
      ...{ receiptNo: first + at, amount, method, source, receivedOn, regNum },
      ...{ sourceKey: keyOf?.(id) ?? null, ...made },
    })),
  );
  await insertAllocations(
    scope,
    paying.map(({ bill: { id: billID, groupID, name, regNum }, settled: amount }, at) => ({
      ...{ paymentID: paymentIDs[at] ?? 0, billID, groupID, name, regNum, amount, createdAt: now },
    })),
  );
}

/** One payment for each of these bills, of all that it asks on the day it came in; of nothing where it says no amount. */
export async function payWhole(scope: Scope, bills: readonly Owed[], origin: Origin): Promise<void> {
  if (bills.length === 0) return;
  const { now, isEarlier = false } = origin;
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const latest = await mapLatest(scope, bills);
  const dayOf = (bill: Owed): string =>
    [isEarlier ? earlierDay(scope, bill, now) : today, latest.get(bill.id) ?? ''].toSorted().at(-1) ?? today;
  const ids = bills.map(({ id }) => id);
  const adjustmentsOf = await mapAdjustments(scope, ids);
  const paying = bills.map((bill) => {
    const receivedOn = dayOf(bill);
    const adjusted = sumAdjustments(adjustmentsOf(bill.id));
    const asked = askedOn(inTimeFrom(receivedOn, scope.campus), { ...bill, adjusted });
    const amount = bill.status === 'waived' ? 0 : Math.max(asked - bill.paid, 0);
    return { bill, amount, settled: amount, receivedOn };
  });
  await payEach(scope, paying, origin);
  // Nothing was settled before, and nothing came in later.
  const plain = paying.filter(({ bill }) => adjustmentsOf(bill.id).length === 0);
  await writeReckoned(
    scope,
    plain.map(({ bill: { id, paid }, amount, receivedOn }) => ({
      ...{ id, paid: paid + amount, settledOn: receivedOn, status: 'paid' },
    })),
  );
  await reckonBills(
    scope,
    ids.filter((id) => adjustmentsOf(id).length > 0),
  );
}

type Voiding = { payments: readonly number[]; settling: readonly { id: number; paymentID: number }[] };

/**
 * Voids payments that only a status had said, with what of them settles bills, but those of which something went back:
 * they stay in the books. Fails where the bank has the money: a status takes back no proof.
 */
export async function voidUnreturned(
  scope: Scope,
  { payments, settling }: Voiding,
  at: { now: string; reason: string },
): Promise<void> {
  const returned = new Set(await listReturned(scope, payments));
  const inBank = await listInBank(
    scope,
    payments.filter((id) => !returned.has(id)),
  );
  if (inBank.length > 0) throw new Failure('conflict', moneyRefusals.isInBank(inBank));
  const ended = settling.filter(({ paymentID }) => !returned.has(paymentID));
  await endAllocations(
    scope,
    ended.map(({ id }) => id),
    at.now,
  );
  await voidPayments(
    scope,
    payments.filter((id) => !returned.has(id)),
    at,
  );
}

/** Money that came in for a bill, of whatever it asks; `day`: null where nobody said. */
export type Part = { billID: number; amount: number; day: string | null };

type Days = { early: string; today: string; balanceOn: (day: string) => number | null };

/** Of which nobody said when it came in: in time, but late where it is what the bill asks since then. */
function dayOfPart(amount: number, { early, today, balanceOn }: Days): string {
  const [inTime, late] = [balanceOn(early) ?? 0, balanceOn(today) ?? 0];
  return late > inTime && amount >= late ? today : early;
}

/** One payment for each of these bills, of what came in for it; what is more than it asked on the day is left as credit. */
export async function payParts(scope: Scope, parts: readonly Part[], origin: Origin): Promise<void> {
  if (parts.length === 0) return;
  const { now } = origin;
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const ids = parts.map(({ billID }) => billID);
  const owed = await withAsked(scope, await listOwed(scope, ids));
  const bills = new Map(owed.map((bill) => [bill.id, bill]));
  const paying = parts.flatMap(({ billID, amount, day }) => {
    const bill = bills.get(billID);
    if (!bill) return [];
    const balanceOn = (on: string) => knownPayableOn(inTimeFrom(on, scope.campus), bill);
    const receivedOn = day ?? dayOfPart(amount, { early: earlierDay(scope, bill, now), today, balanceOn });
    const balance = balanceOn(receivedOn);
    // One that names no amount takes it all; one on which nothing is owed has no money of a sheet.
    const settled = Math.min(amount, balance ?? amount);
    return settled > 0 ? [{ bill, amount, receivedOn, settled }] : [];
  });
  await payEach(scope, paying, origin);
  await reckonBills(scope, ids);
}
