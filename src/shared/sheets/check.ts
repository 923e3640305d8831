/**
 * The check of a sheet reads every row, finds its problems, and tells what a save would do. It saves nothing.
 */

import { formatInstant } from '../time/dates.ts';
import { type CheckOptions, CheckRows } from './check-rows.ts';
import { isTaken, type JudgedRow, summarise } from './check-totals.ts';
import {
  type AnswerName,
  type CheckedChild,
  type CheckedRow,
  type CheckSummary,
  type MonthOfBills,
  type MonthsQuestion,
  type RowFilter,
  type RowOutcome,
  rowOutcomes,
  type SheetAnswer,
} from './checked.ts';
import { summariseChildren } from './children.ts';
import type { Period } from './look-at-bill.ts';
import { countMonths, isSameMonth, monthOfBill } from './months.ts';
import type { Book } from './open-book.ts';
import { anyBits, bitOf, errorBits } from './problem.ts';
import { type FoundLine, findLines, layerFor } from './problem-lines.ts';
import type { StatedPeriod } from './propose-period.ts';
import { namedInMessages } from './read-row.ts';
import type { OnRowsRead, RowRecord, Table } from './read-table.ts';
import { matcherOf } from './search-row.ts';
import type {
  BillKey,
  BillRow,
  ChildrenChoice,
  ClassAnswer,
  FoundRow,
  FoundStudent,
  SameFile,
  StudentRow,
} from './sheet-rows.ts';
import { fileNotes } from './sheet-words.ts';
import { sayPeriod } from './stated-periods.ts';
import type { SheetWithProblems } from './write/error-workbook.ts';
import { sheetWithProblems } from './write/sheet-with-problems.ts';

export type { CheckOptions, OnRowsRead };
/** Which rows, and a text that one of their cells contains. */
export type RowsQuery = { filter: RowFilter; search?: string; from: number; take: number };

/** Why the server refused a row; `path` names the row. */
type Issue = { path: string; message: string };

type Page<Key extends string, T> = { next: number | null } & Record<Key, T[]>;

const absentOf = ({ kind, lines, mapped }: Table): string[] => {
  const has = (field: string): boolean => mapped.some(({ column }) => column.field === field);
  return kind === 'bills' && !lines ? namedInMessages.filter((field) => !has(field)) : [];
};

const isOfLine = (filter: RowFilter): filter is `problem:${string}` => filter.startsWith('problem:');
const childFilter = 'child:';
const isOfChild = (filter: RowFilter): filter is `child:${CheckedChild}` => filter.startsWith(childFilter);
const isOutcome = (filter: RowFilter): filter is RowOutcome =>
  (rowOutcomes as readonly string[]).includes(filter);

/** The name and phone numbers are included only if there is neither a registration nor an invoice number. */
const billKey = ({ id, regNum, invNo, name, number, month, year, total, arrears }: RowRecord): BillKey => ({
  row: id,
  regNum,
  invNo,
  ...(regNum === undefined && invNo === undefined ? { name, number } : {}),
  month,
  year,
  total,
  ...(arrears > 0 ? { arrears } : {}),
});

/**
 * `id` identifies a row (`CheckedRow.id`, `BillKey.row`, `FoundRow.row`). A line of a text file may contain several
 * numbers, so the sheet's own row number does not identify a row and is only shown to people.
 */
export class Check {
  readonly #rows: CheckRows;
  #sameFile: { same: SameFile; timeZone: string } | null = null;
  #isSeriesSaid = false;
  #saidLast: boolean | null = null;
  /** Ids of the rows that `rowsToSave` has returned, by their position. */
  #sent: number[] = [];
  #lines: readonly FoundLine[] = [];

  constructor(rows: CheckRows) {
    this.#rows = rows;
  }

  get rowCount(): number {
    return this.#rows.records.length;
  }

  /** Bills to look up on the server, from an id on; `next` is where to continue, null at the end. */
  keys(from: number, take: number): Page<'keys', BillKey> {
    const { items, next } = this.#askable(from, take, billKey);
    return { keys: items, next };
  }

  /** Students to look up on the server, in the same way. */
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

