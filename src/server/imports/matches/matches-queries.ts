import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { billMonth, type FullBill } from '../../billing/bills/bills-queries.ts';
import { unindexed } from '../../platform/db/long-lists.ts';

/** The identifying columns of a bill as stored; month and year are null when the billing's apply. Amounts in paisa. */
export type StoredKey = Pick<FullBill, (typeof keyColumns)[number]> & { createdAt?: string };
const keyColumns = ['id', 'groupID', 'regNum', 'invNo', 'name', 'numbers', 'month', 'year', 'total'] as const;

// The billings are not joined: on a table that is just being filled, PostgreSQL has no statistics and would scan all
// bills of each billing instead of using the index.
const keys = (scope: Scope) =>
  scope.db
    .selectFrom('bill')
    .select([...keyColumns, 'createdAt'])
    .where('campusID', '=', scope.campusID);

/**
 * `periods`: months since the year 0. `whole`: billings whose month applies to bills without one; `half`: billings that
 * give only the month or the year.
 */
export type When = { periods: readonly number[]; whole: readonly number[]; half: readonly number[] };

/**
 * Bills of the campus with one of these registration numbers that may be of these months, in order of id. At most a
 * thousand numbers.
 */
export async function listBillsByRegNum(
  scope: Scope,
  regNums: readonly string[],
  { periods, whole, half }: When,
): Promise<StoredKey[]> {
  if (regNums.length === 0) return [];
  // The same registration numbers appear in every month, so the query uses an index by month.
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

/** Bills of the campus with one of these invoice numbers, in order of id. At most a thousand numbers. */
export async function listBillsByInvNo(scope: Scope, invNos: readonly string[]): Promise<StoredKey[]> {
  if (invNos.length === 0) return [];
  return keys(scope).where('invNo', 'in', invNos).orderBy('id').execute();
}

/** Bills of the group without registration and invoice number, with one of these phone numbers; at most a thousand. */
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
