/**
 * The facts of the ledger, and the amounts and statuses of bills that are computed from them. Writers need the campus
 * lock.
 */
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PaymentSource } from '#shared/money/ledger.ts';
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../auth/scope.ts';
import {
  gather,
  idList,
  insertMany,
  isAmong,
  partsOf,
  unindexed,
  valueRows,
} from '../platform/db/long-lists.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Adjusting, BillFigures, Settling } from './ledger-rules.ts';

export const owedColumns = [
  'id',
  'groupID',
  'name',
  'regNum',
  'numbers',
  'total',
  'amountAfterDueDate',
  'dueDate',
  'status',
  'statedStatus',
  'paid',
  'settledOn',
] as const;

const sumOfAdjustments = (amount: RawBuilder<number>) =>
  sql<number>`(select coalesce(sum(${amount}), 0) from adjustment where adjustment."campusID" = bill."campusID"
  and adjustment."billID" = bill.id and adjustment."voidedAt" is null)`;

/** The sums of the non-void adjustments of a bill. */
export const adjustedOfBill = [
  sumOfAdjustments(sql`case when adjustment."ofLateFine" = 1 then 0 when adjustment.kind = 'fine'
    then adjustment.amount else -adjustment.amount end`).as('adjusted'),
  sumOfAdjustments(sql`adjustment.amount * adjustment."ofLateFine"`).as('lateWaived'),
] as const;

/**
 * The month of a bill, as the number of months since the year 0. If a bill has no month and year, it belongs to the
 * month of its billing; the value is then the negative id of the billing. The index by registration number begins
 * with this value, so the bills of one month are stored together.
 */
export const billMonth = sql<number>`coalesce(year * 12 + month, -"groupID")`;

/** Lists the months of bills with a registration number. Each month takes one step through the index. */
const monthsOf = ({ campusID }: Scope) =>
  sql<number>`(with recursive step (at) as (select ${sql.lit(Number.MIN_SAFE_INTEGER)} union all
    select (select ${billMonth} from bill where "campusID" = ${campusID} and "regNum" is not null
      and ${billMonth} > step.at order by 1 limit 1) from step where step.at is not null)
    select at from step)`;

/** Selects the bills of these registration numbers, in every billing. */
export const billsOfRegNums = (scope: Scope, regNums: readonly string[]) =>
  scope.db
    .selectFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where(billMonth, 'in', monthsOf(scope))
    .where('regNum', 'in', regNums);

/** Returns these bills with the columns that the ledger needs, ordered by id. */
export async function listOwed(scope: Scope, billIDs: readonly number[]) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('bill')
      .select(owedColumns)
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .orderBy('id')
      .execute(),
  );
}
export type Owed = Awaited<ReturnType<typeof listOwed>>[number];

const isOfNothing = sql<boolean>`total = 0 and coalesce("amountAfterDueDate", 0) = 0`;

/**
 * Lists bills that an import (or no import) added as paid and that have no payment yet. A bill of 0 needs no payment.
 */
export async function listAddedAsPaid(
  scope: Scope,
  { groupID, importID }: { groupID: number; importID: number | null },
): Promise<Owed[]> {
  return scope.db
    .selectFrom('bill')
    .select(owedColumns)
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('importID', importID === null ? 'is' : '=', importID)
    .where('status', '=', 'paid')
    .where('settledOn', 'is', null)
    .where(sql<boolean>`not (${isOfNothing})`)
    .orderBy('id')
    .execute();
}

export type LiveAllocation = Settling & {
  id: number;
  billID: number;
  paymentID: number;
  source: PaymentSource;
  createdAt: string;
  createdBy: string;
};

/** Lists the valid allocations of these bills, ordered by id. */
export async function listLiveAllocations(
  scope: Scope,
  billIDs: readonly number[],
): Promise<LiveAllocation[]> {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('allocation')
      .innerJoin('payment', 'payment.id', 'allocation.paymentID')
      .select(['allocation.id', 'allocation.billID', 'allocation.paymentID', 'allocation.amount'])
      .select(['payment.receivedOn', 'payment.source', 'payment.createdAt', 'payment.createdBy'])
      .where('allocation.campusID', '=', scope.campusID)
      .where('allocation.billID', 'in', idList(scope.db, ids))
      .where('allocation.endedAt', 'is', null)
      .orderBy('allocation.id')
      .execute(),
  );
}

