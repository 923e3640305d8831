/** An opened store on either engine, and its transactions. */
import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/** The two engines. Only this folder asks which one it is. */
export type Engine = 'sqlite' | 'postgres';

export type Db = Kysely<Tables>;

// Dialect: used where the engines have no common SQL: to read JSON as rows, and for advisory locks.
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** `onReconnect` is called when listening works again after a gap. */
export type NotifyListener = { onText: (text: string) => void; onReconnect: () => void };

/** Sends texts to all processes on the same store; undefined when there is only one process. */
export type Notify = {
  send: (text: string) => Promise<void>;
  listen: (listener: NotifyListener) => Promise<void>;
};

export type Store = {
  engine: Engine;
  db: Db;
  /** For long reads, which block nobody. It sees only committed data. */
  aside: Db;
  /** For people: the file, or the server and database without the password. */
  place: string;
  notify: Notify | undefined;
  whereabouts: Whereabouts;
  /** Runs the work while no other process on this store does, for what must happen once at a start. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** An attempt to send that was begun; `startedAt` is ISO text. */
export type Begun = { id: number; attempts: number; startedAt: string };

/** Whether the store knows an attempt. */
export type Knows = (db: Db, begun: Begun) => Promise<boolean>;

export type Whereabouts = {
  /**
   * Whether this is the place that last sent, in the state it was left in. Undefined: no place was ever stored, because
   * the store is new or comes from an older program.
   */
  isSame: (db: Db, knows: Knows) => Promise<boolean | undefined>;
  /** From now on this is the place that sends. */
  keep: (db: Db) => Promise<void>;
  /** Notes the last attempt that was begun, after its commit. */
  note: (begun: Begun) => void;
};

/**
 * Runs the work in one transaction. The inner handle has the same name as the outer one, so that no statement uses the
 * outer one by mistake: on SQLite it would wait for ever, on PostgreSQL it would survive a rollback. Inside there are
 * no network calls. Within an open transaction the work becomes part of it.
 */
export function inTransaction<S extends { db: Db }, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  if (scope.db.isTransaction) return work(scope);
  return scope.db.transaction().execute((db) => work({ ...scope, db }));
}
