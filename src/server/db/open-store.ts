import { join } from 'node:path';
import { migrate } from './migrate.ts';
import type { Patience } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';
import { explainStart } from './start-failure.ts';
import type { Store } from './store.ts';

/** Opens and migrates the store: PostgreSQL where a url is given, else the SQLite file in the data folder. */
export async function openStore(
  where: { databaseUrl: string | undefined; dataDir: string },
  patience?: Patience,
): Promise<Store> {
  const store = where.databaseUrl
    ? // Its driver is a megabyte that nobody needs beside a file.
      await (await import('./open-postgres.ts')).openPostgres(where.databaseUrl, patience)
    : openSqlite(join(where.dataDir, 'qasid.db'));
  try {
    await migrate(store);
  } catch (error) {
    await store.close();
    throw explainStart(error, store.place);
  }
  return store;
}
