/** The rows of a check with all that is known of them: read, typed over, left out, found at the server, refused by it. */
import type { FoundRow, FoundStudent } from '../calls/imports.ts';
import { toPaisa, toRupees } from '../money.ts';
import { isAbroad } from '../phone.ts';
import { type AnswerLayer, Answers } from './answers.ts';
import { type Cell, isEmptyCell, plainText } from './cells.ts';
import type {
  ArrearsQuestion,
  CheckedRow,
  DayQuestion,
  Fate,
  NoBill,
  RowIssue,
  SeriesQuestion,
  SheetAnswer,
  SheetQuestion,
} from './checked.ts';
import { columnOf } from './columns.ts';
import { areDotsDecimals, askOfDots } from './dots.ts';
import type { MappedColumn } from './find-header.ts';
import { findTwice, type Twice } from './find-twice.ts';
import type { Period } from './look-at-bill.ts';
import { askOfMerged } from './merged-amounts.ts';
import { bitOf, bitsOf, errorBits } from './problem.ts';
import type { DotMeaning } from './read-amount.ts';
import type { SheetContext } from './read-cell.ts';
import { orderOfDay } from './read-day.ts';
import { noBillRead, type RowRead, readRow, usualNoRow } from './read-row.ts';
import {
  contextOf,
  judgePeriod,
  type OnRowsRead,
  type Reading,
  type RowRecord,
  readTable,
  rowNumber,
  type Table,
  toRecord,
} from './read-table.ts';
import { sayTwice } from './say-twice.ts';
import { mostColumns } from './sheet-limits.ts';
import { joinCells } from './shifted-cells.ts';
import { showCells, showIn } from './show-row.ts';
import { findSwappedDays } from './swapped-days.ts';
import { type StoredMatch, saySeries, takeFoundRow, takeFoundStudent } from './take-found.ts';

/** More are not told by name. */
const mostBillings = 3;

type RowRefusal = { field: string | undefined; sentence: string };

/** What could not be read of a row, cell by cell, and whether it is none at all. */
export type Unread = {
  cells: { field: string; text: string }[];
  isNone: boolean;
  /** It was only taken for a total or a note by what it lacks beside the others. */
  mayBeBill: boolean;
  usual: NoBill | 'example' | undefined;
  /** Its cells have moved because amounts were cut at their commas. */
  isCut: boolean;
};

function withAnswer<T>(answers: ReadonlyMap<string, T> | undefined, field: string, answer: T | null) {
  const all = new Map(answers);
  if (answer === null) all.delete(field);
  else all.set(field, answer);
  return all;
}

export class CheckRows {
  #table: Table;
  #reading: Reading;
  #context: SheetContext;
  #records: RowRecord[];
  #twice: ReadonlyMap<number, Twice> = new Map();
  readonly #edits = new Map<number, Map<string, string>>();
  readonly #out = new Set<number>();
  readonly #found = new Map<number, StoredMatch & { bits: number }>();
  readonly #refusals = new Map<number, RowRefusal[]>();
  readonly #dayAnswers = new Map<string, 'swap' | 'keep'>();
  readonly #answers = new Answers();
  /** Kept while the row is as it is: else it would be read for it at every look. */
  readonly #unread = new Map<number, Unread>();
  #days: readonly DayQuestion[] = [];
  /** Fields of amounts of which a person is asked what their dots are. */
  readonly #doubted = new Set<string>();
  /** Whether these numbers and those of other billings are one series; null: nobody said. */
  oneSeries: boolean | null = null;
  /** Whether older bills are carried also where arrears are another sum; null: nobody said. */
  carryAll: boolean | null = null;

  constructor(table: Table, reading: Reading, onProgress?: OnRowsRead) {
    this.#table = table;
    this.#reading = reading;
    this.#context = contextOf(table, reading);
    this.#records = readTable(table, this.#context, onProgress);
    this.#settleDots();
    this.#settleAbroad();
    this.#findSwapped();
    this.#settle();
  }