/** Lists the valid allocations of these payments. */
export async function listAllocationsOf(
  scope: Scope,
  paymentIDs: readonly number[],
): Promise<{ id: number; paymentID: number }[]> {
  return gather(partsOf(paymentIDs), (ids) =>
    scope.db
      .selectFrom('allocation')
      .select(['id', 'paymentID'])
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('paymentID', 'in', idList(scope.db, ids))
      .where('endedAt', 'is', null)
      .execute(),
  );
}

/** Lists the adjustments of these bills, without the voided ones. */
export async function listAdjustments(
  scope: Scope,
  billIDs: readonly number[],
): Promise<(Adjusting & { billID: number })[]> {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('adjustment')
      .select(['billID', 'kind', 'amount', 'day', 'ofLateFine'])
      .where('campusID', '=', scope.campusID)
      .where('billID', 'in', idList(scope.db, ids))
      .where('voidedAt', 'is', null)
      .execute(),
  );
}

const figureColumns = { id: 'bigint', paid: 'bigint', settledOn: 'text', status: 'text' } as const;

/** Writes the computed amounts and statuses of bills. */
export async function writeFigures(
  scope: Scope,
  rows: readonly (BillFigures & { id: number })[],
): Promise<void> {
  for await (const part of partsOf(rows))
    await sql`with ${valueRows(scope.db, 'reckoned', { columns: figureColumns, rows: part })}
      update bill set paid = reckoned.paid, "settledOn" = reckoned."settledOn", status = reckoned.status from reckoned
      where bill.id = reckoned.id and ${unindexed('campusID')} = ${scope.campusID}`.execute(scope.db);
}

/** Sets the status that a person or a file gave these bills. Null removes it. */
export async function setStatedStatus(
  scope: Scope,
  billIDs: readonly number[],
  statedStatus: string | null,
): Promise<void> {
  for await (const ids of partsOf(billIDs))
    await scope.db
      .updateTable('bill')
      .set({ statedStatus })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .execute();
}

