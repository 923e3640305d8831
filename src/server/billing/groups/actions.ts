import type { Bill, ListedBill } from '#shared/calls/bills.ts';
import type { Group, NewGroup } from '#shared/calls/groups.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { changesBetween, type TrailChanges } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { putInBin } from '../../bin/actions.ts';
import { countUnseen } from '../../chat/queries.ts';
import type { Deps } from '../../deps.ts';
import { reconcileMessagesAbout } from '../../outbox/skip/actions.ts';
import { recordAlone, recordChange } from '../../trail/actions.ts';
import {
  type BillChoice,
  countBills,
  deleteBillsOfGroup,
  listBillIDs,
  listBills,
  listBillsPage,
} from '../bills/queries.ts';
import { toBill } from '../bills/rules.ts';
import { countFiltered, deleteGroup, findGroup, listGroups, updateGroup } from './queries.ts';

const numbersOfRow = ({ numbers }: { numbers: string }): string[] =>
  numbers === '' ? [] : numbers.split(' ');

const notFound = () => new Failure('notFound', failureWords.notFound);

const aboutGroup = ({ id, name }: Pick<Group, 'id' | 'name'>) => ({
  kind: 'group' as const,
  id,
  name,
  groupID: id,
});

/** Updates a billing; what waits about its bills says its month as it is now. */
export async function changeGroup(
  scope: Scope,
  deps: Deps,
  change: { id: number; group: Omit<NewGroup, 'campusID'> },
): Promise<Group> {
  const { id } = change;
  const now = deps.now().toISOString();
  const group = await withCampusLock(scope, async (scope) => {
    const before = await findGroup(scope, id);
    const group = await updateGroup(scope, id, change.group);
    if (!before || !group) throw notFound();
    const changes = changesBetween(before, group);
    if (Object.keys(changes).length > 0)
      await recordChange(scope, { what: 'groupChanged', at: now, about: aboutGroup(group), changes });
    if (group.month === before.month && group.year === before.year) return group;
    await reconcileMessagesAbout(scope, { column: 'groupIDs', id }, now);
    return group;
  });
  deps.bus.publish(scope.campusID, { what: 'groups' });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return group;
}

/** Removes a billing with its bills, into the bin; messages still queued to them are skipped with that reason. */
export async function removeGroup(scope: Scope, deps: Deps, groupID: number): Promise<void> {
  const now = deps.now().toISOString();
  await withCampusLock(scope, async (scope) => {
    const before = await findGroup(scope, groupID);
    if (!before) throw notFound();
    const bills = await countFiltered(scope, { groupID, status: 'all', today: '' });
    const { name } = before;
    const keep = await putInBin(scope, { kind: 'group', itemID: groupID, name, bills }, now);
    await deleteBillsOfGroup(scope, groupID, { keep: (rows) => keep('bill', rows) });
    const group = await deleteGroup(scope, groupID);
    if (!group) throw notFound();
    await keep('group', [group]);
    await reconcileMessagesAbout(scope, { column: 'groupIDs', id: groupID }, now);
    await recordChange(scope, {
      what: 'groupRemoved',
      at: now,
      about: aboutGroup(before),
      details: { bills },
    });
  });
  deps.bus.publish(scope.campusID, { what: 'groups' });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
}

type BillsPage = Omit<BillChoice, 'today'> & { after: number; from: number; take: number };

/** A page of a billing's bills, with how many there are in all and what their families wrote that nobody has seen. */
export async function showBills(scope: Scope, deps: Deps, { after, from, take, ...chosen }: BillsPage) {
  if (!(await findGroup(scope, chosen.groupID))) throw notFound();
  const choice = { ...chosen, today: dayIn(scope.campus.timeZone, deps.now()) };
  const rows = await listBillsPage(scope, choice, { after, from, take: take + 1 });
  // What is searched for is in no count that the database keeps.
  const count = await (chosen.search === '' ? countFiltered(scope, choice) : countBills(scope, choice));
  const shown = rows.slice(0, take);
  const unread = new Map(
    (await countUnseen(scope, [...new Set(shown.flatMap(numbersOfRow))])).map((row) => [
      row.number,
      row.count,
    ]),
  );
  const items = shown.map((row): ListedBill => {
    const { numbers: _, ...bill } = row;
    const ofFamily = numbersOfRow(row).reduce((sum, number) => sum + (unread.get(number) ?? 0), 0);
    return { ...toBill(bill), unread: ofFamily };
  });
  return { items, next: rows.length > take ? (items.at(-1)?.id ?? null) : null, count };
}

/** The ids of every bill of a billing that search and filter leave. */
export async function showBillIDs(
  scope: Scope,
  deps: Deps,
  chosen: Omit<BillChoice, 'today'>,
): Promise<number[]> {
  if (!(await findGroup(scope, chosen.groupID))) throw notFound();
  return listBillIDs(scope, { ...chosen, today: dayIn(scope.campus.timeZone, deps.now()) });
}

const billsPerStep = 1000;

/** Never more than a thousand bills in memory, and no statement held open. */
async function* billPages(scope: Scope, choice: BillChoice): AsyncGenerator<Bill[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const rows = await listBills(scope, choice, { after, take: billsPerStep });
    // Said beforehand: what is needed after it would keep the rows for as long as a slow client takes.
    isMore = rows.length === billsPerStep;
    after = rows.at(-1)?.id ?? 0;
    yield rows.map(toBill);
  }
}

const narrowedTo = ({ search, status }: Omit<BillChoice, 'today'>): TrailChanges => ({
  ...(status === 'all' ? {} : { status: [null, status] }),
  ...(search === '' ? {} : { search: [null, search] }),
});

/** Every bill of a billing that search and filter leave, in pages; that they are handed out is recorded. */
export async function exportBills(
  scope: Scope,
  deps: Deps,
  chosen: Omit<BillChoice, 'today'>,
): Promise<AsyncGenerator<Bill[]>> {
  const at = deps.now().toISOString();
  const group = await findGroup(scope, chosen.groupID);
  if (!group) throw notFound();
  const changes = narrowedTo(chosen);
  await recordAlone(scope, { what: 'billsExported', at, about: aboutGroup(group), changes });
  return billPages(scope, { ...chosen, today: dayIn(scope.campus.timeZone, deps.now()) });
}

/** Everything as one JSON list, in pieces. */
export async function* streamGroups(scope: Scope): AsyncGenerator<string> {
  let before = '[';
  for (const group of await listGroups(scope)) {
    yield `${before}{"group":${JSON.stringify(group)},"contacts":[`;
    before = ',';
    const choice = { groupID: group.id, search: '', status: 'all' as const, today: '' };
    let beforeBill = '';
    for await (const bills of billPages(scope, choice)) {
      if (bills.length > 0) yield beforeBill + JSON.stringify(bills).slice(1, -1);
      beforeBill = ',';
    }
    yield ']}';
  }
  yield before === '[' ? '[]' : ']';
}
