/**
 * The promises of two families in the demonstration school. One promised a day in the future; the other did not keep
 * the promise.
 */

import { toPaisa } from '#shared/money/money.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../auth/scope.ts';
import { insertPromise } from '../billing/promises/promises-queries.ts';
import { listUnpaid } from './payments.ts';

const aDay = 86_400_000;

/** Stores promises of families that still owe their bill of the newest month. */
export async function fillPromises(
  scope: Scope,
  { newestID, now }: { newestID: number; now: Date },
): Promise<void> {
  const today = dayIn(scope.campus.timeZone, now);
  const unpaid = await listUnpaid(scope, newestID, now);
  const [open, unkept] = unpaid.toReversed().filter(({ numbers }) => numbers.length > 0);
  const promiseFields = ({ numbers, payable }: NonNullable<typeof open>) => ({
    numbers: numbers.join(' '),
    amount: payable ? toPaisa(payable) : null,
  });
  const earlier = new Date(now.getTime() - 3 * aDay).toISOString();
  if (unkept)
    await insertPromise(
      scope,
      { ...promiseFields(unkept), day: addDays(today, -1), note: 'Salary comes late this month' },
      earlier,
    );
  if (open)
    await insertPromise(
      scope,
      { ...promiseFields(open), day: addDays(today, 4), note: 'On the phone' },
      earlier,
    );
}
