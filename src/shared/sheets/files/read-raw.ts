/** A file of any accepted kind to raw cells. Runs where it can be ended: a worker of the browser. */
import { fileFailures } from '../../words/sheets.ts';
import type { RawBook } from '../cells.ts';
import { isNumberList } from '../read-numbers.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestFile } from '../sheet-limits.ts';
import { decodeText, type LegacyEncoding, samplesOfLetters } from './decode-text.ts';
import { readCsv, splitLines, withoutFormulas } from './read-csv.ts';
import { readXls } from './read-xls.ts';
import { readXlsx } from './read-xlsx.ts';
import { sniff } from './sniff.ts';

/** How the letters of a text file were read that does not tell it, and words of it as each encoding has them. */
export type Letters = {
  encoding: LegacyEncoding;
  choices: { encoding: LegacyEncoding; samples: string[] }[];
};

/** `lines` are there for text, which may be a list of numbers instead of a sheet. */
export type RawFile = { book: RawBook; lines?: string[]; letters?: Letters };

/**
 * The file's cells before any meaning is given to them. `encoding` is what a person chose for a text file that does not
 * tell its own. Throws `SheetFailure` with a sentence for the clerk.
 */
export async function readRaw(bytes: Uint8Array<ArrayBuffer>, encoding?: LegacyEncoding): Promise<RawFile> {
  if (bytes.length > largestFile)
    throw new SheetFailure(fileFailures.tooLarge(`${largestFile / 1024 / 1024} MB`));
  const content = sniff(bytes);
  if (content === 'zip') return { book: await readXlsx(bytes) };
  if (content !== 'text') return { book: readXls(bytes, content) };
  return readText(bytes, encoding);
}

/** A stray quotation mark spoils a sheet, but not a list of numbers. */
function readText(bytes: Uint8Array, encoding: LegacyEncoding | undefined): RawFile {
  const { text, guessed } = decodeText(bytes, encoding);
  const lines = splitLines(text).map(withoutFormulas);
  const told = guessed ? { letters: { encoding: guessed, choices: samplesOfLetters(bytes) } } : {};
  try {
    return { book: { sheets: [readCsv(text)], is1904: false }, lines, ...told };
  } catch (failure) {
    if (!isNumberList(lines)) throw failure;
    return { book: { sheets: [], is1904: false }, lines, ...told };
  }
}
