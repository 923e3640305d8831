import { Failure } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import { undoRefusals } from '#shared/words/import-refusals.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import {
  type BillChange,
  changeBills,
  deleteBillsOfGroup,
  listBillsWhole,
} from '../../billing/bills/queries.ts';
import { deleteGroup, findGroup } from '../../billing/groups/queries.ts';
import { findEntry, findNewestID } from '../../bin/queries.ts';
import type { Deps } from '../../deps.ts';
import { listMessagedBills } from '../../outbox/enqueue/queries.ts';
import { reconcileMessagesOfBills } from '../../outbox/skip/actions.ts';
import { recordChange } from '../../trail/actions.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import { findImport, listChangedLater, listChanges, markUndone } from '../history/queries.ts';
import { mayUndo } from '../history/rules.ts';
import { takeBackStudents } from '../students/actions.ts';
import { hasBills, listAddedBills, listChangedBills } from './queries.ts';
import { type Concerned, findHolding, restoreOf, toIssue } from './rules.ts';

type Import = NonNullable<Awaited<ReturnType<typeof findImport>>>;
type Undone = { removed: number; restored: number; tookBilling: boolean };

/** The import, if the one who asks may undo it and nobody has. */
async function findToUndo(scope: Scope, importID: number): Promise<Import> {
  const found = await findImport(scope, importID);
  if (!found) throw new Failure('notFound', failureWords.notFound);
  if (!mayUndo(scope, found.createdBy)) throw new Failure('forbidden', failureWords.forbidden);
  if (found.undoneAt !== null) throw new Failure('conflict', undoRefusals.undone);
  return found;
}

async function refuseHeld(scope: Scope, groupID: number, of: Import & { bills: Concerned[] }): Promise<void> {
  const messaged = await listMessagedBills(scope, groupID);
  const later = await listChangedLater(scope, of);
  const holding = findHolding(of.bills, { messaged, later });
  if (holding.length === 0) return;
  throw new Failure('conflict', undoRefusals.held(holding.length), holding.slice(0, mostIssues).map(toIssue));
}

/** What would come back with its billing stands as long as that can come back. */
async function refuseInBin(scope: Scope, groupID: number | null, now: string): Promise<void> {
  const billing = groupID !== null && (await findEntry(scope, { kind: 'group', itemID: groupID, now }));
  if (billing) throw new Failure('conflict', undoRefusals.inBin(billing.name));
}

const atOnce = 1000;

/** Puts the changed bills that are still there back, a page at a time; answers which. */
async function restoreBills(scope: Scope, importID: number): Promise<Set<number>> {
  const restored = new Set<number>();
  for (let after = 0, isMore = true; isMore; ) {
    const changes = await listChanges(scope, importID, { after, take: atOnce });
    const ids = changes.map(({ itemID }) => itemID);
    const bills = new Map((await listBillsWhole(scope, ids)).map((bill) => [bill.id, bill]));
    const back: BillChange[] = [];
    for (const change of changes) {
      const bill = bills.get(change.itemID);
      const to = bill && restoreOf(bill, change);
      if (to) back.push({ billID: bill.id, to });
    }
    await changeBills(scope, back);
    for (const { billID } of back) restored.add(billID);
    isMore = changes.length === atOnce;
    after = changes.at(-1)?.itemID ?? 0;
    // Others have their turn, also where there was nothing to put back.
    await yieldToEventLoop();
  }
  return restored;
}

/** Removes what the import added, puts back what it changed, and takes away the billing it made once that is empty. */
async function takeBackBills(scope: Scope, found: Import, now: string): Promise<Undone> {
  const { id, groupID, isNewGroup } = found;
  // A billing that is gone took its bills with it.
  if (groupID === null || !(await findGroup(scope, groupID))) {
    await refuseInBin(scope, groupID, now);
    return { removed: 0, restored: 0, tookBilling: false };
  }
  const added = await listAddedBills(scope, groupID, id);
  const changed = await listChangedBills(scope, id);
  await refuseHeld(scope, groupID, { ...found, bills: [...added, ...changed] });
  const removed = await deleteBillsOfGroup(scope, groupID, { importID: id });
  const restored = await restoreBills(scope, id);
  await reconcileMessagesOfBills(scope, restored, now);
  const tookBilling = isNewGroup === 1 && !(await hasBills(scope, groupID));
  if (tookBilling) await deleteGroup(scope, groupID);
  return { removed, restored: restored.size, tookBilling };
}

async function takeBackRoster(scope: Scope, { id }: Import): Promise<Undone> {
  const { heldBy, ...undone } = await takeBackStudents(scope, id);
  if (heldBy.length === 0) return { ...undone, tookBilling: false };
  const issues = heldBy
    .slice(0, mostIssues)
    .map((name) => ({ path: 'students', message: undoRefusals.student(name) }));
  throw new Failure('conflict', undoRefusals.heldByStudents(heldBy.length), issues);
}

/** Takes an import back as one. Fails with what holds it: bills that were paid, messaged or changed by a later import. */
export async function undoImport(scope: Scope, deps: Deps, importID: number): Promise<Undone> {
  const now = deps.now().toISOString();
  const { undone, kind, groupID } = await withCampusLock(scope, async (scope) => {
    const found = await findToUndo(scope, importID);
    const undone = await (found.kind === 'bills' ? takeBackBills : takeBackRoster)(scope, found, now);
    await markUndone(scope, importID, { now, binID: await findNewestID(scope) });
    await recordChange(scope, {
      what: 'importUndone',
      at: now,
      about: { kind: 'import', id: importID, name: found.groupName, groupID: found.groupID },
      details: { removed: undone.removed, restored: undone.restored },
    });
    return { undone, ...found };
  });
  if (kind === 'students') deps.bus.publish(scope.campusID, { what: 'students' });
  else {
    deps.bus.publish(scope.campusID, { what: 'groups' });
    if (groupID !== null) deps.bus.publish(scope.campusID, { what: 'bills', groupID });
    if (undone.restored > 0) deps.bus.publish(scope.campusID, { what: 'outbox' });
  }
  deps.bus.publish(scope.campusID, { what: 'imports' });
  return undone;
}
