/**
 * Handles expired leases, after the process that claimed a message died or was suspended. A message that was only
 * claimed goes back to the queue. A message that was handed over may have been sent, so a person decides.
 */

import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { publishMessages } from '../broadcasts/broadcasts.ts';
import { completeAttempts } from './completer.ts';
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
    await completeAttempts(db, settlements, { now, chance });
    // A message that was handed over has used an attempt. Its outcome is unknown.
    await insertUnknownAttempts(db, leases);
    return [...onlyClaimed, ...(await endLeases(db, leases))];
  });
}

/**
 * Handles the leases of a process that died. `all` means every lease, for a start at which no other process can be
 * working. `except` lists messages that this process is still sending, however long it slept.
 */
export async function rescueExpiredLeases(
  deps: Deps,
  { all = false, except = [] }: { all?: boolean; except?: number[] },
): Promise<void> {
  const now = deps.now().toISOString();
  const leases = { before: all ? '9999' : now, except, now };
  publishMessages(deps, await rescueLeases(deps.store.db, leases, deps.runtime.random));
}
