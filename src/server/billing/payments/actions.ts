import { partlyPaid } from '#shared/bill-status.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Bus } from '../../bus.ts';
import { setStatus } from './queries.ts';

/**
 * What a payment means to messages that wait, in the transaction of the change. `paidSince`: since when bills that are
 * unpaid again were paid.
 */
export type FollowPayments = (
  scope: Scope,
  billIDs: ReadonlySet<number>,
  at: { now: string; paidSince: string | undefined },
) => Promise<void>;
type Needs = { bus: Bus; now: () => Date; wake: (worker: 'sending') => void; followPayments: FollowPayments };

type Mark = { ids: number[]; status: 'paid' | 'unpaid' | typeof partlyPaid; since?: string | undefined };
/** Undefined: from whatever else it says. */
const fromWhich = { paid: 'unpaid', [partlyPaid]: 'paid', unpaid: undefined } as const;
type Marked = { changed: number[]; partPaid: number[]; at: string | null };

/**
 * Marks bills as paid, or takes that back; answers those that were not so before, which of them were part-paid, and
 * when. With `since` what was skipped because they were paid waits again.
 */
export async function markBills(scope: Scope, deps: Needs, { ids, status, since }: Mark): Promise<Marked> {
  const isPaid = status === 'paid';
  const now = deps.now().toISOString();
  const { rows, partPaid } = await withCampusLock(scope, async (scope) => {
    const partPaid = isPaid ? await setStatus(scope, ids, { from: partlyPaid, to: status }) : [];
    const others = await setStatus(scope, ids, { from: fromWhich[status], to: status });
    // PostgreSQL tells of them as it comes across them.
    const rows = [...partPaid, ...others].sort((one, other) => one.id - other.id);
    const changed = new Set(rows.map(({ id }) => id));
    if (changed.size > 0)
      await deps.followPayments(scope, changed, { now, paidSince: isPaid ? undefined : since });
    return { rows, partPaid };
  });
  for (const groupID of new Set(rows.map((row) => row.groupID))) {
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  }
  if (rows.length > 0) deps.bus.publish(scope.campusID, { what: 'outbox' });
  if (since !== undefined) deps.wake('sending');
  return {
    changed: rows.map(({ id }) => id),
    partPaid: partPaid.map(({ id }) => id),
    at: rows.length > 0 ? now : null,
  };
}
