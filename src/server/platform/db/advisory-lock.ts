import { sql } from 'kysely';
import type { Db } from './store.ts';
import { isPostgres } from './store.ts';

const numberOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/**
 * Takes an advisory lock on this name until the caller's transaction ends. It prevents a deadlock where two
 * transactions change the same rows and the engine picks the order of the row locks. SQLite has only one writer anyway.
 */
export async function lockName(db: Db, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${numberOf(name)})`.execute(db);
}

/** Tries to take the lock without waiting; false when another transaction holds it. */
export async function tryLockName(db: Db, name: string): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${numberOf(name)}) as "isFree"`.execute(db);
  return rows[0]?.isFree ?? false;
}
