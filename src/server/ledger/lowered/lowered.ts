/** Bills that charge less after a change. This needs the right to delete and a reason, as a waiver of the fee does. */
import { dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import { needReason } from '../need-reason.ts';
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
export const needReasonToLower = (scope: Scope, reason: string | undefined): string =>
  needReason(scope, reason, {
    refusal: moneyRefusals.loweringNeedsDelete,
    question: moneyRefusals.whyLowered,
  });

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
