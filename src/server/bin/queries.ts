import type { Insertable } from 'kysely';
import type { BinKind } from '#shared/calls/bin.ts';
import type { Scope } from '../auth/scope.ts';
import { insertMany } from '../db/long-lists.ts';
import type { Db } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import type { BinEntry, BinnedTable, RowOf } from './model.ts';
import { keyOf } from './model.ts';

type NewEntry = Omit<Insertable<Tables['bin']>, 'id' | 'campusID'>;

/** The id of the new entry. */
export async function insertEntry(scope: Scope, entry: NewEntry): Promise<number> {
  const row = await scope.db
    .insertInto('bin')
    .values({ ...entry, campusID: scope.campusID })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Keeps rows with an entry of this campus; with one of another the insert fails as a whole. */
export async function insertRows<T extends BinnedTable>(
  scope: Scope,
  { binID, table }: { binID: number; table: T },
  rows: readonly RowOf<T>[],
): Promise<void> {
  const { campusID } = scope;
  const idOf = (row: RowOf<T>): number => (row as Record<string, unknown>)[keyOf[table]] as number;
  const kept = rows.map((row) => ({
    campusID,
    binID,
    table,
    itemID: idOf(row),
    content: JSON.stringify(row),
  }));
  await insertMany(scope.db, 'binned_row', kept);
}

/** What can be had back at `now`, from the newest on or from before the entry `after`; of bills with their billing's name. */
export async function listEntries(
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

/** The id of the newest entry, 0 where there is none. Entries get ever higher ids. */
export async function findNewestID(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('bin')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('campusID', '=', scope.campusID)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** What can be had back at `now`. */
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

/** The rows of a table that an entry keeps, from behind the id `after`, as they were. */
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

/** With its rows; false where it is gone already. */
export async function deleteEntry(scope: Scope, binID: number): Promise<boolean> {
  const row = await scope.db
    .deleteFrom('bin')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', binID)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What the bin keeps of this table, whatever it went with. */
export async function deleteRowsOf(scope: Scope, table: BinnedTable): Promise<void> {
  await scope.db
    .deleteFrom('binned_row')
    .where('campusID', '=', scope.campusID)
    .where('table', '=', table)
    .execute();
}

/** Entries of every campus that nobody wanted back in time; of a template with what was submitted of it. */
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

/** With its rows; false where it was restored meanwhile. */
export async function deleteOver(db: Db, binID: number, now: string): Promise<boolean> {
  const row = await db
    .deleteFrom('bin')
    .where('id', '=', binID)
    .where('until', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The highest ids in the bin, by table: a copy is to give them to no new row. */
export const idsInBin = `select "table" as name, max("itemID") as seq from binned_row
  where "table" <> 'approval' group by 1`;
