/** What a bill may be made to ask more or less, and by whom. Pure; amounts in paisa. */
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
import { moneyRefusals } from '#shared/words/money.ts';
import type { Adjusting, Facts } from '../ledger/rules.ts';
import type { AdjustmentRow } from './queries.ts';

/** What is asked more after the due date. */
const lateFine = ({ total, amountAfterDueDate }: Payable): number =>
  Math.max((amountAfterDueDate ?? 0) - (total ?? 0), 0);

/** Whether it takes the right to delete: more than the late fine is waived in all, or anything is written off. */
export function needsDelete(
  bill: Payable,
  { kind, amount }: { kind: AdjustmentKind; amount: number },
  before: readonly Adjusting[],
): boolean {
  if (kind !== 'waiver') return kind === 'writeOff';
  const waived = before.filter((one) => one.kind === 'waiver').reduce((sum, one) => sum + one.amount, 0);
  return waived + amount > lateFine(bill);
}

/** Why it cannot be. A fine may come upon what is paid; a bill that a word says is nobody's to pay asks nothing. */
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
 * Why it cannot be taken back. `isOfBank`: a bank file has waived it. `carriedSince`: when a newer bill began to ask for
 * what was left, which what was adjusted before is a part of.
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
