/** The rows of a check with all that is known of them: read, typed over, left out, found at the server, refused by it. */
import type { FoundRow, FoundStudent } from '../calls/imports.ts';
import { type Cell, plainText } from './cells.ts';
import type { CheckedRow, DayQuestion, Fate, RowIssue, SeriesQuestion } from './checked.ts';
import { columnOf } from './columns.ts';
import { findTwice, type Twice } from './find-twice.ts';
import type { Period } from './look-at-bill.ts';
import { bitOf, bitsOf, errorBits } from './problem.ts';
import { orderOfDay } from './read-day.ts';
import { type RowRead, readRow, type SheetContext } from './read-row.ts';
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
import { showCells } from './show-row.ts';
import { findSwappedDays } from './swapped-days.ts';
import { type StoredMatch, saySeries, takeFoundRow, takeFoundStudent } from './take-found.ts';

/** More are not told by name. */
const mostBillings = 3;

type RowRefusal = { field: string | undefined; sentence: string };

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
  readonly #answers = new Map<string, 'swap' | 'keep'>();
  #days: readonly DayQuestion[] = [];
  /** Whether these numbers and those of other billings are one series; null: nobody said. */
  oneSeries: boolean | null = null;

  constructor(table: Table, reading: Reading, onProgress?: OnRowsRead) {
    this.#table = table;
    this.#reading = reading;
    this.#context = contextOf(table, reading);
    this.#records = readTable(table, reading, onProgress);
    this.#findSwapped();
    this.#settle();
  }

  #findSwapped(): void {
    if (this.#table.kind === 'bills' && !this.#table.lines)
      this.#days = findSwappedDays(this.#table, this.#reading, this.#answers);
  }

  /** Columns of dates of which a person is asked whether they are exchanged, and was. */
  get days(): readonly DayQuestion[] {
    return this.#days;
  }

  /** A person's answer for the dates of a column. What the server said is to be asked again. */
  answerDays(field: string, answer: 'swap' | 'keep'): void {
    this.#answers.set(field, answer);
    const swapped = new Set([...this.#answers].filter(([, said]) => said === 'swap').map(([of]) => of));
    this.#reading = { ...this.#reading, swapped };
    this.#context = contextOf(this.#table, this.#reading);
    this.#found.clear();
    this.#refusals.clear();
    for (const record of this.#records)
      this.#records[record.id] = toRecord(record, this.read(record), this.#context);
    this.#findSwapped();
    this.#settle();
  }

  /** What a person is asked of invoice numbers that other billings have too. */
  get series(): SeriesQuestion | null {
    const billings = new Set<string>();
    let count = 0;
    for (const [id, { numberIn }] of this.#found) {
      if (numberIn === undefined || this.#out.has(id)) continue;
      billings.add(numberIn);
      count += 1;
    }
    if (count === 0) return null;
    return { count, billings: [...billings].slice(0, mostBillings), answer: this.oneSeries };
  }

  get table(): Table {
    return this.#table;
  }

  get records(): readonly RowRecord[] {
    return this.#records;
  }

  isOut(record: RowRecord): boolean {
    return this.#out.has(record.id);
  }

  isHidden(record: RowRecord): boolean {
    return this.#table.hiddenRows?.has(record.at) === true;
  }

  /** Which row is the first of two depends on all the others. */
  #settle(): void {
    this.#twice = findTwice(this.#records, (record) => this.#out.has(record.id));
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
    if (this.#out.has(id)) return 'leftOut';
    if (bits & errorBits) return 'refused';
    return this.#found.get(id)?.fate ?? 'add';
  }

  /** The row's cells with what was typed into them. */
  cellsOf({ id, at }: RowRecord): readonly Cell[] {
    const sheet = this.#table.rows[at] ?? [];
    const edits = this.#edits.get(id);
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
    return readRow(this.cellsOf(record), this.#context);
  }

  takeFound(found: readonly FoundRow[]): void {
    for (const row of found) {
      const record = this.#records[row.row];
      if (record)
        this.#keepMatch(record, takeFoundRow(row, this.read(record)?.values ?? {}, this.#context.country));
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
    const read = readRow(cells, this.#context);
    const issues = this.#issuesOf(record, read);
    const found = this.#found.get(record.id);
    const edited = this.#edits.get(record.id);
    const sheet = this.#table.rows[record.at] ?? [];
    const shown = { sheet, cells, edited, read, numbers: read?.numbers ?? [], found, issues };
    return {
      id: record.id,
      row: rowNumber(this.#table, record.at),
      fate: this.fateOf(record, this.bitsOf(record)),
      ...(found?.hold && { hold: found.hold }),
      cells: showCells(this.#table.mapped, shown),
      issues,
      isEdited: edited !== undefined,
    };
  }

  edit(id: number, field: string, text: string): void {
    const record = this.#records[id];
    if (!record || !this.#isMapped(field)) return;
    const edits = this.#edits.get(id) ?? new Map<string, string>();
    this.#edits.set(id, edits.set(field, this.#plainDay(field, text)));
    this.#found.delete(id);
    this.#refusals.delete(id);
    this.#records[id] = toRecord(record, this.read(record), this.#context);
    this.#settle();
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
    const index = mostColumns + mapped.length;
    this.#table = { ...this.#table, mapped: [...mapped, { column, index, title: column.heading }] };
    this.#context = contextOf(this.#table, this.#reading);
    return true;
  }

  leaveOut(ids: readonly number[], isOut: boolean): void {
    for (const id of ids) {
      if (!isOut) this.#out.delete(id);
      else if (this.#records[id]) this.#out.add(id);
    }
    this.#settle();
  }

  /** What the server said was of another month. */
  changePeriod({ month, year }: Period): void {
    this.#reading = { ...this.#reading, month, year };
    this.#context = contextOf(this.#table, this.#reading);
    this.#found.clear();
    this.#refusals.clear();
    for (const record of this.#records) judgePeriod(record, this.#context);
    this.#findSwapped();
    this.#settle();
  }

  refuse(id: number, refusal: RowRefusal): void {
    this.#refusals.set(id, [...(this.#refusals.get(id) ?? []), refusal]);
  }
}
