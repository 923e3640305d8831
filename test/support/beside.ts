/** Opens the database file of a running program for changes that no API call makes yet. SQLite only. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { keepStatements } from '../../src/server/platform/db/sqlite-statements.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import type { Tables } from '../../src/server/platform/db/tables.ts';

export function openBeside(dataDir: string): Db {
  const database = new DatabaseSync(join(dataDir, 'qasid.db'), { enableForeignKeyConstraints: true });
  database.exec('pragma busy_timeout = 5000');
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(database) }) });
}
