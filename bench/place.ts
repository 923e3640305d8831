/** A database of its own for one figure, on either engine, with the bare driver beside the program. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../src/server/db/store.ts';
import { createDatabase, dropDatabase } from '../test/support/postgres.ts';
import { barePostgres } from './bare-postgres.ts';
import { bareSqlite } from './bare-sqlite.ts';

export type Value = string | number | null;
export type Values = Record<string, Value>;

/** What the floors are made of: the driver and nothing else. */
export type Bare = {
  /** Rows of a statement with `$1`, `$2`… in it. */
  all: (sql: string, values?: Value[]) => Promise<Values[]>;
  /** All rows of the same columns, in one transaction of their own, committed and on the disk. */
  insert: (table: string, rows: readonly Values[]) => Promise<void>;
  /** Tidies up after large deletes, so that the next run finds the table as the first one did. */
  tidy: () => Promise<void>;
  close: () => Promise<void>;
};

export type Place = {
  engine: Engine;
  /** The environment that makes the program use it. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  /** Only after the program has made its tables. */
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
