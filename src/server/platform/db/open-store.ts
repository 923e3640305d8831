import { join } from 'node:path';
import { computer, type Runtime } from '../../runtime.ts';
import { migrate, migrations } from './migrate.ts';
import type { OpenPool, Patience } from './open-postgres.ts';
import { openSqlite, openSqliteToRead, type SqliteOutside } from './open-sqlite.ts';
import { explainStart, needDatabase } from './start-failure.ts';
import type { Store } from './store.ts';

type Where = { databaseUrl: string | undefined; dataDir: string };
/** The role of a process that a person starts for a single command. */
const commandRole = 'command';

type Settings = Omit<SqliteOutside, 'runtime'> & {
  patience?: Patience;
  runtime?: Runtime;
  openPool?: OpenPool | undefined;
  /** Called before existing data is changed. No other process can start on the store in the meantime. */
  beforeUpdate?: (() => Promise<void>) | undefined;
};

/** Opens the store only for reading. This is possible while the program runs. The store is not migrated. */
export async function openStoreToRead(where: Where): Promise<Pick<Store, 'db' | 'close'>> {
  if (!where.databaseUrl) return openSqliteToRead(join(where.dataDir, 'qasid.db'));
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(where.databaseUrl, {
    role: commandRole,
    patience: { longest: 0, say: () => {} },
  });
}

/** Like `openStore`, but throws a StartFailure if the file does not exist or is empty, and does not create it. */
export async function openExistingStore(where: Where): Promise<Store> {
  if (!where.databaseUrl) needDatabase(join(where.dataDir, 'qasid.db'));
  return openStore({ ...where, role: commandRole });
}

/** Opens and migrates the store: PostgreSQL if there is a URL, otherwise the SQLite file in the data folder. */
export async function openStore(
  /** `role`: part of the name of the connections to PostgreSQL. */
  where: Where & { role?: string },
  { patience, runtime = computer, openPool, beforeUpdate, ...outside }: Settings = {},
): Promise<Store> {
  const store = where.databaseUrl
    ? // Loaded only for PostgreSQL, because its driver takes a megabyte.
      await (await import('./open-postgres.ts')).openPostgres(where.databaseUrl, {
        role: where.role,
        patience,
        runtime,
        openPool,
      })
    : openSqlite(join(where.dataDir, 'qasid.db'), { ...outside, runtime });
  try {
    await migrate(store, migrations, { now: runtime.now, beforeUpdate });
  } catch (error) {
    await store.close();
    throw explainStart(error, store.place);
  }
  return store;
}
