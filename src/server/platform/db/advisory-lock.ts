import { sql } from 'kysely';
import type { Db } from './store.ts';
import { isPostgres } from './store.ts';

const numberOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/**
 * Takes an advisory lock on this name until the caller's transaction ends. Without it, two transactions that change
 * the same rows could lock them in different orders and cause a deadlock. SQLite needs no lock, because it has only
 * one writer.
 */
export async function lockName(db: Db, name: string): Promise<void> {
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${numberOf(name)})`.execute(db);
}

/** Tries to take the lock without waiting. False if another transaction holds it. */
export async function tryLockName(db: Db, name: string): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${numberOf(name)}) as "isFree"`.execute(db);
  return rows[0]?.isFree ?? false;
}
