/** The file that is being imported, as the worker holds it: what was opened, what was checked, what is saved of it. */
import type { ImportKind } from '#shared/calls/imports.ts';
import { Failure, type Issue } from '#shared/failures.ts';
import type { CountryCode } from '#shared/phone.ts';
import { type Check, createCheck } from '#shared/sheets/check.ts';
import type { CheckSummary, OpenedBook } from '#shared/sheets/checked.ts';
import type { LegacyEncoding } from '#shared/sheets/files/decode-text.ts';
import { type Book, openBook } from '#shared/sheets/open-book.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import { saveWords } from '#shared/words/importing.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import { randomID } from '../../lib/random-id.ts';
import type { Billing, Checked, Choice, Given, Progress, RowWindow, Saved, WorkPlace } from './asking.ts';
import { type LookUp, lookUp, lookUpRow, periodOf } from './look-up.ts';
import { saveRows } from './save-rows.ts';

type Reopen = (encoding: LegacyEncoding) => Promise<Book>;
type OnProgress = (progress: Progress) => void;

/** The file may be gone since it was chosen, or be held open by another program. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new SheetFailure(fileFailures.unreadable);
  }
}

const sayIssue = ({ message }: Issue): string => message;

/** Whether a failed save may have been done all the same: the same save id then answers for it. */
export const isUnclear = (failure: unknown): boolean =>
  failure instanceof Failure && ['unavailable', 'broken', 'tooMany'].includes(failure.code);

export class HeldFile {
  book: Book;
  /** Opens a text file that does not tell how its letters are written. */
  readonly #reopen: Reopen;
  readonly #kind: ImportKind;
  #check: Check | undefined;
  #billing: Billing = { groupID: 0, month: 0, year: 0 };
  /** Rows that were edited and not yet asked about, because the server could not be reached. */
  readonly #unasked = new Set<number>();
  /** Of what is held now: whatever changes it ends it. */
  #saveID: string | undefined;
  #mayFollow = false;

  private constructor(book: Book, kind: ImportKind, reopen: Reopen) {
    this.book = book;
    this.#kind = kind;
    this.#reopen = reopen;
  }

  static async open({ file, kind, remembered, country }: Given<'open'>): Promise<HeldFile> {
    const options = { kind, remembered, country: country as CountryCode };
    const read = async (encoding?: LegacyEncoding): Promise<Book> =>
      openBook(
        { name: file.name, bytes: await bytesOf(file) },
        { ...options, ...(encoding && { encoding }) },
      );
    return new HeldFile(await read(), kind, read);
  }

