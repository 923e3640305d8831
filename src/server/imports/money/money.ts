/** Arrears and payments that a sheet contains. Runs under the campus lock. */
import { paymentOf } from '#shared/bill-status.ts';
import { arrearsOf, type SaidClasses } from '#shared/fee-head-class.ts';
import { toPaisa } from '#shared/money.ts';
import type { PaidInSheet } from '#shared/paid-in-sheet.ts';
import { periodOf } from '#shared/sheets/bill-key.ts';
import type { Scope } from '../../auth/scope.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { BillsRead } from '../../billing/bills/bills-rules.ts';
import { carryOlder, takeBackCarriedTo } from '../../billing/carried/carried.ts';
import type { Asking } from '../../billing/carried/carried-rules.ts';
import { type Part, payParts, payWhole, reckonBills, voidUnreturned } from '../../billing/ledger/ledger.ts';
import { listAddedAsPaid, listLiveAllocations, type Owed } from '../../billing/ledger/ledger-queries.ts';
import { reconcileMessagesOfBills } from '../../outbox/skip/skip.ts';
import { partsOf } from '../../platform/db/long-lists.ts';
import type { Changed } from '../history/history-queries.ts';
import type { Billing } from '../matches/matches-rules.ts';
import { listAddedIDs, listCameIn, listPaymentsOf } from './money-queries.ts';

export type Into = { billing: Billing; importID: number; now: string };

/** Payments from a file are stored once. If the file gives no day, they count as made in time, by the due date. */
export const sheetOf = ({ importID, now }: Pick<Into, 'importID' | 'now'>) => ({
  source: 'sheet' as const,
  now,
  isEarlier: true,
  keyOf: (billID: number): string => `${importID}:${billID}`,
});

/** The bill id in such a key. */
const billIn = (sourceKey: string | null): number => Number(sourceKey?.split(':')[1]);

/** Data of an added bill, which is the `nth` of those that are added. */
type Added<T extends { billID: number }> = Omit<T, 'billID'> & { nth: number };
/**
 * What the rows of a save say about money, collected batch by batch: for existing bills by id, for added ones by their
 * place.
 */
export type MoneySaid = {
  arrears: { added: Added<Asking>[]; known: Asking[] };
  /** The children of all rows that may affect other months, and the earliest of these months. */
  children: { regNums: Set<string>; from: number };
  /** Bills that now belong to another child or month. */
  moved: number[];
  parts: { added: Added<Part>[]; known: Part[] };
  isAnyPaid: boolean;
};
export const nothingSaid = (): MoneySaid => ({
  arrears: { added: [], known: [] },
  children: { regNums: new Set(), from: Number.POSITIVE_INFINITY },
  moved: [],
  parts: { added: [], known: [] },
  isAnyPaid: false,
});

function addChild(regNum: string | null, period: number, { children }: MoneySaid): void {
  if (regNum === null) return;
  children.regNums.add(regNum);
  children.from = Math.min(children.from, period);
}

/** For a row that is added as the `nth` of its save. */
export function collectAdded(
  values: BillsRead['rows'][number],
  { nth, paid, billing, said, to }: { nth: number; paid: PaidInSheet | undefined; to: MoneySaid } & Classed,
): void {
  const arrears = values.regNum === null ? 0 : arrearsOf(values, said);
  const period = periodOf(values, billing);
  addChild(values.regNum, period, to);
  if (values.regNum !== null && arrears > 0)
    to.arrears.added.push({ nth, regNum: values.regNum, period, arrears });
  if (values.status === 'paid') to.isAnyPaid = true;
  if (paid) to.parts.added.push({ nth, amount: toPaisa(paid.amount), day: paid.on });
}

type Classed = { billing: Billing; said: SaidClasses };

/**
 * For an existing bill: only when its arrears change, it moves to another child or month, or its new status ends the
 * debt.
 */
