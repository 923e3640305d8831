/** The book of a day: each figure is added up from the facts when it is asked for. */
import type { DayBook } from '#shared/calls/payments.ts';
import { dayIn } from '#shared/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { listReturnsOn, sumReceived } from './queries.ts';
import { tellDayBook } from './rules.ts';

export async function showDayBook(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  { day = dayIn(scope.campus.timeZone, deps.now()) }: { day?: string | undefined },
): Promise<DayBook> {
  return tellDayBook(day, {
    received: await sumReceived(scope, day),
    returned: await listReturnsOn(scope, day),
  });
}
