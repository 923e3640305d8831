/** The type of an opened store on either engine, and its transactions. */
import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/** The two engines. Only `platform/db` distinguishes them. */
export type Engine = 'sqlite' | 'postgres';

export type Db = Kysely<Tables>;

// Dialect: needed where the engines have no common SQL: reading JSON as rows, and advisory locks.
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** `onReconnect` is called when listening works again after an interruption. */
export type NotifyListener = { onText: (text: string) => void; onReconnect: () => void };

/** Sends texts to all processes on the same store. Undefined if there is only one process. */
export type Notify = {
  send: (text: string) => Promise<void>;
  listen: (listener: NotifyListener) => Promise<void>;
};

export type Store = {
  engine: Engine;
  db: Db;
  /** For long reads, which do not block other requests. It sees only committed data. */
  readConnection: Db;
  /** A name for people: the file, or the server and database without the password. */
  place: string;
  notify: Notify | undefined;
  identity: StoreIdentity;
  /**
   * Runs the work while no other process on this store runs such work. Used for work that must be done once at a
   * start.
   */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** An attempt to send that has begun. `startedAt` is ISO text. */
export type Begun = { id: number; attempts: number; startedAt: string };

/** Returns whether the store knows an attempt. */
type Knows = (db: Db, begun: Begun) => Promise<boolean>;

export type StoreIdentity = {
  /**
   * Whether this store is the one that sent last, in the state in which it was left. Undefined if this was never
   * recorded, because the store is new or comes from an older version.
   */
  isSame: (db: Db, knows: Knows) => Promise<boolean | undefined>;
  /** Records that this is the store that sends from now on. */
  keep: (db: Db) => Promise<void>;
  /** Records the last attempt that has begun, after its commit. */
  note: (begun: Begun) => void;
};

/**
 * Runs the work in one transaction. The inner `db` has the same name as the outer one, so that no statement uses the
 * outer one by mistake. On SQLite such a statement would wait forever; on PostgreSQL it would not be rolled back.
 * Inside a transaction there must be no network calls. If a transaction is already open, the work becomes part of it.
 */
export function inTransaction<S extends { db: Db }, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  if (scope.db.isTransaction) return work(scope);
  return scope.db.transaction().execute((db) => work({ ...scope, db }));
}
