/** A file of any accepted kind to raw cells. Runs where it can be ended: a worker of the browser. */
import { fileFailures } from '../../words/sheets.ts';
import type { RawBook } from '../cells.ts';
import { isNumberList } from '../read-numbers.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestFile } from '../sheet-limits.ts';
import { decodeText } from './decode-text.ts';
import { readCsv, splitLines } from './read-csv.ts';
import { readXls } from './read-xls.ts';
import { readXlsx } from './read-xlsx.ts';
import { sniff } from './sniff.ts';

/** `lines` are there for text, which may be a list of numbers instead of a sheet. */
export type RawFile = { book: RawBook; lines?: string[]; isGuessed?: boolean };

/** The file's cells before any meaning is given to them. Throws `SheetFailure` with a sentence for the clerk. */
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
