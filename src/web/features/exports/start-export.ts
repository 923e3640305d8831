/** Starts a worker for one export, and ends the worker when the export is finished or cancelled. */
import type { FailureCode } from '#shared/failures.ts';
import { exportWords } from '#shared/words/bills.ts';
import type { ExportReport, ExportRequest } from './exporting.ts';

export type ExportListener = {
  onProgress: (rows: number) => void;
  onDone: (workbook: Blob) => void;
  /** `sentence` is shown to the clerk. */
  onFailed: (sentence: string, code?: FailureCode) => void;
};

/** Reports the result to the listener once. The returned function cancels the export, and nothing is reported then. */
export function startExport(request: ExportRequest, listener: ExportListener): () => void {
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
  worker.postMessage(request);
  return stop;
}
