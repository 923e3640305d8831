/** Arrears and payments from a sheet. Runs under the campus lock. */
import { paymentOf } from '#shared/money/bill-status.ts';
import { arrearsOf, type ChosenClasses } from '#shared/money/fee-head-class.ts';
import { toPaisa } from '#shared/money/money.ts';
import type { PaidInSheet } from '#shared/money/paid-in-sheet.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import type { Scope } from '../../auth/scope.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { BillsRead } from '../../billing/bills/bills-rules.ts';
import { carryOlder, takeBackCarriedTo } from '../../ledger/carried/carried.ts';
import type { Asking } from '../../ledger/carried/carried-rules.ts';
import { type Part, payParts, payWhole, recomputeBills, voidUnreturned } from '../../ledger/ledger.ts';
import { listAddedAsPaid, listLiveAllocations, type Owed } from '../../ledger/ledger-queries.ts';
import { reconcileMessagesOfBills } from '../../outbox/skip/skip.ts';
import { partsOf } from '../../platform/db/long-lists.ts';
import type { Changed } from '../history/history-queries.ts';
import type { Billing } from '../matches/matches-rules.ts';
import { listAddedIDs, listPaymentsOf, listReceivedFor } from './money-queries.ts';

export type Into = { billing: Billing; importID: number; now: string };

/**
 * The source of payments from a file. With its key each payment is stored only once. If the file gives no day, the
 * payment counts as made by the due date.
 */
export const sourceOfImport = ({ importID, now }: Pick<Into, 'importID' | 'now'>) => ({
  source: 'sheet' as const,
  now,
  isEarlier: true,
  keyOf: (billID: number): string => `${importID}:${billID}`,
});

/** Returns the bill id in a source key. */
const billIn = (sourceKey: string | null): number => Number(sourceKey?.split(':')[1]);

/** Data of a bill that is being added. `nth` is its index among the added bills. */
type Added<T extends { billID: number }> = Omit<T, 'billID'> & { nth: number };
/**
 * The arrears and payments in the rows of a save, collected batch by batch. `existing`: of existing bills, by id.
 * `added`: of added bills, by their index.
 */
export type MoneyInSheet = {
  arrears: { added: Added<Asking>[]; existing: Asking[] };
  /** The children whose bills in other months may be affected, and the earliest month of the rows. */
  children: { regNums: Set<string>; from: number };
  /** Bills that now belong to another child or month. */
  moved: number[];
  parts: { added: Added<Part>[]; existing: Part[] };
  isAnyPaid: boolean;
};
export const noMoneyInSheet = (): MoneyInSheet => ({
  arrears: { added: [], existing: [] },
  children: { regNums: new Set(), from: Number.POSITIVE_INFINITY },
  moved: [],
  parts: { added: [], existing: [] },
  isAnyPaid: false,
});

function addChild(regNum: string | null, period: number, { children }: MoneyInSheet): void {
  if (regNum === null) return;
  children.regNums.add(regNum);
  children.from = Math.min(children.from, period);
}

/** Collects arrears and payment of a row that is added as bill number `nth` of its save. */
export function collectAdded(
  values: BillsRead['rows'][number],
  {
    nth,
    paid,
    billing,
    classes,
    to,
  }: { nth: number; paid: PaidInSheet | undefined; to: MoneyInSheet } & Classed,
): void {
  const arrears = values.regNum === null ? 0 : arrearsOf(values, classes);
  const period = periodOf(values, billing);
  addChild(values.regNum, period, to);
  if (values.regNum !== null && arrears > 0)
    to.arrears.added.push({ nth, regNum: values.regNum, period, arrears });
  if (values.status === 'paid') to.isAnyPaid = true;
  if (paid) to.parts.added.push({ nth, amount: toPaisa(paid.amount), day: paid.on });
}

type Classed = { billing: Billing; classes: ChosenClasses };

/**
 * Collects the arrears of an existing bill. Only needed if its arrears change, if it moves to another child or month,
 * or if its new status means that it is not owed.
 */
export function collectChanged(
  stored: FullBill,
  { billID, after }: { billID: number; after: Changed },
  { billing, classes, to }: { to: MoneyInSheet } & Classed,
): void {
  const bill = { ...stored, ...after } as FullBill;
  const { regNum } = bill;
  const period = periodOf(bill, billing);
  const arrears = arrearsOf(bill, classes);
  const isWord = after.status !== undefined && paymentOf({ status: String(after.status) }) === 'other';
  const before = periodOf(stored, billing);
  const isMoved = regNum !== stored.regNum || period !== before;
  addChild(regNum, period, to);
  if (isMoved) {
    addChild(stored.regNum, before, to);
    to.moved.push(billID);
  }
  if (!isMoved && !isWord && arrears === arrearsOf(stored, classes)) return;
  to.arrears.existing.push({ billID, regNum: regNum ?? '', period, arrears: regNum === null ? 0 : arrears });
}

