/** The page's end of the worker protocol: calls with a number, a watchdog, and the worker's end. */
import { readingSeconds } from '#shared/sheets/sheet-limits.ts';
import { importFailures } from '#shared/words/import-screen.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import type { CallRefusal, OnProgress } from './import-model.ts';
import type { ArgumentOf, ResultOf, WorkerCall, WorkerReport } from './import-protocol.ts';
import type { ImportMethod } from './import-session.ts';

/** Why a call was not answered. `isEnded`: the worker is gone, and the file with it. */
export class ImportFailure extends Error {
  readonly refusal: CallRefusal;
  readonly isEnded: boolean;
  constructor(refusal: CallRefusal, isEnded = false) {
    super(refusal.sentence);
    this.name = 'ImportFailure';
    this.refusal = refusal;
    this.isEnded = isEnded;
  }
}

type PendingCall = {
  method: ImportMethod;
  onProgress: OnProgress;
  resolve: (result: never) => void;
  reject: (failure: ImportFailure) => void;
};

/**
 * Holds one file. The watchdog ends a worker that hangs: reading must be done within `readingSeconds`; after that the
 * worker must give a sign of life within them, but while it saves, where it waits for the network.
 */
export class ImportWorker {
  readonly #worker = new Worker(new URL('./import-file.worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, PendingCall>();
  #lastID = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  /** Whether it was ended, or could not be started: it answers nothing more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  constructor() {
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(this.#isDoing('open') ? fileFailures.stopped : importFailures.notStarted);
    });
    this.#worker.addEventListener('messageerror', () => this.#fail(fileFailures.stopped));
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => this.#receive(data));
  }

  /** Rejects with `ImportFailure`; after `end` it neither answers nor rejects. */
  call<M extends ImportMethod>(
    method: M,
    argument: ArgumentOf<M>,
    onProgress: OnProgress = () => undefined,
  ): Promise<ResultOf<M>> {
    return new Promise((resolve, reject) => {
      if (this.#isGone) return;
      this.#lastID += 1;
      this.#pending.set(this.#lastID, { method, onProgress, resolve, reject });
      this.#worker.postMessage({ id: this.#lastID, method, argument } as WorkerCall);
      this.#restartWatchdog();
    });
  }

  end(): void {
    this.#isGone = true;
    clearTimeout(this.#watchdog);
    this.#worker.terminate();
    this.#pending.clear();
  }

  #isDoing(method: ImportMethod): boolean {
    return [...this.#pending.values()].some((call) => call.method === method);
  }

  #fail(sentence: string): void {
    const calls = [...this.#pending.values()];
    this.end();
    for (const { reject } of calls) reject(new ImportFailure({ sentence }, true));
  }

  #restartWatchdog(): void {
    clearTimeout(this.#watchdog);
    if (this.#pending.size === 0 || this.#isDoing('save')) return;
    const say = this.#isDoing('open') ? fileFailures.tooSlow : importFailures.stuck;
    this.#watchdog = setTimeout(() => this.#fail(say(readingSeconds)), readingSeconds * 1000);
  }

  #receive(report: WorkerReport): void {
    const call = this.#pending.get(report.id);
    if (!call) return;
    if (report.kind !== 'progress') this.#pending.delete(report.id);
    // Progress does not prolong the reading: a file made to do harm could feign it for ever.
    if (report.kind !== 'progress' || call.method !== 'open') this.#restartWatchdog();
    if (report.kind === 'progress') call.onProgress(report.progress);
    if (report.kind === 'refused') call.reject(new ImportFailure(report.refusal));
    if (report.kind === 'result') call.resolve(report.result as never);
  }
}
