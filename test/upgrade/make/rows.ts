/** Reads all rows of a store. */
import { sql } from 'kysely';
import type { Store } from '../../../src/server/platform/db/store.ts';

/** The school that has a row in every table. */
export const everyRowSchool = 'victim';

/** Columns that are null are left out. */
export type Row = { table: string; row: Record<string, string | number> };

/** The place that the store last sent from is left out. It would make the new store look like a copy. */
const isData = ({ table, row }: Row): boolean => table !== 'setting' || row.name !== 'whereabouts';

export async function readRows({ db }: Pick<Store, 'db'>): Promise<Row[]> {
  const found: Row[] = [];
  for (const { name: table } of await db.introspection.getTables()) {
    if (table === 'migration') continue;
    const { rows } = await sql<
      Record<string, string | number | null>
    >`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows) {
      const columns = Object.entries(row).flatMap(([name, value]) =>
        value === null ? [] : [[name, value] as const],
      );
      found.push({ table, row: Object.fromEntries(columns) });
    }
  }
  return found.filter(isData);
}
