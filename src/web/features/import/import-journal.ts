/** Records what a person does with a file, so that the import can be continued on another day. */
import { dropImport, storeImportFile, storeImportWork } from '../../lib/unfinished-imports.ts';
import type { ImportMethod } from './import-session.ts';

/** A call of the worker, without the file and without the session. `takes` names these parts of the argument. */
export type RecordedCall = {
  method: ImportMethod;
  argument: Record<string, unknown>;
  takes: readonly ('file' | 'place')[];
};
/** `version` is the build of the page: another build may number the rows of the file differently. */
export type RecordedWork = { version: string; calls: readonly RecordedCall[]; draft: unknown };

const methodsNotRecorded: readonly ImportMethod[] = ['rows', 'save', 'errorWorkbook'];
/** These calls choose the columns. A check reads the rows anew, so of the calls before it only these count. */
const methodsOfColumns: readonly ImportMethod[] = ['open', 'choose'];

export const builtVersion = (): string =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** The whole argument of a recorded call. */
export const argumentOf = (
  { argument, takes }: RecordedCall,
  given: Record<RecordedCall['takes'][number], unknown>,
): unknown => ({ ...argument, ...Object.fromEntries(takes.map((part) => [part, given[part]])) });

export class ImportJournal {
  readonly #panel: string;
  #calls: RecordedCall[] = [];
  #draft: unknown;

  /** `panel` names the kind of import and the billing. */
  constructor(panel: string) {
    this.#panel = panel;
  }

  begin(file: File): void {
    this.#calls = [];
    void storeImportFile(this.#panel, file);
  }

  /** Goes on with the calls that were repeated. */
  resume(calls: readonly RecordedCall[]): void {
    this.#calls = [...calls];
  }

  record(method: ImportMethod, given: unknown): void {
    if (methodsNotRecorded.includes(method)) return;
    const { file, place, ...argument } = (given ?? {}) as Record<string, unknown>;
    if (method === 'check')
      this.#calls = this.#calls.filter((call) => methodsOfColumns.includes(call.method));
    const takes = [...(file ? (['file'] as const) : []), ...(place ? (['place'] as const) : [])];
    this.#calls.push({ method, argument, takes });
    this.#store();
  }

  /** Stores what the person has typed beside the file. */
  keepDraft(draft: unknown): void {
    this.#draft = draft;
    if (this.#calls.length > 0) this.#store();
  }

  drop(): void {
    this.#calls = [];
    void dropImport(this.#panel);
  }

  #store(): void {
    const work: RecordedWork = { version: builtVersion(), calls: this.#calls, draft: this.#draft };
    void storeImportWork(this.#panel, work);
  }
}
