/**
 * Payments and returns. Stores the facts, and updates the bills and messages that depend on them, under the campus
 * lock.
 */

import type { Payment } from '#shared/calls/payments.ts';
import { Failure } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { type Allocated, type Balance, propose } from '#shared/money/allocation.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import type { PaymentMethod } from '#shared/money/ledger.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { inTimeFrom, payableOn } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import { aboutBill, type TrailCode, type TrailDetails } from '#shared/trail.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { refuseClosed, refuseCounted } from '../../ledger/closing/closed-days.ts';
import { listOpenOfChildren } from '../../ledger/credits/credits-queries.ts';
import { recomputeBills, withCharges } from '../../ledger/ledger.ts';
import {
  endAllocations,
  findBooking,
  findNextReceipt,
  insertAllocations,
  insertPayments,
  listOwed,
  type Owed,
  voidPayments,
} from '../../ledger/ledger-queries.ts';
import type { FollowPayments, MoneyNeeds, NeedSameRequest } from '../../ledger/model.ts';
import type { MoneyOwner, RecordMoved } from '../model.ts';
import { needConfirmed, recordControls, refuseLateCash } from './doubts.ts';
import {
  type AllocationRow,
  childExists,
  findAccount,
  findPayment,
  findPaymentByClient,
  listAllocations,
  listPaymentRows,
  listReturns,
  type PaymentChoice,
  type PaymentRow,
  type ReturnRow,
  sumPayments,
} from './payments-queries.ts';
import { creditOf, findWrong, isLive, toPaymentAnswer } from './payments-rules.ts';

/** Lists what the family of a bill owes on a day, in the order in which a payment settles it. */
type ListFamilyOwed = (scope: Scope, bill: Owed, day: string) => Promise<Balance[]>;
type CreditNeeds = MoneyNeeds & { recordMoved: RecordMoved };
export type ReceivingNeeds = CreditNeeds & {
  listFamilyOwed: ListFamilyOwed;
  needSameRequest: NeedSameRequest;
};
type Wished = { billID: number; amount: number };

const notFound = () => new Failure('notFound', failureWords.notFound);
export const conflict = (message: string) => new Failure('conflict', message);
export const todayOf = (scope: Scope, now: string): string => dayIn(scope.campus.timeZone, new Date(now));
const inPaisa = (wished: readonly Wished[]): Allocated[] =>
  wished.map(({ billID, amount }) => ({ billID, amount: toPaisa(amount) }));

export type PaymentWithFacts = { payment: PaymentRow; allocations: AllocationRow[]; returns: ReturnRow[] };

/** Returns a payment with its allocations and returns. */
export async function needPayment(scope: Scope, paymentID: number): Promise<PaymentWithFacts> {
  const payment = await findPayment(scope, paymentID);
  if (!payment) throw notFound();
  const allocations = await listAllocations(scope, [paymentID]);
  return { payment, allocations, returns: await listReturns(scope, [paymentID]) };
}

/** Returns the day on which a change of this payment counts: see `findBooking`. */
export async function needBooking(scope: Scope, paymentID: number, now: string) {
  const booking = await findBooking(scope, paymentID, now);
  if (!booking) throw notFound();
  return booking;
}

export const toAnswer = ({ payment, allocations, returns }: PaymentWithFacts): { payment: Payment } => ({
  payment: toPaymentAnswer(payment, allocations, returns),
});

export async function needAccount(scope: Scope, accountID: number | null | undefined): Promise<void> {
  if (accountID === null || accountID === undefined) return;
  const account = await findAccount(scope, accountID);
  if (!account) throw notFound();
  if (account.endedAt !== null) throw conflict(moneyRefusals.accountEnded);
}

export function refuseFuture(path: string, day: string, today: string): void {
  if (day <= today) return;
  const message = moneyRefusals.futureDay;
  throw new Failure('invalid', message, [{ path, message }]);
}

/** Returns the balance of each of these bills on a day, in paisa. */
export async function mapBalances(
  scope: Scope,
  bills: readonly Owed[],
  day: string,
): Promise<Map<number, number>> {
  const from = inTimeFrom(day, scope.campus);
  return new Map((await withCharges(scope, bills)).map((bill) => [bill.id, payableOn(from, bill)]));
}

/**
 * Returns the bills of the wanted allocations. Fails if the allocations are not allowed. `left` is the part of the
 * payment that is not used yet, in paisa.
 */
