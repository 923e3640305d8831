/** Sends requests to the worker that reads a bank file, and ends a worker that does not answer in time. */
import { readingSeconds } from '#shared/sheets/sheet-limits.ts';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { bankWords } from '#shared/words/bank.ts';
import type { BankCall, BankReport, BankRequest, ReadBank } from './bank-protocol.ts';

type Pending = { resolve: (read: ReadBank) => void; reject: (failure: Error) => void };

export class BankReader {
  readonly #worker = new Worker(new URL('./bank-file.worker.ts', import.meta.url), { type: 'module' });
  readonly #pending = new Map<number, Pending>();
  #lastID = 0;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#fail(bankWords.unreadable);
    });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<BankReport>) => this.#receive(data));
  }

  /** Rejects with an error text that is shown to the clerk. */
  ask(ask: BankRequest): Promise<ReadBank> {
    return new Promise((resolve, reject) => {
      this.#lastID += 1;
      this.#pending.set(this.#lastID, { resolve, reject });
      this.#worker.postMessage({ id: this.#lastID, ask } satisfies BankCall);
      clearTimeout(this.#watchdog);
      const isTooSlow = (): void => this.#fail(fileFailures.tooSlow(readingSeconds));
      this.#watchdog = setTimeout(isTooSlow, readingSeconds * 1000);
    });
  }

  end(): void {
    clearTimeout(this.#watchdog);
    this.#worker.terminate();
    this.#pending.clear();
  }

  #fail(sentence: string): void {
    const pending = [...this.#pending.values()];
    this.end();
    for (const { reject } of pending) reject(new Error(sentence));
  }

  #receive(report: BankReport): void {
    const call = this.#pending.get(report.id);
    this.#pending.delete(report.id);
    if (this.#pending.size === 0) clearTimeout(this.#watchdog);
    if ('read' in report) call?.resolve(report.read);
    else call?.reject(new Error(report.sentence));
  }
}
