/** One file beside the program. One process at a time: a second one is refused before it touches anything. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { keepStatements } from './sqlite-statements.ts';
import { StartFailure } from './start-failure.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Holds an exclusive transaction in a small file of its own for as long as the process lives. The operating
 * system lets go of it when the process dies, however it dies, and the data file stays free for backups.
 */
function holdLock(file: string): DatabaseSync {
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive');
  } catch {
    lock.close();
    throw new StartFailure(
      `Another Qasid is already running on ${file}. Stop it first, or give this one another DATA_DIR.`,
    );
  }
  return lock;
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000');
  // SQLite's own `lower` knows only A to Z.
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return database;
}

export function openSqlite(file: string): Store {
  mkdirSync(dirname(file), { recursive: true });
  const lock = holdLock(file);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(open(file)) }) });
  return {
    engine: 'sqlite',
    db,
    place: file,
    notify: undefined,
    alone: (work) => work(),
    close: async () => {
      await db.destroy();
      lock.close();
    },
  };
}
