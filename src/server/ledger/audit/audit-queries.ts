/** Queries for recomputing the stored ledger of every campus. */

import { sql } from 'kysely';
import type { DueRules } from '#shared/money/payable.ts';
import type { Db } from '../../platform/db/store.ts';

export type Ledger = { id: number; name: string; school: string; timeZone: string } & DueRules;

/** Lists all campuses, the oldest first. */
export async function listLedgers(db: Db): Promise<Ledger[]> {
  return db
    .selectFrom('campus')
    .innerJoin('school', 'school.id', 'campus.schoolID')
    .select(['campus.id', 'campus.name', 'campus.timeZone', 'school.name as school'])
    .select(['campus.graceDays', 'campus.sundayDays', 'campus.closedUntil'])
    .orderBy('campus.id')
    .execute();
}

/**
 * Returns the number of payments and the last receipt number. They differ when a receipt number is missing or used
 * twice. The last number also considers the audit log, which still has the entry of a payment that was deleted.
 */
export async function countReceipts(db: Db, campusID: number): Promise<{ count: number; last: number }> {
  // A single statement. With two statements a payment could be entered between them.
  const row = await db
    .selectFrom('payment')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('receiptNo').as('last')])
    .select(({ selectFrom }) =>
      selectFrom('trail')
        .select('details')
        .where('trail.campusID', '=', campusID)
        .where('what', '=', 'paymentReceived')
        .orderBy('trail.id', 'desc')
        .limit(1)
        .as('entered'),
    )
    .where('campusID', '=', campusID)
    .executeTakeFirstOrThrow();
  const entered = row.entered === null ? 0 : Number(JSON.parse(row.entered).receiptNo);
  return { count: row.count, last: Math.max(row.last ?? 0, entered) };
}

type Overspent = { receiptNo: number; amount: number; spent: number };

/**
 * `spent` is what its valid allocations and its returns come to. `onDeleted` is the part that settles deleted bills; null
 * if there are none.
 */
export type Spending = Overspent & { id: number; isVoid: 0 | 1; settled: number; onDeleted: number | null };

/**
 * Lists payments with what was spent of them, beginning after the id `after`. It adds up payment by payment through
 * their indexes. PostgreSQL underestimated the rows of a join over all payments and compared each with each.
 */
export async function listSpending(
  db: Db,
  campusID: number,
  { after, take }: { after: number; take: number },
): Promise<Spending[]> {
  const { rows } = await sql<Spending>`
    with part as (select id, "receiptNo", amount, case when "voidedAt" is null then 0 else 1 end as "isVoid",
        (select count(*) from allocation where allocation."paymentID" = payment.id
          and +allocation."campusID" = ${campusID} and "endedAt" is null) as settled,
        coalesce((select sum(allocation.amount) from allocation where allocation."paymentID" = payment.id
          and +allocation."campusID" = ${campusID} and "endedAt" is null), 0) as allocated,
        (select sum(allocation.amount) from allocation where allocation."paymentID" = payment.id
          and +allocation."campusID" = ${campusID} and "endedAt" is null
          and not exists (select 1 from bill where bill.id = allocation."billID")) as "onDeleted",
        coalesce((select sum(payment_return.amount) from payment_return where payment_return."paymentID" = payment.id
          and payment_return."campusID" = ${campusID}), 0) as returned
      from payment where "campusID" = ${campusID} and id > ${after}
      order by id limit ${take})
    select id, "receiptNo", amount, "isVoid", settled, "onDeleted", allocated + returned as spent from part order by id`.execute(
    db,
  );
  return rows;
}

/** Lists bills with their amounts and status, beginning after the id `after`. */
export async function listFigures(
  db: Db,
  campusID: number,
  { after, take }: { after: number; take: number },
) {
  return db
    .selectFrom('bill')
    .select([
      'id',
      'name',
      'total',
      'amountAfterDueDate',
      'dueDate',
      'statedStatus',
      'paid',
      'settledOn',
      'status',
    ])
    .where('campusID', '=', campusID)
    .where('id', '>', after)
    .orderBy('id')
    .limit(take)
    .execute();
}

