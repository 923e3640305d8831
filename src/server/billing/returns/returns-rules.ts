/** Decides what a return takes back. Pure; amounts in paisa. */
import type { AllocationRow } from '../payments/payments-queries.ts';
import { isLive } from '../payments/payments-rules.ts';

/**
 * Returns the allocations that a refund ends after the credit is used up, the latest first. `rest` is the part of the
 * last one that stays.
 */
export function release(
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
