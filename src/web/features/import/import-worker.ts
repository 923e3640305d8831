/** The page's side of the worker protocol: numbered calls, a watchdog, and the end of the worker. */
import { readingSeconds } from '#shared/sheets/sheet-limits.ts';
import { importFailures } from '#shared/words/import-screen.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import type { CallRefusal, OnProgress } from './import-model.ts';
import type { ArgumentOf, ResultOf, WorkerCall, WorkerReport } from './import-protocol.ts';
import type { ImportMethod } from './import-session.ts';

/** Why a call failed. `isEnded`: the worker has ended, and its file is lost. */
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
 * Holds one file. The watchdog ends a worker that hangs: reading must finish within `readingSeconds`, and later the
 * worker must report within that time. During a save it waits for the network, so there is no limit.
 */
export class ImportWorker {
  readonly #worker = new Worker(new URL('./import-file.worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, PendingCall>();
  #lastID = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  /** Whether the worker has ended or could not start, so that it answers no more. */
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

  /** Rejects with `ImportFailure`. After `end` it neither resolves nor rejects. */
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
    // Progress does not extend the time for reading, because a hostile file could fake it forever.
    if (report.kind !== 'progress' || call.method !== 'open') this.#restartWatchdog();
    if (report.kind === 'progress') call.onProgress(report.progress);
    if (report.kind === 'refused') call.reject(new ImportFailure(report.refusal));
    if (report.kind === 'result') call.resolve(report.result as never);
  }
}
