import { sql } from 'kysely';
import { isPostgres } from './is-postgres.ts';
import type { Db } from './store.ts';

/**
 * Nobody else holds this name until the caller's transaction ends. For work on the same rows that would lock them in an
 * order of the engine's own. SQLite has one writer at a time as it is.
 */
export async function holdName(db: Db, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}
