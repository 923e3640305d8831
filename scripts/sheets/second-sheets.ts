/** Reads a workbook with SheetJS and writes its cells in our notation, so that both results can be compared. */
import { type CellObject, CFB, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';

/** `hidden`: the indexes of hidden rows. */
export type SecondSheet = { name: string; rows: (string | null)[][]; hidden: number[] };

const quoted = /"[^"]*"|\\.|_.|\*.|\[(?:\$[^\]]*|[a-z]{3,}\d*|[<>=][^\]]*)\]/gi;

/** Returns the part of a number format for positive numbers, without colours, literals and padding. */
const bareFormat = (format: string): string =>
  // In a format with conditions any part may apply, so the whole format is kept.
  (/\[[<>=]/.test(format) ? format : (format.split(';')[0] ?? ''))
    .replace(quoted, '')
    .toLowerCase()
    .replace(/am\/pm|a\/p/g, 'h');

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `14:30` or `14:30:05`; a duration shows all its hours. */
function timeText(serial: number, isElapsed: boolean): string {
  const seconds = Math.round(serial * 86_400) % (isElapsed ? Number.POSITIVE_INFINITY : 86_400);
  const text = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? text : `${text}:${twoDigits(seconds % 60)}`;
}

/** Writes a number cell as its kind and value. */
function wordOfNumber(value: number, format: string, date1904: boolean): string {
  const bare = bareFormat(format);
  // We read a format with letters or dashes between its zeros, such as 000-00-0000, as a number.
  const zeros = (format.split(';')[0] ?? '').replace(/[_*]./g, '');
  if (/^0{2,}$/.test(zeros) && Number.isInteger(value) && value >= 0)
    return `text ${SSF.format(zeros, value)}`;
  if (!SSF.is_date(format) || value < 0) return `number ${value.toPrecision(14)}`;
  const hasDay = /[yd]|m{3}|b/.test(bare) || (/m/.test(bare) && !/[hs]/.test(bare));
  if (!hasDay) return `text ${timeText(value, /\[[hms]+\]/.test(bare))}`;
  const { y, m, d } = SSF.parse_date_code(Math.floor(value + 0.5 / 86_400_000), { date1904 });
  // Excel's day 0 is 0 January 1900.
  return `day ${new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10)}`;
}

export const plainWord = (text: string): string | null => {
  const plain = text
    .replaceAll(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim()
    .toWellFormed();
  return plain === '' ? null : plain.startsWith('#') ? `error ${plain}` : `text ${plain}`;
};

function wordOf(cell: CellObject | undefined, date1904: boolean): string | null {
  if (!cell || cell.t === 'z' || cell.v === undefined) return null;
  if (cell.t === 'e') return `error ${cell.w}`;
  if (cell.t === 'b') return `truth ${cell.v}`;
  if (cell.t === 'd' || cell.v instanceof Date) return `text ${cell.w ?? ''}`;
  if (typeof cell.v === 'number') return wordOfNumber(cell.v, String(cell.z ?? ''), date1904);
  return plainWord(String(cell.v));
}

function toSheet(name: string, sheet: WorkSheet, date1904: boolean): SecondSheet {
  const rows = Array.from((sheet as { '!data'?: CellObject[][] })['!data'] ?? [], (row) =>
    Array.from(row ?? [], (cell) => wordOf(cell, date1904)),
  );
  const hidden = (sheet['!rows'] ?? []).flatMap((row, at) => (row?.hidden ? [at] : []));
  return { name, rows, hidden };
}

/** Only visible sheets with cells are compared. */
function isShown(book: WorkBook, at: number): boolean {
  const kind = (book.Sheets[book.SheetNames[at] ?? ''] as { '!type'?: string } | undefined)?.['!type'];
  return !book.Workbook?.Sheets?.[at]?.Hidden && (kind === undefined || kind === 'sheet');
}

export function readSecondSheets(bytes: Uint8Array): SecondSheet[] {
  const book = read(bytes, {
    dense: true,
    cellNF: true,
    cellHTML: false,
    cellFormula: false,
    cellStyles: true,
  });
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const names = book.SheetNames.filter((_, at) => isShown(book, at));
  return names.map((name) => toSheet(name, book.Sheets[name] ?? utils.aoa_to_sheet([]), date1904));
}

/** Returns whether the workbook is from Excel 2 to 95. Its first record contains the version. */
export function isBefore97(bytes: Uint8Array): boolean {
  const isCompound = bytes[0] === 0xd0;
  const file = isCompound ? CFB.read(bytes as unknown as string, { type: 'array' }) : undefined;
  const stream = file ? (CFB.find(file, '/Workbook') ?? CFB.find(file, '/Book'))?.content : bytes;
  const [type, group, , , , version = 0] = (stream ?? []) as number[];
  return type === 9 && (group !== 8 || version < 6);
}
