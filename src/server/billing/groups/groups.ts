import { calls } from '#shared/calls/all.ts';
import type { Group, NewGroup } from '#shared/calls/groups.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween } from '#shared/trail.ts';
import { refuseStale } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { putInBin } from '../../bin/bin.ts';
import type { Deps } from '../../deps.ts';
import { carryBillingAfterChange, recarry, takeBackCarriedToBilling } from '../../ledger/carried/carried.ts';
import { releaseMoney } from '../../ledger/deleted-money/deleted-money.ts';
import { reconcileMessagesAbout, reconcileMessagesOfBills } from '../../outbox/skip/skip.ts';
import { recordChange } from '../../trail/trail.ts';
import { deleteBillsOfGroup, listBillIDs } from '../bills/bills-queries.ts';
import { deleteGroup, findGroup, updateGroup } from './groups-queries.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

const aboutGroup = ({ id, name }: Pick<Group, 'id' | 'name'>) => ({
  kind: 'group' as const,
  id,
  name,
  groupID: id,
});

/**
 * Updates a billing. Fails if the billing has changed since the caller read it. If its month changes, what is carried
 * to and from its bills is checked again, and waiting messages about its bills get the new month.
 */
export async function changeGroup(
  scope: Scope,
  deps: Deps,
  change: { id: number; group: Omit<NewGroup, 'campusID'>; version: string | undefined },
): Promise<Group> {
  const { id } = change;
  const now = deps.now().toISOString();
  const { group, others } = await withCampusLock(scope, async (scope) => {
    const before = await findGroup(scope, id);
    if (before) refuseStale(calls.updateGroup, before, change);
    const group = await updateGroup(scope, id, change.group);
    if (!before || !group) throw notFound();
    const changes = changesBetween(before, group);
    if (Object.keys(changes).length > 0)
      await recordChange(scope, { what: 'groupChanged', at: now, about: aboutGroup(group), changes });
    if (group.month === before.month && group.year === before.year) return { group, others: [] };
    const others = await carryBillingAfterChange(scope, id, now);
    await reconcileMessagesAbout(scope, { column: 'groupIDs', id }, now);
    await reconcileMessagesOfBills(scope, new Set(others.map((bill) => bill.id)), now);
    return { group, others };
  });
  for (const groupID of new Set(others.map((bill) => bill.groupID)))
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'groups' });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return group;
}

/**
 * Moves a billing with its bills to the bin. Waiting messages about them are skipped with the matching reason. Fails if
 * money is on the bills, unless it may become credit.
 */
export async function removeGroup(
  scope: Scope,
  deps: Deps,
  { id: groupID, toCredit }: { id: number; toCredit: boolean },
): Promise<void> {
  const now = deps.now().toISOString();
  const reopened = await withCampusLock(scope, async (scope) => {
    const before = await findGroup(scope, groupID);
    if (!before) throw notFound();
    const ids = await listBillIDs(scope, { groupID, status: 'all', today: '' });
    const bills = ids.length;
    const { name } = before;
    await releaseMoney(scope, ids, { toCredit, now, about: aboutGroup(before) });
    const keep = await putInBin(scope, { kind: 'group', itemID: groupID, name, bills }, now);
    const reopened = await takeBackCarriedToBilling(scope, { groupID }, now);
    await deleteBillsOfGroup(scope, groupID, { keep: (rows) => keep('bill', rows) });
    const group = await deleteGroup(scope, groupID);
    if (!group) throw notFound();
    await keep('group', [group]);
    const again = reopened.map((bill) => bill.id);
    await recarry(scope, again, now);
    await reconcileMessagesOfBills(scope, new Set(again), now);
    await reconcileMessagesAbout(scope, { column: 'groupIDs', id: groupID }, now);
    await recordChange(scope, {
      what: 'groupRemoved',
      at: now,
      about: aboutGroup(before),
      details: { bills },
    });
    return reopened;
  });
  deps.bus.publish(scope.campusID, { what: 'payments' });
  for (const groupID of new Set(reopened.map((bill) => bill.groupID)))
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'groups' });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
}
