/** Allocations with the heads of their bills. */
import { sql } from 'kysely';
import { type AmountKey, amountKeys, type HeadKey, headKeys } from '#shared/money/bill-heads.ts';
import type { Scope } from '../auth/scope.ts';
import { isPostgres } from '../platform/db/store.ts';
import {
  chosenFacts,
  chosenParts,
  type FactChoice,
  type FactRow,
  type Part,
  withNames,
} from './facts-queries.ts';
import { receivedFacts } from './received-queries.ts';

/** An allocation and the heads of its bill, in paisa. */
export type PaidHeads = {
  figure: 'collected' | 'markedPaid';
  amount: number;
  /** The sum of earlier allocations of the bill that still stand. */
  before: number;
  total: number | null;
  /** Null for money that settles no bill. */
  billID: number | null;
  /** 0 or 1. The heads of a deleted bill are not known. */
  isThere: number;
} & Record<HeadKey, string | null> &
  Record<AmountKey, number | null>;

const heads = [...headKeys, ...amountKeys].map((key) => sql.ref(key));

/**
 * An allocation of a closed day that ended later still counted before. Most bills have a single allocation, which is all
 * that was paid. They are not looked up one by one, which took PostgreSQL most of the time of a report.
 */
const before = ({ campusID }: Scope): Part => sql`case when fact.amount = bill.paid and fact."billID" not in
    (select ended."billID" from allocation ended where ended."campusID" = ${campusID} and ended."endedOn" is not null)
  then 0 else coalesce((select sum(earlier.amount)
  from allocation earlier where earlier."campusID" = ${campusID} and earlier."billID" = fact."billID"
  and (earlier."endedAt" is null or earlier."endedOn" > fact.day
    or (earlier."endedOn" = fact.day and fact.amount < 0)) and earlier.id < fact.id), 0) end as before`;

const parts = (scope: Scope, choice: FactChoice): Part =>
  chosenFacts(scope, receivedFacts(scope, choice), choice);

const alikeColumns = ['figure', 'amount', 'before', 'total', 'billID', 'isThere', ...headKeys, ...amountKeys];

/**
 * Counts equal rows. They are compared as one value, because both engines need several times as long to sort by so many
 * columns. Dialect: each engine has its own kind of value.
 */
async function countAlike(scope: Scope, rows: Part): Promise<(PaidHeads & { count: number })[]> {
  const columns = sql.join(alikeColumns.map((column) => sql.ref(column)));
  const isOnPostgres = isPostgres(scope.db);
  const value = isOnPostgres ? sql`row(${columns})` : sql`json_array(${columns})`;
  const counted = await sql<{ alike: string | object; count: number }>`
    select ${isOnPostgres ? sql`row_to_json(alike)` : sql`alike`} as alike, count
    from (select ${value} as alike, count(*) as count from (${rows}) one group by 1) counted`.execute(
    scope.db,
  );
  return counted.rows.map(({ alike, count }) => {
    const values: unknown[] = Object.values(typeof alike === 'string' ? JSON.parse(alike) : alike);
    const named = Object.fromEntries(alikeColumns.map((column, at) => [column, values[at]]));
    return { ...(named as PaidHeads), count };
  });
}

/** Counts the allocations of these days. Equal allocations of equal bills share a row with their count, part by part. */
export async function countPaidHeads(
  scope: Scope,
  choice: FactChoice,
): Promise<(PaidHeads & { count: number })[]> {
  const found: (PaidHeads & { count: number })[] = [];
  for (const part of chosenParts(scope, receivedFacts(scope, choice), choice)) {
    const rows = sql`select fact.figure, fact.amount, ${before(scope)}, bill.total as total,
        case when fact."billID" is null then null else 0 end as "billID",
        case when bill.id is null then 0 else 1 end as "isThere", ${sql.join(heads)}
      from (${part}) fact
      left join bill on bill.id = fact."billID" and bill."campusID" = ${scope.campusID}`;
    found.push(...(await countAlike(scope, rows)));
  }
  return found;
}

/** Lists the allocations of these days, by day. */
export async function listPaidHeads(scope: Scope, choice: FactChoice): Promise<(PaidHeads & FactRow)[]> {
  const more = sql`fact.figure, ${before(scope)}, bill.total as total, ${sql.join(heads)}`;
  return (await withNames<PaidHeads & FactRow>(scope, parts(scope, choice), more).execute(scope.db)).rows;
}

/** Lists the days of this period with payments, or with changes of closed days, in order. */
export async function listDaysReceived(scope: Scope, { from, to }: FactChoice): Promise<string[]> {
  const { campusID } = scope;
  const daysOf = (table: string, column: string): Part =>
    sql`select ${sql.ref(column)} as day from ${sql.table(table)}
      where "campusID" = ${campusID} and ${sql.ref(column)} between ${from} and ${to}`;
  const { rows } = await sql<{ day: string }>`${daysOf('payment', 'receivedOn')}
    union ${daysOf('payment', 'bookedOn')} union ${daysOf('payment', 'voidedOn')}
    union ${daysOf('allocation', 'bookedOn')} union ${daysOf('allocation', 'endedOn')}
    union ${daysOf('payment_return', 'returnedOn')} order by day`.execute(scope.db);
  return rows.map(({ day }) => day);
}
