/** Returns: a bounced cheque, or a refund. */
import type { Payment } from '#shared/calls/payments.ts';
import { Failure } from '#shared/failures.ts';
import type { ReturnKind } from '#shared/money/ledger.ts';
import { toPaisa } from '#shared/money/money.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { needSameRequest } from '../../auth/idempotency-keys.ts';
import type { Scope } from '../../auth/scope.ts';
import { refuseClosed, refuseCounted } from '../../ledger/closing/closed-days.ts';
import { endAllocations, insertAllocations, voidWaiversOf } from '../../ledger/ledger-queries.ts';
import type { MoneyNeeds } from '../../ledger/model.ts';
import {
  billsOfReceipt,
  conflict,
  needAccount,
  needBooking,
  needPayment,
  type PaymentWithFacts,
  publish,
  recordMoney,
  refuseFuture,
  toAnswer,
  todayOf,
  updateAfterMoneyChange,
} from '../payments/payments.ts';
import { type AllocationRow, findAccount } from '../payments/payments-queries.ts';
import { creditOf, isLive, mayBounce } from '../payments/payments-rules.ts';
import { findReturnByClient, insertReturn } from './returns-queries.ts';

/**
 * Returns the allocations that a refund ends after all credit is used, the latest first. `rest` is the part of the
 * last one that stays.
 */
function release(
  allocations: readonly AllocationRow[],
  amount: number,
): { ended: AllocationRow[]; rest: number } {
  const ended: AllocationRow[] = [];
  let left = amount;
  for (const one of allocations.filter(isLive).toReversed()) {
    if (left <= 0) break;
    ended.push(one);
    left -= one.amount;
  }
  return { ended, rest: Math.max(-left, 0) };
}

/** The amount is in rupees. */
export type Returning = {
  id: number;
  clientID: string;
  kind: ReturnKind;
  amount?: number | undefined;
  returnedOn?: string | undefined;
  accountID?: number | null | undefined;
  reason: string;
};

function needReason(reason: string): void {
  if (reason !== '') return;
  const message = moneyRefusals.sayWhy;
  throw new Failure('invalid', message, [{ path: 'reason', message }]);
}

/** Returns the amount in paisa. Fails if this amount cannot be returned. */
function amountOf({ payment, returns }: PaymentWithFacts, { kind, amount }: Returning): number {
  if (payment.voidedAt !== null) throw conflict(moneyRefusals.isVoid);
  const left = payment.amount - returns.reduce((sum, one) => sum + one.amount, 0);
  if (kind === 'bounced') {
    if (!mayBounce(payment)) throw conflict(moneyRefusals.notCheque);
    if (returns.length > 0) throw conflict(moneyRefusals.bouncedWhole);
    return payment.amount;
  }
  const wished = amount === undefined ? left : toPaisa(amount);
  if (wished > left || wished <= 0) throw conflict(moneyRefusals.moreThanLeft);
  return wished;
}

/**
 * Ends the allocations that a return takes back, and stores the remaining part of the last one again. Returns the
 * ended allocations.
 */
async function releaseBills(
  scope: Scope,
  whole: PaymentWithFacts,
  { amount, bookedOn, now }: { amount: number; bookedOn: string | null; now: string },
) {
  const credit = creditOf(whole.payment, whole.allocations, whole.returns);
  const { ended, rest } = release(whole.allocations, amount - credit);
  await endAllocations(
    scope,
    ended.map(({ id }) => id),
    now,
  );
  const last = ended.at(-1);
  if (last && rest > 0) {
    const { id: _id, endedAt: _endedAt, ...row } = last;
    await insertAllocations(scope, [{ ...row, amount: rest, createdAt: now, bookedOn }]);
  }
  return ended;
}

/** Returns whether a refund takes cash out of the drawer. Without an account, the method of the payment decides. */
async function isFromCash(
  scope: Scope,
  { payment: { source, method } }: PaymentWithFacts,
  accountID: number | null | undefined,
): Promise<boolean> {
  const account = accountID ? await findAccount(scope, accountID) : undefined;
  return account ? account.kind === 'cash' : source === 'counter' && method === 'cash';
}

/** Stores a return. Repeating the request has no further effect. The payment keeps its own day. */
export async function returnPayment(
  scope: Scope,
  deps: MoneyNeeds,
  input: Returning,
): Promise<{ payment: Payment }> {
  const { id, clientID, kind, reason } = input;
  if (kind === 'refund') needReason(reason);
  const now = deps.now().toISOString();
  const { whole, bills } = await withCampusLock(scope, async (scope) => {
    const whole = await needPayment(scope, id);
    const again = await findReturnByClient(scope, clientID);
    const { clientID: _key, ...request } = input;
    await needSameRequest(
      scope,
      { call: 'returnPayment', clientID, request },
      { at: new Date(now), isAnswered: again !== undefined },
    );
    if (again) return { whole, bills: [] };
    const today = todayOf(scope, now);
    const returnedOn = input.returnedOn ?? today;
    refuseFuture('returnedOn', returnedOn, today);
    refuseClosed(scope, 'returnedOn', returnedOn);
    if (returnedOn < whole.payment.receivedOn) throw conflict(moneyRefusals.returnBeforePayment);
    await needAccount(scope, input.accountID);
    if (kind === 'refund' && returnedOn < today && (await isFromCash(scope, whole, input.accountID)))
      await refuseCounted(scope, 'returnedOn', returnedOn);
    const { bookedOn, concerns } = await needBooking(scope, id, now);
    const amount = amountOf(whole, input);
    const bills = await releaseBills(scope, whole, { amount, bookedOn, now });
    await voidWaiversOf(scope, { paymentIDs: [id], billIDs: bills.map(({ billID }) => billID) }, now);
    const made = { createdAt: now, createdBy: scope.userID, accountID: input.accountID ?? null };
    await insertReturn(scope, {
      ...{ paymentID: id, kind, amount, returnedOn, concerns, reason, clientID },
      ...made,
    });
    const others = billsOfReceipt(whole);
    const { payment } = whole;
    const changed = { of: bills, others, regNum: payment.regNum };
    await updateAfterMoneyChange(scope, deps, { ...changed, now, paidSince: payment.createdAt });
    const details = { receiptNo: payment.receiptNo, amount, kind, reason, concerns };
    await recordMoney(scope, deps, { what: 'paymentReturned', payment, of: bills, details, now });
    return { whole: await needPayment(scope, id), bills };
  });
  publish(scope, deps, bills);
  return toAnswer(whole);
}
