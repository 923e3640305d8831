/** A cell as any sheet reader hands it over: what kind of value it is, before any meaning is given to it. */
import { cutText } from '../cut-text.ts';

/**
 * A true date is its day alone, taken by serial number or UTC parts; `error` is Excel's code, such as `#DIV/0!`. `shown`
 * is a number that its format shows with letters or signs: 12 as `GC-0012`. `merged` is an amount in cells merged over
 * several rows, in each of them.
 */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { kind: 'day'; day: string }
  | { kind: 'error'; code: string }
  | { kind: 'shown'; value: number; text: string }
  | { kind: 'merged'; cell: Cell; isFirst: boolean }
  | { kind: 'noValue' };

/**
 * Rows by their place in the sheet: `rows[0]` is row 1, empty rows included, so that places can be told. `hiddenRows`:
 * the places of those that a filter or a person has hidden; absent where the file cannot say.
 */
export type RawSheet = {
  name: string;
  rows: readonly (readonly Cell[])[];
  hiddenRows?: ReadonlySet<number>;
  merged?: readonly Merged[];
  /** Of a text file: what divides its cells. */
  delimiter?: string;
};

/** Cells that are one; the first of them holds the value. `toRow`, `toColumn`: the last. */
export type Merged = { row: number; toRow: number; column: number; toColumn: number };

/** `is1904` tells how a plain number in a date column counts its days. */
export type RawBook = { sheets: RawSheet[]; is1904: boolean };

const errorText = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|BUSY!|FIELD!|BLOCKED!|#+)$/;
// Kept: tab and line breaks. A NUL cannot be stored, and the others are never meant.
const control = /[^\P{Cc}\t\n\r]/gu;

const millisecondsOfDay = 86_400_000;
const daysTo1904 = 1462;
const firstOfMarch1900 = 61;

/** Dates to cells, each day made once: a sheet of 10,000 bills holds 30,000 dates of a few days. */
export function dayCells(): (date: Date) => Cell {
  const made = new Map<number, Cell>();
  return (date) => {
    // Half a second of grace, since 23:59:59.9999 is the next day's midnight.
    const day = Math.floor((date.getTime() + 500) / millisecondsOfDay);
    const cell = made.get(day) ?? dayCell(day * millisecondsOfDay);
    made.set(day, cell);
    return cell;
  };
}

const dayCell = (time: number): Cell =>
  Number.isFinite(time) && Math.abs(time) <= 8.64e15
    ? { kind: 'day', day: new Date(time).toISOString().slice(0, 10) }
    : { kind: 'error', code: '#####' };

/** The day of a serial number; undefined before March 1900, where Excel counts a day that never was. */
export function dayOfSerial(serial: number, is1904: boolean): string | undefined {
  const days = Math.floor(serial + (is1904 ? daysTo1904 : 0));
  if (!(days >= firstOfMarch1900 && days < 110_000)) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * millisecondsOfDay).toISOString().slice(0, 10);
}

// What most cells hold, and what then need not be cleaned.
const isPlain = /^[!-~](?:[ -~]*[!-~])?$/;

/** Text as it is to be kept: trimmed, well formed, no control characters. */
export const plainText = (text: string): string =>
  isPlain.test(text) ? text : text.replace(control, '').trim().toWellFormed();

/** Exports put an apostrophe before a text so that Excel does not take it for a number or a formula. */
export const withoutGuard = (text: string): string =>
  guard.test(text) && !text.endsWith("'") ? text.slice(1).trimStart() : text;
const guard = /^['\u2018\u2019](?!['\u2018\u2019])/;

/** The cell with text trimmed, empty text as null, an error that came as text as an error, and a number as one. */
export function tidy(cell: Cell | undefined): Cell {
  if (typeof cell === 'object' && cell?.kind === 'merged') return tidy(cell.cell);
  if (typeof cell === 'object' && cell?.kind === 'shown') return cell.value;
  if (typeof cell !== 'string') return cell ?? null;
  const text = withoutGuard(plainText(cell));
  if (text === '') return null;
  return text.startsWith('#') && errorText.test(text) ? { kind: 'error', code: text } : text;
}

export const isEmptyCell = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** What to call the cell in a sentence, short enough to be read. */
export function nameOfCell(cell: Cell): string {
  if (typeof cell !== 'object' || cell === null) return shorten(String(cell ?? ''));
  if (cell.kind === 'day') return cell.day;
  if (cell.kind === 'shown') return shorten(cell.text);
  if (cell.kind === 'merged') return nameOfCell(cell.cell);
  return cell.kind === 'error' ? cell.code : '';
}

const shorten = (text: string): string => (text.length > 40 ? `${cutText(text, 40)}…` : text);

/** Digits of Arabic and Urdu as 0 to 9, other compatibility forms as their plain ones, odd spaces as spaces. */
export const asciiDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
