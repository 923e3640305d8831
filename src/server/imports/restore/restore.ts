/**
 * Restores billings and members from the bin with their old ids, so that references to them are valid again. A bill
 * that was added again in the meantime is refused. No messages are sent: skipped messages stay skipped.
 */
import type { LiveEvent } from '#shared/calls/live.ts';
import { mostIssues } from '#shared/limits.ts';
import { billsAreBack, binRefusals } from '#shared/words/bills.ts';
import type { Scope } from '../../auth/scope.ts';
import { insertRestoredBills, type StoredBill } from '../../billing/bills/bills-queries.ts';
import { insertRestoredGroup } from '../../billing/groups/groups-queries.ts';
import { binnedRows } from '../../bin/bin.ts';
import { findEntry } from '../../bin/bin-queries.ts';
import { type BinEntry, type Restore, refuse } from '../../bin/model.ts';
import { carryAgain, recarry } from '../../ledger/carried/carried.ts';
import { restoreMarks } from '../../ledger/deleted-money/deleted-money.ts';
import { recomputeChanged } from '../../ledger/ledger.ts';
import type { Owed } from '../../ledger/ledger-queries.ts';
import { reconcileMessagesAbout, reconcileMessagesOfBills } from '../../outbox/skip/skip.ts';
import { recordChange } from '../../trail/trail.ts';
import { findSimilarBills, mapGroups } from '../matches/matches.ts';
import {
  type Billing,
  findElsewhere,
  findHere,
  findInvoiceHere,
  isDuplicate,
} from '../matches/matches-rules.ts';
import { isUndoneSince } from './restore-queries.ts';

const named = ({ name, regNum }: { name: string; regNum: string | null }): string =>
  [name, regNum].filter(Boolean).join(' · ');

/**
 * Returns a sentence for each bill that was added again in the meantime. Duplicates that existed before the deletion
 * do not count.
 */
async function findAgain(scope: Scope, billing: Billing, bills: readonly StoredBill[]): Promise<string[]> {
  const { similar } = await findSimilarBills(scope, billing, bills);
  return bills.flatMap((bill) => {
    const here = findHere(similar, bill) ?? findInvoiceHere(similar, bill, undefined);
    const there = findElsewhere(similar, bill, undefined);
    const again = here ?? (there && isDuplicate(there, true) ? there.bill : undefined);
    if (!again) return [];
    const place = again.groupName || (billing.groups.get(billing.id)?.name ?? '');
    return [binRefusals.sameBill(named(bill), place)];
  });
}

/**
 * Enters the marks of the restored bills again and recomputes the bills, because the deletion has released their money.
 * Returns the bills that are carried now.
 */
async function recomputeRestored(
  scope: Scope,
  bills: readonly StoredBill[],
  { until, now }: { until: string; now: string },
): Promise<Owed[]> {
  const ids = bills.map(({ id }) => id);
  await restoreMarks(scope, ids, { until, now });
  await recomputeChanged(scope, ids);
  return [...(await carryAgain(scope, ids, { until, now })), ...(await recarry(scope, ids, now))];
}

/** Skips the waiting messages about bills that are carried now. */
async function updateMessagesOfCarried(
  scope: Scope,
  carried: readonly Owed[],
  now: string,
): Promise<LiveEvent[]> {
  await reconcileMessagesOfBills(scope, new Set(carried.map(({ id }) => id)), now);
  return [...new Set(carried.map(({ groupID }) => groupID))].map((groupID) => ({ what: 'bills', groupID }));
}

async function restoreAllBills(
  scope: Scope,
  { entry, now }: { entry: BinEntry; now: string },
  billing: Billing,
): Promise<Owed[]> {
  const again: string[] = [];
  const carried: Owed[] = [];
  for await (const bills of binnedRows(scope, entry, 'bill')) {
    again.push(...(await findAgain(scope, billing, bills)));
    if (again.length > 0) continue;
    await insertRestoredBills(scope, bills);
    carried.push(...(await recomputeRestored(scope, bills, { until: entry.at, now })));
  }
  if (again.length > 0) throw refuse('sameBill', billsAreBack(again.length), again.slice(0, mostIssues));
  return carried;
}

/** Restores a billing with the bills that it had when it was deleted. */
export const restoreBilling: Restore = async (scope, deps, entry) => {
  const at = deps.now().toISOString();
  const { itemID: id, name, bills } = entry;
  const carried: Owed[] = [];
  for await (const rows of binnedRows(scope, entry, 'group'))
    for (const group of rows) {
      await insertRestoredGroup(scope, group);
      const { month, year } = group;
      const groups = await mapGroups(scope);
      const billing = { id, month, year, isNew: true, since: entry.at, groups };
      carried.push(...(await restoreAllBills(scope, { entry, now: at }, billing)));
    }
  await reconcileMessagesAbout(scope, { column: 'groupIDs', id }, at);
  const others = await updateMessagesOfCarried(scope, carried, at);
  const about = { kind: 'group', id, name, groupID: id } as const;
  await recordChange(scope, { what: 'groupRestored', at, about, details: { bills } });
  return [
    { what: 'groups' },
    { what: 'bills', groupID: id },
    ...others,
    { what: 'imports' },
    { what: 'payments' },
    { what: 'outbox' },
  ];
};

/** Returns the billing to which the member returns. Throws if the billing does not exist. */
async function needBilling(scope: Scope, entry: BinEntry, now: string): Promise<Billing> {
  const itemID = entry.groupID ?? 0;
  const groups = await mapGroups(scope);
  const group = groups.get(itemID);
  if (group) return { ...group, isNew: false, since: entry.at, groups };
  const holder = await findEntry(scope, { kind: 'group', itemID, now });
  throw holder
    ? refuse('billingInBin', binRefusals.billingInBin(holder.name))
    : refuse('billingGone', binRefusals.billingGone());
}

/** Restores a member of an existing billing. */
export const restoreMember: Restore = async (scope, deps, entry) => {
  const at = deps.now().toISOString();
  const billing = await needBilling(scope, entry, at);
  const carried: Owed[] = [];
  for await (const bills of binnedRows(scope, entry, 'bill')) {
    for (const bill of bills)
      if (await isUndoneSince(scope, bill, entry.id))
        throw refuse('importUndone', binRefusals.importUndone());
    const [again] = await findAgain(scope, billing, bills);
    if (again !== undefined) throw refuse('sameBill', again);
    await insertRestoredBills(scope, bills);
    carried.push(...(await recomputeRestored(scope, bills, { until: entry.at, now: at })));
  }
  await reconcileMessagesAbout(scope, { column: 'billIDs', id: entry.itemID }, at);
  const others = await updateMessagesOfCarried(scope, carried, at);
  const about = { kind: 'bill', id: entry.itemID, name: entry.name, groupID: billing.id } as const;
  await recordChange(scope, { what: 'billRestored', at, about });
  return [
    { what: 'bills', groupID: billing.id },
    ...others,
    { what: 'imports' },
    { what: 'payments' },
    { what: 'outbox' },
  ];
};
