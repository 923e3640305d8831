/** Adjustments change the amount of a bill: a fine, a waiver, or a write-off. */

import type { z } from 'zod';
import type { Adjustment as AdjustmentAnswer, adjustBill as call } from '#shared/calls/payments.ts';
import { Failure } from '#shared/failures.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import type { AdjustmentKind, WaivedPart } from '#shared/money/ledger.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { chargedOn, type InTimeFrom, inTimeFrom, type Payable, payableOn } from '#shared/money/payable.ts';
import { dayIn } from '#shared/time/dates.ts';
import { aboutBill } from '#shared/trail.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { needSameRequest } from '../../auth/idempotency-keys.ts';
import type { Scope } from '../../auth/scope.ts';
import { mapFacts, recomputeBills } from '../ledger.ts';
import { lateDayOf, listOwed, type Owed } from '../ledger-queries.ts';
import { isOwn, sumFacts } from '../ledger-rules.ts';
import type { MoneyNeeds } from '../model.ts';
import {
  type AdjustmentRow,
  findAdjustment,
  findAdjustmentByClient,
  insertAdjustment,
  isOfBankFile,
  listAdjustmentRows,
  voidAdjustments,
} from './adjustments-queries.ts';
import { isOfLateFine, needsDelete, whyNotAdjusted, whyNotTakenBack } from './adjustments-rules.ts';

/** The amount is in rupees. */
export type Adjustment = {
  id: number;
  clientID: string;
  kind: AdjustmentKind;
  of?: WaivedPart | undefined;
  amount: number;
  reason: string;
};

const conflict = (message: string) => new Failure('conflict', message);

async function needOwed(scope: Scope, billID: number) {
  const [bill] = await listOwed(scope, [billID]);
  if (!bill) throw new Failure('notFound', failureWords.notFound);
  const facts = (await mapFacts(scope, [billID]))(billID);
  return { ...bill, ...sumFacts(bill, facts, scope.campus), facts };
}

/** Returns whether an earlier request with this `clientID` made the adjustment. */
async function isAdjusted(scope: Scope, { clientID, ...request }: Adjustment, now: string): Promise<boolean> {
  const isAnswered = (await findAdjustmentByClient(scope, clientID)) !== undefined;
  const at = new Date(now);
  await needSameRequest(scope, { call: 'adjustBill', clientID, request }, { at, isAnswered });
  return isAnswered;
}

async function adjust(
  scope: Scope,
  { followPayments, recordChange }: Pick<MoneyNeeds, 'followPayments' | 'recordChange'>,
  { request, now }: { request: Adjustment; now: string },
): Promise<void> {
  const { id, clientID, kind, of, reason } = request;
  const amount = toPaisa(request.amount);
  const bill = await needOwed(scope, id);
  if (await isAdjusted(scope, request, now)) return;
  const day = dayIn(scope.campus.timeZone, new Date(now));
  const from = inTimeFrom(day, scope.campus);
  const ofLateFine = isOfLateFine(from, bill, { kind, amount, of });
  const why = whyNotAdjusted(from, bill, { kind, amount, ofLateFine });
  if (why !== undefined) throw conflict(why);
  if (!scope.rights.delete && needsDelete(bill, { kind, amount }, bill.facts.adjustments))
    throw new Failure('forbidden', moneyRefusals.needsDelete);
  const made = { day, ofLateFine: Number(ofLateFine), clientID, createdAt: now, createdBy: scope.userID };
  await insertAdjustment(scope, { billID: id, kind, amount, reason, ...made });
  await recomputeBills(scope, [id]);
  await followPayments(scope, new Set([id]), { now, paidSince: undefined });
  const about = aboutBill(bill);
  await recordChange(scope, { what: 'billAdjusted', at: now, about, details: { kind, amount, reason } });
}

const toAdjusted = (bill: Owed & Payable, day: InTimeFrom): z.input<(typeof call)['answer']> => ({
  bill: {
    id: bill.id,
    groupID: bill.groupID,
    status: bill.status,
    charged: toRupees(chargedOn(day, bill)),
    adjusted: toRupees(bill.adjusted),
    paid: toRupees(bill.paid),
    balance: toRupees(payableOn(day, bill)),
    settledOn: bill.settledOn,
  },
});

