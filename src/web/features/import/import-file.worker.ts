/** Reads a file in a worker. A hostile file can harm only this worker, and the page can end the worker. */
import { Failure, Question } from '#shared/failures.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { importFailures } from '#shared/words/import-screen.ts';
import { mayHaveArrived } from '../../lib/idempotency.ts';
import type { CallRefusal } from './import-model.ts';
import type { WorkerCall, WorkerReport } from './import-protocol.ts';
import { ImportSession, SaveRefused } from './import-session.ts';

const session = new ImportSession();
const report = (message: WorkerReport): void => self.postMessage(message);

function refusalOf(call: WorkerCall, failure: unknown): CallRefusal {
  if (failure instanceof SheetFailure) {
    const chosen = call.method === 'choose' ? call.argument.column : undefined;
    return { sentence: failure.message, ...(chosen && { column: chosen.index }) };
  }
  if (failure instanceof Failure) {
    const { message: sentence, code } = failure;
    if (call.method !== 'save') return { sentence, code };
    const asks = failure instanceof Question ? { asks: failure.asks } : {};
    const checked = failure instanceof SaveRefused ? { checked: failure.checked } : {};
    return { sentence, code, isUnclear: mayHaveArrived(failure), ...checked, ...asks };
  }
  // Any other error during `open` means that no reader understands the file.
  if (call.method === 'open') return { sentence: fileFailures.damaged };
  console.error(failure);
  return { sentence: importFailures.broken };
}

async function answer(call: WorkerCall): Promise<void> {
  const { id } = call;
  try {
    const result = await session.call(call.method, call.argument, (progress) =>
      report({ id, kind: 'progress', progress }),
    );
    report({ id, kind: 'result', result });
  } catch (failure) {
    report({ id, kind: 'refused', refusal: refusalOf(call, failure) });
  }
}

// The calls run one after the other, because an edit during a save must not change the rows that are being saved.
let last: Promise<void> = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<WorkerCall>) => {
  last = last.then(() => answer(data));
});
