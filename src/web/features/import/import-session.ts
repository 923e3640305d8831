/** The import session, which the worker holds: what was opened of a file, what was checked, what is saved of it. */
import type { ChosenHeading, ImportKind } from '#shared/calls/imports.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure, type Issue } from '#shared/failures.ts';
import { type FeeHeadClass, plainFeeHead, type SaidClasses } from '#shared/fee-head-class.ts';
import type { CountryCode } from '#shared/phone.ts';
import { type Check, createCheck } from '#shared/sheets/check.ts';
import type { AnswerName, CheckSummary, OpenedBook, RowFilter, SheetAnswer } from '#shared/sheets/checked.ts';
import type { LegacyEncoding } from '#shared/sheets/files/decode-text.ts';
import { type Book, openBook } from '#shared/sheets/open-book.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import { saveWords } from '#shared/words/import-screen.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import { mayHaveArrived } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import type {
  Billing,
  BookChoice,
  Comparison,
  GroupToSave,
  OnProgress,
  RowsWanted,
  RowWindow,
  SavedImport,
  WorkPlace,
} from './import-model.ts';
import { type LookUp, lookUp, lookUpRows } from './look-up.ts';
import { readBilling } from './read-billing.ts';
import { saveRows } from './save-rows.ts';

/** Opens a text file that does not tell how its letters are written. */
type Reopen = (encoding: LegacyEncoding) => Promise<Book>;
type OpenFile = { book: Book; kind: ImportKind; feeHeads: SaidClasses; reopen: Reopen };

/** The file may be gone since it was chosen, or be held open by another program. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new SheetFailure(fileFailures.unreadable);
  }
}

const sayIssue = ({ message }: Issue): string => message;

/** The server refused rows at the save; `checked` is the check that shows them. */
export class RowsRefused extends Failure {
  readonly checked: CheckSummary;
  constructor(message: string, checked: CheckSummary) {
    super('invalid', message);
    this.checked = checked;
  }
}

/** What the page may ask for. */
export type ImportMethod = Exclude<keyof ImportSession, 'call'>;

/** These leave what a save sends as it is. */
const keepsRows: readonly ImportMethod[] = ['rows', 'save', 'errorWorkbook'];

export class ImportSession {
  #opened: OpenFile | undefined;
  #checked: Check | undefined;
  #billing: Billing = { groupID: 0, month: 0, year: 0 };
  /** Rows that were changed and not yet asked about, because the server could not be reached. */
  readonly #unasked = new Set<number>();
  /** Idempotency key of the save: the same for the same rows until it is answered for certain. */
  #saveID: string | undefined;
  #mayFollow = false;

  /** Every call comes through here, so that whatever may change the rows ends the idempotency key of their save. */
  async call(method: ImportMethod, argument: unknown, onProgress: OnProgress) {
    if (!keepsRows.includes(method)) this.#saveID = undefined;
    return this[method](argument as never, onProgress);
  }

  get #file(): OpenFile {
    if (!this.#opened) throw new Error('No file is open.');
    return this.#opened;
  }

  get #check(): Check {
    if (!this.#checked) throw new Error('The rows are not checked yet.');
    return this.#checked;
  }

  async open(given: {
    file: File;
    kind: ImportKind;
    remembered: ChosenHeading[];
    feeHeads: (readonly [string, FeeHeadClass])[];
    country: string;
  }): Promise<OpenedBook> {
    const { file, kind, remembered, feeHeads, country } = given;
    const options = { kind, remembered, country: country as CountryCode };
    const read = async (encoding?: LegacyEncoding): Promise<Book> =>
      openBook(
        { name: file.name, bytes: await bytesOf(file) },
        { ...options, ...(encoding && { encoding }) },
      );
    const said = new Map(feeHeads.map(([name, of]) => [plainFeeHead(name), of]));
    this.#opened = { book: await read(), kind, feeHeads: said, reopen: read };
    return this.#opened.book.opened();
  }

  async choose({ encoding, sheet, headerRow, column }: BookChoice): Promise<OpenedBook> {
    const file = this.#file;
    if (encoding !== undefined) file.book = await file.reopen(encoding);
    if (sheet !== undefined) file.book.chooseSheet(sheet);
    if (headerRow !== undefined) file.book.chooseHeader(headerRow);
    if (column) file.book.mapColumn(column.index, column.field);
    return file.book.opened();
  }

  #lookUp(place: WorkPlace): LookUp {
    const { book, kind } = this.#file;
    const file = { sha256: book.opened().sha256, sheet: book.sheetName };
    return { check: this.#check, kind, place, billing: this.#billing, file };
  }

  /** Reads every row and compares it with what is stored. `mayFollow`: the month and year of the file are taken. */
  async check(
    { place, billing, mayFollow }: { place: WorkPlace; billing: Billing; mayFollow: boolean },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    const { month, year } = billing;
    const country = place.country as CountryCode;
    const onRead = (done: number) => onProgress({ done, of: 0 });
    const { book, feeHeads } = this.#file;
    this.#checked = createCheck(book, { month, year, country, timeZone: place.timeZone, feeHeads }, onRead);
    this.#unasked.clear();
    this.#mayFollow = mayFollow;
    this.#billing = billing;
    return this.#compareAll(place, onProgress);
  }