  get check(): Check {
    if (!this.#check) throw new Error('The rows are not checked yet.');
    return this.#check;
  }

  async choose({ encoding, sheet, headerRow, column }: Choice): Promise<OpenedBook> {
    this.#saveID = undefined;
    if (encoding !== undefined) this.book = await this.#reopen(encoding);
    if (sheet !== undefined) this.book.chooseSheet(sheet);
    if (headerRow !== undefined) this.book.chooseHeader(headerRow);
    if (column) this.book.mapColumn(column.index, column.field);
    return this.book.opened();
  }

  #lookUp(place: WorkPlace): LookUp {
    const file = { sha256: this.book.opened().sha256, sheet: this.book.sheetName };
    return { check: this.check, kind: this.#kind, place, billing: this.#billing, file };
  }

  async checkRows({ place, billing, mayFollow }: Given<'check'>, onProgress: OnProgress): Promise<Checked> {
    const { month, year } = billing;
    const country = place.country as CountryCode;
    this.#saveID = undefined;
    const told = (done: number) => onProgress({ done, of: 0 });
    this.#check = createCheck(this.book, { month, year, country }, told);
    this.#unasked.clear();
    this.#mayFollow = mayFollow;
    this.#billing = billing;
    return this.#compareAll(place, onProgress);
  }

  /** Where the page lets it, the billing's month and year are those of the file. */
  async #compareAll(place: WorkPlace, onProgress: OnProgress): Promise<Checked> {
    const period = this.#mayFollow ? periodOf(this.check) : null;
    const { month, year } = this.#billing;
    if (period && (period.month !== month || period.year !== year)) this.check.changePeriod(period);
    this.#billing = { ...this.#billing, ...period };
    await lookUp(this.#lookUp(place), onProgress);
    return { summary: this.check.summary(), billing: this.#billing, followed: period !== null };
  }

  async answerDays({ place, field, answer }: Given<'days'>, onProgress: OnProgress): Promise<Checked> {
    this.#saveID = undefined;
    this.check.answerDays(field, answer);
    this.#unasked.clear();
    return this.#compareAll(place, onProgress);
  }

  answerSeries({ oneSeries }: Given<'series'>): CheckSummary {
    this.#saveID = undefined;
    this.check.answerSeries(oneSeries);
    return this.check.summary();
  }

  async compare({ place, billing }: Given<'compare'>, onProgress: OnProgress): Promise<Checked> {
    const { month, year } = billing;
    this.#saveID = undefined;
    this.#mayFollow = false;
    this.check.changePeriod({ month, year });
    this.#billing = billing;
    this.#unasked.clear();
    await lookUp(this.#lookUp(place), onProgress);
    return { summary: this.check.summary(), billing, followed: false };
  }

  rows({ filter, search, from, take }: Given<'rows'>): RowWindow {
    return this.check.rows({ filter, search, from, take });
  }

  async edit({ place, id, field, text }: Given<'edit'>): Promise<CheckSummary> {
    this.#saveID = undefined;
    this.check.edit(id, field, text);
    this.#unasked.add(id);
    // A server out of reach is no reason to refuse the edit: the row is asked about before the save.
    await this.#askEdited(place).catch((failure: unknown) => {
      if (!isUnclear(failure)) throw failure;
    });
    return this.check.summary();
  }

  /** The part that writes workbooks is loaded when it is asked for. */
  async errorWorkbook(): Promise<Blob> {
    const { writeErrorWorkbook } = await import('#shared/sheets/write/error-workbook.ts');
    const { toBlob } = await import('#shared/sheets/write/workbook.ts');
    const { sheets, sheet } = this.book.opened();
    return toBlob(writeErrorWorkbook(this.check.withProblems(sheets[sheet]?.name ?? '')));
  }

  leave({ which, isOut }: Given<'leave'>): CheckSummary {
    this.#saveID = undefined;
    this.check.leaveOut(which, isOut);
    return this.check.summary();
  }

  async #askEdited(place: WorkPlace): Promise<void> {
    for (const id of this.#unasked) {
      await lookUpRow(this.#lookUp(place), id);
      this.#unasked.delete(id);
    }
  }

  /** Repeated with the same id until it is answered for certain, so that nothing is saved twice. */
  async save({ place, group }: Given<'save'>, onProgress: OnProgress): Promise<Saved> {
    await this.#askEdited(place);
    this.#saveID ??= randomID();
    try {
      const head = { saveID: this.#saveID, ...(group ? { group } : {}) };
      const saved = await saveRows({ book: this.book, check: this.check, place, head }, onProgress);
      this.#saveID = undefined;
      return saved;
    } catch (failure) {
      if (!isUnclear(failure)) this.#saveID = undefined;
      if (failure instanceof Failure && failure.code === 'invalid') {
        const issues = failure.issues ?? [];
        const others = this.check.refuseRows(issues);
        // The rows say their own reasons; what is about no row is told with the failure itself.
        const isOfRows = issues.length > 0 && others.length === 0;
        const sentences = isOfRows
          ? [saveWords.refusedMeanwhile]
          : [failure.message, ...others.map(sayIssue)];
        throw new Failure(failure.code, sentences.join(' '));
      }
      throw failure;
    }
  }
}
