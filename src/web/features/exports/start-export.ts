/** Starts a worker for one export and ends it when it is done or cancelled. */
import type { FailureCode } from '#shared/failures.ts';
import { exportWords } from '#shared/words/bills.ts';
import type { ExportAsked, ExportReport } from './exporting.ts';

export type ExportListener = {
  onProgress: (rows: number) => void;
  onDone: (workbook: Blob) => void;
  /** A message for the clerk. */
  onFailed: (sentence: string, code?: FailureCode) => void;
};

/** Calls the listener once with the result. The returned function cancels the export without a further call. */
export function startExport(asked: ExportAsked, listener: ExportListener): () => void {
  const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
  const stop = (): void => worker.terminate();
  const fail = (sentence: string, code?: FailureCode): void => {
    stop();
    listener.onFailed(sentence, code);
  };
  worker.addEventListener('error', () => fail(exportWords.stopped));
  worker.addEventListener('messageerror', () => fail(exportWords.stopped));
  worker.addEventListener('message', ({ data }: MessageEvent<ExportReport>) => {
    if (data.kind === 'progress') return listener.onProgress(data.rows);
    if (data.kind === 'failed') return fail(data.sentence, data.code);
    stop();
    listener.onDone(data.workbook);
  });
  worker.postMessage(asked);
  return stop;
}