/** The arrears and payments in the rows of a save. `isAll`: older bills are carried even if the amounts differ. */
type MoneyToStore = { money: MoneyInSheet; classes: ChosenClasses; isAll: boolean };

/**
 * Carries the open balance of older bills to the bills that include it, so that it counts only once. The older bills
 * may also have been imported later. Returns the bills that changed.
 */
async function carry(
  scope: Scope,
  { billing, now }: Into,
  { asking, money, classes, isAll }: MoneyToStore & { asking: readonly Asking[] },
): Promise<Owed[]> {
  const { arrears, moved, children } = money;
  const changed = arrears.existing.map(({ billID }) => billID);
  const reopened = await takeBackCarriedTo(scope, changed, { now, moved });
  const inSheet = { ...children, asking: asking.filter(({ arrears }) => arrears > 0) };
  const carried = await carryOlder(scope, inSheet, { groups: billing.groups, classes, now, isAll });
  await reconcileMessagesOfBills(scope, new Set(carried.map(({ id }) => id)), now);
  return [...reopened, ...carried];
}

/** Stores payments of the bills that were added as paid. */
async function payAdded(scope: Scope, { billing, importID, now }: Into): Promise<void> {
  const bills = await listAddedAsPaid(scope, { groupID: billing.id, importID });
  for await (const part of partsOf(bills))
    await payWhole(scope, part, { method: 'marked', ...sourceOfImport({ importID, now }) });
}

/** Stores the arrears and payments of a save, after its bills are stored. Returns the older bills that changed. */
export async function storeMoneyInSheet(scope: Scope, into: Into, toStore: MoneyToStore): Promise<Owed[]> {
  const { isAnyPaid, parts, arrears } = toStore.money;
  const { billing, importID } = into;
  if (isAnyPaid) await payAdded(scope, into);
  const isAnyAdded = parts.added.length + arrears.added.length > 0;
  const ids = isAnyAdded ? await listAddedIDs(scope, { groupID: billing.id, importID }) : [];
  const withID = <T extends { billID: number }>({ nth, ...one }: Added<T>): T =>
    ({ ...one, billID: ids[nth] ?? 0 }) as unknown as T;
  for await (const some of partsOf([...parts.existing, ...parts.added.map(withID<Part>)]))
    await payParts(scope, some, { method: 'marked', ...sourceOfImport(into) });
  const asking = [...arrears.added.map(withID<Asking>), ...arrears.existing];
  return carry(scope, into, { ...toStore, asking });
}

/** Returns the bills whose payments all come from this import. */
export async function listPaidBy(
  scope: Scope,
  importID: number,
  billIDs: readonly number[],
): Promise<ReadonlySet<number>> {
  const own = new Set((await listPaymentsOf(scope, importID)).map(({ id }) => id));
  const live = await listLiveAllocations(scope, billIDs);
  const others = new Set(live.filter(({ paymentID }) => !own.has(paymentID)).map(({ billID }) => billID));
  return new Set(live.map(({ billID }) => billID).filter((billID) => !others.has(billID)));
}

/**
 * Voids the payments of an import, if `isMeant` accepts their bill. Money that was returned since then stays in the
 * ledger. Returns the bills.
 */
export async function voidMoneyInSheet(
  scope: Scope,
  importID: number,
  { isMeant, reason, now }: { isMeant: (billID: number) => boolean; reason: string; now: string },
): Promise<number[]> {
  const own = (await listPaymentsOf(scope, importID)).filter(({ sourceKey }) => isMeant(billIn(sourceKey)));
  const payments = own.map(({ id }) => id);
  const isOwn = new Set(payments);
  const bills = [...new Set(own.map(({ sourceKey }) => billIn(sourceKey)))];
  const live = await listLiveAllocations(scope, bills);
  const settling = live.filter(({ paymentID }) => isOwn.has(paymentID));
  await voidUnreturned(scope, { payments, settling }, { now, reason });
  await recomputeBills(scope, bills);
  return bills;
}

/**
 * Returns what was received for each of these bills so far, in paisa. Remaining credit and amounts that were returned
 * are included. The paid amount in a sheet is compared with this sum.
 */
export async function mapReceived(scope: Scope, billIDs: readonly number[]): Promise<Map<number, number>> {
  const received = new Map<number, number>();
  for (const { billID, amount, onOthers } of await listReceivedFor(scope, billIDs))
    received.set(billID, (received.get(billID) ?? 0) + amount - onOthers);
  return received;
}
