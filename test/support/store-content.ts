/** Reads the content of a store, table by table, so that two stores can be compared. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/server/platform/db/store.ts';

/** Columns in which a restored store differs on purpose: the mark that it is held as a copy. */
const asides: Readonly<Record<string, readonly string[]>> = {
  sender: ['copiedAt', 'copyWhy', 'copyUpTo'],
};
/** Rows about the place of a store and about its restore. */
const placeRow = (table: string, row: Record<string, unknown>): boolean =>
  (table === 'trail' && row.what === 'restored') ||
  (table === 'setting' && ['whereabouts', 'backups', 'backupID'].includes(String(row.name)));

export type Content = Record<string, { rows: number; hash: string }>;

/** The rows of each table except sessions, sorted, with a SHA-256 of all of them. */
export async function contentOf(db: Db): Promise<Content> {
  const content: Content = {};
  for (const { name } of await db.introspection.getTables()) {
    if (name === 'session' || name === 'migration') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const texts = rows
      .filter((row) => !placeRow(name, row))
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .filter(([column]) => !asides[name]?.includes(column))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      )
      .sort();
    content[name] = { rows: texts.length, hash: createHash('sha256').update(texts.join('\n')).digest('hex') };
  }
  return content;
}