function publishBill(scope: Scope, { bus }: Pick<MoneyNeeds, 'bus'>, { groupID }: Owed): void {
  bus.publish(scope.campusID, { what: 'bills', groupID });
  bus.publish(scope.campusID, { what: 'outbox' });
}

/**
 * Adjusts a bill. Repeating the request has no further effect. Waiting messages about the bill are rewritten or
 * skipped.
 */
export async function adjustBill(scope: Scope, deps: Omit<MoneyNeeds, 'recarry'>, request: Adjustment) {
  const now = deps.now().toISOString();
  const bill = await withCampusLock(scope, async (scope) => {
    await adjust(scope, deps, { request, now });
    return needOwed(scope, request.id);
  });
  publishBill(scope, deps, bill);
  return toAdjusted(bill, inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus));
}

const toAdjustment = (scope: Scope, row: AdjustmentRow, now: string): AdjustmentAnswer => {
  const { billID: _billID, createdBy, amount, by, ofLateFine, ...shown } = row;
  const own = isOwn(scope, { createdBy, createdAt: row.createdAt }, now);
  return { ...shown, ofLateFine: ofLateFine === 1, amount: toRupees(amount), by: by ?? '', isOwn: own };
};

export async function showAdjustments(
  scope: Scope,
  deps: Pick<MoneyNeeds, 'now'>,
  billID: number,
): Promise<{ items: AdjustmentAnswer[] }> {
  const now = deps.now().toISOString();
  await needOwed(scope, billID);
  return { items: (await listAdjustmentRows(scope, billID)).map((row) => toAdjustment(scope, row, now)) };
}

async function takeBack(
  scope: Scope,
  { followPayments, recarry, recordChange }: MoneyNeeds,
  { id: adjustmentID, reason, now }: { id: number; reason: string; now: string },
): Promise<number> {
  const row = await findAdjustment(scope, adjustmentID);
  if (!row) throw new Failure('notFound', failureWords.notFound);
  const { kind, amount, billID, createdAt } = row;
  const concerns = lateDayOf(scope, row.day, now) === null ? null : row.day;
  const bill = await needOwed(scope, billID);
  const live = (await listAdjustmentRows(scope, billID)).filter(({ voidedAt }) => voidedAt === null);
  const why = whyNotTakenBack(row, bill, {
    without: { ...bill.facts, adjustments: live.filter(({ id }) => id !== adjustmentID) },
    rules: scope.campus,
    isOfBank: await isOfBankFile(scope, adjustmentID),
    carriedSince: live.find((one) => one.kind === 'carried')?.createdAt,
  });
  if (why !== undefined || kind === 'carried') throw conflict(why ?? moneyRefusals.carriedStays);
  if (!scope.rights.delete && !isOwn(scope, row, now))
    throw new Failure('forbidden', moneyRefusals.mayNotVoid);
  await voidAdjustments(scope, [adjustmentID], { now, reason });
  const [after] = await recomputeBills(scope, [billID]);
  // If the bill is owed again, its balance may be carried to a newer bill.
  const isOwed = after !== undefined && isOpen(after);
  const again = isOwed ? await recarry(scope, [billID], now) : [];
  const followed = new Set([billID, ...again.map(({ id }) => id)]);
  await followPayments(scope, followed, { now, paidSince: isOwed ? createdAt : undefined });
  const about = aboutBill(bill);
  const details = { kind, amount, reason, concerns };
  await recordChange(scope, { what: 'adjustmentVoided', at: now, about, details });
  return billID;
}

/**
 * Voids an adjustment. Messages that were skipped because of the adjustment wait again, unless that was too long ago.
 */
export async function voidAdjustment(
  scope: Scope,
  deps: MoneyNeeds,
  { id, reason }: { id: number; reason: string },
) {
  const now = deps.now().toISOString();
  const bill = await withCampusLock(scope, async (scope) =>
    needOwed(scope, await takeBack(scope, deps, { id, reason, now })),
  );
  publishBill(scope, deps, bill);
  deps.wake('sending');
  return toAdjusted(bill, inTimeFrom(dayIn(scope.campus.timeZone, deps.now()), scope.campus));
}
