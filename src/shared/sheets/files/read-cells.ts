/** The rows of a sheet from its XML, tag by tag: the whole of it is never in memory. */
import { type Cell, dayCells } from '../cells.ts';
import { mostColumns } from '../sheet-limits.ts';
import type { XmlReader } from './xml-reader.ts';

/** What cells of a format are: dates, or numbers filled up with zeros to a width, as `00012` for 12. */
export type Format = 'date' | { zerosTo: number } | undefined;

/** What the cells of every sheet refer to, by place. */
export type Shared = { texts: readonly string[]; formats: readonly Format[]; is1904: boolean };

const lastRow = 1_048_575;
const millisecondsOfDay = 86_400_000;

/** A character that XML cannot hold, or a line break, as a sheet program writes it: `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The date of a serial number. Excel counts a 29 February 1900 that never was: serial 60, here the day before. */
function dateOf(serial: number, is1904: boolean): Date {
  const before = is1904 ? 24_107 : serial < 60 ? 25_568 : 25_569;
  return new Date(Math.round((serial - before) * millisecondsOfDay));
}

/** The column of `AB12`, 0 for A, and its row, 0 for 1; both -1 where it is no place of a sheet. */
function placeOf(reference: string): { row: number; column: number } {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return { row: Number(reference.slice(at)) - 1, column: column - 1 };
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

const none: Cell[] = [];

export class CellReader {
  readonly rows: Cell[][] = [];
  /** Rows that a filter or a person has hidden, by place. */
  readonly hiddenRows = new Set<number>();
  /** How many columns the widest row has. */
  width = 0;
  readonly #shared: Shared;
  readonly #toDay = dayCells();
  /** Whether the end of the data is still to come. */
  isInside = false;
  #isPhonetic = false;
  #place = { row: -1, column: 0 };
  #isHidden = false;
  #type = '';
  #format: Format;
  #value = '';
  #inline = '';
  #isFormula = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  take(xml: XmlReader): void {
    if (xml.isOpen) this.#open(xml);
    else if (this.isInside) this.#close(xml);
  }

  #open(xml: XmlReader): void {
    switch (xml.name) {
      case 'sheetData':
        this.isInside = true;
        break;
      case 'row':
        this.#place = { row: (Number(xml.attribute('r')) || this.#place.row + 2) - 1, column: 0 };
        this.#isHidden = isTrue(xml.attribute('hidden'));
        break;
      case 'c':
        this.#begin(xml);
        break;
      case 'f':
        // The formula itself stands with the first cell of those that share it.
        this.#isFormula = xml.attribute('si') !== undefined;
        break;
      case 'rPh':
        this.#isPhonetic = true;
    }
  }

  #begin(xml: XmlReader): void {
    const reference = xml.attribute('r');
    if (reference !== undefined) this.#place = placeOf(reference);
    const style = xml.attribute('s');
    this.#format = style === undefined ? undefined : this.#shared.formats[Number(style)];
    this.#type = xml.attribute('t') ?? '';
    this.#value = '';
    this.#inline = '';
    this.#isFormula = false;
  }

  #close(xml: XmlReader): void {
    switch (xml.name) {
      case 'c':
        this.#put();
        break;
      case 'v':
        this.#value = xml.text;
        break;
      case 'f':
        this.#isFormula ||= xml.text !== '';
        break;
      case 't':
        if (!this.#isPhonetic) this.#inline += unescapeText(xml.text);
        break;
      case 'rPh':
        this.#isPhonetic = false;
        break;
      case 'sheetData':
        this.isInside = false;
    }
  }

  /** Cells far outside are left out, but for one column too many, so that it can be told. */
  #put(): void {
    const { row, column } = this.#place;
    this.#place.column = column + 1;
    if (!(row >= 0 && row <= lastRow && column >= 0 && column <= mostColumns)) return;
    while (this.rows.length <= row) this.rows.push(none);
    let cells = this.rows[row] ?? none;
    if (cells === none) {
      cells = [];
      this.rows[row] = cells;
    }
    // Rows of nothing are not counted: there may be a million of them.
    if (this.#isHidden) this.hiddenRows.add(row);
    while (cells.length < column) cells.push(null);
    const cell = this.#cell();
    this.width = Math.max(this.width, column + 1);
    cells[column] = cell === null && this.#isFormula ? { kind: 'noValue' } : cell;
  }

  #cell(): Cell {
    const value = this.#value;
    switch (this.#type) {
      case 's':
        return value === '' ? null : (this.#shared.texts[Number(value)] ?? null);
      case 'str':
        return unescapeText(value);
      case 'inlineStr':
        return this.#inline;
      case 'b':
        return value === '1' || value.toLowerCase() === 'true';
      case 'e':
        return { kind: 'error', code: value };
      default:
        return value === '' ? null : this.#number(value);
    }
  }

  /** What is no number, as a date in ISO form, is text. */
  #number(value: string): Cell {
    const number = Number(value);
    const format = this.#format;
    if (Number.isNaN(number)) return value;
    if (format === undefined) return number;
    if (format === 'date') return this.#toDay(dateOf(number, this.#shared.is1904));
    return Number.isInteger(number) && number >= 0 ? String(number).padStart(format.zerosTo, '0') : number;
  }
}
