/** Bills that charge less after a change. This needs the right to delete and a reason, as a waiver of the fee does. */
import { Failure, Question } from '#shared/failures.ts';
import { dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import { insertLowered } from './lowered-queries.ts';

/** A bill, and by how much it charges less, in paisa. */
export type LoweredBill = {
  id: number;
  groupID: number;
  name: string;
  regNum: string | null;
  amount: number;
};

/** Returns the reason. Fails if the person may not lower a bill, and asks if there is no reason. */
export function needReason({ rights }: Scope, reason: string | undefined): string {
  if (!rights.delete) throw new Failure('forbidden', moneyRefusals.loweringNeedsDelete);
  if (reason) return reason;
  const message = moneyRefusals.whyLowered;
  throw new Question(['reason'], message, [{ path: 'reason', message }]);
}

export async function storeLowered(
  scope: Scope,
  bills: readonly LoweredBill[],
  { reason, now }: { reason: string; now: string },
): Promise<void> {
  const made = { reason, day: dayIn(scope.campus.timeZone, new Date(now)) };
  await insertLowered(
    scope,
    bills.map(({ id, ...bill }) => ({
      ...{ billID: id, ...bill, ...made },
      ...{ createdAt: now, createdBy: scope.userID },
    })),
  );
}
