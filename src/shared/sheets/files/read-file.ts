/** A file of any accepted kind to bills. Runs where it can be ended: a worker of the browser. */
import { toPaisa, toRupees } from '../../money.ts';
import { fileFailures, readWarnings } from '../../words/sheets.ts';
import { isEmptyCell, nameOfCell, type RawBook } from '../cells.ts';
import { findSheet, type OnProgress, readBills } from '../read-bills.ts';
import { isNumberList, readNumberList } from '../read-numbers.ts';
import { largestFile } from '../sheet-limits.ts';
import { type BillsRead, SheetFailure, type SheetResult } from '../sheet-result.ts';
import { decodeText } from './decode-text.ts';
import { readCsv, splitLines } from './read-csv.ts';
import { readXls } from './read-xls.ts';
import { readXlsx } from './read-xlsx.ts';
import { sniff } from './sniff.ts';

/** `lines` are there for text, which may be a list of numbers instead of a sheet. */
export type RawFile = { book: RawBook; lines?: string[]; isGuessed?: boolean };

type Read = BillsRead & { isNumberList: boolean };

/** The file's cells before any meaning is given to them. Throws `SheetFailure`. */
export async function readRaw(bytes: Uint8Array<ArrayBuffer>): Promise<RawFile> {
  if (bytes.length > largestFile)
    throw new SheetFailure(fileFailures.tooLarge(`${largestFile / 1024 / 1024} MB`));
  const content = sniff(bytes);
  if (content === 'zip') return { book: await readXlsx(bytes) };
  if (content === 'compound') return { book: readXls(bytes) };
  return readText(bytes);
}

/** A stray quotation mark spoils a sheet, but not a list of numbers. */
function readText(bytes: Uint8Array): RawFile {
  const { text, isGuessed } = decodeText(bytes);
  const lines = splitLines(text);
  try {
    return { book: { sheets: [readCsv(text)], is1904: false }, lines, isGuessed };
  } catch (failure) {
    if (!isNumberList(lines)) throw failure;
    return { book: { sheets: [], is1904: false }, lines, isGuessed };
  }
}

function readSheet({ book }: RawFile, onProgress?: OnProgress): Read | undefined {
  const chosen = findSheet(book);
  if (!chosen) return undefined;
  const { found, others } = chosen;
  const read = readBills(found, onProgress);
  const names = others.map((name) => `"${name}"`).join(', ');
  const passedOver = others.length > 0 ? [readWarnings.otherSheets(found.sheet.name, names)] : [];
  return { ...read, warnings: [...passedOver, ...read.warnings], isNumberList: false };
}

/** A sheet of nothing but numbers is read as a text file of them is. */
const linesOf = ({ book, lines }: RawFile): string[] =>
  lines ?? (book.sheets[0]?.rows ?? []).map((row) => row.map(nameOfCell).filter(Boolean).join(', '));

function readList(file: RawFile): Read | undefined {
  const lines = linesOf(file);
  return isNumberList(lines) ? { ...readNumberList(lines), isNumberList: true } : undefined;
}

function refuse({ sheets }: RawBook): SheetFailure {
  const isBlank = sheets.every(({ rows }) => rows.every((row) => row.every(isEmptyCell)));
  return new SheetFailure(isBlank ? fileFailures.noSheet : fileFailures.noHeader);
}

/** Reads a file by its content, whatever it is called. Throws `SheetFailure` with a sentence for the clerk. */
export async function readFile(
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
  onProgress?: OnProgress,
): Promise<SheetResult> {
  const raw = await readRaw(file.bytes);
  const read = readSheet(raw, onProgress) ?? readList(raw);
  if (!read) throw refuse(raw.book);
  const paisa = read.bills.reduce((sum, { total }) => sum + toPaisa(total ?? 0), 0);
  const warnings = raw.isGuessed ? [readWarnings.guessedEncoding, ...read.warnings] : read.warnings;
  return { ...read, warnings, fileName: file.name, total: toRupees(paisa) };
}