async function needBills(
  scope: Scope,
  wished: readonly Allocated[],
  { left, receivedOn }: { left: number; receivedOn: string },
): Promise<Owed[]> {
  const ids = [...new Set(wished.map(({ billID }) => billID))];
  const bills = await listOwed(scope, ids);
  if (bills.length < ids.length) throw notFound();
  const balances = await mapBalances(scope, bills, receivedOn);
  const issues = findWrong(wished, { left, balances, bills });
  const [first] = issues;
  if (first) throw new Failure('conflict', first.message, issues.slice(0, mostIssues));
  return bills;
}

const toAllocations = (
  wished: readonly Allocated[],
  { paymentID, bills, now }: { paymentID: number; bills: readonly Owed[]; now: string },
) =>
  wished.flatMap(({ billID, amount }) => {
    const bill = bills.find(({ id }) => id === billID);
    if (!bill) return [];
    const { groupID, name, regNum } = bill;
    return [{ paymentID, billID, groupID, name, regNum, amount, createdAt: now }];
  });

type MoneyCode = Extract<
  TrailCode,
  'paymentReceived' | 'paymentAllocated' | 'paymentVoided' | 'paymentReturned'
>;
type SettledBill = Pick<AllocationRow, 'billID' | 'groupID' | 'name' | 'regNum'>;
type Act = {
  what: MoneyCode;
  payment: Pick<PaymentRow, 'receiptNo'> & { id: number };
  of: readonly SettledBill[];
  details: TrailDetails<MoneyCode>;
  now: string;
};

/** Writes one entry for each bill to the audit log. If there is no bill, writes one entry about the payment. */
export async function recordMoney(
  scope: Scope,
  { recordChange }: Pick<MoneyNeeds, 'recordChange'>,
  { what, payment, of, details, now: at }: Act,
): Promise<void> {
  for (const { billID, groupID, name, regNum } of of) {
    const about = aboutBill({ id: billID, groupID, name, regNum });
    await recordChange(scope, { what, at, about, details });
  }
  if (of.length > 0) return;
  const about = { kind: 'payment', id: payment.id, name: String(payment.receiptNo) } as const;
  await recordChange(scope, { what, at, about, details });
}

/**
 * Called after a change of the ledger. Waiting messages about these bills are rewritten, skipped or released. The
 * messages of the bills in `others` are checked too, for example the bills on a receipt whose payment is now void.
 * `regNum` is that of the child whose credit has changed.
 */
export async function updateAfterMoneyChange(
  scope: Scope,
  { followPayments, recarry }: Pick<MoneyNeeds, 'followPayments' | 'recarry'>,
  {
    of,
    others = [],
    regNum = null,
    ...at
  }: {
    of: readonly SettledBill[];
    others?: readonly number[];
    regNum?: string | null;
  } & Parameters<FollowPayments>[2],
): Promise<void> {
  const ids = new Set(of.map(({ billID }) => billID));
  const bills = await recomputeBills(scope, [...ids]);
  // If a bill is owed again, its balance may be carried to a newer bill.
  const again = at.paidSince === undefined ? [] : bills.filter(isOpen).map(({ id }) => id);
  for (const { id } of await recarry(scope, again, at.now)) ids.add(id);
  for (const id of others) ids.add(id);
  // `followPayments` itself finds the other bills of the children whose bills are in `of`.
  const isFound = regNum === null || of.some((bill) => bill.regNum === regNum);
  for (const { id } of await listOpenOfChildren(scope, isFound ? [] : [regNum])) ids.add(id);
  if (ids.size > 0) await followPayments(scope, ids, at);
}

const billNamedBy = ({ billID }: { billID: number | null }): number[] => (billID === null ? [] : [billID]);

/** Returns the bills that may appear on the receipt of a payment. */
export const billsOfReceipt = ({
  payment,
  allocations,
}: Pick<PaymentWithFacts, 'payment' | 'allocations'>): number[] => [
  ...allocations.filter(isLive).map(({ billID }) => billID),
  ...billNamedBy(payment),
];

/** The parameters for the update after a payment was entered. */
export const afterPayment = (now: string) => ({ now, paidSince: undefined, isReceived: true });

