/** The worker thread for long reads: it runs one statement after the other while the main thread answers requests. */
import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { AsideAnswer, AsideQuestion } from './aside.ts';
import { connect, openReal } from './sqlite-connection.ts';
import { keepStatements } from './sqlite-statements.ts';

const database = connect(workerData, true, openReal);
// 64 MiB of page cache (the value is in KiB), so that repeated reads of a whole table find its index in memory. The
// memory is freed with the thread.
database.exec('pragma cache_size = -65536');
const statements = keepStatements(database);

function answer({ id, sql, parameters }: AsideQuestion): AsideAnswer {
  try {
    return { id, rows: statements.prepare(sql).all(parameters as SQLInputValue[]) };
  } catch (error) {
    return { id, trouble: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (question: AsideQuestion | 'close') => {
  if (question !== 'close') return parentPort?.postMessage(answer(question));
  database.close();
  parentPort?.close();
});
