import type { Db } from './store.ts';

/**
 * Runs the work in one transaction. The handle inside is given under the same name as the one outside, so that no
 * statement can use the wrong one: on SQLite that would wait for ever, on PostgreSQL it would survive a rollback.
 * No network inside. Within one that is open already it is a part of that one.
 */
export function inTransaction<S extends { db: Db }, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  if (scope.db.isTransaction) return work(scope);
  return scope.db.transaction().execute((db) => work({ ...scope, db }));
}
