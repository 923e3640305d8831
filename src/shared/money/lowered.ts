/** By how much a change lowers what a bill charges. Pure; all amounts are in one unit. */

import { addDays } from '../time/dates.ts';
import { isOpen, paymentOf } from './bill-status.ts';
import { alwaysLate, type Charging, chargeOf, type InTimeFrom, isLate, neverLate } from './payable.ts';

export type Lowerable = Charging & { status: string; paid: number; expiryDate: string | null };

/** `renewFine`: the fine of the campus for a voucher that is renewed. `fined`: the fine that comes with the change. */
export type Renewing = { renewFine: number; fined?: number };

const chargedFrom = (bill: Lowerable, from: InTimeFrom): number => chargeOf(bill, isLate(from, bill));

/** The voucher of an open bill becomes valid for longer. */
const isRenewed = (before: Lowerable, after: Lowerable): boolean =>
  isOpen(before) &&
  before.expiryDate !== null &&
  (after.expiryDate === null || after.expiryDate > before.expiryDate);

/**
 * Returns by how much the bill charges less than before, on the day with the largest difference. 0 if it charges less
 * on no day. A status by which nothing is owed lowers the bill by what was open.
 */
export function loweredBy(before: Lowerable, after: Lowerable, { renewFine, fined = 0 }: Renewing): number {
  const isClosed = isOpen(before) && paymentOf(after) === 'other';
  const afterDue = [before, after].flatMap(({ dueDate }) =>
    dueDate === null ? [] : [addDays(dueDate, 1) as InTimeFrom],
  );
  const differences = [neverLate, alwaysLate, ...afterDue].map(
    (from) => chargedFrom(before, from) - (isClosed ? before.paid : chargedFrom(after, from)),
  );
  const notFined = isRenewed(before, after) && !isClosed ? renewFine : 0;
  return Math.max(Math.max(...differences) + notFined - fined, 0);
}
