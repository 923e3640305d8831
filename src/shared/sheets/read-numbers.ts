/** Reads a list of plain phone numbers, line by line: one row for each number, with nothing else in it. */

import { type CountryCode, readEachNumber, readSpaced } from '../people/phone.ts';
import { cutText } from '../text/cut-text.ts';
import { plainText } from './cells.ts';

const sampledLines = 100;
/** A line of numbers is never longer than this; a longer line is other text. */
const longestLine = 2000;

/** A part of a line: a number, or an invalid text. `line` counts from 1. */
export type ListPart = { line: number; text: string };

type LineRead = { numbers: string[]; unread: string[] };

/** A complete number. It starts with 0 or +, so the digits of the word before it are not its beginning. */
const isWhole = /^(?:0|\+)[\d()-]{9,}$/;

/** Reads each word of a line separately, so that a word or a stray digit does not spoil the numbers beside it. */
function readScattered(part: string, country: CountryCode): LineRead {
  const read: LineRead = { numbers: [], unread: [] };
  for (const word of part.split(/\s+/)) {
    const { found, unread } = readEachNumber(word, country);
    const isNumber = isWhole.test(word) && found.length === 1 && unread.length === 0;
    read[isNumber ? 'numbers' : 'unread'].push(word);
  }
  return read.numbers.length > 0 ? read : { numbers: [], unread: [part] };
}

/**
 * Unlike `readEachNumber`, this also splits at white space, if exactly one way to split makes every part a valid number.
 * Otherwise it takes only the words that are complete numbers.
 */
function readLine(line: string, country: CountryCode): LineRead {
  if (line.length > longestLine) return { numbers: [], unread: [cutText(line, 40)] };
  const { found, unread } = readEachNumber(line, country);
  const read: LineRead = { numbers: found.map(({ typed }) => typed), unread: [] };
  for (const part of unread) {
    const spaced = /\s/.test(part) ? readSpaced(part, country) : [];
    const { numbers, unread } =
      spaced.length > 0
        ? { numbers: spaced.map(({ typed }) => typed), unread: [] }
        : readScattered(part, country);
    read.numbers.push(...numbers);
    read.unread.push(...unread);
  }
  return read;
}

/**
 * How many phone numbers a line contains, or 0 if it contains anything else. A name beside a number means that the file
 * is a table without headings, not a list of numbers.
 */
function countPlainNumbers(line: string, country: CountryCode): number {
  if (/\p{L}/u.test(line)) return 0;
  const { numbers, unread } = readLine(line, country);
  return unread.length === 0 ? numbers.length : 0;
}

/** Whether the first lines contain more plain numbers than there are other lines. */
export function isNumberList(lines: readonly string[], country: CountryCode = 'PK'): boolean {
  const sample = lines
    .slice(0, 10 * sampledLines)
    .map(plainText)
    .filter(Boolean)
    .slice(0, sampledLines);
  const counts = sample.map((line) => countPlainNumbers(line, country));
  return counts.reduce((sum, count) => sum + count, 0) > counts.filter((count) => count === 0).length;
}

/** All numbers of the lines as typed, and all invalid parts. */
export function splitNumberList(lines: readonly string[], country: CountryCode): ListPart[] {
  return lines.flatMap((line, index) => {
    const { numbers, unread } = readLine(plainText(line), country);
    return [...numbers, ...unread].map((text) => ({ line: index + 1, text }));
  });
}
