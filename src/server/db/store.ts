/** An opened store, whichever engine it is, and one transaction in it. */
import { type Kysely, PostgresAdapter } from 'kysely';
import type { Tables } from './tables.ts';

/** The two engines there are. Only this room asks which one it is. */
export type Engine = 'sqlite' | 'postgres';

export type Db = Kysely<Tables>;

// Dialect: asked where the engines have no common words: to read JSON as rows, and to hold a name.
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/** `missed`: until now nothing could be heard, and now it can. */
export type Ear = { hear: (text: string) => void; missed: () => void };

/** Tells every process on the same store; undefined where there is only one. */
export type Notify = { send: (text: string) => Promise<void>; listen: (ear: Ear) => Promise<void> };

export type Store = {
  engine: Engine;
  db: Db;
  /** For looks that take long: nobody waits for them. It sees what is committed. */
  aside: Db;
  /** For a person: the file, or the server and database without the password. */
  place: string;
  notify: Notify | undefined;
  whereabouts: Whereabouts;
  /** Does the work while no other process on this store does any; for what happens once at a start. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** A try that was begun; `startedAt` as ISO text. */
export type Begun = { id: number; attempts: number; startedAt: string };

/** Whether the store has heard of a try. */
export type Knows = (db: Db, begun: Begun) => Promise<boolean>;

export type Whereabouts = {
  /** Whether this is where it last sent, as it was left; undefined: it was never said where, so it is new or of an older program. */
  isSame: (db: Db, knows: Knows) => Promise<boolean | undefined>;
  /** From now on it sends from here. */
  keep: (db: Db) => Promise<void>;
  /** The last of the tries that were begun, once they are committed. */
  note: (begun: Begun) => void;
};

/**
 * Runs the work in one transaction. The handle inside is given under the same name as the one outside, so that no
 * statement can use the wrong one: on SQLite that would wait for ever, on PostgreSQL it would survive a rollback.
 * No network inside. Within one that is open already it is a part of that one.
 */
export function inTransaction<S extends { db: Db }, T>(scope: S, work: (scope: S) => Promise<T>): Promise<T> {
  if (scope.db.isTransaction) return work(scope);
  return scope.db.transaction().execute((db) => work({ ...scope, db }));
}
