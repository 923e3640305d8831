/** The moves of one import: each asks the worker that holds the file, and tells what came of it. */

import type { ImportKind } from '#shared/calls/imports.ts';
import type { RowFilter } from '#shared/sheets/checked.ts';
import { largestFile } from '#shared/sheets/sheet-limits.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { importFailures } from '#shared/words/importing.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import { toasts } from '#shared/words/toasts.ts';
import { queryClient } from '../../lib/query-client.ts';
import { currentSession, keepSession } from '../../lib/session.ts';
import { toastError } from '../../ui/toast.ts';
import { headingsQuery } from './api.ts';
import type {
  Billing,
  Checked,
  Choice,
  GroupToSave,
  Period,
  Progress,
  RowsWanted,
  RowWindow,
  Saved,
  WorkPlace,
} from './asking.ts';
import { isPlain, type Told, type Work } from './import-state.ts';
import { ImportFailure, ImportWorker } from './import-worker.ts';

export type ImportGiven = {
  kind: ImportKind;
  billing: Billing;
  /** Whether the file's own month and year may be taken; told when they were. */
  mayFollow: boolean;
  onFollow: (period: Period) => void;
  /** The file that is being imported; null: it was given up, refused or saved. */
  onFile: (file: File | null) => void;
};

function placeOfSession(): WorkPlace {
  const session = currentSession();
  if (!session) throw new Error('Imports are for those who are signed in.');
  const { token, db, cId, country, timeZone } = session;
  return { token, db, cId, country, timeZone };
}

export class ImportWork {
  /** As the screen has it now. */
  given: ImportGiven;
  readonly #tell: (told: Told) => void;
  #worker: ImportWorker | null = null;
  #editing: Promise<unknown> = Promise.resolve();
  #next: ImportWorker | null = null;

  constructor(given: ImportGiven, tell: (told: Told) => void) {
    this.given = given;
    this.#tell = tell;
  }

  /** Loads the worker's program before there is a file for it. */
  readonly prepare = (): void => {
    this.#next ??= new ImportWorker();
  };

  /** Gives up all that is held outside of the page. */
  readonly end = (): void => {
    this.#next?.end();
    this.#next = null;
    this.#endFile();
  };

