/** The import session in the worker. It holds the opened file and its check, and saves the rows. */

import { Failure, type FailureCode, type Issue } from '#shared/failures.ts';
import { type ChosenClasses, type FeeHeadClass, plainFeeHead } from '#shared/money/fee-head-class.ts';
import type { ListedClass } from '#shared/people/class-list.ts';
import type { CountryCode } from '#shared/people/phone.ts';
import { type Check, createSheetCheck } from '#shared/sheets/check.ts';
import type { AnswerName, CheckSummary, OpenedBook, RowFilter, SheetAnswer } from '#shared/sheets/checked.ts';
import type { LegacyEncoding } from '#shared/sheets/files/decode-text.ts';
import { isSameMonth } from '#shared/sheets/months.ts';
import { type Book, openBook } from '#shared/sheets/open-book.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import type { ChildrenChoice, ChosenHeading, ImportKind } from '#shared/sheets/sheet-rows.ts';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { dayIn } from '#shared/time/dates.ts';
import { saveWords } from '#shared/words/import-screen.ts';
import { mayHaveArrived } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import type {
  Billing,
  BookChoice,
  Comparison,
  GroupToSave,
  Lowering,
  OnProgress,
  RowsWanted,
  RowWindow,
  SavedImport,
  WorkPlace,
} from './import-model.ts';
import { type LookUp, lookUp, lookUpRows } from './look-up.ts';
import { nameOfMonth, type SavedMonth, sumOfMonths } from './month-rules.ts';
import { readBilling } from './read-billing.ts';
import { type MonthPart, saveRows } from './save-rows.ts';

/** Opens a text file again with another encoding. */
type Reopen = (encoding: LegacyEncoding) => Promise<Book>;
type OpenFile = { book: Book; kind: ImportKind; feeHeads: ChosenClasses; reopen: Reopen };

/** Reading fails if the file was deleted after it was chosen, or if another program has locked it. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new SheetFailure(fileFailures.unreadable);
  }
}

const sayIssue = ({ message }: Issue): string => message;

/** The server refused a save; `checked` is the check as it is now, which shows refused rows. */
export class SaveRefused extends Failure {
  readonly checked: CheckSummary;
  constructor(message: string, checked: CheckSummary, code: FailureCode = 'invalid') {
    super(code, message);
    this.checked = checked;
  }
}

/** The methods that the page may call. */
export type ImportMethod = Exclude<keyof ImportSession, 'call'>;

/** These methods do not change the rows that a save would send. */
const methodsKeepingRows: readonly ImportMethod[] = ['rows', 'save', 'errorWorkbook'];

export class ImportSession {
  #opened: OpenFile | undefined;
  #checked: Check | undefined;
  #billing: Billing = { groupID: 0, month: 0, year: 0 };
  /** The ids of rows that were changed but not yet compared with the stored data. */
  readonly #notCompared = new Set<number>();
  /** The idempotency key of the save. It is kept for the same rows until the server has given a definite answer. */
  #saveID: string | undefined;
  #mayFollow = false;
  /** The months of this sheet that are saved to billings of their own. */
  #months: SavedMonth[] = [];

  /** The page calls every method through this method, so that each change of the rows discards the idempotency key. */
  async call(method: ImportMethod, argument: unknown, onProgress: OnProgress) {
    if (!methodsKeepingRows.includes(method)) this.#saveID = undefined;
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
    const classes = new Map(feeHeads.map(([name, feeClass]) => [plainFeeHead(name), feeClass]));
    this.#opened = { book: await read(), kind, feeHeads: classes, reopen: read };
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

  /** Reads every row and compares it with the stored data. `mayFollow` allows the use of the file's month and year. */
  async check(
    {
      place,
      billing,
      mayFollow,
      listed,
    }: { place: WorkPlace; billing: Billing; mayFollow: boolean; listed: ListedClass[] },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    const { month, year } = billing;
    const country = place.country as CountryCode;
    const onRead = (done: number) => onProgress({ done, of: 0 });
    const { book, feeHeads } = this.#file;
    this.#checked = createSheetCheck(
      book,
      { month, year, country, timeZone: place.timeZone, feeHeads, listed },
      onRead,
    );
    this.#notCompared.clear();
    this.#months = [];
    this.#mayFollow = mayFollow;
    this.#billing = billing;
    return this.#compareAll(place, onProgress);
  }

