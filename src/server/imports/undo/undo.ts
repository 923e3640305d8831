import { Failure } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { moneyReasons } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { undoRefusals } from '#shared/words/import-problems.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import {
  type BillChange,
  changeBills,
  deleteBillsOfGroup,
  listBillsWhole,
} from '../../billing/bills/bills-queries.ts';
import { deleteGroup, findGroup } from '../../billing/groups/groups-queries.ts';
import { findEntry, findNewestID } from '../../bin/bin-queries.ts';
import type { Deps } from '../../deps.ts';
import {
  carryAgain,
  recarry,
  takeBackCarriedTo,
  takeBackCarriedToBilling,
} from '../../ledger/carried/carried.ts';
import { releaseMoney } from '../../ledger/deleted-money/deleted-money.ts';
import { recomputeChanged } from '../../ledger/ledger.ts';
import { listOwed, type Owed } from '../../ledger/ledger-queries.ts';
import { setBillStatus } from '../../ledger/marks/marks.ts';
import { listMessagedBills } from '../../outbox/enqueue/enqueue-queries.ts';
import { reconcileMessagesOfBills } from '../../outbox/skip/skip.ts';
import { recordChange } from '../../trail/trail.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import {
  findImport,
  findPart,
  listChangedLater,
  listChanges,
  markUndone,
} from '../history/history-queries.ts';
import { mayUndo } from '../history/history-rules.ts';
import { listPaidBy, voidMoneyInSheet } from '../money/money.ts';
import { takeBackStudents } from '../students/students.ts';
import { hasBills, listAddedBills, listChangedBills } from './undo-queries.ts';
import { type BillOfImport, findHolding, restoreOf, toIssue } from './undo-rules.ts';

type Import = NonNullable<Awaited<ReturnType<typeof findImport>>>;
type Undone = { removed: number; restored: number; tookBilling: boolean };
/** `others`: billings with older bills that are owed again, or are carried to another bill. */
type UndoneBills = Undone & { others?: Set<number> };

/** Returns the import. Throws if the caller may not undo it or if it was already undone. */
async function findToUndo(scope: Scope, importID: number): Promise<Import> {
  const found = await findImport(scope, importID);
  if (!found) throw new Failure('notFound', failureWords.notFound);
  if (!mayUndo(scope, found.createdBy)) throw new Failure('forbidden', failureWords.forbidden);
  if (found.undoneAt !== null) throw new Failure('conflict', undoRefusals.undone);
  return found;
}

async function refuseHeld(
  scope: Scope,
  groupID: number,
  of: Import & { bills: BillOfImport[] },
): Promise<void> {
  const messaged = await listMessagedBills(scope, groupID);
  const later = await listChangedLater(scope, of);
  const holding = findHolding(of.bills, { messaged, later });
  if (holding.length === 0) return;
  throw new Failure('conflict', undoRefusals.held(holding.length), holding.slice(0, mostIssues).map(toIssue));
}

/**
 * An import cannot be undone while its billing is in the bin, because a restore would bring the imported bills back.
 */
async function refuseInBin(scope: Scope, groupID: number | null, now: string): Promise<void> {
  const billing = groupID !== null && (await findEntry(scope, { kind: 'group', itemID: groupID, now }));
  if (billing) throw new Failure('conflict', undoRefusals.inBin(billing.name));
}

const atOnce = 1000;

/** Restores the columns. Statuses come first, because the amount of a bill cannot change while payments settle it. */
async function writeBack(scope: Scope, back: readonly BillChange[], now: string): Promise<void> {
  for (const [to, list] of Map.groupBy(back, (change) => change.to.status ?? '')) {
    if (to === '') continue;
    const bills = await listOwed(
      scope,
      list.map(({ billID }) => billID),
    );
    await setBillStatus(scope, bills, {
      to: String(to),
      source: 'sheet',
      now,
      isEarlier: true,
      isRestored: true,
      who: 'anybody',
    });
  }
  await changeBills(
    scope,
    back.flatMap(({ billID, to: { status: _status, ...to } }) =>
      Object.keys(to).length > 0 ? [{ billID, to }] : [],
    ),
  );
  await recomputeChanged(
    scope,
    back.map(({ billID }) => billID),
  );
}

const isMove = ({ to }: BillChange): boolean =>
  (['regNum', 'month', 'year'] as const).some((column) => column in to);

/**
 * `changed`: bills in which more than a status was restored. `moved`: bills that return to another month or child.
 */
type Restored = { restored: Set<number>; changed: number[]; moved: number[] };

const isMore = ({ to }: BillChange): boolean => Object.keys(to).some((column) => column !== 'status');

/** Restores the changed bills that still exist, a page at a time. Returns these bills. */
async function restoreBills(scope: Scope, importID: number, now: string): Promise<Restored> {
  const restored = new Set<number>();
  const changed: number[] = [];
  const moved: number[] = [];
  for (let after = 0, isLeft = true; isLeft; ) {
    const changes = await listChanges(scope, importID, { after, take: atOnce });
    const ids = changes.map(({ itemID }) => itemID);
    const bills = new Map((await listBillsWhole(scope, ids)).map((bill) => [bill.id, bill]));
    const back: BillChange[] = [];
    for (const change of changes) {
      const bill = bills.get(change.itemID);
      const to = bill && restoreOf(bill, change);
      if (to) back.push({ billID: bill.id, to });
    }
    await writeBack(scope, back, now);
    for (const { billID } of back) restored.add(billID);
    changed.push(...back.filter(isMore).map(({ billID }) => billID));
    moved.push(...back.filter(isMove).map(({ billID }) => billID));
    isLeft = changes.length === atOnce;
    after = changes.at(-1)?.itemID ?? 0;
    // Yields even if there was nothing to restore.
    await yieldToEventLoop();
  }
  return { restored, changed, moved };
}

