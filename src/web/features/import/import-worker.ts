/** The page's end of the worker that keeps a file: questions with a number, a clock, and its end. */
import { readingSeconds } from '#shared/sheets/sheet-limits.ts';
import { importFailures } from '#shared/words/importing.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import type { Answer, Asked, Given, Progress, Question, Refusal, Report } from './asking.ts';

/** Why a question was not answered. `isEnded`: the worker is gone, and the file with it. */
export class ImportFailure extends Error {
  readonly refusal: Refusal;
  readonly isEnded: boolean;
  constructor(refusal: Refusal, isEnded = false) {
    super(refusal.sentence);
    this.name = 'ImportFailure';
    this.refusal = refusal;
    this.isEnded = isEnded;
  }
}

type Waiting = {
  question: Question;
  onProgress: (progress: Progress) => void;
  resolve: (answer: never) => void;
  reject: (failure: ImportFailure) => void;
};

/**
 * Holds one file. Reading must be done within `readingSeconds`; after that the worker must give a sign of life within
 * them, but while it saves, where it waits for the network.
 */
export class ImportWorker {
  readonly #worker = new Worker(new URL('./import-file.worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  #lastID = 0;
  #clock: ReturnType<typeof setTimeout> | undefined;
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
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Report>) => this.#hear(data));
  }

  /** Rejects with `ImportFailure`; after `end` it neither answers nor rejects. */
  ask<Q extends Question>(
    question: Q,
    given: Given<Q>,
    onProgress: (progress: Progress) => void = () => undefined,
  ): Promise<Answer<Q>> {
    return new Promise((resolve, reject) => {
      if (this.#isGone) return;
      this.#lastID += 1;
      this.#waiting.set(this.#lastID, { question, onProgress, resolve, reject });
      this.#worker.postMessage({ id: this.#lastID, question, given } as Asked);
      this.#expectSign();
    });
  }

  end(): void {
    this.#isGone = true;
    clearTimeout(this.#clock);
    this.#worker.terminate();
    this.#waiting.clear();
  }

  #isDoing(question: Question): boolean {
    return [...this.#waiting.values()].some((asked) => asked.question === question);
  }

  #fail(sentence: string): void {
    const asked = [...this.#waiting.values()];
    this.end();
    for (const { reject } of asked) reject(new ImportFailure({ sentence }, true));
  }

  #expectSign(): void {
    clearTimeout(this.#clock);
    if (this.#waiting.size === 0 || this.#isDoing('save')) return;
    const say = this.#isDoing('open') ? fileFailures.tooSlow : importFailures.stuck;
    this.#clock = setTimeout(() => this.#fail(say(readingSeconds)), readingSeconds * 1000);
  }

  #hear(report: Report): void {
    const asked = this.#waiting.get(report.id);
    if (!asked) return;
    if (report.kind !== 'progress') this.#waiting.delete(report.id);
    // Progress does not prolong the reading: a file made to do harm could feign it for ever.
    if (report.kind !== 'progress' || asked.question !== 'open') this.#expectSign();
    if (report.kind === 'progress') asked.onProgress(report.progress);
    if (report.kind === 'refused') asked.reject(new ImportFailure(report.refusal));
    if (report.kind === 'answer') asked.resolve(report.answer as never);
  }
}
