/** An opened store, whichever engine it is. */
import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** Tells every process on the same store; undefined where there is only one. */
export type Notify = {
  send: (text: string) => Promise<void>;
  listen: (hear: (text: string) => void) => Promise<void>;
};

export type Store = {
  engine: Engine;
  db: Db;
  /** For a person: the file, or the server and database without the password. */
  place: string;
  notify: Notify | undefined;
  close: () => Promise<void>;
};
