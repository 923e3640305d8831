/** The program of a thread that looks at a file: a statement after the other, while the program answers others. */
import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { AsideAnswer, AsideQuestion } from './aside.ts';
import { connect, openReal } from './sqlite-connection.ts';
import { keepStatements } from './sqlite-statements.ts';

const database = connect(workerData, true, openReal);
// KiB: what goes through a whole table again and again finds its index where it was. It goes with the thread.
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
