/** Decides which adjustments are possible for a bill, and who may make them. Pure functions; amounts in paisa. */
import { isOpen } from '#shared/bill-status.ts';
import { type AdjustmentKind, signedAdjustment } from '#shared/ledger.ts';
import {
  askedOn,
  type DueRules,
  type InTimeFrom,
  inTimeFrom,
  neverLate,
  type Payable,
  payableOn,
} from '#shared/payable.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Adjusting, Facts } from '../ledger/ledger-rules.ts';
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
 * Returns why the adjustment is not possible. A paid bill can get a fine. A bill whose status the school has set,
 * such as cancelled, is not owed and gets no fine.
 */
export function whyNotAdjusted(
  day: InTimeFrom,
  bill: Payable & { said: string | null },
  { kind, amount }: { kind: AdjustmentKind; amount: number },
): string | undefined {
  if (kind === 'fine')
    return isOpen(bill) || bill.said === null || bill.status === 'paid' ? undefined : moneyRefusals.notOwed;
  if (!isOpen(bill)) return moneyRefusals.notOwed;
  return amount > payableOn(day, bill) ? moneyRefusals.moreThanBalance : undefined;
}

/**
 * Returns why the adjustment cannot be voided. `isOfBank`: a bank file made the adjustment. `carriedSince`: when the
 * balance was carried to a newer bill. Adjustments made before that are part of the carried balance.
 */
export function whyNotTakenBack(
  { kind, amount, createdAt, voidedAt }: AdjustmentRow,
  bill: Payable & { adjusted: number; paid: number },
  about: { facts: Facts; rules: DueRules; isOfBank: boolean; carriedSince: string | undefined },
): string | undefined {
  if (voidedAt !== null) return moneyRefusals.adjustmentVoid;
  if (kind === 'carried') return moneyRefusals.carriedStays;
  if (about.isOfBank) return moneyRefusals.waivedByBank;
  if (about.carriedSince !== undefined && createdAt <= about.carriedSince) return moneyRefusals.carriedSince;
  const last = about.facts.allocations
    .map(({ receivedOn }) => receivedOn)
    .toSorted()
    .at(-1);
  const adjusted = bill.adjusted - signedAdjustment({ kind, amount });
  const from = last === undefined ? neverLate : inTimeFrom(last, about.rules);
  const asked = askedOn(from, { ...bill, adjusted });
  return bill.paid > asked ? moneyRefusals.finePaid : undefined;
}