export function collectChanged(
  stored: FullBill,
  { billID, after }: { billID: number; after: Changed },
  { billing, said, to }: { to: MoneySaid } & Classed,
): void {
  const bill = { ...stored, ...after } as FullBill;
  const { regNum } = bill;
  const period = periodOf(bill, billing);
  const arrears = arrearsOf(bill, said);
  const isWord = after.status !== undefined && paymentOf({ status: String(after.status) }) === 'other';
  const before = periodOf(stored, billing);
  const isMoved = regNum !== stored.regNum || period !== before;
  addChild(regNum, period, to);
  if (isMoved) {
    addChild(stored.regNum, before, to);
    to.moved.push(billID);
  }
  if (!isMoved && !isWord && arrears === arrearsOf(stored, said)) return;
  to.arrears.known.push({ billID, regNum: regNum ?? '', period, arrears: regNum === null ? 0 : arrears });
}

/** What the rows of a save say about money. `isAll`: older bills are carried even if the amounts differ. */
type Asked = { said: MoneySaid; classes: SaidClasses; isAll: boolean };

/**
 * Carries the open rest of older bills, so that it is asked for once, also when the older bills came later. Returns the
 * bills that changed.
 */
async function carry(
  scope: Scope,
  { billing, now }: Into,
  { asking, said, classes, isAll }: Asked & { asking: readonly Asking[] },
): Promise<Owed[]> {
  const { arrears, moved, children } = said;
  const changed = arrears.known.map(({ billID }) => billID);
  const reopened = await takeBackCarriedTo(scope, changed, { now, moved });
  const came = { ...children, asking: asking.filter(({ arrears }) => arrears > 0) };
  const carried = await carryOlder(scope, came, { groups: billing.groups, said: classes, now, isAll });
  await reconcileMessagesOfBills(scope, new Set(carried.map(({ id }) => id)), now);
  return [...reopened, ...carried];
}

/** Adds payments to bills that were added as paid. */
async function payAdded(scope: Scope, { billing, importID, now }: Into): Promise<void> {
  const bills = await listAddedAsPaid(scope, { groupID: billing.id, importID });
  for await (const part of partsOf(bills))
    await payWhole(scope, part, { method: 'marked', ...sheetOf({ importID, now }) });
}

/** Stores what the rows of a save say about money, after its bills are stored. Returns older bills that changed. */
export async function takeMoneySaid(scope: Scope, into: Into, asked: Asked): Promise<Owed[]> {
  const { isAnyPaid, parts, arrears } = asked.said;
  const { billing, importID } = into;
  if (isAnyPaid) await payAdded(scope, into);
  const isAnyAdded = parts.added.length + arrears.added.length > 0;
  const ids = isAnyAdded ? await listAddedIDs(scope, { groupID: billing.id, importID }) : [];
  const withID = <T extends { billID: number }>({ nth, ...one }: Added<T>): T =>
    ({ ...one, billID: ids[nth] ?? 0 }) as unknown as T;
  for await (const some of partsOf([...parts.known, ...parts.added.map(withID<Part>)]))
    await payParts(scope, some, { method: 'marked', ...sheetOf(into) });
  const asking = [...arrears.added.map(withID<Asking>), ...arrears.known];
  return carry(scope, into, { ...asked, asking });
}

/** The bills whose payments all come from this import. */
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
 * Voids the payments of an import: for bills that it added all of them, for others the amounts that it named. Money
 * returned since stays in the books. Returns the bills.
 */
export async function takeBackMoneySaid(
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
  await reckonBills(scope, bills);
  return bills;
}

/**
 * What has come in for these bills so far, in paisa, including the credit left of it and what was returned since. A
 * sheet's sum is compared with it.
 */
export async function mapCameIn(scope: Scope, billIDs: readonly number[]): Promise<Map<number, number>> {
  const came = new Map<number, number>();
  for (const { billID, amount, onOthers } of await listCameIn(scope, billIDs))
    came.set(billID, (came.get(billID) ?? 0) + amount - onOthers);
  return came;
}
