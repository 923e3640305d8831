/** Reads a file of any accepted kind as raw cells. It runs in a web worker, which can be terminated. */

import type { RawBook } from '../cells.ts';
import { isNumberList } from '../read-numbers.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestFile } from '../sheet-limits.ts';
import { fileFailures, fileKinds } from '../sheet-words.ts';
import { decodeText, type LegacyEncoding, samplesOfLetters } from './decode-text.ts';
import { readCsv, splitLines, withoutFormulas } from './read-csv.ts';
import { readXls } from './read-xls.ts';
import { readXlsx } from './read-xlsx.ts';

/**
 * `records`: a workbook stream without a compound file around it, which Excel before version 5 and small programs
 * write.
 */
type Content = 'zip' | 'compound' | 'records' | 'text';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x42, 0x4d],
];

/** A record that begins a workbook, recognised by its number and length. No text begins like this. */
const isBeginning = ([type, version = 1, length = 1, upper]: Uint8Array): boolean =>
  type === 9 && [0, 2, 4, 8].includes(version) && [4, 6, 8, 16].includes(length) && upper === 0;

/**
 * Detects the kind of a file by its first bytes, not by its name. Throws `SheetFailure` if it is certainly not a sheet.
 * A text may still turn out to be a web page or binary data.
 */
function sniff(bytes: Uint8Array): Content {
  if (bytes.length === 0) throw new SheetFailure(fileFailures.empty);
  if (startsWith(bytes, 0x50, 0x4b)) return 'zip';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'compound';
  if (isBeginning(bytes)) return 'records';
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.pdf));
  if (startsWith(bytes, 0x7b, 0x5c, 0x72, 0x74))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.word));
  // A text may begin with the same two letters as a bitmap, but only a bitmap has zeros in its header.
  const mayBePicture = bytes[0] !== 0x42 || (bytes[6] === 0 && bytes[7] === 0);
  if (mayBePicture && pictures.some((start) => startsWith(bytes, ...start)))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.image));
  return 'text';
}

/** The guessed encoding of a text file, and sample words in each encoding. */
export type Letters = {
  encoding: LegacyEncoding;
  choices: { encoding: LegacyEncoding; samples: string[] }[];
};

/** `lines`: for a text file, which may be a list of numbers instead of a sheet. */
export type RawFile = { book: RawBook; lines?: string[]; letters?: Letters };

/**
 * The cells of the file, not interpreted yet. `encoding`: a person's choice for a text file that does not show its own.
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

/** Reads a text as a sheet. If a stray quotation mark makes this impossible, it may still be a list of numbers. */
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
