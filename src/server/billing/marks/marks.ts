/**
 * Sets bills to paid or unpaid for a person or a file: it stores payments of all that they ask, or voids these
 * payments. Other statuses are stored beside the ledger.
 */
import { isOpen, openStatuses, partlyPaid } from '#shared/bill-status.ts';
import { Failure } from '#shared/failures.ts';
import { saidSources } from '#shared/ledger.ts';
import { aboutBill } from '#shared/trail.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { type Origin, payWhole, reckonBills, voidUnreturned } from '../ledger/ledger.ts';
import {
  type LiveAllocation,
  listGroupNames,
  listLiveAllocations,
  listOwed,
  type Owed,
  setSaid,
} from '../ledger/ledger-queries.ts';
import { isOwn } from '../ledger/ledger-rules.ts';
import type { MoneyNeeds } from '../model.ts';

type Mark = { ids: number[]; status: 'paid' | 'unpaid' | typeof partlyPaid; since?: string | undefined };
type Answer = { changed: number[]; partPaid: number[]; at: string | null };

const isOwnMark = (scope: Scope, mark: LiveAllocation, now: string): boolean =>
  mark.source === 'mark' && isOwn(scope.userID, mark, now);

/**
 * The people who may undo it: `own`, the person who marked it a few minutes ago, or a person with the right to delete. With
 * `anybody` the caller has already checked other rights.
 */
type TakingBack = { now: string; reason: string; who: 'own' | 'deleter' | 'anybody' };

/** Voids the payments of these bills that came only from a status. Received payments stay. */
async function takeBackSaid(
  scope: Scope,
  bills: readonly Owed[],
  { now, reason, who }: TakingBack,
): Promise<void> {
  const ids = bills.map(({ id }) => id);
  const said = (await listLiveAllocations(scope, ids)).filter(({ source }) => saidSources.includes(source));
  if (said.length === 0) return;
  const mayDelete = who === 'anybody' || scope.rights.delete;
  if (!mayDelete && said.some((one) => who !== 'own' || !isOwnMark(scope, one, now)))
    throw new Failure('forbidden', moneyRefusals.mayNotTakeBack);
  const payments = said.map(({ paymentID }) => paymentID);
  await voidUnreturned(scope, { payments, settling: said }, { now, reason });
}

/**
 * The origin of a status, and who may undo one. With `anybody` the ledger takes precedence where there are payments.
 */
export type Saying = Pick<Origin, 'source' | 'now' | 'isEarlier' | 'keyOf'> & Pick<TakingBack, 'who'>;

/** Bills that are already paid stay as they are, because they ask nothing today, however late it is. */
async function sayPaid(scope: Scope, bills: readonly Owed[], saying: Saying): Promise<void> {
  const worded = bills.filter(({ said }) => said !== null && said !== partlyPaid).map(({ id }) => id);
  await setSaid(scope, worded, null);
  const known = new Map((await reckonBills(scope, worded)).map((bill) => [bill.id, bill]));
  const now = bills.map((bill) => known.get(bill.id) ?? bill);
  if (now.some(({ status }) => status === 'carried')) throw new Failure('conflict', moneyRefusals.isCarried);
  await payWhole(
    scope,
    now.filter(({ status }) => status !== 'paid'),
    { method: 'marked', ...saying },
  );
}

/** The bill still asks for money, so a status that closes it is a write-off. */
const isDebt = (bill: Owed): boolean => isOpen(bill) && bill.total !== null;

/**
 * Sets the status of bills; needs the campus lock. Fails where payments contradict it, or where the person may not undo
 * an earlier mark.
 */
export async function sayStatus(
  scope: Scope,
  bills: readonly Owed[],
  { to, ...saying }: Saying & { to: string },
): Promise<void> {
  if (bills.length === 0) return;
  const ids = bills.map(({ id }) => id);
  const { now, who } = saying;
  if (to === 'paid') {
    await sayPaid(scope, bills, saying);
    return;
  }
  const isWord = !openStatuses.includes(to);
  if (isWord && who !== 'anybody' && !scope.rights.delete && bills.some(isDebt))
    throw new Failure('forbidden', moneyRefusals.wordNeedsDelete);
  if (!isWord) await takeBackSaid(scope, bills, { now, reason: to, who });
  await setSaid(scope, ids, to === 'unpaid' ? null : to);
  const reckoned = await reckonBills(scope, ids);
  // A part payment is known from the ledger, so the stored status is removed.
  const known = reckoned.filter(({ said, paid }) => said === partlyPaid && paid > 0).map(({ id }) => id);
  await setSaid(scope, known, null);
  const others = reckoned.filter(({ status }) => status !== to);
  if (others.some(({ status }) => status === 'carried') && who !== 'anybody')
    throw new Failure('conflict', moneyRefusals.isCarried);
  if (others.length > 0 && who !== 'anybody')
    throw new Failure('conflict', moneyRefusals.otherPayments(others.length));
}

/** Up to this many bills get an entry each in the trail. More get one entry for each billing, with their ids. */
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

/** The bills that a mark changes: open ones are marked as paid, paid ones as part-paid, and all others as unpaid. */
const isMarked: Readonly<Record<Mark['status'], (bill: Owed) => boolean>> = {
  paid: isOpen,
  [partlyPaid]: ({ status }) => status === 'paid',
  unpaid: ({ status }) => status !== 'unpaid',
};

/** When the first of these bills was marked as paid; undefined if none was. */
export async function findMarkedSince(scope: Scope, bills: readonly Owed[]): Promise<string | undefined> {
  const ids = bills.map(({ id }) => id);
  const marks = (await listLiveAllocations(scope, ids)).filter(({ source }) => source === 'mark');
  return marks.map(({ createdAt }) => createdAt).sort()[0];
}

/**
 * Marks bills as paid, or undoes it. Returns the bills that changed, those of them that were part-paid, and the time.
 * Messages that were skipped since `since`, because the bills were paid, wait again. Without it, since the mark.
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
    await sayStatus(scope, rows, { to: status, source: 'mark', now, who: 'own' });
    const changed = new Set(rows.map(({ id }) => id));
    // A bill that is owed again may be asked for by a newer bill.
    const carried = isPaid ? [] : await deps.carryAround(scope, [...changed], now);
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
