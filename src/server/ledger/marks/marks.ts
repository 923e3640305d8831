/**
 * Sets bills to paid or unpaid for a person or a file. It stores payments of their whole balance, or voids these
 * payments. Other statuses are stored beside the ledger.
 */

import { Failure } from '#shared/failures.ts';
import { isOpen, openStatuses, partlyPaid } from '#shared/money/bill-status.ts';
import { statedSources } from '#shared/money/ledger.ts';
import { aboutBill } from '#shared/trail.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { type Origin, payWhole, recomputeBills, voidUnreturned } from '../ledger.ts';
import {
  type LiveAllocation,
  listGroupNames,
  listLiveAllocations,
  listOwed,
  type Owed,
  setStatedStatus,
} from '../ledger-queries.ts';
import { isOwn } from '../ledger-rules.ts';
import type { MoneyNeeds } from '../model.ts';

type Mark = { ids: number[]; status: 'paid' | 'unpaid' | typeof partlyPaid; since?: string | undefined };
type Answer = { changed: number[]; partPaid: number[]; at: string | null };

const isOwnMark = (scope: Scope, mark: LiveAllocation, now: string): boolean =>
  mark.source === 'mark' && isOwn(scope, mark, now);

/**
 * Who may undo a mark. `own`: the person who marked the bill a few minutes ago, or somebody with the right to delete.
 * `deleter`: only somebody with the right to delete. `anybody`: the caller has already checked other rights.
 */
type MarkUndo = { now: string; reason: string; who: 'own' | 'deleter' | 'anybody' };

/** Voids the payments of these bills that exist only because of a status. Payments that were really received stay. */
async function takeBackStated(
  scope: Scope,
  bills: readonly Owed[],
  { now, reason, who }: MarkUndo,
): Promise<void> {
  const ids = bills.map(({ id }) => id);
  const stated = (await listLiveAllocations(scope, ids)).filter(({ source }) =>
    statedSources.includes(source),
  );
  if (stated.length === 0) return;
  const mayDelete = who === 'anybody' || scope.rights.delete;
  if (!mayDelete && stated.some((one) => who !== 'own' || !isOwnMark(scope, one, now)))
    throw new Failure('forbidden', moneyRefusals.mayNotTakeBack);
  const payments = stated.map(({ paymentID }) => paymentID);
  await voidUnreturned(scope, { payments, settling: stated }, { now, reason });
}

/**
 * The origin of a status, and who may undo one. With `anybody` a status that contradicts payments is not an error;
 * the payments decide.
 */
export type StatusSource = Pick<Origin, 'source' | 'now' | 'isEarlier' | 'isRestored' | 'keyOf'> &
  Pick<MarkUndo, 'who'>;

/** Bills that are already paid are left unchanged, because nothing is payable for them. */
async function settleAsPaid(scope: Scope, bills: readonly Owed[], saying: StatusSource): Promise<void> {
  const withStatus = bills
    .filter(({ statedStatus }) => statedStatus !== null && statedStatus !== partlyPaid)
    .map(({ id }) => id);
  await setStatedStatus(scope, withStatus, null);
  const recomputed = new Map((await recomputeBills(scope, withStatus)).map((bill) => [bill.id, bill]));
  const now = bills.map((bill) => recomputed.get(bill.id) ?? bill);
  if (now.some(({ status }) => status === 'carried')) throw new Failure('conflict', moneyRefusals.isCarried);
  await payWhole(
    scope,
    now.filter(({ status }) => status !== 'paid'),
    { method: 'marked', ...saying },
  );
}

/** Money is still owed for the bill. A status that closes such a bill is a write-off. */
const isDebt = (bill: Owed): boolean => isOpen(bill) && bill.total !== null;

/**
 * Sets the status of bills; needs the campus lock. Fails if payments contradict the status, or if the person may not
 * undo an earlier mark.
 */
