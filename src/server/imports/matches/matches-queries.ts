import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import { billMonth } from '../../ledger/ledger-queries.ts';
import { unindexed } from '../../platform/db/long-lists.ts';

/**
 * The identifying columns of a bill as stored. Month and year are null if the bill belongs to the month of its
 * billing. Amounts in paisa.
 */
export type StoredKey = Pick<FullBill, (typeof keyColumns)[number]> & { createdAt?: string };
const keyColumns = ['id', 'groupID', 'regNum', 'invNo', 'name', 'numbers', 'month', 'year', 'total'] as const;

// The query does not join the billings. While a table is being filled, PostgreSQL has no statistics about it and
// would scan all bills of each billing instead of using the index.
const keys = (scope: Scope) =>
  scope.db
    .selectFrom('bill')
    .select([...keyColumns, 'createdAt'])
    .where('campusID', '=', scope.campusID);

/**
 * `periods`: months, counted from the year 0. `whole`: billings whose month applies to bills without a month. `half`:
 * billings from which a bill may take only the month or only the year.
 */
export type When = { periods: readonly number[]; whole: readonly number[]; half: readonly number[] };

/**
 * Bills of the campus with one of these registration numbers that may belong to these months, ordered by id. At most
 * a thousand registration numbers.
 */
export async function listBillsByRegNum(
  scope: Scope,
  regNums: readonly string[],
  { periods, whole, half }: When,
): Promise<StoredKey[]> {
  if (regNums.length === 0) return [];
  // The same registration numbers occur in every month, so the query uses the index that begins with the month.
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

/** Bills of the campus with one of these invoice numbers, ordered by id. At most a thousand invoice numbers. */
export async function listBillsByInvNo(scope: Scope, invNos: readonly string[]): Promise<StoredKey[]> {
  if (invNos.length === 0) return [];
  return keys(scope).where('invNo', 'in', invNos).orderBy('id').execute();
}

/**
 * Bills of the group with one of these phone numbers and without registration and invoice number. At most a thousand
 * phone numbers.
 */
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
