/** The page's side of the worker protocol. It numbers the calls, watches the worker, and ends the worker. */
import { readingSeconds } from '#shared/sheets/sheet-limits.ts';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { importFailures } from '#shared/words/import-screen.ts';
import type { CallRefusal, OnProgress } from './import-model.ts';
import type { ArgumentOf, ResultOf, WorkerCall, WorkerReport } from './import-protocol.ts';
import type { ImportMethod } from './import-session.ts';

/** A failed call. `isEnded` means that the worker has ended, so the user must choose the file again. */
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
  argument: unknown;
  onProgress: OnProgress;
  resolve: (result: never) => void;
  reject: (failure: ImportFailure) => void;
};

/**
 * The worker of one file. A watchdog ends a worker that hangs. Reading the file must finish within `readingSeconds`.
 * For later calls, each report must arrive within that time. A save has no limit, because it waits for the network.
 */
export class ImportWorker {
  readonly #worker = new Worker(new URL('./import-file.worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, PendingCall>();
  #lastID = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;
  /** Called after each call that has succeeded. */
  onDone: (method: ImportMethod, argument: unknown) => void = () => undefined;

  /** Whether the worker has ended or could not start. It does not answer any calls then. */
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

  /** Rejects with `ImportFailure`. After `end`, the promise is never settled. */
  call<M extends ImportMethod>(
    method: M,
    argument: ArgumentOf<M>,
    onProgress: OnProgress = () => undefined,
  ): Promise<ResultOf<M>> {
    return new Promise((resolve, reject) => {
      if (this.#isGone) return;
      this.#lastID += 1;
      this.#pending.set(this.#lastID, { method, argument, onProgress, resolve, reject });
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
    // Progress does not extend the time for reading, because a hostile file could cause progress reports forever.
    if (report.kind !== 'progress' || call.method !== 'open') this.#restartWatchdog();
    if (report.kind === 'progress') call.onProgress(report.progress);
    if (report.kind === 'refused') call.reject(new ImportFailure(report.refusal));
    if (report.kind !== 'result') return;
    this.onDone(call.method, call.argument);
    call.resolve(report.result as never);
  }
}