export function publish(scope: Scope, deps: MoneyNeeds, of: readonly SettledBill[]): void {
  deps.bus.publish(scope.campusID, { what: 'payments' });
  for (const groupID of new Set(of.map(({ groupID }) => groupID)))
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake('sending');
}

/** Amounts are in rupees. */
export type Receiving = {
  clientID: string;
  amount: number;
  method: PaymentMethod;
  accountID?: number | null | undefined;
  receivedOn?: string | undefined;
  payer?: string | null | undefined;
  reference?: string | null | undefined;
  billID?: number | undefined;
  regNum?: string | undefined;
  allocations?: Wished[] | undefined;
  credits?: Use[] | undefined;
  confirmed?: boolean | undefined;
  /** Why money of one family pays a bill of another. */
  reason?: string | undefined;
};
export type Received = {
  paymentID: number;
  receiptNo: number;
  allocations: Wished[];
  credit: number;
};

const toReceived = (
  payment: Pick<PaymentRow, 'receiptNo' | 'amount'> & { id: number },
  allocations: readonly Allocated[],
): Received => ({
  paymentID: payment.id,
  receiptNo: payment.receiptNo,
  allocations: allocations.map(({ billID, amount }) => ({ billID, amount: toRupees(amount) })),
  credit: toRupees(payment.amount - allocations.reduce((sum, { amount }) => sum + amount, 0)),
});

/** Returns the answer of the first request, even if the payment has changed since then. */
async function answerAgain(
  scope: Scope,
  { now, needSameRequest }: Pick<ReceivingNeeds, 'now' | 'needSameRequest'>,
  { clientID, ...request }: Receiving,
): Promise<Received | undefined> {
  const payment = await findPaymentByClient(scope, clientID);
  const isAnswered = payment !== undefined;
  await needSameRequest(scope, { call: 'receivePayment', clientID, request }, { at: now(), isAnswered });
  if (!payment) return undefined;
  const all = await listAllocations(scope, [payment.id]);
  return toReceived(
    payment,
    all.filter(({ createdAt }) => createdAt === payment.createdAt),
  );
}

/** Proposes allocations if the request contains none. */
async function proposeFor(
  scope: Scope,
  { listFamilyOwed }: Pick<ReceivingNeeds, 'listFamilyOwed'>,
  { billID, amount, receivedOn }: { billID: number | undefined; amount: number; receivedOn: string },
): Promise<Allocated[]> {
  if (billID === undefined) {
    const message = moneyRefusals.noBill;
    throw new Failure('invalid', message, [{ path: 'billID', message }]);
  }
  const [bill] = await listOwed(scope, [billID]);
  if (!bill) throw notFound();
  return propose(amount, await listFamilyOwed(scope, bill, receivedOn));
}

/**
 * Returns the owner of the credit: the child of the bill, or a child without a bill. `numbers` are those of the bill.
 * Fails if the bill or child does not exist.
 */
async function findCreditOwner(
  scope: Scope,
  { billID, regNum }: Pick<Receiving, 'billID' | 'regNum'>,
  settled: readonly Owed[],
): Promise<{ owner: MoneyOwner; numbers: string }> {
  const [bill] = billID === undefined ? settled : await listOwed(scope, [billID]);
  if (billID !== undefined && !bill) throw notFound();
  const { numbers = '' } = bill ?? {};
  if (bill || regNum === undefined)
    return { owner: { billID: bill?.id ?? null, regNum: bill?.regNum ?? null }, numbers };
  if (!(await childExists(scope, regNum))) throw notFound();
  return { owner: { billID: null, regNum }, numbers };
}

/** Fails if no money may be entered for this day. */
async function checkDay(
  scope: Scope,
  entered: Pick<PaymentRow, 'method' | 'receivedOn'> & { today: string },
): Promise<void> {
  const { method, receivedOn, today } = entered;
  refuseFuture('receivedOn', receivedOn, today);
  refuseClosed(scope, 'receivedOn', receivedOn);
  if (method !== 'cash') return;
  await refuseCounted(scope, 'receivedOn', receivedOn);
  await refuseLateCash(scope, entered);
}

/**
 * Stores a payment. Repeating the request has no further effect. Fails if an allocation exceeds the balance of its
 * bill on that day.
 */
