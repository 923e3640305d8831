/** The cells that all sheet readers return: typed values that are not interpreted yet. */
import { cutText } from '../text/cut-text.ts';

/**
 * A real date is stored as its day only, taken from the serial number or from UTC parts. `error` has Excel's code, such
 * as `#DIV/0!`. `shown` is a number that its format shows with letters or signs: 12 as `GC-0012`. `merged` is an amount
 * in cells merged over several rows, repeated in each of them.
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
 * Rows by their position in the sheet: `rows[0]` is row 1, and empty rows are included, so that row numbers can be
 * shown. `hiddenRows`: indexes of rows hidden by a filter or a person; absent if the file format does not store this.
 */
export type RawSheet = {
  name: string;
  rows: readonly (readonly Cell[])[];
  hiddenRows?: ReadonlySet<number>;
  merged?: readonly Merged[];
  /** The delimiter of a text file. */
  delimiter?: string;
};

/** A range of merged cells. The first cell has the value; `toRow` and `toColumn` are the last row and column. */
export type Merged = { row: number; toRow: number; column: number; toColumn: number };

/** `is1904`: the date system for plain numbers in a date column. */
export type RawBook = { sheets: RawSheet[]; is1904: boolean };

const errorText = /^#(?:DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|BUSY!|FIELD!|BLOCKED!|#+)$/;
// All control characters except tab and line breaks. A NUL cannot be stored, and the other characters are never
// intended.
const control = /[^\P{Cc}\t\n\r]/gu;

const millisecondsOfDay = 86_400_000;
const daysTo1904 = 1462;
const firstOfMarch1900 = 61;

/**
 * Converts dates to cells, each day only once: a sheet of 10,000 bills has 30,000 dates but only a few different days.
 */
export function dayCells(): (date: Date) => Cell {
  const made = new Map<number, Cell>();
  return (date) => {
    // Adds half a second, because 23:59:59.9999 means midnight of the next day.
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

/** The day of a serial number; undefined before March 1900, where Excel counts a day that did not exist. */
export function dayOfSerial(serial: number, is1904: boolean): string | undefined {
  const days = Math.floor(serial + (is1904 ? daysTo1904 : 0));
  if (!(days >= firstOfMarch1900 && days < 110_000)) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * millisecondsOfDay).toISOString().slice(0, 10);
}

// Most cells match this and need no cleaning.
const isPlain = /^[!-~](?:[ -~]*[!-~])?$/;

// Marks of direction, spaces without width and soft hyphens. Joiners stay, because they shape Urdu letters.
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const joiners = /[\u200c\u200d]/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/** Text in its stored form: trimmed, well formed, without control characters and signs that nobody sees. */
export const plainText = (text: string): string =>
  isPlain.test(text) ? text : text.replace(control, '').replace(invisible, '').trim().toWellFormed();

/** Other dashes as the one of the keyboard. */
export const withPlainDashes = (text: string): string =>
  isPlain.test(text) ? text : text.replace(dashes, '-');

/** A code in one form: the same width of letters, one kind of dash, and no decimals that a program has added. */
export function plainCode(text: string): string {
  const plain = isPlain.test(text) ? text : withPlainDashes(text.normalize('NFKC')).replace(joiners, '');
  return plain.endsWith('.0') ? plain.replace(/^(\d+)\.0$/, '$1') : plain;
}

// What programs write for a missing value.
const missing: ReadonlySet<string> = new Set(['nan', 'null', 'n/a', '<na>']);
const isMissing = (text: string): boolean => text.length < 5 && missing.has(text.toLowerCase());

/** Removes the apostrophe that exports put before a text, so that Excel does not take it for a number or a formula. */
export const withoutGuard = (text: string): string =>
  guard.test(text) && !text.endsWith("'") ? text.slice(1).trimStart() : text;
const guard = /^['\u2018\u2019](?!['\u2018\u2019])/;

/**
 * The cell with its text trimmed: an empty text becomes null, an error text an error, and a `shown` cell its number.
 */
export function tidy(cell: Cell | undefined): Cell {
  if (typeof cell === 'object' && cell?.kind === 'merged') return tidy(cell.cell);
  if (typeof cell === 'object' && cell?.kind === 'shown') return cell.value;
  if (typeof cell !== 'string') return cell ?? null;
  const text = withoutGuard(plainText(cell));
  if (text === '' || isMissing(text)) return null;
  return text.startsWith('#') && errorText.test(text) ? { kind: 'error', code: text } : text;
}

export const isEmptyCell = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && isBlank(cell));

/** Longer texts have a letter that a person sees. */
const longestBlank = 9;
const isBlank = (text: string): boolean => {
  // A quick test: most texts begin with a digit or letter, and no missing value with another letter than n.
  const first = text.charCodeAt(0);
  if (first >= 0x30 && first < 0x7f && first !== 0x3c && first !== 0x4e && first !== 0x6e) return false;
  return text === '' || (text.length <= longestBlank && tidy(text) === null) || text.trim() === '';
};

/** The cell as named in a sentence, shortened. */
export function nameOfCell(cell: Cell): string {
  if (typeof cell !== 'object' || cell === null) return shorten(String(cell ?? ''));
  if (cell.kind === 'day') return cell.day;
  if (cell.kind === 'shown') return shorten(cell.text);
  if (cell.kind === 'merged') return nameOfCell(cell.cell);
  return cell.kind === 'error' ? cell.code : '';
}

const shorten = (text: string): string => (text.length > 40 ? `${cutText(text, 40)}…` : text);

/** Arabic and Urdu digits as 0 to 9, other compatibility forms as their plain ones, special spaces as spaces. */
export const asciiDigits = (text: string): string => (isPlainWords.test(text) ? text : toAscii(text));
// Most cells match this and stay as they are.
const isPlainWords = /^[!-~]+(?: [!-~]+)*$/;
const toAscii = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(invisible, '')
    .replace(joiners, '')
    .replace(dashes, '-')
    .replace(/\s+/g, ' ')
    .trim();
