/** The day until which the books of a campus are closed. `ledger-queries.ts` decides where a later change counts. */
import { Failure } from '#shared/failures.ts';
import { dayIn } from '#shared/time/dates.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { updateClosedUntil } from '../../auth/auth-queries.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { MoneyNeeds } from '../model.ts';

type Closing = { closedUntil: string | null; reason: string };

/** Moves the last day of the closed books, forwards or backwards. The present day stays open. */
export async function closeBooks(
  scope: Scope,
  deps: Pick<MoneyNeeds, 'bus' | 'now' | 'recordChange'>,
  { closedUntil, reason }: Closing,
): Promise<Closing> {
  const at = deps.now().toISOString();
  await withCampusLock(scope, async (scope) => {
    const { campusID, campus } = scope;
    const before = campus.closedUntil;
    if (closedUntil !== null && closedUntil >= dayIn(campus.timeZone, new Date(at))) {
      const message = moneyRefusals.todayStaysOpen;
      throw new Failure('invalid', message, [{ path: 'closedUntil', message }]);
    }
    if (closedUntil === before) return;
    await updateClosedUntil(scope.db, campusID, closedUntil);
    const about = { kind: 'school', id: campusID, name: campus.name } as const;
    const isOpened = closedUntil === null || (before !== null && closedUntil < before);
    await deps.recordChange(scope, {
      what: isOpened ? 'booksOpened' : 'booksClosed',
      at,
      about,
      details: { day: closedUntil, before, reason },
    });
  });
  deps.bus.publish(scope.campusID, { what: 'session' });
  return { closedUntil, reason };
}
