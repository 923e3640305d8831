import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { computer, type Runtime } from '../../runtime.ts';
import { migrate, migrations } from './migrate.ts';
import type { OpenPool, Patience } from './open-postgres.ts';
import { openSqlite, openSqliteToRead, type SqliteOutside } from './open-sqlite.ts';
import { explainStart, noDatabase } from './start-failure.ts';
import type { Store } from './store.ts';

type Where = { databaseUrl: string | undefined; dataDir: string };
/** The role of a process that a person starts for one command. */
const ofCommands = 'command';

type Settings = Omit<SqliteOutside, 'runtime'> & {
  patience?: Patience;
  runtime?: Runtime;
  openPool?: OpenPool | undefined;
  /** Called before existing data are changed, while no other process starts on the store. */
  beforeUpdate?: (() => Promise<void>) | undefined;
};

/** Opens the store only for reading, also while the program runs. It is not migrated. */
export async function openStoreToRead(where: Where): Promise<Pick<Store, 'db' | 'close'>> {
  if (!where.databaseUrl) return openSqliteToRead(join(where.dataDir, 'qasid.db'));
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(where.databaseUrl, {
    role: ofCommands,
    patience: { longest: 0, say: () => {} },
  });
}

/** Like `openStore`, but throws a StartFailure instead of creating a missing file. */
export async function openExistingStore(where: Where): Promise<Store> {
  const file = join(where.dataDir, 'qasid.db');
  if (!where.databaseUrl && !existsSync(file)) throw noDatabase(file);
  return openStore({ ...where, role: ofCommands });
}

/** Opens and migrates the store: PostgreSQL when there is a URL, else the SQLite file in the data folder. */
export async function openStore(
  /** `role` names the connections to PostgreSQL. */
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
