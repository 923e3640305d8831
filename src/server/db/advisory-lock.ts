import { sql } from 'kysely';
import type { Db } from './store.ts';
import { isPostgres } from './store.ts';

const numberOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/**
 * An advisory lock on this name until the caller's transaction ends: a deadlock is kept away by its one order. For work on the same rows that would lock them in an
 * order of the engine's own. SQLite has one writer at a time as it is.
 */
export async function lockName(db: Db, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${numberOf(name)})`.execute(db);
}

/** The same without waiting; false where somebody else holds it. */
export async function tryLockName(db: Db, name: string): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${numberOf(name)}) as "isFree"`.execute(db);
  return rows[0]?.isFree ?? false;
}
