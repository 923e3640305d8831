/** Nothing is added to a day whose books are closed, and no cash to a day that its clerk has counted. */
import { Failure } from '#shared/failures.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import type { Scope } from '../../auth/scope.ts';
import { isCashCounted } from '../ledger-queries.ts';

/** Fails if the books of this day are closed. */
export function refuseClosed({ campus: { closedUntil } }: Scope, path: string, day: string): void {
  if (closedUntil === null || day > closedUntil) return;
  const message = moneyRefusals.booksClosed(closedUntil);
  throw new Failure('conflict', message, [{ path, message }]);
}

/** Fails if the caller has counted the cash of this day, or somebody has counted it for the caller. */
export async function refuseCounted(scope: Scope, path: string, day: string): Promise<void> {
  if (!(await isCashCounted(scope, { day, clerk: scope.userID }))) return;
  const message = moneyRefusals.cashIsCounted(day);
  throw new Failure('conflict', message, [{ path, message }]);
}
