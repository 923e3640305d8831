/** Credit: the part of a payment that settles no bill yet. */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import { openStatuses } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import {
  foundRows,
  gather,
  idList,
  partsOf,
  textList,
  unindexed,
  unindexedOnSqlite,
} from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { billsOfRegNums, owedColumns } from '../ledger-queries.ts';

/** The family to search for: children by registration number, and bills that have no registration number. */
export type CreditOwners = { regNums: readonly string[]; billIDs: readonly number[] };

/** The unused part of a payment, in paisa. */
export type StoredCredit = { paymentID: number; receivedOn: string; credit: number };

/**
 * Selects the payments that have credit. The caller adds the condition on their owner, or reads all of them. Returns are
 * summed only for the few payments that allocations do not use up.
 */
function credits({ db, campusID }: Scope, ofAll = false) {
  const allocated = sql<number>`coalesce((select sum(allocation.amount) from allocation
    where allocation."paymentID" = payment.id and allocation."endedAt" is null
    and ${unindexed('allocation.campusID')} = ${campusID}), 0)`;
  const returned = sql<number>`coalesce((select sum(payment_return.amount) from payment_return
    where payment_return."paymentID" = payment.id and payment_return."campusID" = ${campusID}), 0)`;
  const payments = ofAll
    ? maybeUnspent({ db, campusID }, { which: sql`payment."voidedAt" is null` })
    : sql<Selectable<Tables['payment']>>`payment`;
  return db
    .selectFrom(payments.as('payment'))
    .select(['payment.id as paymentID', 'payment.receivedOn', 'payment.createdAt'])
    .select(['payment.regNum', 'payment.billID'])
    .select(sql<number>`payment.amount - ${allocated} - ${returned}`.as('credit'))
    .where('payment.campusID', '=', campusID)
    .where('payment.voidedAt', 'is', null)
    .where('payment.amount', '>', allocated);
}

/**
 * The payments of a campus that may have credit, as a table `payment`. It leaves out those whose whole amount settles one
 * bill, as most do. Both engines find these at once, and adding up the allocations of every payment takes PostgreSQL
 * many times as long. `which` limits the payments, and `settling` the allocations.
 */
export const maybeUnspent = (
  { db, campusID }: Pick<Scope, 'db' | 'campusID'>,
  { which, settling = sql`1 = 1` }: { which: RawBuilder<unknown>; settling?: RawBuilder<unknown> },
) =>
  sql<Selectable<Tables['payment']>>`(with unspent as materialized (select payment.* from payment
      where payment."campusID" = ${campusID} and ${which} and not exists (select 1 from allocation whole
        where whole."paymentID" = payment.id and whole."endedAt" is null and whole.amount = payment.amount
        and ${unindexedOnSqlite(db, 'whole.campusID')} = ${campusID} and ${settling}))
    select * from unspent)`;

/** The first bill that a payment settles. */
const firstSettled = ({ campusID }: Scope) =>
  sql<number | null>`(select min("billID") from allocation where allocation."campusID" = ${campusID}
    and allocation."paymentID" = credits."paymentID" and allocation."endedAt" is null)`;

/** Lists the credits of these children, the oldest first. */
export async function listCreditsOfRegNums(
  scope: Scope,
  regNums: readonly string[],
): Promise<(StoredCredit & { regNum: string; createdAt: string })[]> {
  const rows = await gather(partsOf(regNums), (some) =>
    scope.db
      .selectFrom(credits(scope).where('payment.regNum', 'in', textList(scope.db, some)).as('credits'))
      .select(['paymentID', 'receivedOn', 'createdAt', 'regNum', 'credit'])
      .where('credit', '>', 0)
      .orderBy('receivedOn')
      .orderBy('paymentID')
      .execute(),
  );
  return rows.map(({ regNum, ...credit }) => ({ ...credit, regNum: regNum ?? '' }));
}

/** Returns the payments that name one of these bills or have ever settled one. */
async function listIDsOfBills(scope: Scope, billIDs: readonly number[]): Promise<number[]> {
  const named = await scope.db
    .selectFrom('payment')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('billID', 'in', idList(scope.db, billIDs))
    .execute();
  const settled = await scope.db
    .selectFrom('allocation')
    .select('paymentID as id')
    .where('campusID', '=', scope.campusID)
    .where('billID', 'in', idList(scope.db, billIDs))
    .execute();
  return [...new Set([...named, ...settled].map(({ id }) => id))];
}

