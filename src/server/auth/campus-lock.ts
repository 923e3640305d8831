/**
 * The campus lock. A send, a save, an undo, a payment and a removal first read bills and messages, and then write.
 * The lock runs them one after the other within a campus, so that the data cannot change between the read and the
 * write.
 */

import type { DueRules } from '#shared/money/payable.ts';
import { createKeyedQueue, type KeyedQueue } from '../platform/db/keyed-queue.ts';
import type { Db } from '../platform/db/store.ts';
import { inTransaction, isPostgres } from '../platform/db/store.ts';
import type { Scope } from './scope.ts';

type Campus = { db: Db; campusID: number };

/**
 * Locks the campus's row until the caller's transaction ends. Returns its due rules and closed days, which cannot
 * change until then.
 */
export async function lockCampus({
  db,
  campusID,
}: Campus): Promise<(DueRules & { closedUntil: string | null }) | undefined> {
  // An update that changes nothing locks the row on both engines.
  return db
    .updateTable('campus')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', campusID)
    .returning(['graceDays', 'sundayDays', 'closedUntil'])
    .executeTakeFirst();
}

const queues = new WeakMap<Db, KeyedQueue>();

/** Only PostgreSQL needs the queue. SQLite has one connection that writes, and reads use a separate connection. */
function inLine<T>({ db, campusID }: Campus, work: () => Promise<T>): Promise<T> {
  if (db.isTransaction || !isPostgres(db)) return work();
  const queue = queues.get(db) ?? createKeyedQueue();
  queues.set(db, queue);
  return queue(campusID, work);
}

/**
 * Runs a transaction under the campus lock. It reads the due rules again, because they may have changed while it
 * waited. The queue orders the work of this process; the row lock orders the work of different processes.
 */
export function withCampusLock<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> {
  const begin = () =>
    inTransaction(scope, async (scope) => {
      const rules = await lockCampus(scope);
      return work({ ...scope, campus: { ...scope.campus, ...rules } });
    });
  return inLine(scope, begin);
}
