/** The worker thread for long reads. It runs one statement after the other while the main thread answers requests. */
import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadQuery, ReadResult } from './read-connection.ts';
import { connectSqlite, openReal } from './sqlite-connection.ts';
import { keepStatements } from './sqlite-statements.ts';

const database = connectSqlite(workerData, true, openReal);
// A page cache of 64 MiB (the value is in KiB). Repeated reads of a whole table then find its index in memory. The
// memory is freed when the thread ends.
database.exec('pragma cache_size = -65536');
const statements = keepStatements(database);

function answer({ id, sql, parameters }: ReadQuery): ReadResult {
  try {
    return { id, rows: statements.prepare(sql).all(parameters as SQLInputValue[]) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (question: ReadQuery | 'close') => {
  if (question !== 'close') return parentPort?.postMessage(answer(question));
  database.close();
  parentPort?.close();
});
