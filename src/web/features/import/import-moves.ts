/** The actions of one import. Each action calls the session in the worker and dispatches the result to the reducer. */

import { Question } from '#shared/failures.ts';
import type { AnswerName, RowFilter, SheetAnswer } from '#shared/sheets/checked.ts';
import { largestFile } from '#shared/sheets/sheet-limits.ts';
import type { ChildrenChoice, ImportKind } from '#shared/sheets/sheet-rows.ts';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { questionWords, sentenceOf } from '#shared/words/failures.ts';
import { importFailures } from '#shared/words/import-screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { feeHeadsQuery } from '../../lib/fee-heads-query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { currentSession, keepSession } from '../../lib/session.ts';
import type { UnfinishedImport } from '../../lib/unfinished-imports.ts';
import { withAnswer } from '../../lib/with-answer.ts';
import { toastError } from '../../ui/toast.ts';
import { headingsQuery, listedClassesQuery } from './api.ts';
import { argumentOf, builtVersion, ImportJournal, type RecordedWork } from './import-journal.ts';
import type {
  Billing,
  BookChoice,
  Comparison,
  GroupToSave,
  Lowering,
  Progress,
  RowsWanted,
  RowWindow,
  SavedImport,
  WorkPlace,
} from './import-model.ts';
import { canSkipColumns, type ImportActivity, type ImportEvent } from './import-reducer.ts';
import { ImportFailure, ImportWorker } from './import-worker.ts';
import type { BillingRead } from './read-billing.ts';

export type ImportOptions = {
  kind: ImportKind;
  billing: Billing;
  /** Whether the file's own month and year may be used. */
  mayFollow: boolean;
  /** Called with the billing that the file names. Called with null if there is no file. */
  onRead: (read: BillingRead | null) => void;
  /** Called with the chosen file. Called with null after the file was discarded, refused or saved. */
  onFile: (file: File | null) => void;
  /** Puts back what the person had typed beside the file of an unfinished import. */
  onDraft?: ((draft: unknown) => void) | undefined;
};

function placeOfSession(): WorkPlace {
  const session = currentSession();
  if (!session) throw new Error('An import requires a signed-in user.');
  const { token, db, cId, country, timeZone } = session;
  return { token, db, cId, country, timeZone };
}

export class ImportMoves {
  /** The current options of the screen. */
  options: ImportOptions;
  readonly #dispatch: (event: ImportEvent) => void;
  #worker: ImportWorker | null = null;
  #editing: Promise<unknown> = Promise.resolve();
  #next: ImportWorker | null = null;
  /** Names the kind of import and the billing. */
  readonly panel: string;
  readonly #journal: ImportJournal;
  #isResuming = false;

  constructor(options: ImportOptions, dispatch: (event: ImportEvent) => void) {
    this.options = options;
    this.#dispatch = dispatch;
    this.panel = `${options.kind}.${options.billing.groupID}`;
    this.#journal = new ImportJournal(this.panel);
  }

  readonly keepDraft = (draft: unknown): void => this.#journal.keepDraft(draft);

  /** Loads the worker early, before a file is chosen. */
  readonly prepare = (): void => {
    this.#next ??= new ImportWorker();
  };

  /** Ends the workers and drops the file. */
  readonly end = (): void => {
    this.#next?.end();
    this.#next = null;
    this.#endFile();
  };

