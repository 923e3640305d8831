import type { Bill, NewBill } from '#shared/calls/bills.ts';
import { Failure } from '#shared/failures.ts';
import { wordsBeside } from '#shared/phone.ts';
import { changesBetween, changesOfRemoved } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { putInBin } from '../../bin/actions.ts';
import type { Deps } from '../../deps.ts';
import { reconcileMessagesAbout } from '../../outbox/skip/actions.ts';
import { recordChange } from '../../trail/actions.ts';
import { deleteBill, findBill, updateBill } from './queries.ts';
import { type BillRow, numbersOf, toBill, toColumns } from './rules.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

/** As the spec has it; what parts one number from the next, a line or a tab, becomes a comma first. */
const collapse = (number: string): string =>
  number.replace(/[\s,]*[\t\r\n][\s,]*/g, ', ').replace(/\s+/g, ' ');

export type Member = Omit<NewBill, 'name' | 'number'> & {
  name?: string | undefined;
  number?: string | undefined;
};

/**
 * The number as it is kept, typed and as E.164; nothing where none is given. Fails when it cannot be read, or a word
 * stands beside it that did not stand there `before`.
 */
function columnsOfNumber(typed: string | undefined, before: string, country: string) {
  if (typed === undefined) return {};
  const number = collapse(typed);
  const { numbers, unread } = numbersOf(number, country);
  const bad = number === collapse(before) ? unread : [...wordsBeside(number), ...unread];
  if (bad.length === 0) return { number, numbers };
  const issues = bad.map((part) => ({ path: 'number', message: failureWords.numberUnread(part) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}

const aboutBill = ({ id, name, regNum, groupID }: BillRow) => ({
  kind: 'bill' as const,
  id,
  name: [name, regNum].filter(Boolean).join(' · '),
  groupID,
});

/** Fails when the bill was removed since its campus was found. */
export async function showBill(scope: Scope, billID: number): Promise<Bill> {
  const row = await findBill(scope, billID);
  if (!row) throw notFound();
  return toBill(row);
}

/**
 * Updates a member; fields left out stay. What waits about it says what it says now, and is skipped where it is paid, or
 * has another number. Fails when its number cannot be read.
 */
export async function changeBill(
  scope: Scope,
  deps: Deps,
  change: { id: number; member: Member },
): Promise<Bill> {
  const { id, member } = change;
  const now = deps.now().toISOString();
  const row = await withCampusLock(scope, async (scope) => {
    const before = await findBill(scope, id);
    if (!before) return undefined;
    const columns = {
      ...toColumns(member),
      ...(member.name === undefined ? {} : { name: member.name }),
      ...columnsOfNumber(member.number, before.number, scope.campus.country),
    };
    if (Object.keys(columns).length > 0) await updateBill(scope, id, columns);
    const row = await findBill(scope, id);
    if (!row) return undefined;
    await reconcileMessagesAbout(scope, { column: 'billIDs', id }, now);
    const changes = changesBetween(before, row);
    if (Object.keys(changes).length > 0)
      await recordChange(scope, { what: 'billChanged', at: now, about: aboutBill(row), changes });
    return row;
  });
  if (!row) throw notFound();
  deps.bus.publish(scope.campusID, { what: 'bills', groupID: row.groupID });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return toBill(row);
}

/** Removes a member, into the bin; messages still queued to it are skipped with that reason. */
export async function removeBill(scope: Scope, deps: Deps, billID: number): Promise<void> {
  const now = deps.now().toISOString();
  const groupID = await withCampusLock(scope, async (scope) => {
    const before = await findBill(scope, billID);
    const row = await deleteBill(scope, billID);
    if (!before || !row) return undefined;
    const about = aboutBill(before);
    const { kind, name, groupID } = about;
    const keep = await putInBin(scope, { kind, itemID: billID, name, groupID }, now);
    await keep('bill', [row]);
    await reconcileMessagesAbout(scope, { column: 'billIDs', id: billID }, now);
    const { id: _id, groupID: _group, campusID: _campus, ...was } = before;
    const changes = changesOfRemoved(was);
    await recordChange(scope, { what: 'billRemoved', at: now, about, changes });
    return row.groupID;
  });
  if (groupID === undefined) throw notFound();
  deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
}
