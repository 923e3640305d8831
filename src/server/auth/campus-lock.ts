/**
 * The campus lock: one after the other within a campus, for whatever writes by what it has read of bills and of messages
 * about them (a send, a save, an undo, a payment, a removal). What it has read still holds when it writes.
 */

import type { DueRules } from '#shared/payable.ts';
import { createKeyedQueue, type KeyedQueue } from '../db/keyed-queue.ts';
import type { Db } from '../db/store.ts';
import { inTransaction, isPostgres } from '../db/store.ts';
import type { Scope } from './scope.ts';

type Campus = { db: Db; campusID: number };

/** Locks the campus's row until the caller's transaction ends; answers its due rules, which hold for as long. */
export async function lockCampus({ db, campusID }: Campus): Promise<DueRules | undefined> {
  // An update that changes nothing locks the row on both engines.
  return db
    .updateTable('campus')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', campusID)
    .returning(['graceDays', 'sundayDays'])
    .executeTakeFirst();
}

const queues = new WeakMap<Db, KeyedQueue>();

/** On SQLite one connection changes what is stored, with one line before it: nobody who looks is held up by who waits. */
function inLine<T>({ db, campusID }: Campus, work: () => Promise<T>): Promise<T> {
  if (db.isTransaction || !isPostgres(db)) return work();
  const queue = queues.get(db) ?? createKeyedQueue();
  queues.set(db, queue);
  return queue(campusID, work);
}

/**
 * A transaction under the campus lock, by the due rules of then: those of the scope may have been changed while it waited.
 * Within this process they stand in line first; the row is for other processes.
 */
export function withCampusLock<T>(scope: Scope, work: (scope: Scope) => Promise<T>): Promise<T> {
  const begin = () =>
    inTransaction(scope, async (scope) => {
      const rules = await lockCampus(scope);
      return work({ ...scope, campus: { ...scope.campus, ...rules } });
    });
  return inLine(scope, begin);
}
