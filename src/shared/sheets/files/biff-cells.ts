/** Reads the cells of a sheet of .xls, record by record. */

import type { Cell, RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { fileFailures } from '../sheet-words.ts';
import type { BiffRecords } from './biff-records.ts';
import { Grid, keepText } from './grid.ts';
import { type Format, numberCells } from './number-format.ts';
import type { Room } from './unzip.ts';

/**
 * Records of a sheet, named as in [MS-XLS]. A formula has one of three numbers, depending on the program that wrote it.
 */
const record = {
  begin: 0x0809,
  end: 0x0a,
  row: 0x0208,
  number: 0x0203,
  shortNumber: 0x027e,
  shortNumbers: 0xbd,
  sharedText: 0xfd,
  text: 0x0204,
  textWithLooks: 0xd6,
  truthOrError: 0x0205,
  formula: 0x06,
  formulaOf3: 0x0206,
  formulaOf4: 0x0406,
  formulaText: 0x0207,
  mergedCells: 0xe5,
};
/** The least size of a cell record. A shorter one is damaged. */
const cellHeader = 6;

const hiddenRow = 0x20;

const errors: Record<number, string> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

const errorOf = (code: number): Cell => ({ kind: 'error', code: errors[code] ?? '#N/A' });

export type BiffShared = {
  formats: readonly Format[];
  texts: readonly string[];
  is1904: boolean;
  room: Room;
  /** The name of the current sheet. */
  sheet: string;
};

export class BiffCells {
  readonly #grid: Grid;
  readonly #records: BiffRecords;
  readonly #shared: BiffShared;
  readonly #toCell: ReturnType<typeof numberCells>;
  /** A formula whose text result follows. A shared-formula record may come in between. */
  #waiting: { row: number; column: number } | undefined;

  /** `records` must be at the beginning of the sheet. */
  constructor(records: BiffRecords, shared: BiffShared) {
    this.#records = records;
    this.#shared = shared;
    this.#grid = new Grid(shared.room);
    this.#toCell = numberCells(shared.is1904);
  }

  /**
   * Reads to the end of the sheet. Embedded charts are sheets inside it, and their cells are skipped. Throws
   * `SheetFailure`.
   */
  read(): RawSheet {
    const records = this.#records;
    for (let depth = 1; depth > 0; ) {
      records.next();
      if (records.type === record.begin) depth += 1;
      else if (records.type === record.end) depth -= 1;
      else if (depth === 1) this.#takeRecord();
    }
    return this.#grid.sheet(this.#shared.sheet);
  }

  #takeRecord(): void {
    switch (this.#records.type) {
      case record.row:
        this.#takeRow();
        break;
      case record.number:
        this.#put(14, (from) => this.#number(this.#view.getFloat64(from + 6, true), from + 4));
        break;
      case record.shortNumber:
        this.#put(10, (from) => this.#number(this.#shortNumber(from + 6), from + 4));
        break;
      case record.shortNumbers:
        this.#putNumbers();
        break;
      case record.sharedText:
        this.#put(10, (from) => this.#sharedText(from));
        break;
      case record.text:
      case record.textWithLooks:
        this.#put(8, () => this.#text(6));
        break;
      case record.truthOrError:
        this.#put(8, (from) => this.#truthOrError(from + 6));
        break;
      case record.formula:
      case record.formulaOf3:
      case record.formulaOf4:
        this.#put(14, (from) => this.#result(from));
        break;
      case record.formulaText:
        this.#putWaiting();
        break;
      case record.mergedCells:
        this.#takeMerged();
    }
  }

  /** Reads merged ranges: a count, then for each range its first and last row and its first and last column. */
  #takeMerged(): void {
    const { from, to } = this.#records;
    for (let at = from + 2; at + 8 <= to; at += 8) {
      const [row = 0, toRow = 0, column = 0, toColumn = 0] = [0, 2, 4, 6].map((offset) =>
        this.#view.getUint16(at + offset, true),
      );
      if (toRow >= row && toColumn >= column) this.#grid.merge({ row, toRow, column, toColumn });
    }
  }

  get #view(): DataView {
    return this.#records.view;
  }

  #takeRow(): void {
    const { from } = this.#records;
    if (!this.#records.holds(16)) return;
    if (this.#view.getUint16(from + 12, true) & hiddenRow) this.#grid.hide(this.#view.getUint16(from, true));
  }

  /** Puts the value of the record in its place. Every cell record begins with row, column and format. */
  #put(length: number, cellAt: (from: number) => Cell): void {
    const { from } = this.#records;
    if (!this.#records.holds(length)) throw new SheetFailure(fileFailures.damaged);
    this.#grid.put(this.#view.getUint16(from, true), this.#view.getUint16(from + 2, true), cellAt(from));
  }

  /** Reads neighbouring numbers, each with its format. The last column is at the end of the record. */
  #putNumbers(): void {
    const { from, to } = this.#records;
    const row = this.#view.getUint16(from, true);
    let column = this.#view.getUint16(from + 2, true);
    for (let at = from + 4; at + cellHeader + 2 <= to; at += cellHeader) {
      this.#grid.put(row, column, this.#number(this.#shortNumber(at + 2), at));
      column += 1;
    }
  }

  #number(value: number, formatAt: number): Cell {
    return this.#toCell(value, this.#shared.formats[this.#view.getUint16(formatAt, true)]);
  }

  /** Reads 30 bits: an integer or the upper half of a fraction. A flag says that the value is multiplied by 100. */
  #shortNumber(at: number): number {
    const bits = this.#view.getInt32(at, true);
    const value = bits & 2 ? bits >> 2 : upperHalf(bits & ~3);
    return bits & 1 ? value / 100 : value;
  }

  #sharedText(from: number): Cell {
    const text = this.#shared.texts[this.#view.getUint32(from + 6, true)];
    if (text === undefined)
      throw new SheetFailure(
        fileFailures.textMissing(this.#shared.sheet, this.#view.getUint16(from, true) + 1),
      );
    return text;
  }

  #text(offset: number): string {
    return keepText(this.#records.textsFrom(offset).text(2), this.#shared.room);
  }

  #truthOrError(at: number): Cell {
    const value = this.#view.getUint8(at);
    return this.#view.getUint8(at + 1) ? errorOf(value) : value !== 0;
  }

  /** Reads the result of a formula: a number, or another type if the last bytes say so. */
  #result(from: number): Cell {
    const view = this.#view;
    this.#waiting = undefined;
    const at = from + 6;
    if (view.getUint16(at + 6, true) !== 0xffff) return this.#number(view.getFloat64(at, true), from + 4);
    const value = view.getUint8(at + 2);
    switch (view.getUint8(at)) {
      case 0:
        this.#waiting = { row: view.getUint16(from, true), column: view.getUint16(from + 2, true) };
        return { kind: 'noValue' };
      case 1:
        return value !== 0;
      case 2:
        return errorOf(value);
      default:
        return null;
    }
  }

  #putWaiting(): void {
    if (!this.#waiting) return;
    const { row, column } = this.#waiting;
    this.#waiting = undefined;
    this.#grid.put(row, column, this.#text(0));
  }
}

const halves = new DataView(new ArrayBuffer(8));

function upperHalf(bits: number): number {
  halves.setInt32(4, bits, true);
  return halves.getFloat64(0, true);
}
