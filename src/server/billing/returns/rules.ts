/** What of a payment goes back. Pure; amounts in paisa. */
import type { AllocationRow } from '../payments/queries.ts';
import { isLive } from '../payments/rules.ts';

/**
 * What a refund takes from bills once credit is used up: of those settled last first. `rest`: what of the last one it
 * leaves.
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
