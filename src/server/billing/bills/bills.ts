import { calls } from '#shared/calls/all.ts';
import type { Bill, NewBill } from '#shared/calls/bills.ts';
import { Failure } from '#shared/failures.ts';
import { builtInStatuses, isOpen } from '#shared/money/bill-status.ts';
import { arrearsOf, type ChosenClasses } from '#shared/money/fee-head-class.ts';
import { loweredBy } from '#shared/money/lowered.ts';
import { asksNothing } from '#shared/money/payable.ts';
import { wordsBeside } from '#shared/people/phone.ts';
import { aboutBill, changesBetween, changesOfRemoved } from '#shared/trail.ts';
import { refuseStale } from '#shared/versions.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { putInBin } from '../../bin/bin.ts';
import type { Deps } from '../../deps.ts';
import { carryAfterChange, recarry, takeBackCarriedTo } from '../../ledger/carried/carried.ts';
import { releaseMoney } from '../../ledger/deleted-money/deleted-money.ts';
import { mapChosenClasses } from '../../ledger/fee-heads/fee-heads-queries.ts';
import { recomputeChanged } from '../../ledger/ledger.ts';
import { listOwed, type Owed } from '../../ledger/ledger-queries.ts';
import { needReasonToLower, storeLowered } from '../../ledger/lowered/lowered.ts';
import { findRenewFine } from '../../ledger/lowered/lowered-queries.ts';
import { findMarkedSince, setBillStatus } from '../../ledger/marks/marks.ts';
import { restoreReminders } from '../../outbox/changes/restore.ts';
import { reconcileMessagesAbout, reconcileMessagesOfBills } from '../../outbox/skip/skip.ts';
import { recordChange } from '../../trail/trail.ts';
import { deleteBill, findBill, updateBill } from './bills-queries.ts';
import { type BillRow, readTypedNumbers, toBill, toColumns } from './bills-rules.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

/** Collapses spaces as the spec says. Before that, a line break or a tab between two numbers becomes a comma. */
const collapse = (number: string): string =>
  number.replace(/[\s,]*[\t\r\n][\s,]*/g, ', ').replace(/\s+/g, ' ');

type Member = Omit<NewBill, 'name' | 'number'> & {
  name?: string | undefined;
  number?: string | undefined;
};

/**
 * Returns the typed number and its E.164 form, or nothing if `typed` is undefined. Fails if a part cannot be read, or
 * if a changed field contains words beside the numbers.
 */