  /** The keys of changed bills, without those that need no lookup. */
  keysOf(ids: readonly number[]): BillKey[] {
    return this.#askableOf(ids).map(billKey);
  }

  /** The registration numbers of changed students, without those that need no lookup. */
  regNumsOf(ids: readonly number[]): string[] {
    return this.#askableOf(ids).map(({ regNum = '' }) => regNum);
  }

  #askableOf(ids: readonly number[]): RowRecord[] {
    return ids.flatMap((id) => {
      const record = this.#rows.records[id];
      return record && !(record.bits & errorBits) ? [record] : [];
    });
  }

  /** Takes what the server found for bills. Rows without an answer are new. */
  takeFound(found: readonly FoundRow[]): void {
    this.#rows.takeFound(found);
  }

  /** Takes what the server found for students, by registration number. */
  takeStudents(students: readonly FoundStudent[]): void {
    this.#rows.takeStudents(students);
  }

  /** Whether the table has a column of classes, so that its rows may bring children to the list of students. */
  get mayBringChildren(): boolean {
    const { kind } = this.#rows.table;
    return kind === 'bills' && this.#rows.columnOf('class') !== undefined;
  }

  /** Takes the students that the server found for these bills. Rows without a student bring a new child. */
  takeChildren(ids: readonly number[], students: readonly FoundStudent[]): void {
    this.#rows.takeChildren(ids, students);
  }

  /** A person's choice which children are saved to the list of students. */
  chooseChildren(choice: ChildrenChoice): void {
    this.#rows.childrenChoice = choice;
  }

  get childrenChoice(): ChildrenChoice {
    return this.mayBringChildren ? this.#rows.childrenChoice : 'none';
  }

  /** `timeZone` is that of the campus, so the time equals that in the history. */
  takeSameFile(same: SameFile | null, timeZone: string): void {
    this.#sameFile = same && { same, timeZone };
  }

  /**
   * A person's answer whether the billing shares its invoice series with others; null takes it back. Until then the
   * last answer for another file counts.
   */
  answerSeries(oneSeries: boolean | null): void {
    this.#rows.oneSeries = oneSeries ?? this.#saidLast;
    this.#isSeriesSaid = oneSeries !== null;
  }

  takeSeries(lastAnswer: boolean | null): void {
    this.#saidLast = lastAnswer;
    if (!this.#isSeriesSaid) this.#rows.oneSeries = lastAnswer;
  }

  /** A person's answer whether older bills are carried although the arrears differ; null takes it back. */
  answerArrears(carryAll: boolean | null): void {
    this.#rows.carryAll = carryAll;
  }

  /** Whether each month becomes a billing of its own; null takes the answer back. */
  answerMonths(splits: boolean | null): void {
    this.#rows.splitsMonths = splits;
    if (!splits) return;
    // A row that was to stay in this billing now goes to the billing of its month.
    for (const { line, answer } of this.#rows.answers.all)
      if (line.kind === 'otherPeriod' && answer === 'keep') this.#rows.takeAnswer(line.key);
  }

  /** The months whose bills are saved apart, the earliest first; empty if all are saved to one billing. */
  monthsToSave(): MonthOfBills[] {
    return this.#rows.splitsMonths ? this.#monthsOf(this.#judged()) : [];
  }

  #monthsOf(judged: readonly JudgedRow[]): MonthOfBills[] {
    const taken = judged.filter(({ outcome }) => isTaken(outcome)).map(({ record }) => record);
    return this.#rows.table.kind === 'bills' ? countMonths(taken, this.#rows.period) : [];
  }

  #askOfMonths(judged: readonly JudgedRow[]): MonthsQuestion | null {
    const months = this.#monthsOf(judged);
    return months.length > 1 ? { months, answer: this.#rows.splitsMonths } : null;
  }

  /** Null if nobody was asked or has answered. */
  get carryAll(): boolean | null {
    return this.#rows.arrears?.answer ?? null;
  }

  /** Null if nobody has ever answered. */
  get oneSeries(): boolean | null {
    return this.#rows.oneSeries;
  }

  #judged(): JudgedRow[] {
    return this.#rows.records.map((record): JudgedRow => {
      const bits = this.#rows.bitsOf(record);
      return { record, bits, outcome: this.#rows.outcomeOf(record, bits) };
    });
  }

  summary(): CheckSummary {
    const { table } = this.#rows;
    const judged = this.#judged();
    this.#lines = findLines(this.#rows, judged);
    const notes = this.#sameFile ? [this.#saySameFile(this.#sameFile.same, this.#sameFile.timeZone)] : [];
    const { days, carrying } = this.#rows;
    const carried = carrying > 0 ? [fileNotes.carried(carrying)] : [];
    const hidden = this.#rows.records.filter((record) => this.#rows.isHidden(record));
    const dayNotes = [...(table.dayNotes ?? [])].filter(
      ([field]) => !days.some((one) => one.field === field),
    );
    return {
      ...summarise(judged),
      lines: this.#lines.map(({ line }) => line),
      unused: [...table.unused],
      hidden: {
        rows: hidden.length,
        leftOut: hidden.filter((record) => this.#rows.isOut(record)).length,
      },
      absent: absentOf(table),
      days: [...days],
      questions: [...this.#rows.questions],
      series: this.#rows.series,
      arrears: this.#rows.arrears,
      months: this.#askOfMonths(judged),
      children: summariseChildren(this.#childrenOf(judged), this.#rows.childrenChoice),
      notes: [...notes, ...carried, ...table.notes, ...dayNotes.map(([, note]) => note)],
    };
  }

  *#childrenOf(judged: readonly JudgedRow[]) {
    for (const { record, outcome } of judged)
      if (isTaken(outcome)) yield { record, child: this.#rows.childOf(record) };
  }

  /** A person's answer whether days and months of a date column are swapped. All rows must be looked up again. */
  answerDays(field: string, answer: 'swap' | 'keep' | null): void {
    this.#rows.answerDays(field, answer);
  }

  /** A person's answer to a question about the sheet; null takes it back. All rows must be looked up again. */
  answerSheet(key: string, answer: SheetAnswer | null): void {
    this.#rows.answerSheet(key, answer);
  }

  /**
   * Stores an answer for all rows of a line, or takes it back. `text`: the number typed with `correct`. Returns the ids
   * to look up again (`keysOf`, `familyRegNums`).
   */
  answer(key: string, answer: AnswerName | null, text = ''): number[] {
    const ids = [...this.#rows.takeAnswer(key)];
    if (answer === null) return ids;
    // Takes back the earlier answer first, so the new one applies to the line as it was found.
    this.#lines = findLines(this.#rows, this.#judged());
    const found = this.#lines.find(({ line }) => line.key === key);
    const layer = found && layerFor(this.#rows, found, { name: answer, text });
    return layer ? [...new Set([...ids, ...this.#rows.putAnswer(layer)])] : ids;
  }

  /** The months in the rows. */
  statedPeriods(): StatedPeriod[] {
    return sayPeriod(this.#rows);
  }

  #saySameFile({ groupName, by, at }: SameFile, timeZone: string): string {
    const when = formatInstant(at, timeZone);
    return this.#rows.table.kind === 'bills'
      ? fileNotes.sameFile(`"${groupName}"`, by, when)
      : fileNotes.sameFileOfStudents(by, when);
  }

  /** Left-out rows match only the filters `leftOut` and `all`, because their errors and warnings no longer count. */
  #matches(record: RowRecord, filter: RowFilter): boolean {
    if (filter === 'all') return true;
    if (filter === 'hidden') return this.#rows.isHidden(record);
    const bits = this.#rows.bitsOf(record);
    const outcome = this.#rows.outcomeOf(record, bits);
    if (isOfChild(filter))
      return isTaken(outcome) && this.#rows.childOf(record)?.is === filter.slice(childFilter.length);
    if (filter === 'left') return outcome !== 'add' && outcome !== 'update' && outcome !== 'notBill';
    if (isOutcome(filter)) return outcome === filter;
    if (this.#rows.isOut(record)) return false;
    if (filter === 'errors') return (bits & errorBits) !== 0 && outcome !== 'notBill';
    if (filter === 'warnings') return (bits & anyBits) !== 0 && (bits & errorBits) === 0;
    return !isOfLine(filter) && (bits & bitOf(filter)) !== 0;
  }

  /** Rows of a line come in the order of the line. */
  *#chosen(filter: RowFilter): Generator<RowRecord> {
    const { records } = this.#rows;
    if (!isOfLine(filter)) {
      for (const record of records) if (this.#matches(record, filter)) yield record;
      return;
    }
    const found = this.#lines.find(({ line }) => `problem:${line.key}` === filter);
    for (const id of found?.ids ?? []) {
      const record = records[id];
      if (record) yield record;
    }
  }

  rows({ filter, search = '', from, take }: RowsQuery): { count: number; rows: CheckedRow[] } {
    const isFound = matcherOf(search, this.#rows.table.mapped);
    const isAll = search.trim() === '';
    const rows: CheckedRow[] = [];
    let count = 0;
    for (const record of this.#chosen(filter)) {
      if (!isAll && !isFound(this.#rows.cellsOf(record))) continue;
      if (count >= from && rows.length < take) rows.push(this.#rows.show(record));
      count += 1;
    }
    return { count, rows };
  }

  /** The current state of one row; undefined if it does not exist. */
  row(id: number): CheckedRow | undefined {
    const record = this.#rows.records[id];
    return record && this.#rows.show(record);
  }

  /**
   * Types a text into a cell, or empties it. What the server found for the row is forgotten, so it must be looked up
   * again (`keysOf`), and so must its former duplicates.
   */
  edit(id: number, field: string, text: string): void {
    this.#rows.edit(id, field, text);
  }

  /** Leaves rows out, or takes them back. */
  leaveOut(which: readonly number[] | RowFilter, isOut: boolean): void {
    const ids = typeof which === 'string' ? [...this.#chosen(which)].map(({ id }) => id) : which;
    this.#rows.leaveOut(ids, isOut);
  }

  /** The content of the error workbook; `name` is the sheet's. */
  withProblems(name: string): SheetWithProblems {
    return sheetWithProblems(this.#rows, name);
  }

  /** Sets another month and year. All rows must be looked up again; edits stay. */
  changePeriod(period: Period): void {
    this.#rows.changePeriod(period);
  }

  /**
   * The rows to send, in the order of the sheet, of one month or of all. The server finds out which of them exist
   * already.
   */
  *rowsToSave(month?: Period): Generator<BillRow | StudentRow> {
    const sent: number[] = [];
    this.#sent = sent;
    for (const record of this.#rows.records) {
      const outcome = this.#rows.outcomeOf(record, this.#rows.bitsOf(record));
      if (!isTaken(outcome)) continue;
      if (month && !isSameMonth(monthOfBill(record, this.#rows.period), month)) continue;
      sent.push(record.id);
      yield this.#rows.read(record)?.values as BillRow | StudentRow;
    }
  }

  /** The ids of the rows that `rowsToSave` has returned, by their position. */
  get sent(): readonly number[] {
    return this.#sent;
  }

  /** What the spellings of classes mean, to send with the rows. */
  get classAnswers(): ClassAnswer[] {
    return this.#rows.classAnswers;
  }

  /** Rows that are not sent: left out by the clerk or not bills, and refused. */
  left(): { skipped: number; refused: number } {
    const counted = { skipped: 0, refused: 0 };
    for (const record of this.#rows.records) {
      const outcome = this.#rows.outcomeOf(record, this.#rows.bitsOf(record));
      if (outcome === 'leftOut' || outcome === 'notBill') counted.skipped += 1;
      if (outcome === 'refused') counted.refused += 1;
    }
    return counted;
  }

  /**
   * Marks rows with the issues of a refused save, found by the position of the row in the request
   * (`contacts.12.number`). The marks stay until the row is edited. Returns the issues that belong to no row.
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

/** Reads the chosen sheet with its mapped columns. Throws `SheetFailure` if there are no rows or too many. */
export function createSheetCheck(book: Book, options: CheckOptions, onProgress?: OnRowsRead): Check {
  return new Check(new CheckRows(book.table(options.country), options, onProgress));
}