  #endFile(): void {
    this.#worker?.end();
    this.#worker = null;
  }

  /** Discards the file, even if it is being read, checked or saved. */
  readonly clear = (): void => {
    this.#endFile();
    if (!this.#isResuming) this.#journal.drop();
    this.#isResuming = false;
    this.options.onFile(null);
    this.options.onRead(null);
    this.#dispatch({ what: 'cleared' });
  };

  #refuse(error: unknown): null {
    const failure = error instanceof ImportFailure ? error : null;
    if (failure?.isEnded) {
      this.#endFile();
      this.options.onFile(null);
      this.options.onRead(null);
    }
    // If the user's session has ended, the whole page signs out, which also ends this import.
    if (failure?.refusal.code === 'signedOut') {
      keepSession(null);
      toastError(toasts.errorTitle, importFailures.signedOut);
    }
    const refusal = failure?.refusal ?? { sentence: sentenceOf(error) };
    this.#dispatch({ what: 'refused', refusal, isEnded: failure?.isEnded ?? false });
    return null;
  }

  /** Calls the current worker. Answers of a discarded worker are ignored. */
  async #call<T>(call: (worker: ImportWorker) => Promise<T>): Promise<T | null> {
    const worker = this.#worker;
    if (!worker) return null;
    try {
      const answer = await call(worker);
      return this.#worker === worker ? answer : null;
    } catch (error) {
      return this.#worker === worker ? this.#refuse(error) : null;
    }
  }

  #do<T>(doing: ImportActivity, call: (worker: ImportWorker) => Promise<T>): Promise<T | null> {
    if (this.#worker) this.#dispatch({ what: 'begun', doing });
    return this.#call(call);
  }

  readonly #onProgress = (progress: Progress): void => this.#dispatch({ what: 'progress', progress });

  /** Refuses a file without opening it. `sentence` is the error to show. */
  readonly decline = (fileName: string, sentence: string): void => {
    this.#dispatch({ what: 'chosen', fileName });
    this.#dispatch({ what: 'refused', refusal: { sentence }, isEnded: true });
  };

  readonly choose = (file: File): void => {
    this.clear();
    if (file.size > largestFile) {
      this.decline(file.name, fileFailures.tooLarge(`${largestFile / 1024 / 1024} MB`));
      return;
    }
    this.#begin(file).onDone = (method, argument) => this.#journal.record(method, argument);
    this.#journal.begin(file);
    void this.#open(file);
  };

  #begin(file: File): ImportWorker {
    this.options.onFile(file);
    this.#dispatch({ what: 'chosen', fileName: file.name });
    this.#worker = this.#next?.isGone === false ? this.#next : new ImportWorker();
    this.#next = null;
    return this.#worker;
  }

  /** Repeats what the person has done with the file. After an update of Qasid only the file is opened again. */
  readonly resume = async ({ file, work }: UnfinishedImport<RecordedWork>): Promise<void> => {
    if (work) this.options.onDraft?.(work.draft);
    if (work?.version !== builtVersion()) return this.choose(file);
    const worker = this.#begin(file);
    this.#isResuming = true;
    try {
      for (const call of work.calls) {
        this.#dispatch({ what: 'begun', doing: call.method === 'open' ? 'reading' : 'checking' });
        const argument = argumentOf(call, { file, place: placeOfSession() });
        const result = await worker.call(call.method, argument as never, this.#onProgress);
        if (this.#worker !== worker) return;
        if ('columns' in result)
          this.#dispatch({ what: call.method === 'open' ? 'opened' : 'mapped', book: result });
        else if ('billing' in result) this.#show(result);
        else if ('totals' in result) this.#dispatch({ what: 'changed', summary: result });
      }
      this.#journal.resume(work.calls);
      worker.onDone = (method, argument) => this.#journal.record(method, argument);
    } catch (error) {
      // The import stays stored, so the person can try again.
      const refusal = error instanceof ImportFailure ? error.refusal : { sentence: sentenceOf(error) };
      if (this.#worker === worker) this.#refuse(new ImportFailure(refusal, true));
    } finally {
      if (this.#worker === worker || this.#worker === null) this.#isResuming = false;
    }
  };

  async #open(file: File): Promise<void> {
    const { kind } = this.options;
    const book = await this.#do('reading', async (worker) => {
      const [remembered, feeHeads] = await Promise.all([
        queryClient.fetchQuery(headingsQuery(kind)),
        queryClient.fetchQuery(feeHeadsQuery),
      ]);
      const { country } = placeOfSession();
      const classes = feeHeads.map((head) => [head.name, head.class] as const);
      return worker.call('open', { file, kind, remembered, feeHeads: classes, country }, this.#onProgress);
    });
    if (!book) return;
    this.#dispatch({ what: 'opened', book });
    if (canSkipColumns(book)) await this.check();
  }

  /** Changes the fields to which the columns are assigned, or the sheet. */
  readonly map = async (choice: BookChoice): Promise<void> => {
    const book = await this.#do('columns', (worker) => worker.call('choose', choice));
    if (book) this.#dispatch({ what: 'mapped', book });
  };

  readonly check = async (): Promise<void> => {
    const { billing, mayFollow } = this.options;
    const checked = await this.#do('checking', async (worker) => {
      const listed = await queryClient.fetchQuery(listedClassesQuery);
      return worker.call('check', { place: placeOfSession(), billing, mayFollow, listed }, this.#onProgress);
    });
    this.#show(checked);
  };

  #show(checked: Comparison | null): void {
    if (!checked) return;
    this.#dispatch({ what: 'checked', checked });
    this.options.onRead(checked.read);
  }

  /** Repeats the check for the current month and year of the billing. */
  readonly compare = async (): Promise<void> => {
    const { billing } = this.options;
    const checked = await this.#do('checking', (worker) =>
      worker.call('compare', { place: placeOfSession(), billing }, this.#onProgress),
    );
    this.#show(checked);
  };

  /** Gives one answer for all rows of a problem. Null withdraws the answer. The list stays visible meanwhile. */
  readonly answer = async (key: string, answer: AnswerName | null, text?: string): Promise<void> => {
    const summary = await this.#do('editing', (worker) =>
      worker.call('answer', { place: placeOfSession(), key, answer, text }, this.#onProgress),
    );
    if (summary) this.#dispatch({ what: 'changed', summary });
  };

  /** Answers whether the dates of a column are swapped. The list stays visible meanwhile. */
  readonly answerDays = async (field: string, answer: 'swap' | 'keep' | null): Promise<void> => {
    const checked = await this.#do('editing', (worker) =>
      worker.call('answerDays', { place: placeOfSession(), field, answer }, this.#onProgress),
    );
    this.#show(checked);
  };

  /** Answers a question about the sheet. The list stays visible meanwhile. */
  readonly answerSheet = async (key: string, answer: SheetAnswer | null): Promise<void> => {
    const checked = await this.#do('editing', (worker) =>
      worker.call('answerSheet', { place: placeOfSession(), key, answer }, this.#onProgress),
    );
    this.#show(checked);
  };

  readonly answerSeries = async (oneSeries: boolean | null): Promise<void> => {
    const summary = await this.#do('editing', (worker) => worker.call('answerSeries', { oneSeries }));
    if (summary) this.#dispatch({ what: 'changed', summary });
  };

  readonly answerMonths = async (splits: boolean | null): Promise<void> => {
    const summary = await this.#do('editing', (worker) => worker.call('months', { splits }));
    if (summary) this.#dispatch({ what: 'changed', summary });
  };

  readonly answerArrears = async (carryAll: boolean | null): Promise<void> => {
    const summary = await this.#do('editing', (worker) => worker.call('answerArrears', { carryAll }));
    if (summary) this.#dispatch({ what: 'changed', summary });
  };

  readonly chooseChildren = async (choice: ChildrenChoice): Promise<void> => {
    const summary = await this.#do('editing', (worker) => worker.call('children', { choice }));
    if (summary) this.#dispatch({ what: 'changed', summary });
  };

  readonly toColumns = (): void => this.#dispatch({ what: 'step', step: 'columns' });

  /** Returns null if the file was discarded. */
  readonly rows = (wanted: RowsWanted): Promise<RowWindow | null> =>
    this.#call((worker) => worker.call('rows', wanted));

  /** Returns whether the edit succeeded. */
  readonly edit = async (cell: { id: number; field: string; text: string }): Promise<boolean> => {
    const edited = this.#do('editing', (worker) => worker.call('edit', { place: placeOfSession(), ...cell }));
    this.#editing = edited;
    const summary = await edited;
    if (summary) this.#dispatch({ what: 'changed', summary });
    return summary !== null;
  };

  readonly leaveOut = async (which: number[] | RowFilter, isOut: boolean): Promise<boolean> => {
    const summary = await this.#do('editing', (worker) => worker.call('leaveOut', { which, isOut }));
    if (summary) this.#dispatch({ what: 'changed', summary });
    return summary !== null;
  };

  async #saveIn(
    worker: ImportWorker,
    { group, lowering }: { group: GroupToSave | null; lowering: Lowering },
  ): Promise<SavedImport> {
    try {
      return await worker.call('save', { place: placeOfSession(), group, lowering }, this.#onProgress);
    } catch (error) {
      if (!(error instanceof ImportFailure) || !error.refusal.asks) throw error;
      throw new Question(error.refusal.asks, error.refusal.sentence);
    }
  }

  /** Returns the saved import. If it returns null, the state contains the reason. */
  readonly save = async (group: GroupToSave | null): Promise<SavedImport | null> => {
    // The press on Save may have ended an edit, so the save waits until the edit is finished.
    await this.#editing;
    const saved = await this.#do('saving', (worker) =>
      withAnswer((lowering) => this.#saveIn(worker, { group, lowering }), {
        otherwise: questionWords.reasonForAll,
      }),
    );
    if (saved) {
      this.#journal.drop();
      this.options.onFile(null);
      this.#dispatch({ what: 'saved', saved });
    }
    return saved;
  };

  readonly errorWorkbook = async (): Promise<Blob | null> => {
    const workbook = await this.#do('writing', (worker) => worker.call('errorWorkbook', undefined));
    if (workbook) this.#dispatch({ what: 'written' });
    return workbook;
  };
}
