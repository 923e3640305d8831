/**
 * The rows of a check with everything known about them: their values, edits, left-out marks, matches on the server, and
 * refusals of a save.
 */

import { toPaisa, toRupees } from '../money/money.ts';
import type { ListedClass, PlaceNames } from '../people/class-list.ts';
import { type CountryCode, isAbroad } from '../people/phone.ts';
import { type AnswerLayer, Answers } from './answers.ts';
import { type Cell, isEmptyCell, nameOfCell, plainText, tidy } from './cells.ts';
import { askOfCharge, findCharge } from './charge.ts';
import type {
  ArrearsQuestion,
  ChargeAnswer,
  CheckedRow,
  DayQuestion,
  NoBill,
  RowIssue,
  RowOutcome,
  SeriesQuestion,
  SheetAnswer,
  SheetQuestion,
} from './checked.ts';
import { type ChildMatch, matchChild } from './children.ts';
import { ClassNames } from './class-spellings.ts';
import { columnOf } from './columns.ts';
import { areDotsDecimals, askOfDots } from './dots.ts';
import type { MappedColumn } from './find-header.ts';
import { areEqual, type Duplicate, type Duplicates, findDuplicates } from './find-twice.ts';
import type { Period } from './look-at-bill.ts';
import { askOfMerged } from './merged-amounts.ts';
import { bitOf, bitsOf, errorBits, Findings } from './problem.ts';
import type { DotMeaning } from './read-amount.ts';
import { readCell, type SheetContext } from './read-cell.ts';
import { orderOfDay } from './read-day.ts';
import { kindOfNoBill, noBillRead, type RowRead, readRow } from './read-row.ts';
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
import { paidInStatus } from './read-text.ts';
import { duplicateIssue } from './say-twice.ts';
import { mostColumns } from './sheet-limits.ts';
import type { ChildrenChoice, ClassAnswer, FoundRow, FoundStudent } from './sheet-rows.ts';
import { joinCells } from './shifted-cells.ts';
import { showCells, showIn } from './show-row.ts';
import { askOfShown } from './shown-amounts.ts';
import { findSwappedDays } from './swapped-days.ts';
import { type StoredMatch, saySecond, saySeries, takeFoundRow, takeFoundStudent } from './take-found.ts';

/** The most billings that a question names. */
const mostBillings = 3;

/** `listed`: the classes of the list of students. */
export type CheckOptions = Reading & { listed?: readonly ListedClass[] | undefined };

type RowRefusal = { field: string | undefined; sentence: string };

/** The cells of a row that could not be read, and whether the row is not a bill. */
export type Unread = {
  cells: { field: string; text: string }[];
  isNone: boolean;
  /** The row was taken for a total or a note only because it lacks fields that the other rows have. */
  mayBeBill: boolean;
  usual: NoBill | 'example' | undefined;
  /** The cells of the row have moved because amounts were split at their commas. */
  isCut: boolean;
};

