/**
 * The money of bills that are deleted. A mark as paid is voided with its bill, and a restore enters it again. Any other
 * money must become credit first, so that it is never lost with a bill. Callers hold the campus lock.
 */
import { Failure } from '#shared/failures.ts';
import { statedSources } from '#shared/money/ledger.ts';
import { formatMoney, toRupees } from '#shared/money/money.ts';
import { moneyReasons, moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import { recordChange } from '../../trail/trail.ts';
import {
  endAllocations,
  findNextReceipt,
  insertAllocations,
  insertPayments,
  type LiveAllocation,
  lateDayOf,
  listLiveAllocations,
  voidPayments,
  voidWaiversOf,
} from '../ledger-queries.ts';
import { findCurrency, listProved, listVoidedWith } from './deleted-money-queries.ts';

const paymentsOf = (allocations: readonly LiveAllocation[]): number[] =>
  allocations.map(({ paymentID }) => paymentID);
const sumOf = (allocations: readonly LiveAllocation[]): number =>
  allocations.reduce((sum, { amount }) => sum + amount, 0);

async function refuse(scope: Scope, money: readonly LiveAllocation[]): Promise<never> {
  const bills = new Set(money.map(({ billID }) => billID)).size;
  const amount = formatMoney(toRupees(sumOf(money)), await findCurrency(scope));
  const message = moneyRefusals.holdMoney(bills, amount);
  throw new Failure('conflict', message, [{ path: 'money', message }]);
}

type Releasing = {
  toCredit: boolean;
  now: string;
  /** What the entry in the audit log names. Without it no entry is written. */
  about?: Parameters<typeof recordChange>[1]['about'];
};

/** Called before bills are deleted. Fails if money is on them that is more than a mark, unless it may become credit. */
export async function releaseMoney(
  scope: Scope,
  billIDs: readonly number[],
  { toCredit, now, about }: Releasing,
): Promise<void> {
  const live = await listLiveAllocations(scope, billIDs);
  const byStatus = live.filter(({ source }) => statedSources.includes(source));
  const proved = new Set(await listProved(scope, paymentsOf(byStatus)));
  const marks = byStatus.filter(({ paymentID }) => !proved.has(paymentID));
  const isMark = new Set(marks);
  const money = live.filter((one) => !isMark.has(one));
  if (sumOf(money) > 0 && !toCredit) await refuse(scope, money);
  await endAllocations(
    scope,
    live.map(({ id }) => id),
    now,
  );
  await voidPayments(scope, paymentsOf(marks), { now, reason: moneyReasons.billDeleted });
  await voidWaiversOf(scope, { paymentIDs: paymentsOf(money), billIDs }, now);
  const amount = sumOf(money);
  if (about && amount > 0)
    await recordChange(scope, { what: 'movedToCredit', at: now, about, details: { amount } });
}

/**
 * Called after bills are restored that were deleted at `until`. Enters their marks again, with the same days and
 * amounts. Money that became credit stays credit.
 */
export async function restoreMarks(
  scope: Scope,
  billIDs: readonly number[],
  { until, now }: { until: string; now: string },
): Promise<void> {
  const marks = await listVoidedWith(scope, billIDs, { at: until, reason: moneyReasons.billDeleted });
  if (marks.length === 0) return;
  const first = await findNextReceipt(scope);
  const paymentIDs = await insertPayments(
    scope,
    marks.map(({ amount, method, source, sourceKey, receivedOn, payerRegNum: regNum }, at) => ({
      ...{ receiptNo: first + at, amount, method, source, sourceKey, receivedOn, regNum },
      ...{ createdAt: now, createdBy: scope.userID },
    })),
  );
  await insertAllocations(
    scope,
    marks.map(({ billID, groupID, name, regNum, settled: amount, receivedOn }, at) => ({
      ...{ paymentID: paymentIDs[at] ?? 0, billID, groupID, name, regNum, amount, createdAt: now },
      bookedOn: lateDayOf(scope, receivedOn, now),
    })),
  );
}
