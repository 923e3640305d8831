/** Rescue of expired leases: a try whose process died, or stood still, may have been sent, so a person decides. */
import type { Db } from '../../db/store.ts';
import { inTransaction } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { publishMessages } from '../broadcasts/actions.ts';
import { endLeases, hasExpiredLease, insertUnknownAttempts, type Leases } from './queries.ts';

/** The try is kept as one that nobody knows the end of, and its message waits for a person. */
export async function rescueLeases(db: Db, leases: Leases) {
  if (!(await hasExpiredLease(db, leases))) return [];
  return inTransaction({ db }, async ({ db }) => {
    await insertUnknownAttempts(db, leases);
    return endLeases(db, leases);
  });
}

/**
 * Tries that a dead process left behind. `all`: every one, where no other process can be at work. `but`: those that
 * this process still has in hand, however long it slept.
 */
export async function rescueExpiredLeases(
  deps: Deps,
  { all = false, but = [] }: { all?: boolean; but?: number[] },
): Promise<void> {
  const now = deps.now().toISOString();
  publishMessages(deps, await rescueLeases(deps.store.db, { before: all ? '9999' : now, but, now }));
}