function columnsOfNumber(typed: string | undefined, before: string, country: string) {
  if (typed === undefined) return {};
  const number = collapse(typed);
  const { numbers, unread } = readTypedNumbers(number, country);
  const bad = number === collapse(before) ? unread : [...wordsBeside(number), ...unread];
  if (bad.length === 0) return { number, numbers };
  const issues = bad.map((part) => ({ path: 'number', message: failureWords.numberUnread(part) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}

/** Fails if there is no such bill, for example because it was just deleted. */
export async function showBill(scope: Scope, billID: number): Promise<Bill> {
  const row = await findBill(scope, billID);
  if (!row) throw notFound();
  return toBill(row);
}

/** The columns that identify a bill and its amount. */
const columnsFixedByMoney = ['total', 'amountAfterDueDate', 'invNo', 'regNum'] as const;

type Columns = Parameters<typeof updateBill>[2];

/** These columns must not change while a payment settles the bill. The database refuses such a change too. */
function refuseChangeOfFixedColumns(before: BillRow, columns: Columns): void {
  const other = columnsFixedByMoney.find(
    (column) => columns[column] !== undefined && columns[column] !== before[column],
  );
  if (other === undefined) return;
  const issues = [{ path: other, message: moneyRefusals.moneyStands }];
  throw new Failure('conflict', moneyRefusals.moneyStands, issues);
}

/**
 * Writes the changed columns and computes the status from the ledger. A status other than paid is about the bill
 * as it was, so it is written before the new values. Returns whether a payment settled the bill before the change.
 */
async function writeBill(
  scope: Scope,
  before: BillRow,
  { columns: { status, ...columns }, now }: { columns: Columns; now: string },
): Promise<boolean> {
  const { id } = before;
  const hasNewStatus = status !== undefined && status !== before.status;
  const say = async (): Promise<void> => {
    if (hasNewStatus)
      await setBillStatus(scope, await listOwed(scope, [id]), {
        to: status,
        source: 'mark',
        now,
        who: 'deleter',
      });
  };
  if (status !== 'paid') await say();
  const [owed] = await listOwed(scope, [id]);
  const isSettled = owed !== undefined && hasMoney(owed);
  if (isSettled) refuseChangeOfFixedColumns(before, columns);
  if (Object.keys(columns).length > 0) await updateBill(scope, id, columns);
  await recomputeChanged(scope, [id]);
  if (status === 'paid') await say();
  return isSettled;
}

/** Returns whether the bill has one of the school's own statuses. Such a bill is neither owed nor paid. */
const isWord = ({ status }: BillRow): boolean => ![...builtInStatuses, 'waived', 'carried'].includes(status);

/** Returns whether the bill now belongs to another child or month. */
const isMoved = (before: BillRow, after: BillRow): boolean =>
  (['regNum', 'month', 'year'] as const).some((column) => before[column] !== after[column]);

/** Returns whether the arrears in the bill have changed, or whether it now counts or no longer counts as owed. */
const asksForOthers = (before: BillRow, after: BillRow, classes: ChosenClasses): boolean =>
  arrearsOf(before, classes) !== arrearsOf(after, classes) || isWord(before) !== isWord(after);

/** If the change affects what is carried to and from the bill, updates this. Returns the other bills that changed. */
async function carryChanged(
  scope: Scope,
  { before, after, isSettled, now }: { before: BillRow; after: BillRow; isSettled: boolean; now: string },
): Promise<Owed[]> {
  const { id } = after;
  const classes = await mapChosenClasses(scope);
  const moved = isMoved(before, after);
  const isOther = asksForOthers(before, after, classes);
  if (moved || isOther)
    return carryAfterChange(scope, { id, before, isSettled, isOther, isMoved: moved }, { classes, now });
  const isChanged =
    columnsFixedByMoney.some((column) => before[column] !== after[column]) || before.status !== after.status;
  return isChanged && isOpen(after) ? recarry(scope, [id], now) : [];
}

/** Returns whether a payment settles the bill, or a person has set it to paid although it has no amount. */
const hasMoney = (bill: Owed): boolean => bill.paid > 0 || (bill.status === 'paid' && !asksNothing(bill));

/**
 * `reason`: why the bill charges less; needed only then. `fined`: the fine for a renewed voucher, which was just added,
 * in paisa.
 */
type Changing = {
  id: number;
  member: Member;
  version: string | undefined;
  reason?: string | undefined;
  fined?: number;
};

/** Stores by how much the change lowers what the bill charges. Fails if the caller may not lower it. */
async function storeIfLowered(
  scope: Scope,
  before: BillRow,
  { columns, reason, fined = 0, now }: Pick<Changing, 'reason' | 'fined'> & { columns: Columns; now: string },
): Promise<void> {
  const renewFine = await findRenewFine(scope);
  const amount = loweredBy(before, { ...before, ...columns }, { renewFine, fined });
  if (amount === 0) return;
  const why = needReasonToLower(scope, reason);
  const { id, groupID, name, regNum } = before;
  await storeLowered(scope, [{ id, groupID, name, regNum, amount }], { reason: why, now });
  const about = aboutBill(before);
  await recordChange(scope, { what: 'billLowered', at: now, about, details: { amount, reason: why } });
}

/**
 * Updates a member; fields that are not given stay as they are. Waiting messages about the bill are rewritten, or
 * skipped if the bill is now paid or has another number. If the bill is owed again, the reminders that were skipped when
 * it was marked as paid go back to the outbox. Fails if the number cannot be read, or if the bill has changed since the
 * caller read it.
 */
export async function changeBill(
  scope: Scope,
  deps: Deps,
  { id, member, version, reason, fined }: Changing,
): Promise<Bill> {
  const now = deps.now().toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    const before = await findBill(scope, id);
    if (!before) return undefined;
    refuseStale(calls.updateBill, toBill({ ...before }), { version });
    const columns = {
      ...toColumns(member),
      ...(member.name === undefined ? {} : { name: member.name }),
      ...columnsOfNumber(member.number, before.number, scope.campus.country),
    };
    const since = isOpen(before) ? undefined : await findMarkedSince(scope, await listOwed(scope, [id]));
    const isSettled = await writeBill(scope, before, { columns, now });
    const row = await findBill(scope, id);
    if (!row) return undefined;
    const others = await carryChanged(scope, { before, after: row, isSettled, now });
    await storeIfLowered(scope, before, { columns, reason, fined, now });
    await reconcileMessagesAbout(scope, { column: 'billIDs', id }, now);
    if (since !== undefined && isOpen(row)) await restoreReminders(scope, new Set([id]), { since, now });
    const changes = changesBetween(before, row);
    if (Object.keys(changes).length > 0)
      await recordChange(scope, { what: 'billChanged', at: now, about: aboutBill(row), changes });
    await reconcileMessagesOfBills(scope, new Set(idsOf(others)), now);
    return { row: (await findBill(scope, id)) ?? row, others };
  });
  if (!changed) throw notFound();
  const { row, others } = changed;
  for (const groupID of new Set([row, ...others].map((bill) => bill.groupID)))
    deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake('sending');
  return toBill(row);
}

const idsOf = (bills: readonly Owed[]): number[] => bills.map(({ id }) => id);

/**
 * Moves a member to the bin. Waiting messages about the bill are skipped with the matching reason. Fails if money is on
 * the bill, unless it may become credit.
 */
export async function removeBill(
  scope: Scope,
  deps: Deps,
  { id: billID, toCredit }: { id: number; toCredit: boolean },
): Promise<void> {
  const now = deps.now().toISOString();
  const groupIDs = await withCampusLock(scope, async (scope) => {
    const before = await findBill(scope, billID);
    if (!before) return undefined;
    const about = aboutBill(before);
    await releaseMoney(scope, [billID], { toCredit, now, about });
    const reopened = await takeBackCarriedTo(scope, [billID], { now });
    const row = await deleteBill(scope, billID);
    if (!row) return undefined;
    await recarry(scope, idsOf(reopened), now);
    await reconcileMessagesOfBills(scope, new Set(idsOf(reopened)), now);
    const { kind, name, groupID } = about;
    const keep = await putInBin(scope, { kind, itemID: billID, name, groupID }, now);
    await keep('bill', [row]);
    await reconcileMessagesAbout(scope, { column: 'billIDs', id: billID }, now);
    const { id: _id, groupID: _group, campusID: _campus, ...was } = before;
    const changes = changesOfRemoved(was);
    await recordChange(scope, { what: 'billRemoved', at: now, about, changes });
    return new Set([row, ...reopened].map((one) => one.groupID));
  });
  if (groupIDs === undefined) throw notFound();
  for (const groupID of groupIDs) deps.bus.publish(scope.campusID, { what: 'bills', groupID });
  deps.bus.publish(scope.campusID, { what: 'payments' });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
}
