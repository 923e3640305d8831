/** A database for one figure on either engine, with the bare driver beside the program. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../src/server/platform/db/store.ts';
import { createDatabase, dropDatabase } from '../test/support/postgres.ts';
import { barePostgres } from './bare-postgres.ts';
import { bareSqlite } from './bare-sqlite.ts';

export type Value = string | number | null;
export type Values = Record<string, Value>;

export type Statement = { sql: string; values: Value[] };

/** The bare driver, on which the floors are measured. */
export type Bare = {
  /** Rows of a statement with parameters `$1`, `$2`… */
  all: (sql: string, values?: Value[]) => Promise<Values[]>;
  /** Inserts rows with the same columns in one transaction, which is on disk when this resolves. */
  insert: (table: string, rows: readonly Values[]) => Promise<void>;
  /** Runs these statements in one transaction, which is on disk when this resolves. Each text is compiled once. */
  write: (statements: readonly Statement[]) => Promise<void>;
  /** Cleans up after large deletes, so that the next run finds the table in the same state. */
  tidy: () => Promise<void>;
  close: () => Promise<void>;
};

export type Place = {
  engine: Engine;
  /** The environment variables that make the program use this database. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  /** Only after the program has created its tables. */
  openBare: () => Promise<Bare>;
  remove: () => Promise<void>;
};

/** `serverUrl` is needed for PostgreSQL only. */
export async function createPlace(engine: Engine, serverUrl: string | undefined): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-bench-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (engine === 'sqlite') {
    const openBare = async () => bareSqlite(join(dataDir, 'qasid.db'));
    return { engine, env: { DATA_DIR: dataDir }, openBare, remove: removeFolder };
  }
  if (!serverUrl) throw new Error('PostgreSQL is not running');
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(serverUrl, name);
  return {
    engine,
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    openBare: () => barePostgres(url),
    remove: async () => {
      await dropDatabase(serverUrl, name);
      await removeFolder();
    },
  };
}