export async function receivePayment(scope: Scope, deps: ReceivingNeeds, body: Receiving): Promise<Received> {
  const now = deps.now().toISOString();
  const { answer, bills } = await withCampusLock(scope, async (scope) => {
    const again = await answerAgain(scope, deps, body);
    if (again) return { answer: again, bills: [] };
    const today = todayOf(scope, now);
    const receivedOn = body.receivedOn ?? today;
    await checkDay(scope, { method: body.method, receivedOn, today });
    await needAccount(scope, body.accountID);
    const { reason, confirmed = false } = body;
    const used = await settleWithCredits(scope, deps, { uses: body.credits ?? [], reason, now });
    const amount = toPaisa(body.amount);
    const wished = body.allocations
      ? inPaisa(body.allocations)
      : await proposeFor(scope, deps, { billID: body.billID, amount, receivedOn });
    const bills = await needBills(scope, wished, { left: amount, receivedOn });
    const { owner, numbers } = await findCreditOwner(scope, body, bills);
    const use = { owner, allocations: wished, bills, isNew: true };
    await deps.recordMoved(scope, deps, { ...use, reason, now });
    const payment = {
      ...{ receiptNo: await findNextReceipt(scope), amount, receivedOn },
      ...{ method: body.method, accountID: body.accountID ?? null, ...owner },
      ...{ payer: body.payer || null, reference: body.reference || null },
      ...{ source: 'counter' as const, clientID: body.clientID },
      ...{ createdAt: now, createdBy: scope.userID },
    };
    const doubts = await needConfirmed(scope, payment, { numbers, now, today, of: wished, confirmed });
    const [id = 0] = await insertPayments(scope, [payment]);
    const allocations = toAllocations(wished, { paymentID: id, bills, now });
    if (allocations.length > 0) await insertAllocations(scope, allocations);
    await updateAfterMoneyChange(scope, deps, {
      of: allocations,
      others: billNamedBy(owner),
      regNum: owner.regNum,
      ...afterPayment(now),
    });
    await recordMoney(scope, deps, {
      what: 'paymentReceived',
      payment: { ...payment, id },
      of: allocations,
      details: { receiptNo: payment.receiptNo, amount },
      now,
    });
    await recordControls(scope, deps, { payment: { ...payment, id }, doubts, today, now });
    return { answer: toReceived({ ...payment, id }, wished), bills: [...used, ...allocations] };
  });
  publish(scope, deps, bills);
  return answer;
}

type Use = { paymentID: number; allocations: Wished[] };

/**
 * Settles bills with the credit of one payment; needs the campus lock. If the payment already settles a part of a
 * bill, its allocation is replaced by one with the sum.
 */
async function settleWithCredit(
  scope: Scope,
  deps: Omit<CreditNeeds, 'bus' | 'now' | 'wake'>,
  { use, reason, now }: { use: Use; reason: string | undefined; now: string },
): Promise<readonly SettledBill[]> {
  const { payment, allocations, returns } = await needPayment(scope, use.paymentID);
  if (payment.voidedAt !== null) throw conflict(moneyRefusals.voidAlready);
  const wished = inPaisa(use.allocations);
  const amount = wished.reduce((sum, { amount }) => sum + amount, 0);
  const left = creditOf(payment, allocations, returns);
  if (amount > left) throw conflict(moneyRefusals.creditUsed);
  const owed = await needBills(scope, wished, { left, receivedOn: payment.receivedOn });
  const [firstBill] = allocations.filter(isLive);
  const owner = { billID: payment.billID ?? firstBill?.billID ?? null, regNum: payment.regNum };
  await deps.recordMoved(scope, deps, { owner, allocations: wished, bills: owed, isNew: false, reason, now });
  const before = allocations.filter(
    (one) => isLive(one) && wished.some(({ billID }) => billID === one.billID),
  );
  await endAllocations(
    scope,
    before.map(({ id }) => id),
    now,
  );
  const whole = wished.map(({ billID, amount }) => ({
    billID,
    amount: amount + (before.find((one) => one.billID === billID)?.amount ?? 0),
  }));
  const bills = toAllocations(whole, { paymentID: payment.id, bills: owed, now });
  const { bookedOn, concerns } = await needBooking(scope, payment.id, now);
  await insertAllocations(
    scope,
    bills.map((bill) => ({ ...bill, bookedOn })),
  );
  const { regNum } = payment;
  await updateAfterMoneyChange(scope, deps, { of: bills, regNum, now, paidSince: undefined });
  const details = { receiptNo: payment.receiptNo, amount, concerns };
  await recordMoney(scope, deps, { what: 'paymentAllocated', payment, of: bills, details, now });
  return bills;
}

