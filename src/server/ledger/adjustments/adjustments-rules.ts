/** Decides which adjustments are possible for a bill, and who may make them. Pure functions; amounts in paisa. */
import { isOpen } from '#shared/money/bill-status.ts';
import type { AdjustmentKind, WaivedPart } from '#shared/money/ledger.ts';
import {
  type DueRules,
  type InTimeFrom,
  lateFineOn,
  type Payable,
  payableOn,
} from '#shared/money/payable.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { type Adjusting, type Facts, findFinalCharge } from '../ledger-rules.ts';
import type { AdjustmentRow } from './adjustments-queries.ts';

/** Returns how much more the bill costs after its due date. */
const lateFine = ({ total, amountAfterDueDate }: Payable): number =>
  Math.max((amountAfterDueDate ?? 0) - (total ?? 0), 0);

/**
 * Returns whether the adjustment needs the right to delete. A write-off does. A waiver does if all waivers of the
 * bill together exceed the late fine.
 */
export function needsDelete(
  bill: Payable,
  { kind, amount }: { kind: AdjustmentKind; amount: number },
  before: readonly Adjusting[],
): boolean {
  if (kind !== 'waiver') return kind === 'writeOff';
  const waived = before.filter((one) => one.kind === 'waiver').reduce((sum, one) => sum + one.amount, 0);
  return waived + amount > lateFine(bill);
}

/**
 * Returns whether a waiver is one of the late fine. Unless the request states it, it is if the bill charges at least
 * this amount of late fine on this day.
 */
export const isOfLateFine = (
  day: InTimeFrom,
  bill: Payable,
  { kind, amount, of }: { kind: AdjustmentKind; amount: number; of: WaivedPart | undefined },
): boolean => kind === 'waiver' && (of === undefined ? amount <= lateFineOn(day, bill) : of === 'lateFine');

/**
 * Returns why the adjustment is not possible. A paid bill can get a fine. A bill whose status the school has set,
 * such as cancelled, is not owed and gets no fine.
 */
export function whyNotAdjusted(
  day: InTimeFrom,
  bill: Payable & { statedStatus: string | null },
  { kind, amount, ofLateFine }: { kind: AdjustmentKind; amount: number; ofLateFine: boolean },
): string | undefined {
  if (kind === 'fine')
    return isOpen(bill) || bill.statedStatus === null || bill.status === 'paid'
      ? undefined
      : moneyRefusals.notOwed;
  if (bill.status === 'paid') return moneyRefusals.paidAlready;
  if (!isOpen(bill)) return moneyRefusals.notOwed;
  if (amount > payableOn(day, bill))
    return (bill.paid ?? 0) > 0 ? moneyRefusals.paidAlready : moneyRefusals.moreThanBalance;
  return ofLateFine && amount > lateFineOn(day, bill) ? moneyRefusals.moreThanLateFine : undefined;
}

/**
 * Returns why the adjustment cannot be voided. `without`: the facts of the bill without it. `isOfBank`: a bank file made
 * the adjustment. `carriedSince`: when the balance was carried to a newer bill. Adjustments made before that are part of
 * the carried balance.
 */
export function whyNotTakenBack(
  { kind, createdAt, voidedAt }: AdjustmentRow,
  bill: Payable & { paid: number },
  about: { without: Facts; rules: DueRules; isOfBank: boolean; carriedSince: string | undefined },
): string | undefined {
  if (voidedAt !== null) return moneyRefusals.adjustmentVoid;
  if (kind === 'carried') return moneyRefusals.carriedStays;
  if (about.isOfBank) return moneyRefusals.waivedByBank;
  if (about.carriedSince !== undefined && createdAt <= about.carriedSince) return moneyRefusals.carriedSince;
  // Without a waiver or write-off the bill charges more, so no money can be too much.
  if (kind !== 'fine') return undefined;
  const charge = findFinalCharge(bill, about.without, about.rules);
  return charge !== undefined && bill.paid > charge ? moneyRefusals.finePaid : undefined;
}
