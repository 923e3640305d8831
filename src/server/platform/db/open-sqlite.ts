/**
 * Opens a SQLite file in the data folder, for one process at a time. A second process is refused before it changes
 * anything.
 */
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { computer, type Runtime } from '../../runtime.ts';
import { type Checkpoint, createCheckpoints } from './checkpoints.ts';
import { makeFolder } from './make-folder.ts';
import { type OpenReadConnection, openReadConnection } from './read-connection.ts';
import { connectSqlite, type OpenDatabase, openReal } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { keepStatements } from './sqlite-statements.ts';
import { explainStart, needDatabase, StartFailure } from './start-failure.ts';
import type { Store } from './store.ts';
import { besideFile } from './store-identity.ts';
import type { Tables } from './tables.ts';

/** SQLite's error code for a file that another process has locked. */
const busy = 5;

/**
 * Opens an exclusive transaction in a small lock file and keeps it open while the process lives. The operating system
 * releases the lock even if the process is killed, and the data file stays free for backups. Throws with the message
 * `taken` if another process has the lock.
 */
export function holdLock(file: string, taken: string, openDatabase = openReal): DatabaseSync {
  const lock = openDatabase(`${file}.lock`);
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    lock.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ((errcode & 0xff) !== busy) throw error;
    throw new StartFailure(taken);
  }
  return lock;
}

type OpenedFiles = { lock: DatabaseSync; writer: DatabaseSync; reader: DatabaseSync };

/** Opens the lock and the two connections. Throws with one line that names the file and the problem. */
function openFiles(file: string, openDatabase: OpenDatabase): OpenedFiles {
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(dirname(file));
    lock = holdLock(
      file,
      `Another Qasid is already running on ${file}. Stop it first, or give this one another DATA_DIR.`,
      openDatabase,
    );
    const writer = connectSqlite(file, false, openDatabase);
    return { lock, writer, reader: connectSqlite(file, true, openDatabase) };
  } catch (error) {
    lock?.close();
    const explained = explainStart(error, file);
    if (explained instanceof StartFailure) throw explained;
    const reason = error instanceof Error ? error.message : error;
    throw new StartFailure(`${file} cannot be used: ${reason}. DATA_DIR says where it is.`);
  }
}

/** Opens the file only for reading. This is possible while the program runs. Throws if the file does not exist or is empty. */
export function openSqliteToRead(file: string): Pick<Store, 'db' | 'close'> {
  needDatabase(file);
  // The dialect needs two connections. Both only read here.
  const look = () => keepStatements(connectSqlite(file, true, openReal));
  const checkpoints = {
    commit: (_changed: number, work: () => Promise<void>) => work(),
    rest: async () => {},
  };
  const db = new Kysely<Tables>({
    dialect: sqliteDialect({ writer: look(), reader: look(), checkpoints }),
  });
  return { db, close: () => db.destroy() };
}

/** Replacements that the simulation passes in. */
export type SqliteOutside = {
  runtime?: Pick<Runtime, 'now' | 'after'>;
  openDatabase?: OpenDatabase | undefined;
  /** Replaces the thread for long reads. */
  openReadConnection?: OpenReadConnection | undefined;
  /** Replaces the thread that runs checkpoints after large commits. */
  checkpoint?: Checkpoint | undefined;
};

export function openSqlite(
  file: string,
  {
    runtime = computer,
    openDatabase = openReal,
    openReadConnection: open = openReadConnection(runtime),
    checkpoint,
  }: SqliteOutside = {},
): Store {
  const { lock, writer, reader } = openFiles(file, openDatabase);
  const dialect = sqliteDialect({
    writer: keepStatements(writer),
    reader: keepStatements(reader),
    checkpoints: createCheckpoints(writer, file, checkpoint),
  });
  const db = new Kysely<Tables>({ dialect });
  const readConnection = open(file, db);
  return {
    engine: 'sqlite',
    db,
    readConnection,
    place: file,
    notify: undefined,
    identity: besideFile(file, runtime.now),
    alone: (work) => work(),
    close: async () => {
      await readConnection.destroy();
      await db.destroy();
      lock.close();
    },
  };
}
