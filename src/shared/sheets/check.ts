/** The check of a sheet: every row read once, what is wrong with it, what a save would do with it. Saves nothing. */
import type { NewBill } from '../calls/bills.ts';
import type { BillKey, FoundRow, FoundStudent, SameFile } from '../calls/imports.ts';
import type { NewStudent } from '../calls/students.ts';
import { formatInstant } from '../dates.ts';
import type { Issue } from '../failures.ts';
import { fileNotes } from '../words/sheets.ts';
import { CheckRows } from './check-rows.ts';
import { type JudgedRow, summarise } from './check-totals.ts';
import { type CheckedRow, type CheckSummary, type Fate, fates, type RowFilter } from './checked.ts';
import type { Period } from './look-at-bill.ts';
import type { Book } from './open-book.ts';
import { anyBits, bitOf, errorBits } from './problem.ts';
import { namedInMessages } from './read-row.ts';
import type { OnRowsRead, Reading, RowRecord, Table } from './read-table.ts';
import { matcherOf } from './search-row.ts';
import type { SheetWithProblems } from './write/error-workbook.ts';
import { sheetWithProblems } from './write/sheet-with-problems.ts';

/** The billing's month and year (of no account for students), and the country whose numbers need no code. */
export type CheckOptions = Reading;
export type { OnRowsRead };
/** Which rows, and a text that one of their cells holds. */
export type RowsWanted = { filter: RowFilter; search?: string; from: number; take: number };

type Page<Key extends string, T> = { next: number | null } & Record<Key, T[]>;

const absentOf = ({ kind, lines, mapped }: Table): string[] => {
  const has = (field: string): boolean => mapped.some(({ column }) => column.field === field);
  return kind === 'bills' && !lines ? namedInMessages.filter((field) => !has(field)) : [];
};

const isFate = (filter: RowFilter): filter is Fate => (fates as readonly string[]).includes(filter);

/** Name and phone numbers are looked at only where neither number tells whose bill it is. */
const billKey = ({ id, regNum, invNo, name, number, month, year, total }: RowRecord): BillKey => ({
  row: id,
  regNum,
  invNo,
  ...(regNum === undefined && invNo === undefined ? { name, number } : {}),
  month,
  year,
  total,
});

/**
 * `id` names a row to the check (`CheckedRow.id`, `BillKey.row`, `FoundRow.row`): several numbers may stand on one line,
 * so the sheet's own row number is for people only.
 */
export class Check {
  readonly #rows: CheckRows;
  #sameFile: { same: SameFile; timeZone: string } | null = null;
  #isSeriesSaid = false;
  /** Ids of the rows that `rowsToSave` has given, by their place among them. */
  #sent: number[] = [];

  constructor(rows: CheckRows) {
    this.#rows = rows;
  }

  get rowCount(): number {
    return this.#rows.records.length;
  }

  /** Bills to ask the server about, from an id on; `next` is where to go on, null at the end. */
  keys(from: number, take: number): Page<'keys', BillKey> {
    const { items, next } = this.#askable(from, take, billKey);
    return { keys: items, next };
  }

  /** Students to ask the server about, likewise. */
  regNums(from: number, take: number): Page<'regNums', string> {
    const { items, next } = this.#askable(from, take, ({ regNum = '' }) => regNum);
    return { regNums: items, next };
  }

