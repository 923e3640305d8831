import { isPostgres } from './is-postgres.ts';
import type { Db } from './store.ts';
import { createTurns, type Turns } from './turns.ts';

/** Keeps others from what is done in turn until the caller's transaction ends. */
export async function holdCampus({ db, campusID }: { db: Db; campusID: number }): Promise<void> {
  // An update that changes nothing holds the row on both engines.
  await db
    .updateTable('campus')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', campusID)
    .execute();
}

/**
 * Runs the work in one transaction. The handle inside is given under the same name as the one outside, so that no
 * statement can use the wrong one: on SQLite that would wait for ever, on PostgreSQL it would survive a rollback.
 * No network inside. Within one that is open already it is a part of that one.
 */
export function inTransaction<S extends { db: Db }, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  if (scope.db.isTransaction) return work(scope);
  return scope.db.transaction().execute((db) => work({ ...scope, db }));
}

const turnsOf = new WeakMap<Db, Turns>();

/** On SQLite one connection changes what is stored, with one line before it: nobody who looks is held up by who waits. */
function takeTurn<T>({ db, campusID }: { db: Db; campusID: number }, work: () => Promise<T>): Promise<T> {
  if (db.isTransaction || !isPostgres(db)) return work();
  const turns = turnsOf.get(db) ?? createTurns();
  turnsOf.set(db, turns);
  return turns(campusID, work);
}

/**
 * The same, one after the other within a campus. For whatever writes by what it has read of bills and of messages about
 * them: a send, a save, an undo, a payment, a removal. What it has read still holds when it writes. Within this process they
 * stand in line first; the row is for other processes.
 */
export function inTurn<S extends { db: Db; campusID: number }, T>(
  scope: S,
  work: (scope: S) => Promise<T>,
): Promise<T> {
  const begin = () =>
    inTransaction(scope, async (scope) => {
      await holdCampus(scope);
      return work(scope);
    });
  return takeTurn(scope, begin);
}
