/** An opened store, whichever engine it is. */
import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** `missed`: until now nothing could be heard, and now it can. */
export type Ear = { hear: (text: string) => void; missed: () => void };

/** Tells every process on the same store; undefined where there is only one. */
export type Notify = { send: (text: string) => Promise<void>; listen: (ear: Ear) => Promise<void> };

export type Store = {
  engine: Engine;
  db: Db;
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