  /** Where most numbers are of other countries, one of them is nothing to be looked at. */
  #settleAbroad(): void {
    const { country } = this.#reading;
    const numbers = this.#records.flatMap((record) => record.numbers.split(' ').filter(Boolean));
    const isUsual = (abroad: number): boolean => abroad * 2 > numbers.length;
    if (!isUsual(numbers.filter((number) => isAbroad(number, country)).length)) return;
    this.#readAll({ ...this.#reading, areAbroad: true });
  }

  #findSwapped(): void {
    if (this.#table.kind === 'bills' && !this.#table.lines)
      this.#days = findSwappedDays(this.#table, this.#reading, this.#dayAnswers);
  }

  /** Columns of dates of which a person is asked whether they are exchanged, and was. */
  get days(): readonly DayQuestion[] {
    return this.#days;
  }

  /** A person's answer for the dates of a column; null: it is taken back. What the server said is to be asked again. */
  answerDays(field: string, answer: 'swap' | 'keep' | null): void {
    if (answer === null) this.#dayAnswers.delete(field);
    else this.#dayAnswers.set(field, answer);
    const swapped = new Set([...this.#dayAnswers].filter(([, said]) => said === 'swap').map(([of]) => of));
    this.#readAll({ ...this.#reading, swapped });
  }

  /** What the server said of the rows is forgotten. */
  #readAll(reading: Reading): void {
    this.#reading = reading;
    this.#context = contextOf(this.#table, reading);
    this.#found.clear();
    this.#refusals.clear();
    this.#unread.clear();
    for (const record of this.#records)
      this.#records[record.id] = toRecord(record, this.read(record), this.#context);
    this.#findSwapped();
    this.#settle();
  }

  /** Columns whose other cells tell what their dots are need not be asked about. */
  #settleDots(): void {
    const dots = new Map<string, DotMeaning>();
    const fields = [...(this.#context.doubted ?? [])];
    const isAddedUp = fields.length > 0 && this.#addUpOnly(fields);
    for (const field of fields) {
      const column = this.columnOf(field);
      if (!column) continue;
      if (isAddedUp || areDotsDecimals(this.#table, column)) dots.set(field, 'decimals');
      else this.#doubted.add(field);
    }
    if (dots.size > 0) this.#readAll({ ...this.#reading, dots });
  }

  /** Whether the heads of doubted rows add up to their totals as decimals, and not as thousands. */
  #addUpOnly(fields: readonly string[]): boolean {
    const differIn = (meaning: DotMeaning): boolean[] => {
      const dots = new Map(fields.map((field) => [field, meaning]));
      const context = contextOf(this.#table, { ...this.#reading, dots });
      return this.#records.flatMap((record) => {
        const read = record.bits & bitOf('unread') ? readRow(this.cellsOf(record), context) : undefined;
        const has = read && read.values.total !== undefined && fields.some((field) => field in read.values);
        return has ? [read.issues.some(({ kind }) => kind === 'headsDiffer')] : [];
      });
    };
    const asThousands = differIn('thousands');
    return asThousands.length > 0 && asThousands.every(Boolean) && !differIn('decimals').some(Boolean);
  }

  /** What a person is asked of the sheet, or was. */
  get questions(): readonly SheetQuestion[] {
    const rows = this.#records.filter(({ bits }) => !(bits & bitOf('notARow')));
    return [...this.#mergedQuestions(rows), ...this.#dotQuestions(rows)];
  }

  #mergedQuestions(rows: readonly RowRecord[]): SheetQuestion[] {
    const { country, merged } = this.#reading;
    return this.#table.mapped.flatMap((column) => {
      const { kind, field } = column.column;
      if (!this.#table.hasMerged || (kind !== 'amount' && kind !== 'headAmount')) return [];
      const cells = rows.map((record) => this.cellsOf(record)[column.index]);
      return askOfMerged(column, cells, { country, answer: merged?.get(field) ?? null });
    });
  }

  #dotQuestions(rows: readonly RowRecord[]): SheetQuestion[] {
    return [...this.#doubted].flatMap((field) => {
      const column = this.columnOf(field);
      if (!column) return [];
      const cells = rows.map((record) => this.cellsOf(record)[column.index]);
      return askOfDots(column, cells, {
        country: this.#reading.country,
        answer: this.#reading.dots?.get(field) ?? null,
      });
    });
  }

  answerSheet(key: string, answer: SheetAnswer | null): void {
    const [kind, field = ''] = key.split(' ');
    const { dots, merged } = this.#reading;
    if (kind === 'merged' && (answer === null || answer === 'each' || answer === 'once'))
      this.#readAll({ ...this.#reading, merged: withAnswer(merged, field, answer) });
    else if (this.#doubted.has(field) && (answer === null || answer === 'thousands' || answer === 'decimals'))
      this.#readAll({ ...this.#reading, dots: withAnswer(dots, field, answer) });
  }

  /** What a person is asked of invoice numbers that other billings have too. */
  get series(): SeriesQuestion | null {
    const billings = new Set<string>();
    let count = 0;
    for (const [id, { numberIn }] of this.#found) {
      if (numberIn === undefined || this.#isOut(id)) continue;
      billings.add(numberIn);
      count += 1;
    }
    if (count === 0) return null;
    return { count, billings: [...billings].slice(0, mostBillings), answer: this.oneSeries };
  }

  /** What a person is asked of arrears that are not what older bills leave open. */
  get arrears(): ArrearsQuestion | null {
    const billings = new Set<string>();
    const sums = { count: 0, asked: 0, open: 0 };
    for (const [id, { arrears }] of this.#found) {
      if (!arrears || arrears.isSame || this.#isOut(id)) continue;
      sums.count += 1;
      sums.asked += toPaisa(arrears.asked);
      sums.open += toPaisa(arrears.older.today);
      for (const name of arrears.older.billings) billings.add(name);
    }
    if (sums.count === 0) return null;
    const [asked, open] = [toRupees(sums.asked), toRupees(sums.open)];
    return { ...sums, asked, open, billings: [...billings].slice(0, mostBillings), answer: this.carryAll };
  }

  /** Rows whose arrears are what older bills leave open. */
  get carrying(): number {
    return [...this.#found].filter(([id, { arrears }]) => arrears?.isSame && !this.#isOut(id)).length;
  }

  get table(): Table {
    return this.#table;
  }

  get records(): readonly RowRecord[] {
    return this.#records;
  }

  isOut({ id }: RowRecord): boolean {
    return this.#isOut(id);
  }

  #isOut(id: number): boolean {
    return this.#out.has(id) || this.#answers.isOut(id);
  }

  get period(): Period {
    return this.#reading;
  }

  columnOf(field: string): MappedColumn | undefined {
    return this.#table.mapped.find(({ column }) => column.field === field);
  }

  /** By id, as far as they stand twice: the first of the same. */
  get twice(): ReadonlyMap<number, Twice> {
    return this.#twice;
  }

  isHidden(record: RowRecord): boolean {
    return this.#table.hiddenRows?.has(record.at) === true;
  }

  /** Which row is the first of two depends on all the others. */
  #settle(): void {
    this.#twice = findTwice(this.#records, ({ id }) => this.#isOut(id));
  }

  /** All issues of a row, a bit for each kind. A row that is refused is not held as well. */
  bitsOf({ id, bits }: RowRecord): number {
    const refused = this.#refusals.has(id) ? bitOf('unread') : 0;
    const twice = this.#twice.has(id) ? bitOf('twice') : 0;
    const found = this.#found.get(id);
    const series = found?.numberIn ? bitOf(this.oneSeries ? 'elsewhere' : 'alsoElsewhere') : 0;
    const all = bits | twice | (found?.bits ?? 0) | series | refused;
    return all & errorBits ? all & ~bitOf('held') : all;
  }

  fateOf({ id }: RowRecord, bits: number): Fate {
    if (this.#isOut(id)) return 'leftOut';
    if (bits & errorBits) return 'refused';
    return this.#found.get(id)?.fate ?? 'add';
  }

  /** The row's cells with what was typed into them. */
  cellsOf({ id, at }: RowRecord): readonly Cell[] {
    const asIs = this.#table.rows[at] ?? [];
    const sheet = (this.#answers.isJoined(id) ? joinCells(asIs, this.#context)?.cells : undefined) ?? asIs;
    const edits = this.#answers.over(id, this.#edits.get(id));
    if (!edits) return sheet;
    const cells = [...sheet];
    for (const { column, index, also = [] } of this.#table.mapped) {
      const typed = edits.get(column.field);
      if (typed === undefined) continue;
      cells[index] = plainText(typed) || null;
      // It was typed in place of all that they hold together.
      for (const other of also) cells[other.index] = null;
    }
    return cells;
  }

  /** The row read anew; undefined where every cell was emptied. */
  read(record: RowRecord): RowRead | undefined {
    return this.#readCells(record, this.cellsOf(record));
  }

  /** What was taken for a total or a note is a bill where a person says so, or has typed into it. */
  #readCells({ id, none }: RowRecord, cells: readonly Cell[]): RowRead | undefined {
    const isBill = this.#answers.isBill(id);
    const isRight = isBill || this.#areAmountsTyped(id, cells);
    const read = readRow(cells, this.#context, { isBill, isRight });
    return read && none && !isBill && !this.#edits.has(id) ? noBillRead(read, none) : read;
  }

  /** Then its cells are looked at by somebody, and no amount is one that has moved. */
  #areAmountsTyped(id: number, cells: readonly Cell[]): boolean {
    const edits = this.#edits.get(id);
    const isTyped = ({ column: { field, kind }, index }: MappedColumn): boolean =>
      (kind !== 'amount' && kind !== 'headAmount') || isEmptyCell(cells[index]) || edits?.has(field) === true;
    return edits !== undefined && this.#table.mapped.every(isTyped);
  }

  takeFound(found: readonly FoundRow[]): void {
    for (const row of found) {
      const record = this.#records[row.row];
      if (record) this.#keepMatch(record, takeFoundRow(row, this.read(record)?.values ?? {}, this.#context));
    }
  }

  takeStudents(students: readonly FoundStudent[]): void {
    const byRegNum = new Map(students.map((student) => [student.regNum, student]));
    for (const record of this.#records) {
      const student = byRegNum.get(record.regNum ?? '');
      if (student)
        this.#keepMatch(
          record,
          takeFoundStudent(student, this.read(record)?.values ?? {}, this.#context.country),
        );
    }
  }

  #keepMatch(record: RowRecord, found: StoredMatch): void {
    this.#found.set(record.id, { ...found, bits: bitsOf(found.issues) });
  }

  #issuesOf(record: RowRecord, read: RowRead | undefined): RowIssue[] {
    const twice = this.#twice.get(record.id);
    const refused = (this.#refusals.get(record.id) ?? []).map(
      ({ field, sentence }): RowIssue => ({
        kind: 'unread',
        level: 'error',
        sentence,
        ...(field && { field }),
      }),
    );
    const { issues: told = [], numberIn } = this.#found.get(record.id) ?? {};
    const issues = [
      ...(read?.issues ?? []),
      ...(twice ? [sayTwice(record, twice, this.#table)] : []),
      ...told,
      ...(numberIn ? [saySeries(record.invNo ?? '', numberIn, this.oneSeries === true)] : []),
      ...refused,
    ];
    const bits = this.bitsOf(record);
    return issues.filter(({ kind }) => bits & bitOf(kind) || kind !== 'held');
  }

  show(record: RowRecord): CheckedRow {
    const cells = this.cellsOf(record);
    const read = this.#readCells(record, cells);
    const issues = this.#issuesOf(record, read);
    const found = this.#found.get(record.id);
    const edited = this.#answers.over(record.id, this.#edits.get(record.id));
    const sheet = this.#table.rows[record.at] ?? [];
    const shown = { sheet, cells, edited, read, numbers: read?.numbers ?? [], found, issues };
    return {
      id: record.id,
      row: rowNumber(this.#table, record.at),
      fate: this.fateOf(record, this.bitsOf(record)),
      ...(found?.hold && { hold: found.hold }),
      cells: showCells(this.#table.mapped, shown),
      issues,
      isEdited: this.#edits.has(record.id),
    };
  }

  edit(id: number, field: string, text: string): void {
    const record = this.#records[id];
    if (!record || !this.#isMapped(field)) return;
    const edits = this.#edits.get(id) ?? new Map<string, string>();
    this.#edits.set(id, edits.set(field, this.#plainDay(field, text)));
    this.#readAnew([id]);
  }

  /** What the server said of them is forgotten too: it is to be asked again. */
  #readAnew(ids: readonly number[]): void {
    for (const id of ids) {
      const record = this.#records[id];
      if (!record) continue;
      this.#found.delete(id);
      this.#refusals.delete(id);
      this.#unread.delete(id);
      this.#records[id] = toRecord(record, this.read(record), this.#context);
    }
    this.#settle();
  }

  get answers(): Pick<Answers, 'all' | 'of'> {
    return this.#answers;
  }

  /** Answers for many rows at once. What comes back are those that are to be asked about again. */
  putAnswer(layer: AnswerLayer): readonly number[] {
    this.#answers.put(layer);
    return this.#changed(layer);
  }

  /** Takes an answer back: its rows are as they were before. */
  takeAnswer(key: string): readonly number[] {
    const layer = this.#answers.take(key);
    return layer ? this.#changed(layer) : [];
  }

  #changed({ edits, isOfBills, isJoined, ids }: AnswerLayer): readonly number[] {
    const changed = edits || isOfBills || isJoined ? ids : [];
    this.#readAnew(changed);
    return changed;
  }

  /** What of a row could not be read. */
  unreadOf(record: RowRecord): Unread {
    const known = this.#unread.get(record.id);
    if (known) return known;
    const cells = this.cellsOf(record);
    const read = this.#readCells(record, cells);
    const issues = read?.issues ?? [];
    const fields = issues.flatMap(({ kind, field }) => (kind === 'unread' && field ? [field] : []));
    const isLike = issues.some(({ kind }) => kind === 'notARow');
    const usual = read && isLike ? usualNoRow(read, cells) : undefined;
    const unread: Unread = {
      cells: [...new Set(fields)].map((field) => {
        const column = this.columnOf(field);
        return { field, text: column ? showIn(column, cells) : '' };
      }),
      isNone: read === undefined || issues.some(({ kind }) => kind === 'notARow'),
      mayBeBill: isLike && usual === undefined && record.none !== undefined,
      usual: isLike ? (usual ?? record.none) : undefined,
      isCut: issues.some(({ kind }) => kind === 'shifted') && joinCells(cells, this.#context) !== undefined,
    };
    this.#unread.set(record.id, unread);
    return unread;
  }

  /** What the server refused of a row at the save. */
  refusalsOf({ id }: RowRecord): readonly RowRefusal[] {
    return this.#refusals.get(id) ?? [];
  }

  /** What is typed here has the day first, however the dates of its column are to be read. */
  #plainDay(field: string, text: string): string {
    const isDay = columnOf(this.#table.kind, field)?.kind === 'day';
    return (isDay && orderOfDay(text)?.day) || text;
  }

  /** A field of which the sheet has no column gets one, beyond all that a sheet may have. */
  #isMapped(field: string): boolean {
    const { mapped, kind } = this.#table;
    if (mapped.some(({ column }) => column.field === field)) return true;
    const column = this.#table.lines ? undefined : columnOf(kind, field);
    if (!column) return false;
    const index = 1 + Math.max(mostColumns, ...mapped.map((one) => one.index));
    this.#table = { ...this.#table, mapped: [...mapped, { column, index, title: column.heading }] };
    this.#context = contextOf(this.#table, this.#reading);
    return true;
  }

  leaveOut(ids: readonly number[], isOut: boolean): void {
    for (const id of ids) {
      if (!isOut) {
        this.#out.delete(id);
        this.#answers.takeIn(id);
      } else if (this.#records[id]) this.#out.add(id);
    }
    this.#settle();
  }

  /** What the server said was of another month, and so was what a person answered about it. */
  changePeriod({ month, year }: Period): void {
    for (const { line } of this.#answers.all)
      if (line.kind === 'otherPeriod' || line.kind === 'dueFarOff') this.takeAnswer(line.key);
    this.#reading = { ...this.#reading, month, year };
    this.#context = contextOf(this.#table, this.#reading);
    this.#found.clear();
    this.#refusals.clear();
    for (const record of this.#records) judgePeriod(record, this.#context);
    this.#findSwapped();
    this.#settle();
  }

  refuse(id: number, refusal: RowRefusal): void {
    this.#unread.delete(id);
    this.#refusals.set(id, [...(this.#refusals.get(id) ?? []), refusal]);
  }
}
