import { setImmediate } from 'node:timers/promises';
import type { NewBill } from '#shared/calls/bills.ts';
import { type Group, type NewGroup, newGroup } from '#shared/calls/groups.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import type { Scope } from '../auth/scope.ts';
import { type BillChoice, countBills, insertBills, listBills } from '../bills/queries.ts';
import { type BillsRead, mostIssues, readBills, toBill } from '../bills/rules.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { skipQueuedOfGroup } from '../recall/queries.ts';
import { deleteGroup, findGroup, holdGroup, insertGroup, listGroups, updateGroup } from './queries.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

export type GroupSave = { group: Partial<NewGroup> & { id: number }; contacts: NewBill[] };

function checkNewGroup(group: GroupSave['group']): NewGroup {
  const { data, error } = newGroup.safeParse(group);
  if (data) return data;
  const issues = error.issues.map(({ path, message }) => ({ path: `group.${path.join('.')}`, message }));
  throw new Failure('invalid', toasts.errors.details, issues);
}

const billsPerTurn = 2000;

/** As `readBills`; between two parts of a long list other requests have their turn. */
async function readInTurns(bills: readonly NewBill[], country: string): Promise<BillsRead> {
  const read: BillsRead = { rows: [], issues: [] };
  for (let from = 0; from < bills.length && read.issues.length < mostIssues; from += billsPerTurn) {
    if (from > 0) await setImmediate();
    const { rows, issues } = readBills(bills.slice(from, from + billsPerTurn), country, from);
    for (const row of rows) read.rows.push(row);
    for (const issue of issues.slice(0, mostIssues - read.issues.length)) read.issues.push(issue);
  }
  return read;
}

/** Creates a billing with its bills, or adds bills to one: everything in one transaction, or nothing. */
export async function saveGroup(
  scope: Scope,
  deps: Deps,
  save: GroupSave,
): Promise<{ id: number; added: number }> {
  const { id } = save.group;
  const group = id === 0 ? checkNewGroup({ ...save.group, campusID: scope.campusID }) : undefined;
  const { rows, issues } = await readInTurns(save.contacts, scope.campus.country);
  if (issues.length > 0) throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
  const createdAt = deps.now().toISOString();
  const groupID = await inTransaction(scope, async (scope) => {
    if (!group && !(await holdGroup(scope, id))) throw notFound();
    const groupID = group ? await insertGroup(scope, group, createdAt) : id;
    await insertBills(
      scope,
      groupID,
      rows.map((row) => ({ ...row, createdAt })),
    );
    return groupID;
  });
  deps.bus.publish(scope.campusID, { what: 'groups' });
  deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  return { id: groupID, added: rows.length };
}

export async function changeGroup(
  scope: Scope,
  deps: Deps,
  change: { id: number; group: Omit<NewGroup, 'campusID'> },
): Promise<Group> {
  const group = await updateGroup(scope, change.id, change.group);
  if (!group) throw notFound();
  deps.bus.publish(scope.campusID, { what: 'groups' });
  return group;
}

/** Removes a billing; messages still queued to its bills are skipped with that reason. */
export async function removeGroup(scope: Scope, deps: Deps, groupID: number): Promise<void> {
  await inTransaction(scope, async (scope) => {
    await skipQueuedOfGroup(scope, groupID, deps.now().toISOString());
    if (!(await deleteGroup(scope, groupID))) throw notFound();
  });
  deps.bus.publish(scope.campusID, { what: 'groups' });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
}

type BillsPage = Omit<BillChoice, 'today'> & { after: number; take: number };

/** A page of a billing's bills, with how many there are in all. */
export async function showBills(scope: Scope, deps: Deps, { after, take, ...chosen }: BillsPage) {
  if (!(await findGroup(scope, chosen.groupID))) throw notFound();
  const choice = { ...chosen, today: dayIn(scope.campus.timeZone, deps.now()) };
  const rows = await listBills(scope, choice, { after, take: take + 1 });
  const count = await countBills(scope, choice);
  const items = rows.slice(0, take).map(toBill);
  return { items, next: rows.length > take ? (items.at(-1)?.id ?? null) : null, count };
}

const billsPerStep = 1000;

/** Everything as one JSON list, in pieces: never more than a thousand bills in memory, and no statement held open. */
export async function* streamGroups(scope: Scope): AsyncGenerator<string> {
  let before = '[';
  for (const group of await listGroups(scope)) {
    yield `${before}{"group":${JSON.stringify(group)},"contacts":[`;
    before = ',';
    const choice = { groupID: group.id, search: '', status: 'all' as const, today: '' };
    for (let after = 0, isMore = true; isMore; ) {
      const rows = await listBills(scope, choice, { after, take: billsPerStep });
      const text = JSON.stringify(rows.map(toBill)).slice(1, -1);
      if (text) yield after === 0 ? text : `,${text}`;
      isMore = rows.length === billsPerStep;
      after = rows.at(-1)?.id ?? 0;
    }
    yield ']}';
  }
  yield before === '[' ? '[]' : ']';
}