const isChargeAnswer = (answer: SheetAnswer): answer is ChargeAnswer =>
  answer === 'sum' || answer === 'total' || answer === 'instalment' || answer === 'none';

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
  #duplicates: Duplicates | undefined;
  /** Whether a duplicate equals its first row, as far as somebody has asked. */
  readonly #equal = new Map<number, boolean>();
  readonly #edits = new Map<number, Map<string, string>>();
  readonly #out = new Set<number>();
  readonly #found = new Map<number, StoredMatch & { bits: number }>();
  /** The children of the rows, compared with the list of students. */
  readonly #children = new Map<number, ChildMatch>();
  readonly #refusals = new Map<number, RowRefusal[]>();
  readonly #dayAnswers = new Map<string, 'swap' | 'keep'>();
  readonly #answers = new Answers();
  readonly #classes: ClassNames;
  /** A cache while the row is unchanged, so that the row is not read again each time. */
  readonly #unread = new Map<number, Unread>();
  #days: readonly DayQuestion[] = [];
  /** Amount fields with dots whose meaning a person must choose. */
  readonly #doubted = new Set<string>();
  /** Amount fields in which Excel shows other amounts than it stores. */
  #shownFields: ReadonlySet<string> = new Set();
  /** Whether this billing shares its invoice series with others; null: nobody has answered. */
  oneSeries: boolean | null = null;
  /** Whether older bills are carried although the arrears differ; null: nobody has answered. */
  carryAll: boolean | null = null;
  /** Whether each month of the sheet becomes a billing of its own; null: nobody has answered. */
  splitsMonths: boolean | null = null;

  /** Which children are saved to the list of students. */
  childrenChoice: ChildrenChoice = 'all';

  constructor(table: Table, { listed = [], ...reading }: CheckOptions, onProgress?: OnRowsRead) {
    this.#table = table;
    const charge = findCharge(table.rows, table.first, contextOf(table, reading));
    this.#classes = new ClassNames(listed);
    this.#reading = { ...reading, charge, classes: this.#classes };
    this.#context = contextOf(table, this.#reading);
    this.#records = readTable(table, this.#context, onProgress);
    this.#shownFields = this.#context.shownFields ?? new Set();
    this.#decideDots();
    this.#acceptForeignNumbers();
    this.#findSwapped();
    this.#updateDuplicates();
  }

  /**
   * If more than nine of ten numbers are of other countries, reads all rows again without warnings about such numbers:
   * they are usual at this school.
   */
  #acceptForeignNumbers(): void {
    const { country } = this.#reading;
    const numbers = this.#records.flatMap((record) => record.numbers.split(' ').filter(Boolean));
    const home = numbers.filter((number) => !isAbroad(number, country));
    if (home.length * 10 >= numbers.length) return;
    this.#readAll({ ...this.#reading, areAbroad: true });
  }

  #findSwapped(): void {
    if (this.#table.kind === 'bills' && !this.#table.lines)
      this.#days = findSwappedDays(this.#table, this.#reading, this.#dayAnswers);
  }

  /** Date columns whose days and months may be swapped, including answered ones. */
  get days(): readonly DayQuestion[] {
    return this.#days;
  }

  /**
   * A person's answer about the dates of a column; null takes it back. All rows must be looked up on the server again.
   */
  answerDays(field: string, answer: 'swap' | 'keep' | null): void {
    if (answer === null) this.#dayAnswers.delete(field);
    else this.#dayAnswers.set(field, answer);
    const swapped = new Set(
      [...this.#dayAnswers].filter(([, choice]) => choice === 'swap').map(([of]) => of),
    );
    const monthFirst = new Map(this.#days.map((day) => [day.field, new Set(day.texts)]));
    this.#readAll({ ...this.#reading, swapped, monthFirst });
  }

  /** Reads all rows again, and forgets what the server found. */
  #readAll(reading: Reading): void {
    this.#reading = reading;
    this.#context = contextOf(this.#table, reading);
    this.#found.clear();
    this.#children.clear();
    this.#refusals.clear();
    this.#unread.clear();
    for (const record of this.#records)
      this.#records[record.id] = toRecord(record, this.read(record), this.#context);
    this.#findSwapped();
    this.#updateDuplicates();
  }

  /** Decides what dots mean in a column if its other cells show it. Otherwise a person must be asked. */
  #decideDots(): void {
    const dots = new Map<string, DotMeaning>();
    const fields = [...(this.#context.doubted ?? [])];
    const isAddedUp = fields.length > 0 && this.#addUpAsDecimals(fields);
    for (const field of fields) {
      const column = this.columnOf(field);
      if (!column) continue;
      if (isAddedUp || areDotsDecimals(this.#table, column)) dots.set(field, 'decimals');
      else this.#doubted.add(field);
    }
    if (dots.size > 0) this.#readAll({ ...this.#reading, dots });
  }

  /** Whether the heads of doubtful rows add up to their totals as decimals and not as thousands. */
  #addUpAsDecimals(fields: readonly string[]): boolean {
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

  /** The questions about the sheet, including answered ones. */
  get questions(): readonly SheetQuestion[] {
    const rows = this.#records.filter(({ bits }) => !(bits & bitOf('notARow')));
    return [
      ...this.#chargeQuestions(rows),
      ...this.#mergedQuestions(rows),
      ...this.#dotQuestions(rows),
      ...this.#shownQuestions(rows),
      ...this.#statusQuestions(rows),
      ...(this.#areChildrenSaved ? this.#classes.questions : []),
    ];
  }

  get #areChildrenSaved(): boolean {
    return this.#table.kind === 'students' || this.childrenChoice !== 'none';
  }

  #chargeQuestions(rows: readonly RowRecord[]): SheetQuestion[] {
    const { charge } = this.#reading;
    if (!charge?.question) return [];
    return askOfCharge(
      charge,
      rows.map((record) => this.cellsOf(record)),
      this.#context,
    );
  }

  /** The question about statuses such as `paid 4000`. */
  #statusQuestions(rows: readonly RowRecord[]): SheetQuestion[] {
    const column = this.columnOf('status');
    if (!column) return [];
    const cells = rows.map((record) => tidy(this.cellsOf(record)[column.index]));
    const stated = cells.filter((cell) => paidInStatus(cell) !== undefined);
    if (stated.length === 0) return [];
    const rupees = stated.reduce<number>((sum, cell) => sum + (paidInStatus(cell) ?? 0), 0);
    return [
      {
        key: 'status status',
        kind: 'status',
        field: 'status',
        heading: column.title,
        count: stated.length,
        example: nameOfCell(stated[0] ?? null),
        answers: [{ name: 'partPaid', rupees }, { name: 'unpaid' }],
        answer: this.#reading.statusAmounts ?? null,
      },
    ];
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

  #shownQuestions(rows: readonly RowRecord[]): SheetQuestion[] {
    const columns = [...this.#shownFields].flatMap((field) => this.columnOf(field) ?? []);
    if (columns.length === 0) return [];
    const all = rows.map((record) => this.cellsOf(record));
    return askOfShown(columns, all, this.#reading.shown ?? null);
  }

  answerSheet(key: string, answer: SheetAnswer | null): void {
    const [kind, field = ''] = key.split(' ');
    const { charge, dots, merged } = this.#reading;
    if (kind === 'class') {
      this.#classes.answer(key.slice(kind.length + 1), answer === 'ownClasses');
      this.#found.clear();
      this.#children.clear();
      this.#updateClasses();
    } else if (kind === 'charge' && charge) {
      if (answer === null || isChargeAnswer(answer))
        this.#readAll({ ...this.#reading, charge: { ...charge, by: answer } });
    } else if (kind === 'shown') {
      if (answer === null || answer === 'asShown' || answer === 'asStored')
        this.#readAll({ ...this.#reading, shown: answer ?? undefined });
    } else if (kind === 'status') {
      if (answer === null || answer === 'partPaid' || answer === 'unpaid')
        this.#readAll({ ...this.#reading, statusAmounts: answer ?? undefined });
    } else if (kind === 'merged' && (answer === null || answer === 'each' || answer === 'once'))
      this.#readAll({ ...this.#reading, merged: withAnswer(merged, field, answer) });
    else if (this.#doubted.has(field) && (answer === null || answer === 'thousands' || answer === 'decimals'))
      this.#readAll({ ...this.#reading, dots: withAnswer(dots, field, answer) });
  }

  /** The question about invoice numbers that other billings also have. */
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

  /** The question about arrears that differ from what older bills leave open. */
  get arrears(): ArrearsQuestion | null {
    const billings = new Set<string>();
    const sums = { count: 0, charged: 0, open: 0 };
    for (const [id, { arrears }] of this.#found) {
      if (!arrears || arrears.isSame || this.#isOut(id)) continue;
      sums.count += 1;
      sums.charged += toPaisa(arrears.charged);
      sums.open += toPaisa(arrears.older.today);
      for (const name of arrears.older.billings) billings.add(name);
    }
    if (sums.count === 0) return null;
    const [charged, open] = [toRupees(sums.charged), toRupees(sums.open)];
    return { ...sums, charged, open, billings: [...billings].slice(0, mostBillings), answer: this.carryAll };
  }

  /** The number of rows whose arrears equal what older bills leave open. */
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

  get country(): CountryCode {
    return this.#context.country;
  }

  get period(): Period {
    return this.#reading;
  }

  columnOf(field: string): MappedColumn | undefined {
    return this.#table.mapped.find(({ column }) => column.field === field);
  }

  /** Duplicate rows by id, with the first of each. */
  get twice(): ReadonlyMap<number, Duplicate> {
    return this.#duplicates?.twice ?? new Map();
  }

  /** Whether a duplicate has the same content as its first row. */
  isRepeated(record: RowRecord): boolean {
    const first = this.twice.get(record.id)?.first;
    if (!first) return false;
    const cached = this.#equal.get(record.id);
    if (cached !== undefined) return cached;
    const isEqual = areEqual(first, record, (one) => this.read(one));
    this.#equal.set(record.id, isEqual);
    return isEqual;
  }

  /** Whether a person has emptied the number of the row, because it is not known yet. */
  isNumberUnknown({ id }: RowRecord): boolean {
    const typed = this.#answers.over(id, this.#edits.get(id));
    return typed?.get('regNum') === '' || typed?.get('invNo') === '';
  }

  /** The invoice number of the child's stored bill, if the row makes a second bill and a person must confirm it. */
  otherInvoiceOf(record: RowRecord): string | undefined {
    const invNo = this.#found.get(record.id)?.otherInvoice;
    if (invNo === undefined || this.#answers.isAccepted(record.id, 'second')) return undefined;
    // If the sheet has the stored bill too, this row is certainly another bill.
    const ofChild = this.#duplicates?.byKey.all(record.key) ?? [];
    return ofChild.some((one) => one.invNo === invNo) ? undefined : invNo;
  }

  isHidden(record: RowRecord): boolean {
    return this.#table.hiddenRows?.has(record.at) === true;
  }

  /** Whether the stored child or bill with the number of the row has its name too. */
  #isNameStored({ id }: RowRecord): boolean {
    const child = this.#children.get(id);
    if (child) return child.is !== 'new' && !child.before.has('name');
    const found = this.#found.get(id);
    return found !== undefined && found.outcome !== 'add' && !found.before.has('name');
  }

  /** Finds all duplicates again, if what the server found can change which of two rows is the first. */
  #updateFirstRows(): void {
    if (this.twice.size > 0) this.#updateDuplicates();
  }

  /** Finds all duplicates again. A change of any row can change which of two rows is the first. */
  #updateDuplicates(): void {
    this.#equal.clear();
    this.#duplicates = findDuplicates(this.#records, {
      isOut: ({ id }) => this.#isOut(id),
      isOneChild: ({ id }) => this.#answers.isAccepted(id, 'twice'),
      isStored: (record) => this.#isNameStored(record),
    });
    this.#updateClasses();
  }

  /** Finds the spellings of the classes again. */
  #updateClasses(): void {
    const name = this.columnOf('class');
    if (!name) return;
    const section = this.columnOf('section');
    const reading = { context: this.#context, findings: new Findings() };
    const textIn = (column: MappedColumn | undefined, cells: readonly Cell[]): string => {
      const text = column ? readCell(column, cells, reading) : null;
      return typeof text === 'string' ? text : '';
    };
    const rows = this.#records.filter((record) => !(record.bits & bitOf('notARow')) && !this.isOut(record));
    const places = rows.map((record): PlaceNames => {
      const cells = this.cellsOf(record);
      return { class: textIn(name, cells), section: textIn(section, cells) };
    });
    this.#classes.update(places.filter((place) => place.class !== ''));
  }

  /** The answers about spellings of classes, to send with the rows. */
  get classAnswers(): ClassAnswer[] {
    return this.#classes.answers;
  }

  /** All issues of a row, a bit for each kind. A refused row is not also held. */
  bitsOf(record: RowRecord): number {
    const { id, bits } = record;
    const refused = this.#refusals.has(id) ? bitOf('unread') : 0;
    const twice = this.twice.has(id) ? bitOf('twice') : 0;
    const second = this.otherInvoiceOf(record) === undefined ? 0 : bitOf('second');
    const found = this.#found.get(id);
    const series = found?.numberIn ? bitOf(this.oneSeries ? 'elsewhere' : 'alsoElsewhere') : 0;
    const ownBits = this.splitsMonths ? bits & ~bitOf('otherPeriod') : bits;
    const all = ownBits | twice | second | (found?.bits ?? 0) | series | refused;
    return all & errorBits ? all & ~bitOf('held') : all;
  }

  outcomeOf(record: RowRecord, bits: number): RowOutcome {
    const { id } = record;
    if (this.#isOut(id)) return 'leftOut';
    // In a list of numbers every line was meant as one.
    const mayBeOther = (bits & bitOf('notARow')) !== 0 && this.#table.mapped.length > 1;
    if (mayBeOther && this.unreadOf(record).usual) return 'notBill';
    if (bits & errorBits) return 'refused';
    return this.#found.get(id)?.outcome ?? 'add';
  }

  /** The row's cells with the typed values. */
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
      // The typed value replaces the values of all its columns.
      for (const other of also) cells[other.index] = null;
    }
    return cells;
  }

  /** Reads the row again; undefined if every cell was emptied. */
  read(record: RowRecord): RowRead | undefined {
    return this.#readCells(record, this.cellsOf(record));
  }

  /** A row taken for a total or a note is a bill if a person says so or has typed into it. */
  #readCells(record: RowRecord, cells: readonly Cell[]): RowRead | undefined {
    const { id, none } = record;
    const isBill = this.#answers.isBill(id);
    const isRight = isBill || this.#areAmountsTyped(id, cells);
    const lacksNumber = this.isNumberUnknown(record);
    const read = readRow(cells, this.#context, { isBill, isRight, lacksNumber });
    return read && none && !isBill && !this.#edits.has(id) ? noBillRead(read, none) : read;
  }

  /** Whether a person has typed all amounts of the row, so that none of them can have moved. */
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
    this.#updateFirstRows();
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
    this.#updateFirstRows();
  }

  takeChildren(ids: readonly number[], students: readonly FoundStudent[]): void {
    const byRegNum = new Map(students.map((student) => [student.regNum, student]));
    for (const id of ids) {
      const record = this.#records[id];
      if (record?.regNum === undefined) continue;
      const values = this.read(record)?.values ?? {};
      const child = matchChild(byRegNum.get(record.regNum), values, this.#context.country);
      if (child) this.#children.set(id, child);
      else this.#children.delete(id);
    }
    this.#updateFirstRows();
  }

  childOf({ id }: RowRecord): ChildMatch | undefined {
    return this.#children.get(id);
  }

  #keepMatch(record: RowRecord, found: StoredMatch): void {
    this.#found.set(record.id, { ...found, bits: bitsOf(found.issues) });
  }

  #issuesOf(record: RowRecord, read: RowRead | undefined): RowIssue[] {
    const twice = this.twice.get(record.id);
    const otherInvoice = this.otherInvoiceOf(record);
    const refused = (this.#refusals.get(record.id) ?? []).map(
      ({ field, sentence }): RowIssue => ({
        kind: 'unread',
        level: 'error',
        sentence,
        ...(field && { field }),
      }),
    );
    const { issues: foundIssues = [], numberIn } = this.#found.get(record.id) ?? {};
    const issues = [
      ...(read?.issues ?? []),
      ...(twice
        ? [duplicateIssue(record, twice, { table: this.#table, isEqual: this.isRepeated(record) })]
        : []),
      ...(otherInvoice === undefined ? [] : [saySecond(otherInvoice)]),
      ...foundIssues,
      ...(numberIn ? [saySeries(record.invNo ?? '', numberIn, this.oneSeries === true)] : []),
      ...refused,
    ];
    const bits = this.bitsOf(record);
    return issues.filter(({ kind }) => bits & bitOf(kind) || (kind !== 'held' && kind !== 'otherPeriod'));
  }

  show(record: RowRecord): CheckedRow {
    const cells = this.cellsOf(record);
    const read = this.#readCells(record, cells);
    const issues = this.#issuesOf(record, read);
    const found = this.#found.get(record.id);
    const edited = this.#answers.over(record.id, this.#edits.get(record.id));
    const sheet = this.#table.rows[record.at] ?? [];
    const child = this.#children.get(record.id);
    const { country } = this.#context;
    const shown = {
      sheet,
      cells,
      edited,
      read,
      numbers: read?.numbers ?? [],
      country,
      found,
      child: this.childrenChoice === 'all' && child?.is === 'changed' ? child : undefined,
      issues,
      hasSection: this.columnOf('section') !== undefined,
    };
    return {
      id: record.id,
      row: rowNumber(this.#table, record.at),
      outcome: this.outcomeOf(record, this.bitsOf(record)),
      ...(found?.hold && { hold: found.hold }),
      ...(child && { child: child.is }),
      cells: showCells(this.#table.mapped, shown),
      issues,
      isEdited: this.#edits.has(record.id),
    };
  }

  edit(id: number, field: string, text: string): void {
    const record = this.#records[id];
    if (!record || !this.#ensureMapped(field)) return;
    const edits = this.#edits.get(id) ?? new Map<string, string>();
    this.#edits.set(id, edits.set(field, this.#plainDay(field, text)));
    this.#readAgain([id]);
  }

  /** Reads rows again and forgets what the server found for them, so they must be looked up again. */
  #readAgain(ids: readonly number[]): void {
    for (const id of ids) {
      const record = this.#records[id];
      if (!record) continue;
      this.#found.delete(id);
      this.#children.delete(id);
      this.#refusals.delete(id);
      this.#unread.delete(id);
      this.#records[id] = toRecord(record, this.read(record), this.#context);
    }
    this.#updateDuplicates();
  }

  get answers(): Pick<Answers, 'all' | 'of'> {
    return this.#answers;
  }

  /** Applies an answer to many rows. Returns the ids of the rows to look up on the server again. */
  putAnswer(layer: AnswerLayer): readonly number[] {
    this.#answers.put(layer);
    return this.#readRowsOf(layer);
  }

  /** Takes an answer back, so that its rows are as before. */
  takeAnswer(key: string): readonly number[] {
    const layer = this.#answers.take(key);
    return layer ? this.#readRowsOf(layer) : [];
  }

  #readRowsOf({ edits, rowEdits, isOfBills, isJoined, ids }: AnswerLayer): readonly number[] {
    const changed = edits || rowEdits || isOfBills || isJoined ? ids : [];
    this.#readAgain(changed);
    return changed;
  }

  /** Whether the row has enough cells for a bill if a person says that it is one. */
  #canBeBill(cells: readonly Cell[]): boolean {
    const read = readRow(cells, this.#context, { isBill: true });
    return read !== undefined && !read.issues.some(({ kind }) => kind === 'notARow');
  }

  /** The parts of a row that could not be read. */
  unreadOf(record: RowRecord): Unread {
    const cached = this.#unread.get(record.id);
    if (cached) return cached;
    const cells = this.cellsOf(record);
    const read = this.#readCells(record, cells);
    const issues = read?.issues ?? [];
    const fields = issues.flatMap(({ kind, field }) => (kind === 'unread' && field ? [field] : []));
    const isLike = issues.some(({ kind }) => kind === 'notARow');
    const usual = read && isLike ? kindOfNoBill(read, cells) : undefined;
    const unread: Unread = {
      cells: [...new Set(fields)].map((field) => {
        const column = this.columnOf(field);
        return { field, text: column ? showIn(column, cells) : '' };
      }),
      isNone: read === undefined || issues.some(({ kind }) => kind === 'notARow'),
      mayBeBill: isLike && usual === undefined && record.none !== undefined && this.#canBeBill(cells),
      usual: isLike ? (usual ?? record.none) : undefined,
      isCut: issues.some(({ kind }) => kind === 'shifted') && joinCells(cells, this.#context) !== undefined,
    };
    this.#unread.set(record.id, unread);
    return unread;
  }

  /** The issues of the row from a refused save. */
  refusalsOf({ id }: RowRecord): readonly RowRefusal[] {
    return this.#refusals.get(id) ?? [];
  }

  /** A typed date is read with the day first, even if the dates of its column have the month first. */
  #plainDay(field: string, text: string): string {
    const isDay = columnOf(this.#table.kind, field)?.kind === 'day';
    return (isDay && orderOfDay(text)?.day) || text;
  }

  /**
   * Adds a column for a field that the sheet lacks, behind all columns that a sheet may have. False if the field does
   * not exist.
   */
  #ensureMapped(field: string): boolean {
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
    this.#updateDuplicates();
  }

  /**
   * Sets another month and year. Forgets the server's results and answers about the month, which are for the old one.
   */
  changePeriod({ month, year }: Period): void {
    for (const { line } of this.#answers.all)
      if (line.kind === 'otherPeriod' || line.kind === 'dueFarOff') this.takeAnswer(line.key);
    this.#reading = { ...this.#reading, month, year };
    this.#context = contextOf(this.#table, this.#reading);
    this.#found.clear();
    this.#children.clear();
    this.#refusals.clear();
    for (const record of this.#records) judgePeriod(record, this.#context);
    this.#findSwapped();
    this.#updateDuplicates();
  }

  refuse(id: number, refusal: RowRefusal): void {
    this.#unread.delete(id);
    this.#refusals.set(id, [...(this.#refusals.get(id) ?? []), refusal]);
  }
}
