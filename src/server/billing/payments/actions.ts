import { partlyPaid } from '#shared/bill-status.ts';
import type { Entry } from '#shared/trail.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Bus } from '../../bus.ts';
import { listGroupNames, type Marked, setStatus } from './queries.ts';

/**
 * What a payment means to messages that wait, in the transaction of the change. `paidSince`: since when bills that are
 * unpaid again were paid.
 */
export type FollowPayments = (
  scope: Scope,
  billIDs: ReadonlySet<number>,
  at: { now: string; paidSince: string | undefined },
) => Promise<void>;
type RecordChange = (scope: Scope, entry: Entry) => Promise<void>;
type Needs = {
  bus: Bus;
  now: () => Date;
  wake: (worker: 'sending') => void;
  followPayments: FollowPayments;
  recordChange: RecordChange;
};

type Mark = { ids: number[]; status: 'paid' | 'unpaid' | typeof partlyPaid; since?: string | undefined };
/** Undefined: from whatever else it says. */
const fromWhich = { paid: 'unpaid', [partlyPaid]: 'paid', unpaid: undefined } as const;
type Answer = { changed: number[]; partPaid: number[]; at: string | null };

/** So many are recorded each by itself; of more it is one entry a billing, with their ids. */
const mostSingle = 20;

const idsBefore = (rows: readonly Marked[]): Record<string, number[]> =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ before }) => before)].map(([before, same]) => [
      before,
      same.map(({ id }) => id),
    ]),
  );

async function recordMarks(
  scope: Scope,
  { recordChange }: Pick<Needs, 'recordChange'>,
  { rows, to, at }: { rows: readonly Marked[]; to: string; at: string },
): Promise<void> {
  const what = 'billsMarked';
  if (rows.length <= mostSingle) {
    for (const { id, name, regNum, groupID, before } of rows) {
      const about = { kind: 'bill', id, name: [name, regNum].filter(Boolean).join(' · '), groupID } as const;
      const changes = { status: [before, to] as const };
      await recordChange(scope, { what, at, about, changes, details: { to, changed: 1 } });
    }
    return;
  }
  const byGroup = Map.groupBy(rows, ({ groupID }) => groupID);
  const names = await listGroupNames(scope, [...byGroup.keys()]);
  for (const [groupID, ofGroup] of byGroup) {
    const name = names.get(groupID);
    const about = { kind: 'group', id: groupID, name, groupID } as const;
    const details = { to, changed: ofGroup.length };
    await recordChange(scope, { what, at, about, bills: idsBefore(ofGroup), details });
  }
}

/**
 * Marks bills as paid, or takes that back; answers those that were not so before, which of them were part-paid, and
 * when. With `since` what was skipped because they were paid waits again.
 */
export async function markBills(scope: Scope, deps: Needs, { ids, status, since }: Mark): Promise<Answer> {
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
    await recordMarks(scope, deps, { rows, to: status, at: now });
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