  #endFile(): void {
    this.#worker?.end();
    this.#worker = null;
  }

  /** Gives up the file, whatever is being done with it. */
  readonly clear = (): void => {
    this.#endFile();
    this.given.onFile(null);
    this.#tell({ what: 'cleared' });
  };

  #refuse(error: unknown): null {
    const failure = error instanceof ImportFailure ? error : null;
    if (failure?.isEnded) {
      this.#endFile();
      this.given.onFile(null);
    }
    // A session that is over is over for the whole page, and this import with it.
    if (failure?.refusal.code === 'signedOut') {
      keepSession(null);
      toastError(toasts.errorTitle, importFailures.signedOut);
    }
    const refusal = failure?.refusal ?? { sentence: sentenceOf(error) };
    this.#tell({ what: 'refused', refusal, isEnded: failure?.isEnded ?? false });
    return null;
  }

  /** Asks the worker that is open now; what a worker that was given up says is not heard. */
  async #ask<T>(ask: (worker: ImportWorker) => Promise<T>): Promise<T | null> {
    const mine = this.#worker;
    if (!mine) return null;
    try {
      const answer = await ask(mine);
      return this.#worker === mine ? answer : null;
    } catch (error) {
      return this.#worker === mine ? this.#refuse(error) : null;
    }
  }

  #do<T>(doing: Work, ask: (worker: ImportWorker) => Promise<T>): Promise<T | null> {
    if (this.#worker) this.#tell({ what: 'begun', doing });
    return this.#ask(ask);
  }

  readonly #onProgress = (progress: Progress): void => this.#tell({ what: 'progress', progress });

  /** What was given is not opened at all; the sentence says why. */
  readonly decline = (fileName: string, sentence: string): void => {
    this.#tell({ what: 'chosen', fileName });
    this.#tell({ what: 'refused', refusal: { sentence }, isEnded: true });
  };

  readonly choose = (file: File): void => {
    this.clear();
    if (file.size > largestFile) {
      this.decline(file.name, fileFailures.tooLarge(`${largestFile / 1024 / 1024} MB`));
      return;
    }
    this.given.onFile(file);
    this.#tell({ what: 'chosen', fileName: file.name });
    this.#worker = this.#next?.isGone === false ? this.#next : new ImportWorker();
    this.#next = null;
    void this.#open(file);
  };

  async #open(file: File): Promise<void> {
    const { kind } = this.given;
    const book = await this.#do('reading', async (worker) => {
      const remembered = await queryClient.fetchQuery(headingsQuery(kind));
      const { country } = placeOfSession();
      return worker.ask('open', { file, kind, remembered, country }, this.#onProgress);
    });
    if (!book) return;
    this.#tell({ what: 'opened', book });
    if (isPlain(book)) await this.check();
  }

  /** Changes what the columns hold. */
  readonly map = async (choice: Choice): Promise<void> => {
    const book = await this.#do('columns', (worker) => worker.ask('choose', choice));
    if (book) this.#tell({ what: 'mapped', book });
  };

  readonly check = async (): Promise<void> => {
    const { billing, mayFollow } = this.given;
    const checked = await this.#do('checking', (worker) =>
      worker.ask('check', { place: placeOfSession(), billing, mayFollow }, this.#onProgress),
    );
    this.#take(checked);
  };

  #take(checked: Checked | null): void {
    if (!checked) return;
    this.#tell({ what: 'checked', checked });
    // Who chose a month while the rows were checked keeps it.
    if (checked.followed && this.given.mayFollow) this.given.onFollow(checked.billing);
  }

  /** The check as it is, for the billing's month and year as they are now. */
  readonly compare = async (): Promise<void> => {
    const { billing } = this.given;
    const checked = await this.#do('checking', (worker) =>
      worker.ask('compare', { place: placeOfSession(), billing }, this.#onProgress),
    );
    if (checked) this.#tell({ what: 'checked', checked });
  };

  /** A person's answer for the dates of a column; the list stays in sight meanwhile. */
  readonly answerDays = async (field: string, answer: 'swap' | 'keep'): Promise<void> => {
    const checked = await this.#do('editing', (worker) =>
      worker.ask('days', { place: placeOfSession(), field, answer }, this.#onProgress),
    );
    this.#take(checked);
  };

  readonly answerSeries = async (oneSeries: boolean): Promise<void> => {
    const summary = await this.#do('editing', (worker) => worker.ask('series', { oneSeries }));
    if (summary) this.#tell({ what: 'changed', summary });
  };

  readonly toColumns = (): void => this.#tell({ what: 'step', step: 'columns' });

  /** Null where there is no file to answer any more. */
  readonly rows = (wanted: RowsWanted): Promise<RowWindow | null> =>
    this.#ask((worker) => worker.ask('rows', wanted));

  /** Answers whether it was done. */
  readonly edit = async (cell: { id: number; field: string; text: string }): Promise<boolean> => {
    const asked = this.#do('editing', (worker) => worker.ask('edit', { place: placeOfSession(), ...cell }));
    this.#editing = asked;
    const summary = await asked;
    if (summary) this.#tell({ what: 'changed', summary });
    return summary !== null;
  };

  readonly leave = async (which: number[] | RowFilter, isOut: boolean): Promise<boolean> => {
    const summary = await this.#do('editing', (worker) => worker.ask('leave', { which, isOut }));
    if (summary) this.#tell({ what: 'changed', summary });
    return summary !== null;
  };

  /** What was saved, or null where it was not; the state then says why. */
  readonly save = async (group: GroupToSave | null): Promise<Saved | null> => {
    // Pressing Save is also what ends the editing of a cell.
    await this.#editing;
    const saved = await this.#do('saving', (worker) =>
      worker.ask('save', { place: placeOfSession(), group }, this.#onProgress),
    );
    if (saved) {
      this.given.onFile(null);
      this.#tell({ what: 'saved', saved });
    }
    return saved;
  };

  readonly errorWorkbook = async (): Promise<Blob | null> => {
    const workbook = await this.#do('writing', (worker) => worker.ask('errorWorkbook', null));
    if (workbook) this.#tell({ what: 'written' });
    return workbook;
  };
}
