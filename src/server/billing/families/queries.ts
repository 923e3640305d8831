import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { contains } from '../../db/search.ts';
import { billIDsOf } from '../../outbox/model.ts';
import { billMonth } from '../bills/queries.ts';

/** The bills of which the latest messages to this number speak, those gone meanwhile among them. */
export async function listBillsTold(scope: Scope, number: string, most: number): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('message')
    .select('billIDs')
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return [...new Set(rows.flatMap(billIDsOf))];
}

/** The months of the campus's bills that have a registration number, each by one step through their index. */
const monthsOf = ({ campusID }: Scope) =>
  sql<number>`(with recursive step (at) as (select ${sql.lit(Number.MIN_SAFE_INTEGER)} union all
    select (select ${billMonth} from bill where "campusID" = ${campusID} and "regNum" is not null
      and ${billMonth} > step.at order by 1 limit 1) from step where step.at is not null)
    select at from step)`;

/** The bills of these registration numbers, of every billing. */
export const billsOfRegNums = (scope: Scope, regNums: readonly string[]) =>
  scope.db
    .selectFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where(billMonth, 'in', monthsOf(scope))
    .where('regNum', 'in', regNums);

/** Their ids, the latest first. */
export async function listBillIDsOfRegNums(
  scope: Scope,
  regNums: readonly string[],
  most: number,
): Promise<number[]> {
  if (regNums.length === 0) return [];
  const rows = await billsOfRegNums(scope, regNums).select('id').orderBy('id', 'desc').limit(most).execute();
  return rows.map(({ id }) => id);
}

/** The ids of so many billings of the campus, the newest month first. */
export const latestBillings = (scope: Scope, most: number) =>
  scope.db
    .selectFrom('group')
    .select('group.id')
    .where('group.campusID', '=', scope.campusID)
    .orderBy(sql`year * 12 + month`, 'desc')
    .orderBy('group.id', 'desc')
    .limit(most);

/**
 * The bills with this E.164 number in the latest billings of the campus. No index leads to it: it is looked for in one
 * billing after the other, and so in a few only.
 */
export async function listBillIDsOfLatest(scope: Scope, number: string, most: number): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('bill')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', latestBillings(scope, most))
    .where((eb) => contains(scope.db, eb.ref('numbers'), number))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
