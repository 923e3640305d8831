/** Opens connections to a SQLite file, for the main thread and for worker threads. */
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

/** Opens a connection to a file. */
export type OpenDatabase = (file: string, options?: DatabaseSyncOptions) => DatabaseSync;

export const openReal: OpenDatabase = (file, options = {}) => new DatabaseSync(file, options);

export function connectSqlite(file: string, readOnly: boolean, openDatabase: OpenDatabase): DatabaseSync {
  const database = openDatabase(file, { enableForeignKeyConstraints: true, readOnly, timeout: 5000 });
  if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full');
  // SQLite's own `lower` converts only A to Z.
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return database;
}
