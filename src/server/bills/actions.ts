import type { Bill, NewBill } from '#shared/calls/bills.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../auth/scope.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { skipQueuedOfBill, skipRemindersOfBill } from '../recall/queries.ts';
import { deleteBill, findBill, updateBill } from './queries.ts';
import { numbersOf, toBill, toColumns } from './rules.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

/** As the spec has it; what parts one number from the next, a line or a tab, becomes a comma first. */
const collapse = (number: string): string =>
  number.replace(/[\s,]*[\t\r\n][\s,]*/g, ', ').replace(/\s+/g, ' ');

export type Member = NewBill & { name: string; number: string };

/** Updates a member; fields left out stay. Once it is paid, reminders that wait are skipped. Fails when its number cannot be read. */
export async function changeBill(
  scope: Scope,
  deps: Deps,
  change: { id: number; member: Member },
): Promise<Bill> {
  const { id, member } = change;
  const number = collapse(member.number);
  const { numbers, unread } = numbersOf(number, scope.campus.country);
  if (unread.length > 0) {
    const issues = unread.map((part) => ({ path: 'number', message: failureWords.numberUnread(part) }));
    throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
  }
  const columns = { ...toColumns(member), name: member.name, number, numbers };
  const row = await inTurn(scope, async (scope) => {
    await updateBill(scope, id, columns);
    const row = await findBill(scope, id);
    if (row && row.status !== 'unpaid') await skipRemindersOfBill(scope, id, deps.now().toISOString());
    return row;
  });
  if (!row) throw notFound();
  deps.bus.publish(scope.campusID, { what: 'bills', groupID: row.groupID });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return toBill(row);
}

/** Removes a member; messages still queued to it are skipped with that reason. */
export async function removeBill(scope: Scope, deps: Deps, billID: number): Promise<void> {
  const groupID = await inTurn(scope, async (scope) => {
    const groupID = await deleteBill(scope, billID);
    if (groupID !== undefined) await skipQueuedOfBill(scope, billID, deps.now().toISOString());
    return groupID;
  });
  if (groupID === undefined) throw notFound();
  deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
}
