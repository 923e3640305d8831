/** A place for a store, in which a store of an earlier version can be made. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, inject } from 'vitest';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { earlierSteps } from '../../src/server/platform/db/migrations/before-baseline.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Db, Engine, Store } from '../../src/server/platform/db/store.ts';
import { createDatabase, dropDatabase } from './postgres.ts';

/** Gives each test its own place, and closes the stores afterwards. */
export function useEarlierStore(engine: Engine) {
  let where: { databaseUrl: string | undefined; dataDir: string; name: string };
  const opened: Store[] = [];
  const open = async () => {
    const store = await openStore(where);
    opened.push(store);
    return store;
  };
  /** Makes a store of the last version before the baseline, which has the schema of the baseline. */
  const makeEarlier = async (
    fill: (db: Db) => Promise<unknown> = async () => {},
    steps: readonly string[] = earlierSteps,
  ) => {
    const { databaseUrl, dataDir } = where;
    const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
    await migrate(store, migrations.slice(0, 1));
    const { db, close } = store;
    await fill(db);
    await sql`delete from migration`.execute(db);
    for (const step of steps)
      await sql`insert into migration (name, "appliedAt") values (${step}, '2026-11-20T00:00:00.000Z')`.execute(
        db,
      );
    await close();
  };

  beforeEach(async () => {
    const name = `m_${randomUUID().replaceAll('-', '')}`;
    const dataDir = await mkdtemp(join(tmpdir(), 'qasid-migrations-'));
    const databaseUrl =
      engine === 'postgres' ? await createDatabase(inject('postgresUrl') ?? '', name) : undefined;
    where = { databaseUrl, dataDir, name };
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    if (where.databaseUrl) await dropDatabase(inject('postgresUrl') ?? '', where.name);
    await rm(where.dataDir, { recursive: true, force: true });
  });
  return { opened, place: () => where, open, makeEarlier };
}
