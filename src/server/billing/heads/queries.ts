/** What came in, beside the heads of the bills that it lies on. */
import { sql } from 'kysely';
import { type AmountKey, amountKeys, type HeadKey, headKeys } from '#shared/calls/bills.ts';
import type { Scope } from '../../auth/scope.ts';
import { chosenFacts, type FactChoice, type FactRow, type Part, withNames } from '../facts/queries.ts';
import { receivedFacts } from '../received/queries.ts';

/** A part of a payment and the heads of its bill, in paisa. */
export type PaidHeads = {
  figure: 'collected' | 'said';
  amount: number;
  /** What lay on the bill when it came: set against it earlier, and still there. */
  before: number;
  total: number | null;
  /** Null: it lies on no bill. */
  billID: number | null;
  /** 0 or 1: of a bill that is gone nobody knows the heads. */
  isThere: number;
} & Record<HeadKey, string | null> &
  Record<AmountKey, number | null>;

const heads = [...headKeys, ...amountKeys].map((key) => sql.ref(key));

const before = ({ campusID }: Scope): Part => sql`coalesce((select sum(earlier.amount)
  from allocation earlier where earlier."campusID" = ${campusID} and earlier."billID" = fact."billID"
  and earlier."endedAt" is null and earlier.id < fact.id), 0) as before`;

const parts = (scope: Scope, choice: FactChoice): Part =>
  chosenFacts(scope, receivedFacts(scope, choice), choice);

/** What came in on these days: what is paid alike of bills that are alike is one row, with how many there are. */
export async function countPaidHeads(
  scope: Scope,
  choice: FactChoice,
): Promise<(PaidHeads & { count: number })[]> {
  const { rows } = await sql<PaidHeads & { count: number }>`
    select alike.*, count(*) as count from (
      select fact.figure, fact.amount, ${before(scope)}, bill.total as total,
        case when fact."billID" is null then null else 0 end as "billID",
        case when bill.id is null then 0 else 1 end as "isThere", ${sql.join(heads)}
      from (${parts(scope, choice)}) fact
      left join bill on bill.id = fact."billID" and bill."campusID" = ${scope.campusID}) alike
    group by figure, amount, before, total, "billID", "isThere", ${sql.join(heads)}`.execute(scope.db);
  return rows;
}

/** Each of them, by day. */
export async function listPaidHeads(scope: Scope, choice: FactChoice): Promise<(PaidHeads & FactRow)[]> {
  const more = sql`fact.figure, ${before(scope)}, bill.total as total, ${sql.join(heads)}`;
  return (await withNames<PaidHeads & FactRow>(scope, parts(scope, choice), more).execute(scope.db)).rows;
}

/** The days of these on which anything came in, in order. */
export async function listDaysReceived(scope: Scope, { from, to }: FactChoice): Promise<string[]> {
  const rows = await scope.db
    .selectFrom('payment')
    .select('receivedOn')
    .distinct()
    .where('campusID', '=', scope.campusID)
    .where('receivedOn', '>=', from)
    .where('receivedOn', '<=', to)
    .orderBy('receivedOn')
    .execute();
  return rows.map(({ receivedOn }) => receivedOn);
}
