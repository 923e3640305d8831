/**
 * The ledger. Facts are added under the campus lock, and the figures of a bill are computed from them in the same
 * transaction. The caller updates the waiting messages about these bills.
 */

import { Failure } from '#shared/failures.ts';
import type { PaymentMethod, PaymentSource } from '#shared/money/ledger.ts';
import { chargedOn, inTimeFrom, payableOnOrNull } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../auth/scope.ts';
import {
  endAllocations,
  findNextReceipt,
  insertAllocations,
  insertPayments,
  lateDayOf,
  listAdjustments,
  listAllocationsOf,
  listInBank,
  listLiveAllocations,
  listOwed,
  listReturned,
  listToRecompute,
  type Owed,
  voidPayments,
  writeFigures,
} from './ledger-queries.ts';
import { type BillFigures, computeFigures, type Facts, sumFacts } from './ledger-rules.ts';

const none: readonly never[] = [];

async function mapFactsBeside(
  scope: Scope,
  { billIDs, paidIDs }: { billIDs: readonly number[]; paidIDs: readonly number[] },
): Promise<(id: number) => Facts> {
  const allocations = Map.groupBy(await listLiveAllocations(scope, paidIDs), ({ billID }) => billID);
  const adjustments = Map.groupBy(await listAdjustments(scope, billIDs), ({ billID }) => billID);
  return (id) => ({ allocations: allocations.get(id) ?? none, adjustments: adjustments.get(id) ?? none });
}

/** Returns a function that returns the valid facts of each of these bills. */
export const mapFacts = (scope: Scope, billIDs: readonly number[]): Promise<(id: number) => Facts> =>
  mapFactsBeside(scope, { billIDs, paidIDs: billIDs });

type PartlyPaid = Pick<Owed, 'id' | 'paid' | 'dueDate' | 'amountAfterDueDate'>;

/** Adds to each bill the sums from which `shared/money/payable.ts` computes what it charges on any day, in paisa. */
export async function withCharges<T extends PartlyPaid>(scope: Scope, bills: readonly T[]) {
  const billIDs = bills.map(({ id }) => id);
  const parts = bills.filter(({ paid, amountAfterDueDate }) => paid > 0 && amountAfterDueDate !== null);
  const paidIDs = parts.map(({ id }) => id);
  const factsOf = await mapFactsBeside(scope, { billIDs, paidIDs });
  return bills.map((bill) => ({ ...bill, ...sumFacts(bill, factsOf(bill.id), scope.campus) }));
}

const isSame = (bill: Owed, to: BillFigures): boolean =>
  bill.paid === to.paid && bill.settledOn === to.settledOn && bill.status === to.status;

/** Computes the figures of these bills from their facts and writes those that changed. Returns the bills. */
export async function recomputeBills(scope: Scope, billIDs: readonly number[]): Promise<Owed[]> {
  if (billIDs.length === 0) return [];
  const bills = await listOwed(scope, billIDs);
  const factsOf = await mapFacts(scope, billIDs);
  const recomputed = bills.map((bill) => ({
    ...bill,
    ...computeFigures(bill, factsOf(bill.id), scope.campus),
  }));
  await writeFigures(
    scope,
    recomputed
      .filter((to, at) => !isSame(bills[at] as Owed, to))
      .map(({ id, paid, settledOn, status }) => ({ id, paid, settledOn, status })),
  );
  return recomputed;
}

/**
 * Recomputes the bills among these whose status may have changed. Used after bills were restored or their amounts
 * were changed.
 */
export async function recomputeChanged(scope: Scope, billIDs: readonly number[]): Promise<void> {
  await recomputeBills(scope, await listToRecompute(scope, billIDs));
}

export type Origin = {
  method: PaymentMethod;
  source: PaymentSource;
  now: string;
  /** The money arrived earlier: on the due date if that is past, otherwise today. By default it arrived today. */
  isEarlier?: boolean;
  /** The payment was stored before and is restored. */
  isRestored?: boolean;
  /** Returns the source key of the payment of a bill. */
  keyOf?: (billID: number) => string;
};

/** The day of a payment whose day is unknown: the due date, but not later than today. */
function earlierDay(scope: Scope, { dueDate }: Owed, now: string): string {
  const today = dayIn(scope.campus.timeZone, new Date(now));
  return dueDate !== null && dueDate < today ? dueDate : today;
}

/**
 * The day of the latest allocation of each partly paid bill. If a part was paid late, the bill cannot be fully paid
 * before that day.
 */
async function mapLatest(scope: Scope, bills: readonly Owed[]): Promise<Map<number, string>> {
  const latest = new Map<number, string>();
  const parts = bills.filter(({ paid }) => paid > 0).map(({ id }) => id);
  for (const { billID, receivedOn } of await listLiveAllocations(scope, parts))
    if (receivedOn > (latest.get(billID) ?? '')) latest.set(billID, receivedOn);
  return latest;
}

/** A payment for a bill. `settled` is the part of it that settles the bill. */
type Paying = { bill: Owed; amount: number; settled: number; receivedOn: string };

/** A sheet adds no payment to a closed day. An undo that restores a payment enters it today. */
function refuseClosedSheet(
  { campus: { closedUntil } }: Scope,
  paying: readonly Paying[],
  { source, isRestored = false }: Pick<Origin, 'source' | 'isRestored'>,
): void {
  if (closedUntil === null || isRestored || source !== 'sheet') return;
  if (paying.every(({ receivedOn }) => receivedOn > closedUntil)) return;
  throw new Failure('conflict', moneyRefusals.sheetIsClosed(closedUntil));
}

