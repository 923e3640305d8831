/** Starts a worker for one file and ends it: when it is done, too slow, or no longer wanted. */
import { largestFile, readingSeconds } from '#shared/sheets/sheet-limits.ts';
import type { SheetResult } from '#shared/sheets/sheet-result.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import type { ReadReport, ReadRequest } from './reading.ts';

export type ReadingListener = {
  onProgress: (rowsDone: number) => void;
  onDone: (result: SheetResult) => void;
  /** A sentence for the clerk. */
  onFailed: (sentence: string) => void;
};

/** Reads the file and tells the listener once how it ended. The answer stops reading; the listener then hears no more. */
export function startReading(file: File, listener: ReadingListener): () => void {
  if (file.size > largestFile) {
    listener.onFailed(fileFailures.tooLarge(`${largestFile / 1024 / 1024} MB`));
    return () => undefined;
  }
  const worker = new Worker(new URL('./read-sheet.worker.ts', import.meta.url), { type: 'module' });
  const fail = (sentence: string): void => {
    stop();
    listener.onFailed(sentence);
  };
  const clock = setTimeout(() => fail(fileFailures.tooSlow(readingSeconds)), readingSeconds * 1000);
  const stop = (): void => {
    clearTimeout(clock);
    worker.terminate();
  };
  worker.addEventListener('error', () => fail(fileFailures.stopped));
  worker.addEventListener('messageerror', () => fail(fileFailures.stopped));
  worker.addEventListener('message', ({ data }: MessageEvent<ReadReport>) => {
    if (data.kind === 'progress') return listener.onProgress(data.rowsDone);
    if (data.kind === 'failed') return fail(data.sentence);
    stop();
    listener.onDone(data.result);
  });
  worker.postMessage({ file } satisfies ReadRequest);
  return stop;
}
