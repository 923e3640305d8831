/** Starts one PostgreSQL server for a test run, and migrates a store on each engine that the tests copy. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import { createDatabase, dropDatabase, type Postgres, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the run; undefined with SKIP_POSTGRES=1. */
    postgresUrl: string | undefined;
    /** Migrated stores without rows of a school: an SQLite file, and the name of a database on the server. */
    migrated: { file: string; database: string | undefined };
  }
}

export default async function setup(project: TestProject) {
  const postgres = process.env.SKIP_POSTGRES === '1' ? undefined : await startPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-migrated-'));
  await (await openStore({ databaseUrl: undefined, dataDir })).close();
  const database = postgres && (await migrateDatabase(postgres, dataDir));
  project.provide('postgresUrl', postgres?.url);
  project.provide('migrated', { file: join(dataDir, 'qasid.db'), database });
  return async () => {
    await rm(dataDir, { recursive: true, force: true });
    if (postgres && database) await dropDatabase(postgres.url, database);
    await postgres?.stop();
  };
}

async function migrateDatabase(postgres: Postgres, dataDir: string): Promise<string> {
  const name = `migrated_${process.pid}`;
  const databaseUrl = await createDatabase(postgres.url, name);
  await (await openStore({ databaseUrl, dataDir })).close();
  return name;
}
