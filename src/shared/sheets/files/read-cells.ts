/** Reads the rows of a sheet from its XML, tag by tag, so that the whole XML is never in memory. */

import type { Cell } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { fileFailures } from '../sheet-words.ts';
import { Grid, keepText } from './grid.ts';
import { type Format, numberCells } from './number-format.ts';
import type { Room } from './unzip.ts';
import { longer, type XmlReader } from './xml-reader.ts';

/** Texts and formats to which cells refer by index, and the memory limit. */
export type Shared = {
  texts: readonly string[];
  formats: readonly Format[];
  is1904: boolean;
  room: Room;
};

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Decodes `_x000D_`: the form in which spreadsheets write characters that XML forbids or changes, such as CR. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The column and row of `AB12`, both from 0; both -1 if it is not a valid reference. */
function parseReference(reference: string): { row: number; column: number } {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return { row: Number(reference.slice(at)) - 1, column: column - 1 };
}

/** Reads a real date in ISO form, which some programs write. */
const isoDay = /^\d{4}-\d{2}-\d{2}(?=T|$)/;

export class CellReader {
  readonly grid: Grid;
  readonly #shared: Shared;
  readonly #name: string;
  readonly #toCell: ReturnType<typeof numberCells>;
  /** Whether the reader is inside the sheet data. */
  isInside = false;
  #isPhonetic = false;
  #place = { row: -1, column: 0 };
  #isHidden = false;
  #type = '';
  #format: Format;
  /** The value as text. Undefined if the cell has no value, which differs from an empty text. */
  #value: string | undefined;
  #inline = '';
  #isFormula = false;

  constructor(shared: Shared, name: string) {
    this.#shared = shared;
    this.#name = name;
    this.grid = new Grid(shared.room);
    this.#toCell = numberCells(shared.is1904);
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
        // Only the first cell of a shared formula has the formula itself.
        this.#isFormula = xml.attribute('si') !== undefined;
        break;
      case 'rPh':
        this.#isPhonetic = true;
        break;
      case 'mergeCell':
        this.#merge(xml.attribute('ref') ?? '');
    }
  }

  #merge(reference: string): void {
    const [from = '', to = ''] = reference.split(':');
    const [first, last] = [parseReference(from), parseReference(to)];
    if (!(first.row >= 0 && first.column >= 0 && last.row >= first.row && last.column >= first.column))
      return;
    this.grid.merge({ ...first, toRow: last.row, toColumn: last.column });
  }

  #begin(xml: XmlReader): void {
    const reference = xml.attribute('r');
    if (reference !== undefined) this.#place = parseReference(reference);
    const style = xml.attribute('s');
    this.#format = style === undefined ? undefined : this.#shared.formats[Number(style)];
    this.#type = xml.attribute('t') ?? '';
    this.#value = undefined;
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
        if (!this.#isPhonetic) this.#inline = longer(this.#inline, unescapeText(xml.text));
        break;
      case 'rPh':
        this.#isPhonetic = false;
        break;
      case 'sheetData':
        this.isInside = false;
    }
  }

  #put(): void {
    const { row, column } = this.#place;
    this.#place.column = column + 1;
    const cell = this.#cell();
    // Empty rows are not counted, because there may be a million of them.
    if (this.#isHidden) this.grid.hide(row);
    this.grid.put(row, column, cell === null && this.#isFormula ? { kind: 'noValue' } : cell);
  }

  #cell(): Cell {
    const value = this.#value;
    if (this.#type === 'inlineStr') return keepText(this.#inline, this.#shared.room);
    if (value === undefined) return null;
    if (this.#type === 'str') return keepText(unescapeText(value), this.#shared.room);
    if (value === '') return null;
    switch (this.#type) {
      case 's':
        return this.#sharedText(value);
      case 'b':
        return value === '1' || value.toLowerCase() === 'true';
      case 'e':
        return { kind: 'error', code: value };
      default:
        return this.#number(value);
    }
  }

  #sharedText(value: string): string {
    const text = this.#shared.texts[Number(value)];
    if (text === undefined) throw new SheetFailure(fileFailures.textMissing(this.#name, this.#place.row + 1));
    return text;
  }

  /** A value that is not a number is an ISO date or text. */
  #number(value: string): Cell {
    const number = Number(value);
    if (!Number.isNaN(number)) return this.#toCell(number, this.#format);
    const day = isoDay.exec(value)?.[0];
    return day ? { kind: 'day', day } : keepText(value, this.#shared.room);
  }
}
