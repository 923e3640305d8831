/** Reads a file of any accepted kind as raw cells. It runs in a web worker, which can be terminated. */
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

/** The guessed encoding of a text file, and sample words in each encoding. */
export type Letters = {
  encoding: LegacyEncoding;
  choices: { encoding: LegacyEncoding; samples: string[] }[];
};

/** `lines`: for a text file, which may be a list of numbers instead of a sheet. */
export type RawFile = { book: RawBook; lines?: string[]; letters?: Letters };

/**
 * The cells of the file, not interpreted yet. `encoding`: a person's choice for a text file that does not tell its own.
 * Throws `SheetFailure` with a sentence for the clerk.
 */
export async function readRaw(bytes: Uint8Array<ArrayBuffer>, encoding?: LegacyEncoding): Promise<RawFile> {
  if (bytes.length > largestFile)
    throw new SheetFailure(fileFailures.tooLarge(`${largestFile / 1024 / 1024} MB`));
  const content = sniff(bytes);
  if (content === 'zip') return { book: await readXlsx(bytes) };
  if (content !== 'text') return { book: readXls(bytes, content) };
  return readText(bytes, encoding);
}

/** A stray quotation mark makes a sheet unreadable, but not a list of numbers. */
function readText(bytes: Uint8Array, encoding: LegacyEncoding | undefined): RawFile {
  const { text, guessed } = decodeText(bytes, encoding);
  const lines = splitLines(text).map(withoutFormulas);
  const guessedLetters = guessed ? { letters: { encoding: guessed, choices: samplesOfLetters(bytes) } } : {};
  try {
    return { book: { sheets: [readCsv(text)], is1904: false }, lines, ...guessedLetters };
  } catch (failure) {
    if (!isNumberList(lines)) throw failure;
    return { book: { sheets: [], is1904: false }, lines, ...guessedLetters };
  }
}