  #askable<T>(from: number, take: number, toItem: (record: RowRecord) => T) {
    const items: T[] = [];
    const { records } = this.#rows;
    for (let id = Math.max(0, from); id < records.length; id += 1) {
      const record = records[id];
      if (!record || record.bits & errorBits) continue;
      if (items.length === take) return { items, next: id };
      items.push(toItem(record));
    }
    return { items, next: null };
  }

  /** The key of one bill after it was edited; undefined where it is not to be asked about. */
  keyOf(id: number): BillKey | undefined {
    const record = this.#rows.records[id];
    return record && !(record.bits & errorBits) ? billKey(record) : undefined;
  }

  /** What the server knows of bills. Rows it does not answer are new. */
  takeFound(found: readonly FoundRow[]): void {
    this.#rows.takeFound(found);
  }

  /** What the server knows of students, by registration number. */
  takeStudents(students: readonly FoundStudent[]): void {
    this.#rows.takeStudents(students);
  }

  /** `timeZone` is the campus's: the history says the same time. */
  takeSameFile(same: SameFile | null, timeZone: string): void {
    this.#sameFile = same && { same, timeZone };
  }

  /**
   * Whether its invoice numbers and those of other billings are one series, as a person says now. What was said last,
   * of another file, counts until then.
   */
  answerSeries(oneSeries: boolean): void {
    this.#rows.oneSeries = oneSeries;
    this.#isSeriesSaid = true;
  }

  takeSeries(saidLast: boolean | null): void {
    if (!this.#isSeriesSaid) this.#rows.oneSeries = saidLast;
  }

  /** Null where nobody ever said. */
  get oneSeries(): boolean | null {
    return this.#rows.oneSeries;
  }

  summary(): CheckSummary {
    const { records, table } = this.#rows;
    const judged = records.map((record): JudgedRow => {
      const bits = this.#rows.bitsOf(record);
      return { record, bits, fate: this.#rows.fateOf(record, bits) };
    });
    const notes = this.#sameFile ? [this.#saySameFile(this.#sameFile.same, this.#sameFile.timeZone)] : [];
    const { days } = this.#rows;
    const hidden = this.#rows.records.filter((record) => this.#rows.isHidden(record));
    const dayNotes = [...(table.dayNotes ?? [])].filter(
      ([field]) => !days.some((one) => one.field === field),
    );
    return {
      ...summarise(judged),
      unused: [...table.unused],
      hidden: {
        rows: hidden.length,
        leftOut: hidden.filter((record) => this.#rows.isOut(record)).length,
      },
      absent: absentOf(table),
      days: [...days],
      series: this.#rows.series,
      notes: [...notes, ...table.notes, ...dayNotes.map(([, note]) => note)],
    };
  }

  /** Whether the dates of a column are exchanged; every row is to be asked about again. */
  answerDays(field: string, answer: 'swap' | 'keep'): void {
    this.#rows.answerDays(field, answer);
  }

  #saySameFile({ groupName, by, at }: SameFile, timeZone: string): string {
    const when = formatInstant(at, timeZone);
    return this.#rows.table.kind === 'bills'
      ? fileNotes.sameFile(`"${groupName}"`, by, when)
      : fileNotes.sameFileOfStudents(by, when);
  }

  /** Rows that were left out have no errors and warnings any more: they are found as `leftOut` and among all. */
  #matches(record: RowRecord, filter: RowFilter): boolean {
    if (filter === 'all') return true;
    if (filter === 'hidden') return this.#rows.isHidden(record);
    const bits = this.#rows.bitsOf(record);
    if (isFate(filter)) return this.#rows.fateOf(record, bits) === filter;
    if (this.#rows.isOut(record)) return false;
    if (filter === 'errors') return (bits & errorBits) !== 0;
    if (filter === 'warnings') return (bits & anyBits) !== 0 && (bits & errorBits) === 0;
    return (bits & bitOf(filter)) !== 0;
  }

  rows({ filter, search = '', from, take }: RowsWanted): { count: number; rows: CheckedRow[] } {
    const isFound = matcherOf(search, this.#rows.table.mapped);
    const isAll = search.trim() === '';
    const rows: CheckedRow[] = [];
    let count = 0;
    for (const record of this.#rows.records) {
      if (!this.#matches(record, filter) || !(isAll || isFound(this.#rows.cellsOf(record)))) continue;
      if (count >= from && rows.length < take) rows.push(this.#rows.show(record));
      count += 1;
    }
    return { count, rows };
  }

  /** One row as it is now; undefined where there is none. */
  row(id: number): CheckedRow | undefined {
    const record = this.#rows.records[id];
    return record && this.#rows.show(record);
  }

  /**
   * Types a text into a cell, or empties it. What the server said of the row is forgotten: it is to be asked again
   * (`keyOf`), and so are rows that were twice beside it.
   */
  edit(id: number, field: string, text: string): void {
    this.#rows.edit(id, field, text);
  }

  /** Leaves rows out, or takes them back. */
  leaveOut(which: readonly number[] | RowFilter, isOut: boolean): void {
    const { records } = this.#rows;
    const ids =
      typeof which === 'string'
        ? records.filter((record) => this.#matches(record, which)).map(({ id }) => id)
        : which;
    this.#rows.leaveOut(ids, isOut);
  }

  /** What its error workbook is made of; `name` is the sheet's. */
  withProblems(name: string): SheetWithProblems {
    return sheetWithProblems(this.#rows, name);
  }

  /** Another month and year: every row is to be asked about again; what was typed stays. */
  changePeriod(period: Period): void {
    this.#rows.changePeriod(period);
  }

  /** The rows to send, in the sheet's order: what is there already is for the server to count. */
  *rowsToSave(): Generator<NewBill | NewStudent> {
    const sent: number[] = [];
    this.#sent = sent;
    for (const record of this.#rows.records) {
      const fate = this.#rows.fateOf(record, this.#rows.bitsOf(record));
      if (fate === 'refused' || fate === 'leftOut') continue;
      sent.push(record.id);
      yield this.#rows.read(record)?.values as NewBill | NewStudent;
    }
  }

  /** The ids of the rows that `rowsToSave` has given, by their place among them. */
  get sent(): readonly number[] {
    return this.#sent;
  }

  /** Rows that are not sent: left out by the clerk, and refused. */
  left(): { skipped: number; refused: number } {
    const counted = { skipped: 0, refused: 0 };
    for (const record of this.#rows.records) {
      const fate = this.#rows.fateOf(record, this.#rows.bitsOf(record));
      if (fate === 'leftOut') counted.skipped += 1;
      if (fate === 'refused') counted.refused += 1;
    }
    return counted;
  }

  /**
   * Issues of a save that was refused, by the place of the row among those sent (`contacts.12.number`); they stay until
   * the row is edited. The answer are those that name no row.
   */
  refuseRows(issues: readonly Issue[]): Issue[] {
    return issues.filter(({ path, message }) => {
      const [, place = '', field] = /(?:^|\.)(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
      const id = place === '' ? undefined : this.#sent[Number(place)];
      if (id !== undefined) this.#rows.refuse(id, { field, sentence: message });
      return id === undefined;
    });
  }
}

/** Reads the book's chosen sheet as it is mapped. Throws `SheetFailure` where there are no rows, or too many. */
export function createCheck(book: Book, options: CheckOptions, onProgress?: OnRowsRead): Check {
  return new Check(new CheckRows(book.table(options.country), options, onProgress));
}
