import type { Insertable } from 'kysely';
import type { BinKind } from '#shared/calls/bin.ts';
import type { Scope } from '../auth/scope.ts';
import { insertMany } from '../platform/db/long-lists.ts';
import type { Db } from '../platform/db/store.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { BinEntry, BinnedTable, RowOf } from './model.ts';
import { keyColumn } from './model.ts';

type NewEntry = Omit<Insertable<Tables['bin']>, 'id' | 'campusID'>;

/** Adds an entry. Returns its id. */
export async function insertEntry(scope: Scope, entry: NewEntry): Promise<number> {
  const row = await scope.db
    .insertInto('bin')
    .values({ ...entry, campusID: scope.campusID })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores deleted rows with an entry. Fails if the entry belongs to another campus. */
export async function insertRows<T extends BinnedTable>(
  scope: Scope,
  { binID, table }: { binID: number; table: T },
  rows: readonly RowOf<T>[],
): Promise<void> {
  const { campusID } = scope;
  const idOf = (row: RowOf<T>): number => (row as Record<string, unknown>)[keyColumn[table]] as number;
  const binned = rows.map((row) => ({
    campusID,
    binID,
    table,
    itemID: idOf(row),
    content: JSON.stringify(row),
  }));
  await insertMany(scope.db, 'binned_row', binned);
}

/**
 * Lists the entries that can be restored at `now`, newest first, beginning before the entry `after`. Entries of bills
 * have the name of their billing.
 */
export async function listDeleted(
  scope: Scope,
  { after, take, now }: { after: number; take: number; now: string },
) {
  return scope.db
    .selectFrom('bin')
    .leftJoin('group', (join) =>
      join.onRef('group.id', '=', 'bin.groupID').onRef('group.campusID', '=', 'bin.campusID'),
    )
    .leftJoin('bin as holder', (join) =>
      join
        .onRef('holder.itemID', '=', 'bin.groupID')
        .onRef('holder.campusID', '=', 'bin.campusID')
        .on('holder.kind', '=', 'group')
        .on('holder.until', '>', now),
    )
    .select(['bin.id', 'bin.kind', 'bin.itemID', 'bin.name', 'bin.bills', 'bin.by', 'bin.at', 'bin.until'])
    .select((eb) => eb.fn.coalesce('group.name', 'holder.name').as('billing'))
    .where('bin.campusID', '=', scope.campusID)
    .where('bin.until', '>', now)
    .$if(after > 0, (query) => query.where('bin.id', '<', after))
    .orderBy('bin.id', 'desc')
    .limit(take)
    .execute();
}

/** The id of the newest entry. 0 if there is none. Newer entries have higher ids. */
export async function findNewestID(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('bin')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** The entry of a deleted thing, if it can be restored at `now`. */
export async function findEntry(
  scope: Scope,
  { kind, itemID, now }: { kind: BinKind; itemID: number; now: string },
): Promise<BinEntry | undefined> {
  return scope.db
    .selectFrom('bin')
    .selectAll()
    .where('campusID', '=', scope.campusID)
    .where('kind', '=', kind)
    .where('itemID', '=', itemID)
    .where('until', '>', now)
    .executeTakeFirst();
}

/**
 * The rows of a table that belong to an entry, beginning after the id `after`. They are returned as they were when
 * they were deleted.
 */
export async function listRows<T extends BinnedTable>(
  scope: Scope,
  { binID, table }: { binID: number; table: T },
  page: { after: number; take: number },
): Promise<RowOf<T>[]> {
  const rows = await scope.db
    .selectFrom('binned_row')
    .select('content')
    .where('campusID', '=', scope.campusID)
    .where('binID', '=', binID)
    .where('table', '=', table)
    .where('itemID', '>', page.after)
    .orderBy('itemID')
    .limit(page.take)
    .execute();
  return rows.map(({ content }) => JSON.parse(content) as RowOf<T>);
}

/** Deletes an entry with its rows. False if it no longer exists. */
export async function deleteEntry(scope: Scope, binID: number): Promise<boolean> {
  const row = await scope.db
    .deleteFrom('bin')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', binID)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes all rows of this table from the bin of the campus. */
export async function deleteRowsOf(scope: Scope, table: BinnedTable): Promise<void> {
  await scope.db
    .deleteFrom('binned_row')
    .where('campusID', '=', scope.campusID)
    .where('table', '=', table)
    .execute();
}

/**
 * Lists the expired entries of all campuses. Entries of templates include the data that was submitted for approval.
 */
export async function listOver(db: Db, now: string, take: number) {
  return db
    .selectFrom('bin')
    .leftJoin('binned_row', (join) =>
      join
        .onRef('binned_row.campusID', '=', 'bin.campusID')
        .onRef('binned_row.binID', '=', 'bin.id')
        .on('binned_row.table', '=', 'approval'),
    )
    .select(['bin.id', 'bin.campusID', 'binned_row.content as approval'])
    .where('bin.until', '<=', now)
    .orderBy('bin.id')
    .limit(take)
    .execute();
}

/**
 * Deletes rows of an expired entry, at most `most`. Returns how many were deleted. The approval stays with the entry,
 * because it is needed when both are gone.
 */
export async function deleteRowsOver(
  db: Db,
  { campusID, binID }: { campusID: number; binID: number },
  most: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('binned_row')
    .where((eb) =>
      eb(
        eb.refTuple('campusID', 'binID', 'table', 'itemID'),
        'in',
        eb
          .selectFrom('binned_row')
          .select(['campusID', 'binID', 'table', 'itemID'])
          .where('campusID', '=', campusID)
          .where('binID', '=', binID)
          .where('table', '<>', 'approval')
          .limit(most)
          .$asTuple('campusID', 'binID', 'table', 'itemID'),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes an entry with its rows. False if it was restored in the meantime. */
export async function deleteOver(db: Db, binID: number, now: string): Promise<boolean> {
  const row = await db
    .deleteFrom('bin')
    .where('id', '=', binID)
    .where('until', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The highest ids in the bin, by table. A copy of the database must not give these ids to new rows. */
export const idsInBin = `select "table" as name, max("itemID") as seq from binned_row
  where "table" <> 'approval' group by 1`;
