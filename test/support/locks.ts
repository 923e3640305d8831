import { sql } from 'kysely';
import type { Db } from '../../src/server/platform/db/store.ts';

/** PostgreSQL: waits until a statement in this database waits for a lock of another. */
export async function untilSomebodyWaits(db: Db): Promise<void> {
  const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (let count = 0; count === 0; ) count = (await waiting.execute(db)).rows[0]?.count ?? 0;
}
