/**
 * Rescue of expired leases, after the process that claimed a message died or stood still. A message that was only
 * claimed goes back to the queue. A message that was handed over may have been sent, so a person decides.
 */

import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { publishMessages } from '../broadcasts/broadcasts.ts';
import { completeTries } from './completer.ts';
import { settle } from './completer-rules.ts';
import {
  endLeases,
  hasExpiredLease,
  insertUnknownAttempts,
  type Leases,
  lockOnlyClaimed,
  type OnlyClaimed,
} from './rescue-queries.ts';

/** A claim alone is not an attempt, so the message waits as before. */
const unclaim = (claimed: OnlyClaimed, now: Date) => ({
  ...settle(claimed, { kind: 'later', at: now }, now),
  waits: claimed.waits,
});

export async function rescueLeases(db: Db, leases: Leases, chance: () => number) {
  if (!(await hasExpiredLease(db, leases))) return [];
  return inTransaction({ db }, async ({ db }) => {
    const now = new Date(leases.now);
    const onlyClaimed = await lockOnlyClaimed(db, leases);
    const settlements = onlyClaimed.map((claimed) => unclaim(claimed, now));
    await completeTries(db, settlements, { now, chance });
    // A handover was an attempt, and its outcome is unknown.
    await insertUnknownAttempts(db, leases);
    return [...onlyClaimed, ...(await endLeases(db, leases))];
  });
}

/**
 * Rescues attempts that a dead process left behind. `all`: every lease, where no other process can be working. `but`:
 * messages that this process is still sending, however long it slept.
 */
export async function rescueExpiredLeases(
  deps: Deps,
  { all = false, but = [] }: { all?: boolean; but?: number[] },
): Promise<void> {
  const now = deps.now().toISOString();
  const leases = { before: all ? '9999' : now, but, now };
  publishMessages(deps, await rescueLeases(deps.store.db, leases, deps.runtime.random));
}