async function payEach(
  scope: Scope,
  paying: readonly Paying[],
  { method, source, now, keyOf, isRestored }: Origin,
): Promise<void> {
  refuseClosedSheet(scope, paying, { source, ...(isRestored && { isRestored }) });
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
    paying.map(({ bill: { id: billID, groupID, name, regNum }, settled: amount, receivedOn }, at) => ({
      ...{ paymentID: paymentIDs[at] ?? 0, billID, groupID, name, regNum, amount, createdAt: now },
      bookedOn: lateDayOf(scope, receivedOn, now),
    })),
  );
}

/** Stores one payment for each bill, of the whole balance on that day. The payment is 0 if the bill has no amount. */
export async function payWhole(scope: Scope, bills: readonly Owed[], origin: Origin): Promise<void> {
  if (bills.length === 0) return;
  const { now, isEarlier = false } = origin;
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const latest = await mapLatest(scope, bills);
  const dayOf = (bill: Owed): string =>
    [isEarlier ? earlierDay(scope, bill, now) : today, latest.get(bill.id) ?? ''].toSorted().at(-1) ?? today;
  const ids = bills.map(({ id }) => id);
  const isAdjusted = new Set((await listAdjustments(scope, ids)).map(({ billID }) => billID));
  const paying = (await withCharges(scope, bills)).map((bill) => {
    const receivedOn = dayOf(bill);
    const charged = chargedOn(inTimeFrom(receivedOn, scope.campus), bill);
    const amount = bill.status === 'waived' ? 0 : Math.max(charged - bill.paid, 0);
    return { bill, amount, settled: amount, receivedOn };
  });
  await payEach(scope, paying, origin);
  // Bills without adjustments need no full computation, because this payment settles them completely.
  const plain = paying.filter(({ bill }) => !isAdjusted.has(bill.id));
  await writeFigures(
    scope,
    plain.map(({ bill: { id, paid }, amount, receivedOn }) => ({
      ...{ id, paid: paid + amount, settledOn: receivedOn, status: 'paid' },
    })),
  );
  await recomputeBills(
    scope,
    ids.filter((id) => isAdjusted.has(id)),
  );
}

type Voiding = { payments: readonly number[]; settling: readonly { id: number; paymentID: number }[] };

/**
 * Voids payments that exist only because of a status, and ends their allocations. Payments with a return stay, and those
 * that also settle other bills. Fails if a bank file contains the payment, because a status cannot undo what the bank
 * has proved.
 */
export async function voidUnreturned(
  scope: Scope,
  { payments, settling }: Voiding,
  at: { now: string; reason: string },
): Promise<void> {
  const ending = new Set(settling.map(({ id }) => id));
  const onOthers = (await listAllocationsOf(scope, payments)).filter(({ id }) => !ending.has(id));
  const staying = new Set(onOthers.map(({ paymentID }) => paymentID));
  for (const id of await listReturned(scope, payments)) staying.add(id);
  const voided = payments.filter((id) => !staying.has(id));
  const inBank = await listInBank(scope, voided);
  if (inBank.length > 0) throw new Failure('conflict', moneyRefusals.isInBank(inBank));
  const ended = settling.filter(({ paymentID }) => !staying.has(paymentID));
  await endAllocations(
    scope,
    ended.map(({ id }) => id),
    at.now,
  );
  await voidPayments(scope, voided, at);
}

/** Money that arrived for a bill, of any amount. `day` is null if the day is unknown. */
export type Part = { billID: number; amount: number; day: string | null };

type Days = { early: string; today: string; balanceOn: (day: string) => number | null };

/** The day of a payment whose day is unknown: in time, or today if the amount covers the higher late amount. */
function dayOfPart(amount: number, { early, today, balanceOn }: Days): string {
  const [inTime, late] = [balanceOn(early) ?? 0, balanceOn(today) ?? 0];
  return late > inTime && amount >= late ? today : early;
}

/**
 * Stores one payment of the given amount for each bill. The part that exceeds the balance on that day becomes credit.
 */
export async function payParts(scope: Scope, parts: readonly Part[], origin: Origin): Promise<void> {
  if (parts.length === 0) return;
  const { now } = origin;
  const today = dayIn(scope.campus.timeZone, new Date(now));
  const ids = parts.map(({ billID }) => billID);
  const owed = await withCharges(scope, await listOwed(scope, ids));
  const bills = new Map(owed.map((bill) => [bill.id, bill]));
  const paying = parts.flatMap(({ billID, amount, day }) => {
    const bill = bills.get(billID);
    if (!bill) return [];
    const balanceOn = (on: string) => payableOnOrNull(inTimeFrom(on, scope.campus), bill);
    const receivedOn = day ?? dayOfPart(amount, { early: earlierDay(scope, bill, now), today, balanceOn });
    const balance = balanceOn(receivedOn);
    // If the amount of the bill is unknown, the whole payment settles it. A bill that owes nothing gets no payment
    // from a sheet.
    const settled = Math.min(amount, balance ?? amount);
    return settled > 0 ? [{ bill, amount, receivedOn, settled }] : [];
  });
  await payEach(scope, paying, origin);
  await recomputeBills(scope, ids);
}
