import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { billMonth, type FullBill } from '../../billing/bills/queries.ts';
import { unindexed } from '../../db/long-lists.ts';

/** What tells a bill from others, as stored: month and year null where they are its billing's. Paisa. */
export type StoredKey = Pick<FullBill, (typeof keyColumns)[number]> & { createdAt?: string };
const keyColumns = ['id', 'groupID', 'regNum', 'invNo', 'name', 'numbers', 'month', 'year', 'total'] as const;

// The billings are not joined: PostgreSQL, which knows nothing yet of a table that is just being filled, would go
// through all the bills of each instead of asking the index for these numbers.
const keys = (scope: Scope) =>
  scope.db
    .selectFrom('bill')
    .select([...keyColumns, 'createdAt'])
    .where('campusID', '=', scope.campusID);

/** Months since the year 0; of the billings: those that lend their month to bills without one, or the half of it. */
export type When = { periods: readonly number[]; whole: readonly number[]; half: readonly number[] };

/**
 * Bills of the campus with one of these registration numbers that may be of these months, in the order they came. At
 * most a thousand numbers.
 */
export async function listBillsByRegNum(
  scope: Scope,
  regNums: readonly string[],
  { periods, whole, half }: When,
): Promise<StoredKey[]> {
  if (regNums.length === 0) return [];
  // A campus has the same numbers in every month: an index leads to those of a month.
  const found = keys(scope).where('regNum', 'in', regNums);
  const months = [...periods, ...whole.map((id) => -id)];
  const rows = await found.where(billMonth, 'in', months).execute();
  if (half.length > 0)
    rows.push(
      ...(await found
        .where(sql<boolean>`(year is null) <> (month is null)`)
        .where(unindexed('groupID'), 'in', half)
        .execute()),
    );
  return rows.sort((one, other) => one.id - other.id);
}

/** Bills of the campus with one of these invoice numbers, in the order they came. At most a thousand numbers. */
export async function listBillsByInvNo(scope: Scope, invNos: readonly string[]): Promise<StoredKey[]> {
  if (invNos.length === 0) return [];
  return keys(scope).where('invNo', 'in', invNos).orderBy('id').execute();
}

/** Bills of the group that have neither registration nor invoice number, with one of these numbers; at most a thousand. */
export async function listBillsByNumbers(
  scope: Scope,
  groupID: number,
  numbers: readonly string[],
): Promise<StoredKey[]> {
  if (numbers.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select([...keyColumns, 'createdAt'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where('regNum', 'is', null)
    .where('invNo', 'is', null)
    .where('numbers', 'in', numbers)
    .orderBy('id')
    .execute();
}