  /** Compares all rows. If `mayFollow` is set, the month and year of the billing are taken from the file. */
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

  /** Whether each month of the sheet becomes a billing of its own. */
  months({ splits }: { splits: boolean | null }): CheckSummary {
    this.#check.answerMonths(splits);
    return this.#check.summary();
  }

  /** Sets which children of the sheet are saved to the list of students. */
  children({ choice }: { choice: ChildrenChoice }): CheckSummary {
    this.#check.chooseChildren(choice);
    return this.#check.summary();
  }

  /** Answers all rows of a problem at once; null withdraws the answer. */
  async answer(
    {
      place,
      key,
      answer,
      text,
    }: { place: WorkPlace; key: string; answer: AnswerName | null; text?: string | undefined },
    onProgress: OnProgress,
  ): Promise<CheckSummary> {
    for (const id of this.#check.answer(key, answer, text)) this.#notCompared.add(id);
    await this.#compareIfReachable(place, onProgress);
    return this.#check.summary();
  }

  /** Sets whether the dates of a column are swapped, and compares the rows again. */
  async answerDays(
    { place, field, answer }: { place: WorkPlace; field: string; answer: 'swap' | 'keep' | null },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    this.#check.answerDays(field, answer);
    this.#notCompared.clear();
    return this.#compareAll(place, onProgress);
  }

  /** Answers a question about the notation or layout of the sheet, and compares the rows again. */
  async answerSheet(
    { place, key, answer }: { place: WorkPlace; key: string; answer: SheetAnswer | null },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    this.#check.answerSheet(key, answer);
    this.#notCompared.clear();
    return this.#compareAll(place, onProgress);
  }

  /** Sets whether the invoice numbers of the file continue the series of other billings. */
  answerSeries({ oneSeries }: { oneSeries: boolean | null }): CheckSummary {
    this.#check.answerSeries(oneSeries);
    return this.#check.summary();
  }

  /** Sets whether older bills are carried, even if their sum differs from the arrears in the file. */
  answerArrears({ carryAll }: { carryAll: boolean | null }): CheckSummary {
    this.#check.answerArrears(carryAll);
    return this.#check.summary();
  }

  /** Compares the same rows for another month and year. The edits are kept. */
  async compare(
    { place, billing }: { place: WorkPlace; billing: Billing },
    onProgress: OnProgress,
  ): Promise<Comparison> {
    const { month, year } = billing;
    this.#mayFollow = false;
    this.#check.changePeriod({ month, year });
    this.#billing = billing;
    this.#notCompared.clear();
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
    this.#notCompared.add(id);
    await this.#compareIfReachable(place, onProgress);
    return this.#check.summary();
  }

  /** Compares the changed rows. If the server is unreachable, the rows are compared later, before the save. */
  async #compareIfReachable(place: WorkPlace, onProgress: OnProgress): Promise<void> {
    await this.#compareChanged(place, onProgress).catch((failure: unknown) => {
      if (!mayHaveArrived(failure)) throw failure;
    });
  }

  /** The code that writes workbooks is loaded on demand. */
  async errorWorkbook(): Promise<Blob> {
    const { writeErrorWorkbook } = await import('#shared/sheets/write/error-workbook.ts');
    const { toBlob } = await import('#shared/sheets/write/workbook.ts');
    const { sheets, sheet } = this.#file.book.opened();
    return toBlob(writeErrorWorkbook(this.#check.withProblems(sheets[sheet]?.name ?? '')));
  }

  leaveOut({ which, isOut }: { which: number[] | RowFilter; isOut: boolean }): CheckSummary {
    this.#check.leaveOut(which, isOut);
    return this.#check.summary();
  }

  async #compareChanged(place: WorkPlace, onProgress: OnProgress): Promise<void> {
    const ids = [...this.#notCompared];
    await lookUpRows(this.#lookUp(place), ids, onProgress);
    for (const id of ids) this.#notCompared.delete(id);
  }

  /** A repeated save uses the same id until the server has given a definite answer, so that nothing is saved twice. */
  async save(
    { place, group, lowering }: { place: WorkPlace; group: GroupToSave | null; lowering?: Lowering },
    onProgress: OnProgress,
  ): Promise<SavedImport> {
    await this.#compareChanged(place, onProgress);
    if (group?.id !== 0 || this.#check.monthsToSave().length === 0)
      return this.#saveOnce(place, { group, lowering }, onProgress);
    try {
      return await this.#saveMonths(place, group, onProgress);
    } catch (failure) {
      throw this.#withSaved(failure);
    }
  }

  async #saveOnce(
    place: WorkPlace,
    {
      group,
      part,
      lowering,
    }: { group: GroupToSave | null; part?: MonthPart; lowering?: Lowering | undefined },
    onProgress: OnProgress,
  ): Promise<SavedImport> {
    this.#saveID ??= randomID();
    try {
      const head = { saveID: this.#saveID, ...(group ? { group, ...lowering } : {}) };
      const { book } = this.#file;
      const saved = await saveRows({ book, check: this.#check, place, head, part }, onProgress);
      this.#saveID = undefined;
      return saved;
    } catch (failure) {
      if (!mayHaveArrived(failure)) this.#saveID = undefined;
      throw failure instanceof Failure && failure.code === 'invalid' ? this.#refuseRows(failure) : failure;
    }
  }

  /**
   * Saves each month to a billing of its own, that of the form first. Saved rows are left out then, so that a repeated
   * save goes on with the next month.
   */
  async #saveMonths(place: WorkPlace, group: GroupToSave, onProgress: OnProgress): Promise<SavedImport> {
    const form = { month: this.#billing.month, year: this.#billing.year };
    for (let left = this.#check.monthsToSave(); left.length > 0; left = this.#check.monthsToSave()) {
      const next = left.find((one) => isSameMonth(one, form)) ?? left[0];
      if (!next) break;
      const { month, year } = next;
      const name = nameOfMonth(group.name ?? '', { form, month: { month, year } });
      const part = { month: { month, year }, isFirst: this.#months.length === 0 };
      const saved = await this.#saveOnce(place, { group: { ...group, name, month, year }, part }, onProgress);
      this.#months.push({ saved, name, rows: this.#check.sent.length });
      this.#check.leaveOut([...this.#check.sent], true);
    }
    return sumOfMonths(this.#months.splice(0));
  }

  /** The failure of one month also says which months are saved. */
  #withSaved(failure: unknown): unknown {
    if (this.#months.length === 0 || !(failure instanceof Failure)) return failure;
    const soFar = saveWords.savedSoFar(this.#months.map(({ name }) => name));
    const { code, message } = failure;
    const sentence = message === saveWords.refusedMeanwhile ? saveWords.refusedNow : message;
    return new SaveRefused(`${soFar} ${sentence}`, this.#check.summary(), code);
  }

  /** Each refused row shows its own reason. Issues about no row are reported with the failure. */
  #refuseRows({ message, issues = [] }: Failure): SaveRefused {
    const others = this.#check.refuseRows(issues);
    const isOfRows = issues.length > 0 && others.length === 0;
    const sentences = isOfRows ? [saveWords.refusedMeanwhile] : [message, ...others.map(sayIssue)];
    return new SaveRefused(sentences.join(' '), this.#check.summary());
  }
}