/** Settles bills with the credit of several payments; needs the campus lock. Returns the bills. */
async function settleWithCredits(
  scope: Scope,
  deps: CreditNeeds,
  { uses, ...how }: { uses: readonly Use[]; reason: string | undefined; now: string },
): Promise<SettledBill[]> {
  const bills: SettledBill[] = [];
  for (const use of uses) bills.push(...(await settleWithCredit(scope, deps, { use, ...how })));
  return bills;
}

/**
 * Settles bills with credit. Either the whole request succeeds or nothing is stored. The balance of a bill is
 * computed for the day on which the money arrived.
 */
export async function allocateCredit(
  scope: Scope,
  deps: CreditNeeds,
  { credits, reason }: { credits: Use[]; reason?: string | undefined },
): Promise<{ payments: Payment[] }> {
  const now = deps.now().toISOString();
  const { payments, bills } = await withCampusLock(scope, async (scope) => {
    const bills = await settleWithCredits(scope, deps, { uses: credits, reason, now });
    const payments: Payment[] = [];
    for (const { paymentID } of credits) payments.push(toAnswer(await needPayment(scope, paymentID)).payment);
    return { payments, bills };
  });
  publish(scope, deps, bills);
  return { payments };
}

/** Settles bills with the credit of one payment. */
export async function allocatePayment(
  scope: Scope,
  deps: CreditNeeds,
  { id: paymentID, allocations, reason }: { id: number; allocations: Wished[]; reason?: string | undefined },
): Promise<{ payment: Payment }> {
  const { payments } = await allocateCredit(scope, deps, { credits: [{ paymentID, allocations }], reason });
  return { payment: payments[0] as Payment };
}

/**
 * Voids a payment that was entered by mistake. If its day is closed, the payment still counts on it, and the void counts
 * today. Messages that were skipped because of the payment wait again, unless that was too long ago.
 */
export async function voidPayment(
  scope: Scope,
  deps: MoneyNeeds,
  { id, reason }: { id: number; reason: string },
): Promise<{ payment: Payment }> {
  const now = deps.now().toISOString();
  const { whole, bills } = await withCampusLock(scope, async (scope) => {
    const { payment, allocations, returns } = await needPayment(scope, id);
    if (payment.voidedAt !== null) throw conflict(moneyRefusals.voidAlready);
    if (returns.length > 0) throw conflict(moneyRefusals.isReturned);
    const bills = allocations.filter(isLive);
    const { concerns } = await needBooking(scope, id, now);
    await endAllocations(
      scope,
      bills.map((one) => one.id),
      now,
    );
    await voidPayments(scope, [id], { now, reason });
    const others = billsOfReceipt({ payment, allocations });
    const changed = { of: bills, others, regNum: payment.regNum };
    await updateAfterMoneyChange(scope, deps, { ...changed, now, paidSince: payment.createdAt });
    const { receiptNo, amount } = payment;
    const details = { receiptNo, amount, reason, concerns };
    await recordMoney(scope, deps, { what: 'paymentVoided', payment, of: bills, details, now });
    return { whole: await needPayment(scope, id), bills };
  });
  publish(scope, deps, bills);
  return toAnswer(whole);
}

/** Returns a page of payments, with their number and the sum of the payments that are not void. */
export async function showPayments(
  scope: Scope,
  { after, take, ...choice }: PaymentChoice & { after: number; take: number },
): Promise<{ items: Payment[]; next: number | null; count: number; sum: number }> {
  const rows = await listPaymentRows(scope, choice, { after, take: take + 1 });
  const shown = rows.slice(0, take);
  const ids = shown.map(({ id }) => id);
  const allocations = Map.groupBy(await listAllocations(scope, ids), ({ paymentID }) => paymentID);
  const returns = Map.groupBy(await listReturns(scope, ids), ({ paymentID }) => paymentID);
  const { count, sum } = await sumPayments(scope, choice);
  return {
    items: shown.map((row) => toPaymentAnswer(row, allocations.get(row.id) ?? [], returns.get(row.id) ?? [])),
    next: rows.length > take ? (shown.at(-1)?.id ?? null) : null,
    count,
    sum: toRupees(sum),
  };
}