  /** Where the page lets it, the billing's month and year are those that the file says. */
  async #compareAll(place: WorkPlace, onProgress: OnProgress): Promise<Comparison> {
    const { book } = this.#file;
    const names = { fileName: book.opened().fileName, sheetName: book.sheetName };
    const read = readBilling(this.#check, names, dayIn(place.timeZone, new Date()));
    const { month, year } = this.#billing;
    const period = this.#mayFollow && read.proposal;
    if (period && (period.month !== month || period.year !== year)) this.#check.changePeriod(period);
    if (period) this.#billing = { ...this.#billing, month: period.month, year: period.year };
    await lookUp(this.#lookUp(place), onProgress);
    return { summary: this.#check.summary(), billing: this.#billing, read, followed: Boolean(period) };
  }

  /** Answers for all rows of a problem at once; null takes the answer back. */
  async answer(
    { place, key, answer }: { place: WorkPlace; key: string; answer: AnswerName | null },
    onProgress: OnProgress,
  ): Promise<CheckSummary> {
    for (const id of this.#check.answer(key, answer)) this.#unasked.add(id);
    await this.#askWhereReached(place, onProgress);
    return this.#check.summary();
  }

  /** Whether the dates of a column are exchanged; the rows are compared anew. */
  async days(
    { place, field, answer }: { place: WorkPlace; field: string; answer: 'swap' | 'keep' | null },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    this.#check.answerDays(field, answer);
    this.#unasked.clear();
    return this.#compareAll(place, onProgress);
  }

  /** What is asked of the sheet's notation and shape; the rows are compared anew. */
  async answerSheet(
    { place, key, answer }: { place: WorkPlace; key: string; answer: SheetAnswer | null },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    this.#check.answerSheet(key, answer);
    this.#unasked.clear();
    return this.#compareAll(place, onProgress);
  }

  /** Whether these invoice numbers and those of other billings are one series. */
  series({ oneSeries }: { oneSeries: boolean | null }): CheckSummary {
    this.#check.answerSeries(oneSeries);
    return this.#check.summary();
  }

  /** Whether older bills are carried also where arrears are another sum. */
  arrears({ carryAll }: { carryAll: boolean | null }): CheckSummary {
    this.#check.answerArrears(carryAll);
    return this.#check.summary();
  }

  /** The same rows for another month and year; edits stay. */
  async compare(
    { place, billing }: { place: WorkPlace; billing: Billing },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    const { month, year } = billing;
    this.#mayFollow = false;
    this.#check.changePeriod({ month, year });
    this.#billing = billing;
    this.#unasked.clear();
    return this.#compareAll(place, onProgress);
  }

  rows(wanted: RowsWanted): RowWindow {
    return this.#check.rows(wanted);
  }

  async edit(
    { place, id, field, text }: { place: WorkPlace; id: number; field: string; text: string },
    onProgress: OnProgress,
  ): Promise<CheckSummary> {
    this.#check.edit(id, field, text);
    this.#unasked.add(id);
    await this.#askWhereReached(place, onProgress);
    return this.#check.summary();
  }

  /** A server out of reach is no reason to refuse what was typed: the rows are asked about before the save. */
  async #askWhereReached(place: WorkPlace, onProgress: OnProgress): Promise<void> {
    await this.#askChanged(place, onProgress).catch((failure: unknown) => {
      if (!mayHaveArrived(failure)) throw failure;
    });
  }

  /** The part that writes workbooks is loaded when it is asked for. */
  async errorWorkbook(): Promise<Blob> {
    const { writeErrorWorkbook } = await import('#shared/sheets/write/error-workbook.ts');
    const { toBlob } = await import('#shared/sheets/write/workbook.ts');
    const { sheets, sheet } = this.#file.book.opened();
    return toBlob(writeErrorWorkbook(this.#check.withProblems(sheets[sheet]?.name ?? '')));
  }

  leave({ which, isOut }: { which: number[] | RowFilter; isOut: boolean }): CheckSummary {
    this.#check.leaveOut(which, isOut);
    return this.#check.summary();
  }

  async #askChanged(place: WorkPlace, onProgress: OnProgress): Promise<void> {
    const ids = [...this.#unasked];
    await lookUpRows(this.#lookUp(place), ids, onProgress);
    for (const id of ids) this.#unasked.delete(id);
  }

  /** Repeated with the same id until it is answered for certain, so that nothing is saved twice. */
  async save(
    { place, group }: { place: WorkPlace; group: GroupToSave | null },
    onProgress: OnProgress,
  ): Promise<SavedImport> {
    await this.#askChanged(place, onProgress);
    this.#saveID ??= randomID();
    try {
      const head = { saveID: this.#saveID, ...(group ? { group } : {}) };
      const { book } = this.#file;
      const saved = await saveRows({ book, check: this.#check, place, head }, onProgress);
      this.#saveID = undefined;
      return saved;
    } catch (failure) {
      if (!mayHaveArrived(failure)) this.#saveID = undefined;
      throw failure instanceof Failure && failure.code === 'invalid' ? this.#refuseRows(failure) : failure;
    }
  }

  /** The rows say their own reasons; what is about no row is told with the failure itself. */
  #refuseRows({ message, issues = [] }: Failure): RowsRefused {
    const others = this.#check.refuseRows(issues);
    const isOfRows = issues.length > 0 && others.length === 0;
    const sentences = isOfRows ? [saveWords.refusedMeanwhile] : [message, ...others.map(sayIssue)];
    return new RowsRefused(sentences.join(' '), this.#check.summary());
  }
}