/** Whether the import wrote a status. Statuses are restored through the ledger. */
const isOfStatus = ({ after }: { after: string }): boolean => 'status' in (JSON.parse(after) as object);

/**
 * Deletes the bills that the import added and restores those that it changed. Deletes the billing that the import
 * created if it is empty now.
 */
async function takeBackBills(scope: Scope, found: Import, now: string): Promise<UndoneBills> {
  const { id, groupID, isNewGroup } = found;
  // If the billing was deleted, its bills were deleted with it.
  if (groupID === null || !(await findGroup(scope, groupID))) {
    await refuseInBin(scope, groupID, now);
    return { removed: 0, restored: 0, tookBilling: false };
  }
  const reopened = await takeBackCarriedToBilling(scope, { groupID, importID: id }, now);
  const added = await listAddedBills(scope, groupID, id);
  const changed = await listChangedBills(scope, id);
  const addedIDs = new Set(added.map((bill) => bill.id));
  const byStatus = new Set(changed.filter(isOfStatus).map((bill) => bill.id));
  const all = [...added, ...changed];
  const ownMoney = await listPaidBy(
    scope,
    id,
    all.map((bill) => bill.id),
  );
  // Payments that came with the import itself do not prevent the undo.
  const concerned = all.map((bill) =>
    ownMoney.has(bill.id) && !byStatus.has(bill.id) ? { ...bill, status: 'unpaid' } : bill,
  );
  await refuseHeld(scope, groupID, { ...found, bills: concerned });
  const isMeant = (billID: number): boolean => addedIDs.has(billID) || !byStatus.has(billID);
  const unpaid = await voidMoneyInSheet(scope, id, { isMeant, reason: moneyReasons.importUndone, now });
  // A payment stays valid if a part of it was returned. The rest becomes credit.
  await releaseMoney(scope, [...addedIDs], { toCredit: true, now });
  const removed = await deleteBillsOfGroup(scope, groupID, { importID: id });
  const { restored, ...back } = await restoreBills(scope, id, now);
  const again = [...restored, ...unpaid, ...reopened.map((bill) => bill.id)];
  const before = { ...back, until: found.createdAt, again, now };
  reopened.push(...(await carryAsBefore(scope, [...restored], before)));
  await reconcileMessagesOfBills(scope, restored, now);
  const tookBilling = isNewGroup === 1 && !(await hasBills(scope, groupID));
  if (tookBilling) await deleteGroup(scope, groupID);
  const others = new Set(reopened.map((bill) => bill.groupID));
  return { removed, restored: restored.size, tookBilling, others };
}

/**
 * Carries the older bills again that were carried to the restored bills before. Bills in `again` are owed again and
 * may be carried to other bills.
 */
async function carryAsBefore(
  scope: Scope,
  restored: readonly number[],
  {
    until,
    changed,
    moved,
    again,
    now,
  }: Omit<Restored, 'restored'> & { until: string; again: readonly number[]; now: string },
): Promise<Owed[]> {
  const back = await takeBackCarriedTo(scope, changed, { now, moved });
  const carried = [
    ...(await carryAgain(scope, restored, { until, now })),
    ...(await recarry(scope, [...again, ...back.map(({ id }) => id)], now)),
  ];
  await reconcileMessagesOfBills(scope, new Set(carried.map(({ id }) => id)), now);
  return [...back, ...carried];
}

async function takeBackRoster(scope: Scope, { id }: { id: number }): Promise<Undone> {
  const { heldBy, ...undone } = await takeBackStudents(scope, id);
  if (heldBy.length === 0) return { ...undone, tookBilling: false };
  const issues = heldBy
    .slice(0, mostIssues)
    .map((name) => ({ path: 'students', message: undoRefusals.student(name) }));
  throw new Failure('conflict', undoRefusals.heldByStudents(heldBy.length), issues);
}

/**
 * Undoes a whole import. Throws with the bills that prevent this: paid bills, messaged bills, and bills that a later
 * import has changed.
 */
export async function undoImport(scope: Scope, deps: Deps, importID: number): Promise<Undone> {
  const now = deps.now().toISOString();
  const { undone, others, hasStudents, kind, groupID } = await withCampusLock(scope, async (scope) => {
    const found = await findToUndo(scope, importID);
    const done: UndoneBills = await (found.kind === 'bills' ? takeBackBills : takeBackRoster)(
      scope,
      found,
      now,
    );
    const { others = [], ...undone } = done;
    const part = await findPart(scope, importID);
    if (part) await takeBackRoster(scope, part);
    const at = { now, binID: await findNewestID(scope) };
    for (const id of [importID, ...(part ? [part.id] : [])]) await markUndone(scope, id, at);
    await recordChange(scope, {
      what: 'importUndone',
      at: now,
      about: { kind: 'import', id: importID, name: found.groupName, groupID: found.groupID },
      details: { removed: undone.removed, restored: undone.restored },
    });
    return { undone, others, hasStudents: found.kind === 'students' || part !== undefined, ...found };
  });
  if (hasStudents) deps.bus.publish(scope.campusID, { what: 'students' });
  if (kind === 'bills') {
    deps.bus.publish(scope.campusID, { what: 'groups' });
    const changed = new Set([...(groupID === null ? [] : [groupID]), ...others]);
    for (const groupID of changed) deps.bus.publish(scope.campusID, { what: 'bills', groupID });
    if (undone.restored > 0) deps.bus.publish(scope.campusID, { what: 'outbox' });
  }
  deps.bus.publish(scope.campusID, { what: 'imports' });
  return undone;
}