type Between = { first: number; last: number };

/** Lists the valid allocations of the bills in this range of ids. */
export async function listSettling(db: Db, campusID: number, { first, last }: Between) {
  return db
    .selectFrom('allocation')
    .innerJoin('payment', 'payment.id', 'allocation.paymentID')
    .select(['allocation.billID', 'allocation.amount', 'payment.receivedOn'])
    .where('allocation.campusID', '=', campusID)
    .where('allocation.billID', '>=', first)
    .where('allocation.billID', '<=', last)
    .where('allocation.endedAt', 'is', null)
    .execute();
}

/** Lists the adjustments of the bills in this range of ids, without the voided ones. */
export async function listAdjusting(db: Db, campusID: number, { first, last }: Between) {
  return db
    .selectFrom('adjustment')
    .select(['billID', 'kind', 'amount', 'day', 'ofLateFine'])
    .where('campusID', '=', campusID)
    .where('billID', '>=', first)
    .where('billID', '<=', last)
    .where('voidedAt', 'is', null)
    .execute();
}

/** The stored counts of a billing. The paid sum comes first, so that a difference in it is reported first. */
export const countFigures = ['paid', 'covered', 'total', 'bills'] as const;
export type CountFigure = (typeof countFigures)[number];
export type Miscount = { groupID: number; name: string } & Record<
  CountFigure,
  { is: number; shouldBe: number }
>;

/** Lists the billings of a campus, and deleted billings that still have stored counts. */
export async function listCounted(db: Db, campusID: number): Promise<number[]> {
  const rows = await db
    .selectFrom('group')
    .select('id as groupID')
    .where('campusID', '=', campusID)
    .union(db.selectFrom('bill_count').select('groupID').where('campusID', '=', campusID))
    .orderBy('groupID')
    .execute();
  return rows.map(({ groupID }) => groupID);
}

/**
 * Finds the first stored counts of a billing that differ from its bills. The screen shows the collected and outstanding
 * sums of a billing from these counts. They can therefore be wrong even if every bill is correct.
 */
export async function findMiscounted(
  db: Db,
  campusID: number,
  groupID: number,
): Promise<Miscount | undefined> {
  const { rows } = await sql<
    { groupID: number; name: string } & Record<`${CountFigure}${'Is' | 'Should'}`, number>
  >`
    with line as (
      select "groupID", status, "dueDate", 1 as kept, bills, total, paid, covered
        from bill_count where "campusID" = ${campusID} and "groupID" = ${groupID}
      union all
      select "groupID", status, coalesce("dueDate", ''), 0, 1, coalesce(total, 0), paid,
        case when paid < coalesce(total, 0) then paid else coalesce(total, 0) end
        from bill where "campusID" = ${campusID} and "groupID" = ${groupID})
    select line."groupID", coalesce("group".name, '') as name, ${sql.join(
      countFigures.flatMap((figure) => [
        sql`coalesce(sum(${sql.ref(`line.${figure}`)}) filter (where kept = 1), 0) as ${sql.ref(`${figure}Is`)}`,
        sql`coalesce(sum(${sql.ref(`line.${figure}`)}) filter (where kept = 0), 0) as ${sql.ref(`${figure}Should`)}`,
      ]),
    )}
    from line left join "group" on "group".id = line."groupID" and "group"."campusID" = ${campusID}
    group by line."groupID", "group".name, line.status, line."dueDate"
    having ${sql.join(
      countFigures.map((figure) => sql`sum(${sql.ref(`line.${figure}`)} * (2 * kept - 1)) <> 0`),
      sql` or `,
    )}
    order by line."groupID", line.status, line."dueDate" limit 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const of = (figure: CountFigure) => ({ is: row[`${figure}Is`], shouldBe: row[`${figure}Should`] });
  return {
    groupID,
    name: row.name,
    bills: of('bills'),
    total: of('total'),
    paid: of('paid'),
    covered: of('covered'),
  };
}