/**
 * Lists the credits of payments that name one of these bills or have settled one, the oldest first. Credit of a payment
 * without a registration number belongs to `ownerID`: the named bill, otherwise the first that the payment settles.
 */
export async function listCreditsOfBills(
  scope: Scope,
  billIDs: readonly number[],
): Promise<(StoredCredit & { regNum: string | null; ownerID: number | null })[]> {
  return gather(partsOf(billIDs), async (some) => {
    const ids = await listIDsOfBills(scope, some);
    if (ids.length === 0) return [];
    return scope.db
      .selectFrom(credits(scope).where('payment.id', 'in', idList(scope.db, ids)).as('credits'))
      .select(['paymentID', 'receivedOn', 'regNum', 'credit'])
      .select((eb) => eb.fn.coalesce('billID', firstSettled(scope)).as('ownerID'))
      .where('credit', '>', 0)
      .orderBy('receivedOn')
      .orderBy('paymentID')
      .execute();
  });
}

/** Lists the payments of this family that have credit, the oldest first. `ownerID` is set if `regNum` is null. */
export async function listCredits(
  scope: Scope,
  { regNums, billIDs }: CreditOwners,
): Promise<(StoredCredit & { regNum: string | null; ownerID: number | null })[]> {
  const found = [
    ...(await listCreditsOfRegNums(scope, regNums)).map((credit) => ({ ...credit, ownerID: null })),
    ...(await listCreditsOfBills(scope, billIDs)).filter(({ regNum }) => regNum === null),
  ];
  return found.toSorted(
    (one, other) =>
      (one.receivedOn < other.receivedOn ? -1 : Number(one.receivedOn > other.receivedOn)) ||
      one.paymentID - other.paymentID,
  );
}

/** Lists the allocations that set credit of earlier payments against the bills of an import when it was saved, at `at`. */
export async function listUsedBy(
  scope: Scope,
  { groupID, importID, at }: { groupID: number; importID: number; at: string },
): Promise<{ id: number; billID: number }[]> {
  const used: { id: number; billID: number }[] = [];
  const parts = foundRows(({ after, take }) =>
    scope.db
      .selectFrom('bill')
      .innerJoin('allocation', 'allocation.billID', 'bill.id')
      .innerJoin('payment', 'payment.id', 'allocation.paymentID')
      .select(['allocation.id', 'allocation.billID'])
      .where('bill.campusID', '=', scope.campusID)
      .where('bill.groupID', '=', groupID)
      .where('bill.importID', '=', importID)
      .where(unindexed('allocation.campusID'), '=', scope.campusID)
      .where('allocation.createdAt', '=', at)
      .where('allocation.endedAt', 'is', null)
      .where('payment.createdAt', '<', at)
      .where('allocation.id', '>', after)
      .orderBy('allocation.id')
      .limit(take)
      .execute(),
  );
  for await (const part of parts) used.push(...part);
  return used;
}

/** Lists the open bills of these children. */
export async function listOpenOfChildren(scope: Scope, regNums: readonly string[]) {
  return gather(partsOf(regNums), (some) =>
    billsOfRegNums(scope, some).select(owedColumns).where('status', 'in', openStatuses).execute(),
  );
}

/** Lists the children with an open bill and credit, and the bills without a registration number that have credit. */
export async function listOwnersOfCredit(
  scope: Scope,
): Promise<{ regNum: string | null; ownerID: number | null }[]> {
  const openOnes = scope.db
    .selectFrom('bill')
    .select('bill.regNum')
    .where('bill.campusID', '=', scope.campusID)
    .where('bill.status', 'in', openStatuses);
  return scope.db
    .selectFrom(
      credits(scope, true)
        .where((eb) => eb.or([eb('payment.regNum', 'is', null), eb('payment.regNum', 'in', openOnes)]))
        .as('credits'),
    )
    .select('regNum')
    .select((eb) => eb.fn.coalesce('billID', firstSettled(scope)).as('ownerID'))
    .where('credit', '>', 0)
    .execute();
}