/** Returns the next receipt number of the campus. Payments are never deleted, so the numbers have no gaps. */
export async function findNextReceipt(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('payment')
    .select((eb) => eb.fn.max('receiptNo').as('last'))
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

// Closed days: those until `closedUntil`, and for the cash of a clerk the days that were counted.

/** Is true for a payment that counts on a closed day. */
const isClosedPayment = ({ campusID, campus: { closedUntil } }: Scope): RawBuilder<SqlBool> => {
  const isCounted = sql`(payment.method = 'cash' and payment.source = 'counter' and exists (select 1 from cash_count
    where cash_count."campusID" = ${campusID} and cash_count.day = payment."receivedOn"
    and cash_count.clerk = payment."createdBy"))`;
  return closedUntil === null
    ? sql`${isCounted}`
    : sql`(coalesce(payment."bookedOn", payment."receivedOn") <= ${closedUntil} or ${isCounted})`;
};

type LateDay = RawBuilder<string | null>;
const todayOf = ({ campus }: Scope, now: string): string => dayIn(campus.timeZone, new Date(now));

/** The day on which a change of a payment counts: null if the day of the payment is open. */
const lateDayOfPayment = (scope: Scope, now: string): LateDay =>
  sql`(case when ${isClosedPayment(scope)} then ${todayOf(scope, now)} end)`;

/** The same for a change of an allocation. */
const lateDayOfAllocation = (scope: Scope, now: string): LateDay =>
  sql`(select ${lateDayOfPayment(scope, now)} from payment where payment.id = allocation."paymentID")`;

/** The same for a change of an adjustment. */
export const lateDayOfAdjustment = (scope: Scope, now: string): LateDay => {
  const { closedUntil } = scope.campus;
  return closedUntil === null
    ? sql`null`
    : sql`(case when adjustment.day <= ${closedUntil} then ${todayOf(scope, now)} end)`;
};

/** The day on which a new fact of `day` counts: null if that day is open. */
export const lateDayOf = (scope: Scope, day: string, now: string): string | null =>
  scope.campus.closedUntil !== null && day <= scope.campus.closedUntil ? todayOf(scope, now) : null;

/**
 * Returns the day on which a new allocation of this payment counts, and the closed day that a change of the payment
 * concerns. Null means the day of the payment, and no closed day.
 */
export async function findBooking(
  scope: Scope,
  paymentID: number,
  now: string,
): Promise<{ bookedOn: string | null; concerns: string | null } | undefined> {
  const row = await scope.db
    .selectFrom('payment')
    .select(['receivedOn', 'bookedOn', lateDayOfPayment(scope, now).as('lateDay')])
    .where('campusID', '=', scope.campusID)
    .where('id', '=', paymentID)
    .executeTakeFirst();
  if (!row) return undefined;
  const { receivedOn, bookedOn, lateDay } = row;
  return { bookedOn: lateDay ?? bookedOn, concerns: lateDay === null ? null : receivedOn };
}

/** Returns whether the cash of this clerk was counted for this day. */
export async function isCashCounted(
  scope: Scope,
  { day, clerk }: { day: string; clerk: string },
): Promise<boolean> {
  const row = await scope.db
    .selectFrom('cash_count')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('day', '=', day)
    .where('clerk', '=', clerk)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type NewPayment = Omit<Insertable<Tables['payment']>, 'id' | 'campusID'>;

/**
 * Inserts payments. Returns their ids, ordered by receipt number. A payment of a closed day counts on the day on which
 * it is stored.
 */
export async function insertPayments(scope: Scope, payments: readonly NewPayment[]): Promise<number[]> {
  const { campusID } = scope;
  const toRow = (payment: NewPayment) => ({
    ...payment,
    campusID,
    bookedOn: lateDayOf(scope, payment.receivedOn, payment.createdAt),
  });
  const [only, ...others] = payments;
  if (only && others.length === 0) {
    const one = toRow(only);
    return [(await scope.db.insertInto('payment').values(one).returning('id').executeTakeFirstOrThrow()).id];
  }
  await insertMany(scope.db, 'payment', payments.map(toRow));
  const rows = await scope.db
    .selectFrom('payment')
    .select('id')
    .where('campusID', '=', campusID)
    .where('receiptNo', '>=', payments[0]?.receiptNo ?? 0)
    .where('receiptNo', '<=', payments.at(-1)?.receiptNo ?? 0)
    .orderBy('receiptNo')
    .execute();
  return rows.map(({ id }) => id);
}

export type NewAllocation = Omit<Insertable<Tables['allocation']>, 'id' | 'campusID'>;

/** Fails for all rows if a payment or a bill belongs to another campus. */
export async function insertAllocations(scope: Scope, allocations: readonly NewAllocation[]): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'allocation',
    allocations.map((allocation) => ({ ...allocation, campusID })),
  );
}

export async function endAllocations(scope: Scope, ids: readonly number[], now: string): Promise<void> {
  for await (const part of partsOf(ids))
    await scope.db
      .updateTable('allocation')
      .set({ endedAt: now, endedOn: lateDayOfAllocation(scope, now) })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where(isAmong(scope.db, 'id', part))
      .where('endedAt', 'is', null)
      .execute();
}

/**
 * Voids the waivers of late fines that were made because of these payments. With `billIDs` only the waivers of these
 * bills.
 */
export async function voidWaiversOf(
  scope: Scope,
  { paymentIDs, billIDs }: { paymentIDs: readonly number[]; billIDs?: readonly number[] | undefined },
  now: string,
): Promise<void> {
  const { campusID } = scope;
  for await (const part of partsOf(paymentIDs))
    await scope.db
      .updateTable('adjustment')
      .set({ voidedAt: now, voidedBy: scope.userID, voidedOn: lateDayOfAdjustment(scope, now) })
      .where('campusID', '=', campusID)
      .where('voidedAt', 'is', null)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('bank_row')
          .select((eb) => eb.ref('waiverID').$notNull().as('id'))
          .where('campusID', '=', campusID)
          .where('paymentID', 'in', idList(scope.db, part))
          .where('waiverID', 'is not', null),
      )
      .$if(billIDs !== undefined, (query) => query.where('billID', 'in', idList(scope.db, billIDs ?? [])))
      .execute();
}

