import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { computer, type Runtime } from '../runtime.ts';
import { migrate, migrations } from './migrate.ts';
import type { OpenPool, Patience } from './open-postgres.ts';
import { openSqlite, openSqliteToRead, type SqliteOutside } from './open-sqlite.ts';
import { explainStart, noDatabase } from './start-failure.ts';
import type { Store } from './store.ts';

type Where = { databaseUrl: string | undefined; dataDir: string };
/** Of a process that a person starts for one command, whatever role the installation's own have. */
const ofCommands = 'command';

type Settings = Omit<SqliteOutside, 'runtime'> & {
  patience?: Patience;
  runtime?: Runtime;
  openPool?: OpenPool | undefined;
  /** Called while no other process starts on the store, when its data are about to be changed. */
  beforeUpdate?: (() => Promise<void>) | undefined;
};

/** Only to look, also while the program runs; nothing is brought up to date. */
export async function openStoreToRead(where: Where): Promise<Pick<Store, 'db' | 'close'>> {
  if (!where.databaseUrl) return openSqliteToRead(join(where.dataDir, 'qasid.db'));
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(where.databaseUrl, {
    role: ofCommands,
    patience: { longest: 0, say: () => {} },
  });
}

/** As `openStore`; fails with a StartFailure where no file is yet, instead of making one. */
export async function openExistingStore(where: Where): Promise<Store> {
  const file = join(where.dataDir, 'qasid.db');
  if (!where.databaseUrl && !existsSync(file)) throw noDatabase(file);
  return openStore({ ...where, role: ofCommands });
}

/** Opens and migrates the store: PostgreSQL where a url is given, else the SQLite file in the data folder. */
export async function openStore(
  /** `role`: what the process is, which its connections to PostgreSQL are named after. */
  where: Where & { role?: string },
  { patience, runtime = computer, openPool, beforeUpdate, ...outside }: Settings = {},
): Promise<Store> {
  const store = where.databaseUrl
    ? // Its driver is a megabyte that nobody needs beside a file.
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