export async function setBillStatus(
  scope: Scope,
  bills: readonly Owed[],
  { to, ...saying }: StatusSource & { to: string },
): Promise<void> {
  if (bills.length === 0) return;
  const ids = bills.map(({ id }) => id);
  const { now, who } = saying;
  if (to === 'paid') {
    await settleAsPaid(scope, bills, saying);
    return;
  }
  const isWord = !openStatuses.includes(to);
  if (isWord && who !== 'anybody' && !scope.rights.delete && bills.some(isDebt))
    throw new Failure('forbidden', moneyRefusals.wordNeedsDelete);
  if (!isWord) await takeBackStated(scope, bills, { now, reason: to, who });
  await setStatedStatus(scope, ids, to === 'unpaid' ? null : to);
  const recomputed = await recomputeBills(scope, ids);
  // The ledger shows that a part was paid, so the stored status is not needed any more.
  const partlyPaidIDs = recomputed
    .filter(({ statedStatus, paid }) => statedStatus === partlyPaid && paid > 0)
    .map(({ id }) => id);
  await setStatedStatus(scope, partlyPaidIDs, null);
  const others = recomputed.filter(({ status }) => status !== to);
  if (others.some(({ status }) => status === 'carried') && who !== 'anybody')
    throw new Failure('conflict', moneyRefusals.isCarried);
  if (others.length > 0 && who !== 'anybody')
    throw new Failure('conflict', moneyRefusals.otherPayments(others.length));
}

/**
 * Up to this many bills get one entry each in the audit log. If there are more, each billing gets one entry that
 * lists their ids.
 */
const mostSingle = 20;

const idsBefore = (rows: readonly Owed[]): Record<string, number[]> =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([before, same]) => [
      before,
      same.map(({ id }) => id),
    ]),
  );

async function recordMarks(
  scope: Scope,
  { recordChange }: Pick<MoneyNeeds, 'recordChange'>,
  { rows, to, at }: { rows: readonly Owed[]; to: string; at: string },
): Promise<void> {
  const what = 'billsMarked';
  if (rows.length <= mostSingle) {
    for (const bill of rows) {
      const changes = { status: [bill.status, to] as const };
      const about = aboutBill(bill);
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
 * The bills that a mark changes. Open bills are marked as paid, paid bills as part-paid, and all others as unpaid.
 */
const isMarked: Readonly<Record<Mark['status'], (bill: Owed) => boolean>> = {
  paid: isOpen,
  [partlyPaid]: ({ status }) => status === 'paid',
  unpaid: ({ status }) => status !== 'unpaid',
};

/** The time at which the first of these bills was marked as paid. Undefined if none was. */
export async function findMarkedSince(scope: Scope, bills: readonly Owed[]): Promise<string | undefined> {
  const ids = bills.map(({ id }) => id);
  const marks = (await listLiveAllocations(scope, ids)).filter(({ source }) => source === 'mark');
  return marks.map(({ createdAt }) => createdAt).sort()[0];
}

/**
 * Marks bills as paid, or undoes this. Returns the bills that changed, those among them that were part-paid, and the
 * time. Messages that were skipped because the bills were paid wait again if they were skipped after `since`. Without
 * `since`, the time of the mark is used.
 */
export async function markBills(
  scope: Scope,
  deps: MoneyNeeds,
  { ids, status, since }: Mark,
): Promise<Answer> {
  const isPaid = status === 'paid';
  const now = deps.now().toISOString();
  const rows = await withCampusLock(scope, async (scope) => {
    const rows = (await listOwed(scope, [...new Set(ids)])).filter(isMarked[status]);
    const paidSince = isPaid ? undefined : (since ?? (await findMarkedSince(scope, rows)));
    await setBillStatus(scope, rows, { to: status, source: 'mark', now, who: 'own' });
    const changed = new Set(rows.map(({ id }) => id));
    // If the bill is owed again, its balance may be carried to a newer bill.
    const carried = isPaid ? [] : await deps.recarry(scope, [...changed], now);
    const followed = new Set([...changed, ...carried.map(({ id }) => id)]);
    if (followed.size > 0)
      await deps.followPayments(scope, followed, {
        now,
        paidSince,
        isReceived: isPaid,
      });
    await recordMarks(scope, deps, { rows, to: status, at: now });
    return rows;
  });
  for (const groupID of new Set(rows.map((row) => row.groupID))) {
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  }
  if (rows.length > 0) deps.bus.publish(scope.campusID, { what: 'outbox' });
  if (!isPaid) deps.wake('sending');
  return {
    changed: rows.map(({ id }) => id),
    partPaid: isPaid ? rows.filter((row) => row.status === partlyPaid).map(({ id }) => id) : [],
    at: rows.length > 0 ? now : null,
  };
}
