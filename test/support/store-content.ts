/** What a store holds, table by table, so that two can be held against each other. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../src/server/db/store.ts';

/** Where a restored store differs from the one it was copied of, on purpose: who is signed in, and that it is held. */
const asides: Readonly<Record<string, readonly string[]>> = {
  sender: ['copiedAt', 'copyWhy', 'copyUpTo'],
};
/** Its place, when each migration was applied to it, and that it was put back. */
const placeRow = (table: string, row: Record<string, unknown>): boolean =>
  (table === 'trail' && row.what === 'restored') ||
  (table === 'setting' && ['whereabouts', 'backups', 'backupID'].includes(String(row.name)));

export type Content = Record<string, { rows: number; hash: string }>;

/** Of each table but the sessions its rows and the SHA-256 of all of them, in an order of their own. */
export async function contentOf(db: Db): Promise<Content> {
  const content: Content = {};
  for (const { name } of await db.introspection.getTables()) {
    if (name === 'session' || name === 'migration') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const told = rows
      .filter((row) => !placeRow(name, row))
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .filter(([column]) => !asides[name]?.includes(column))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      )
      .sort();
    content[name] = { rows: told.length, hash: createHash('sha256').update(told.join('\n')).digest('hex') };
  }
  return content;
}