/** Voids payments and the waivers that were made because of them. */
export async function voidPayments(
  scope: Scope,
  ids: readonly number[],
  { now: voidedAt, reason: voidReason }: { now: string; reason: string },
): Promise<void> {
  await voidWaiversOf(scope, { paymentIDs: ids }, voidedAt);
  for await (const part of partsOf(ids)) {
    // The bank row of the payment has ended, so it can be saved again.
    await scope.db
      .updateTable('bank_row')
      .set({ endedAt: voidedAt })
      .where('campusID', '=', scope.campusID)
      .where(isAmong(scope.db, 'paymentID', part))
      .where('endedAt', 'is', null)
      .execute();
    await scope.db
      .updateTable('payment')
      .set({ voidedAt, voidReason, voidedBy: scope.userID, voidedOn: lateDayOfPayment(scope, voidedAt) })
      .where(unindexed('campusID'), '=', scope.campusID)
      .where(isAmong(scope.db, 'id', part))
      .where('voidedAt', 'is', null)
      .execute();
  }
}

/** Returns the payments among these that have a return. */
export async function listReturned(scope: Scope, paymentIDs: readonly number[]): Promise<number[]> {
  return gather(partsOf(paymentIDs), async (ids) => {
    const rows = await scope.db
      .selectFrom('payment_return')
      .select('paymentID')
      .where('campusID', '=', scope.campusID)
      .where('paymentID', 'in', idList(scope.db, ids))
      .execute();
    return rows.map(({ paymentID }) => paymentID);
  });
}

/** Returns the receipt numbers of the payments among these that are in a bank file. */
export async function listInBank(scope: Scope, paymentIDs: readonly number[]): Promise<number[]> {
  return gather(partsOf(paymentIDs), async (ids) => {
    const rows = await scope.db
      .selectFrom('bank_row')
      .innerJoin('payment', 'payment.id', 'bank_row.paymentID')
      .select('payment.receiptNo')
      .where('bank_row.campusID', '=', scope.campusID)
      .where('bank_row.paymentID', 'in', idList(scope.db, ids))
      .where('bank_row.endedAt', 'is', null)
      .where('payment.campusID', '=', scope.campusID)
      .orderBy('payment.receiptNo')
      .execute();
    return rows.map(({ receiptNo }) => receiptNo);
  });
}

/**
 * Returns the bills among these whose status may change: those with facts in the ledger, and those whose amount is or
 * was 0.
 */
export async function listToRecompute(scope: Scope, billIDs: readonly number[]): Promise<number[]> {
  return gather(partsOf(billIDs), async (ids) => {
    const of = (table: 'allocation' | 'adjustment') =>
      scope.db
        .selectFrom(table)
        .select('billID')
        .where('campusID', '=', scope.campusID)
        .where('billID', 'in', idList(scope.db, ids));
    const ofNothing = scope.db
      .selectFrom('bill')
      .select('id as billID')
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', idList(scope.db, ids))
      .where((eb) => eb.or([isOfNothing, eb.and([eb('status', '=', 'paid'), eb('paid', '=', 0)])]));
    const rows = [
      ...(await of('allocation').execute()),
      ...(await of('adjustment').execute()),
      ...(await ofNothing.execute()),
    ];
    return [...new Set(rows.map(({ billID }) => billID))];
  });
}

/** Returns the names of the billings among these that exist, by id. */
export async function listGroupNames(
  scope: Scope,
  groupIDs: readonly number[],
): Promise<Map<number, string>> {
  const rows = await scope.db
    .selectFrom('group')
    .select(['id', 'name'])
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', groupIDs)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
