import { sql } from 'kysely';
import type { BillFilter } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import { adjustedOfBill } from '../../ledger/ledger-queries.ts';
import { foundIDs, insertMany, unindexed, valueRows } from '../../platform/db/long-lists.ts';
import type { StoredRow } from '../../platform/db/tables.ts';
import { deleteNames, listNamed, putNames } from '../../recipients/names/names-queries.ts';
import { hasStatus } from '../../recipients/recipients-queries.ts';
import { yieldToEventLoop } from '../../yielding.ts';
import type { BillTable } from '../tables.ts';
import { type BillRow, billColumns, moneyColumns } from './bills-rules.ts';

export type BillChoice = { groupID: number; status: BillFilter; today: string };

const chosen = (scope: Scope, { groupID, status, today }: BillChoice) =>
  scope.db
    .selectFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID)
    .where((eb) => hasStatus(eb, status, today));

/** Lists bills in the order of their file, beginning after the id `after`. */
export async function listBills(
  scope: Scope,
  choice: BillChoice,
  page: { after: number; take: number },
): Promise<BillRow[]> {
  return chosen(scope, choice)
    .select(billColumns)
    .select(adjustedOfBill)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.take)
    .execute();
}

/**
 * Returns a page of bills with their E.164 numbers. It begins after the id `after` and leaves out the first `from`
 * bills.
 */
export async function listBillsPage(
  scope: Scope,
  choice: BillChoice,
  page: { after: number; from: number; take: number },
): Promise<(BillRow & { numbers: string })[]> {
  return chosen(scope, choice)
    .select([...billColumns, 'numbers'])
    .select(adjustedOfBill)
    .where('id', '>', page.after)
    .orderBy('id')
    .limit(page.take)
    .offset(page.from)
    .execute();
}

export async function listBillIDs(scope: Scope, choice: BillChoice): Promise<number[]> {
  const rows = await chosen(scope, choice).select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function findBill(scope: Scope, billID: number): Promise<BillRow | undefined> {
  return scope.db
    .selectFrom('bill')
    .select(billColumns)
    .select(adjustedOfBill)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID)
    .executeTakeFirst();
}

/**
 * Inserts the rows into a billing. Fails for all rows if the billing belongs to another campus. The row objects are
 * modified.
 */
export async function insertBills(
  scope: Scope,
  groupID: number,
  rows: Omit<BillTable, 'id' | 'campusID' | 'groupID' | 'paid' | 'settledOn'>[],
): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'bill',
    rows.map((row) => Object.assign(row, { campusID, groupID })),
  );
  await putNames(scope, rows);
}

/** Returns whether a change of these columns can change the names by which numbers are found. */
const affectsNames = (columns: object): boolean =>
  'name' in columns || 'numbers' in columns || 'regNum' in columns;

/** Runs a change of bills and updates the names by which their numbers are found. */
async function updatingNames<T>(
  scope: Scope,
  billIDs: readonly number[],
  change: () => Promise<T>,
): Promise<T> {
  const before = await listNamed(scope, 'bill', billIDs);
  const changed = await change();
  await deleteNames(scope, before);
  await putNames(scope, await listNamed(scope, 'bill', billIDs));
  return changed;
}

/** Returns the id of the bill, or undefined when the campus has no such bill. */
export async function updateBill(
  scope: Scope,
  billID: number,
  columns: Partial<Omit<BillTable, 'id' | 'paid' | 'settledOn'>>,
): Promise<number | undefined> {
  const row = await updatingNames(scope, affectsNames(columns) ? [billID] : [], () =>
    scope.db
      .updateTable('bill')
      .set(columns)
      .where('campusID', '=', scope.campusID)
      .where('id', '=', billID)
      .returning('id')
      .executeTakeFirst(),
  );
  return row?.id;
}

const wholeColumns: readonly string[] = [...moneyColumns, 'month', 'year'];
const kindOf = (column: string) => (wholeColumns.includes(column) ? 'bigint' : 'text');

/** Values in one statement, below the limits of both engines. */
const valuesAtOnce = 4000;

export type BillChange = { billID: number; to: Record<string, string | number | null> };

/** Writes the changed columns of bills. Bills whose changes concern the same columns share one statement. */
export async function changeBills(scope: Scope, changes: readonly BillChange[]): Promise<void> {
  const alike = Map.groupBy(changes, ({ to }) => Object.keys(to).join());
  for (const list of alike.values()) {
    const columns = Object.keys(list[0]?.to ?? {});
    const kinds = Object.fromEntries(columns.map((column) => [column, kindOf(column)] as const));
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`changed.${column}`)}`));
    const atOnce = Math.floor(valuesAtOnce / (columns.length + 1));
    for (let from = 0; from < list.length; from += atOnce) {
      const values = list.slice(from, from + atOnce).map(({ billID, to }) => ({ ...to, id: billID }));
      const rows = { columns: { id: 'bigint', ...kinds } as const, rows: values };
      const renamed = affectsNames(kinds) ? values.map(({ id }) => id) : [];
      await updatingNames(scope, renamed, () =>
        sql`with ${valueRows(scope.db, 'changed', rows)} update bill set ${set} from changed
          where bill.id = changed.id and ${unindexed('campusID')} = ${scope.campusID}`.execute(scope.db),
      );
      await yieldToEventLoop();
    }
  }
}

export type StoredBill = StoredRow<'bill'>;

/** Returns the deleted row, or undefined when the campus has no such bill. */
export async function deleteBill(scope: Scope, billID: number): Promise<StoredBill | undefined> {
  return scope.db
    .deleteFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', billID)
    .returningAll()
    .executeTakeFirst();
}

/** Restores deleted bills with their old ids. The names by which their numbers are found were never deleted. */
export async function insertRestoredBills(scope: Scope, rows: readonly StoredBill[]): Promise<void> {
  const { campusID } = scope;
  await insertMany(
    scope.db,
    'bill',
    rows.map((row) => ({ ...row, campusID })),
  );
}

type WhichBills = { importID?: number; keep?: (rows: StoredBill[]) => Promise<void> };

/**
 * Deletes the bills of a billing, or only those that an import added. Returns the number of deleted bills. It deletes
 * them in parts, because one statement for all of them would take too long. `keep` receives the rows of each part.
 */
export async function deleteBillsOfGroup(
  scope: Scope,
  groupID: number,
  { importID, keep }: WhichBills = {},
): Promise<number> {
  const parts = foundIDs(({ after, take }) =>
    scope.db
      .selectFrom('bill')
      .select('id')
      .where('campusID', '=', scope.campusID)
      .where('groupID', '=', groupID)
      .$if(importID !== undefined, (query) => query.where('importID', '=', importID ?? 0))
      .where('id', '>', after)
      .orderBy('id')
      .limit(take)
      .execute(),
  );
  let deleted = 0;
  for await (const ids of parts) {
    const part = scope.db
      .deleteFrom('bill')
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('groupID', '=', groupID)
      .where('id', 'in', ids);
    const rows = keep && (await part.returningAll().execute());
    if (rows) await keep(rows);
    deleted += rows?.length ?? Number((await part.executeTakeFirstOrThrow()).numDeletedRows);
  }
  return deleted;
}

export type FullBill = BillRow & { numbers: string };

/** Returns all columns of these bills. Callers pass at most a few thousand ids. */
export async function listBillsWhole(scope: Scope, billIDs: readonly number[]): Promise<FullBill[]> {
  if (billIDs.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select([...billColumns, 'numbers'])
    .select(adjustedOfBill)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', billIDs)
    .execute();
}
