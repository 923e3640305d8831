/** Queries of the rows of money, and of what the audit log states about them. */
import { sql } from 'kysely';
import { unindexed } from '../../platform/db/long-lists.ts';
import { type Db, isPostgres } from '../../platform/db/store.ts';
import { type StatedTable, statedColumns } from '../../trail/row-changes-rules.ts';
import type { Row } from './stated-rows-rules.ts';

/** Lists the entries of a campus that state rows, beginning after the id `after`. */
export async function listStatingEntries(
  db: Db,
  campusID: number,
  { after, take }: { after: number; take: number },
): Promise<{ id: number; rowChanges: string | null }[]> {
  return db
    .selectFrom('trail')
    .select(['id', 'rowChanges'])
    .where('campusID', '=', campusID)
    .where('id', '>', after)
    .where('rowChanges', 'is not', null)
    .orderBy('id')
    .limit(take)
    .execute();
}

/**
 * Lists the rows of a money table in a range of ids. The values are read as one JSON text, because reading sixteen
 * columns of each row takes most of the time.
 */
export async function listStatedRows(
  db: Db,
  campusID: number,
  { table, after, until, take }: { table: StatedTable; after: number; until: number; take: number },
): Promise<Row[]> {
  const columns = sql.join(statedColumns[table].map((column) => sql.ref(column)));
  // Dialect: SQLite and PostgreSQL name this function differently.
  const values = sql`${sql.raw(isPostgres(db) ? 'json_build_array' : 'json_array')}(${columns})`;
  const { rows } = await sql<Row>`select id, cast(${values} as text) as "values" from ${sql.table(table)}
    where ${unindexed('campusID')} = ${campusID} and id > ${after} and id <= ${until}
    order by id limit ${take}`.execute(db);
  return rows;
}
