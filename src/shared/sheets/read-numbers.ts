/** A list of plain phone numbers, line by line: one row for each number, with nothing else in it. */
import { cutText } from '../cut-text.ts';
import { type CountryCode, readEachNumber, readSpaced } from '../phone.ts';
import { plainText } from './cells.ts';

const sampledLines = 100;
/** A line of numbers is shorter; a longer one is some other text. */
const longestLine = 2000;

/** What stands on a line: a number, or something that is none. `line` counts from 1. */
export type ListPart = { line: number; text: string };

type LineRead = { numbers: string[]; unread: string[] };

/** Written out whole: nothing that stands before it belongs to it. */
const isWhole = /^(?:0|\+)[\d()-]{9,}$/;

/** A word or a stray digit among numbers: each is named by itself, so that the others are not refused along with it. */
function readScattered(part: string, country: CountryCode): LineRead {
  const read: LineRead = { numbers: [], unread: [] };
  for (const word of part.split(/\s+/)) {
    const { found, unread } = readEachNumber(word, country);
    const isNumber = isWhole.test(word) && found.length === 1 && unread.length === 0;
    read[isNumber ? 'numbers' : 'unread'].push(word);
  }
  return read.numbers.length > 0 ? read : { numbers: [], unread: [part] };
}

/** White space separates here too, where it can be told in one way only what belongs together. */
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

/** How many, where there is nothing else: a name beside its number belongs to a sheet whose names are missing. */
function countPlainNumbers(line: string, country: CountryCode): number {
  if (/\p{L}/u.test(line)) return 0;
  const { numbers, unread } = readLine(line, country);
  return unread.length === 0 ? numbers.length : 0;
}

/** Whether the first lines hold more plain numbers than there are lines of anything else. */
export function isNumberList(lines: readonly string[], country: CountryCode = 'PK'): boolean {
  const sample = lines
    .slice(0, 10 * sampledLines)
    .map(plainText)
    .filter(Boolean)
    .slice(0, sampledLines);
  const counts = sample.map((line) => countPlainNumbers(line, country));
  return counts.reduce((sum, count) => sum + count, 0) > counts.filter((count) => count === 0).length;
}

/** Every number of the lines as it was typed, and every part that is none. */
export function splitNumberList(lines: readonly string[], country: CountryCode): ListPart[] {
  return lines.flatMap((line, index) => {
    const { numbers, unread } = readLine(plainText(line), country);
    return [...numbers, ...unread].map((text) => ({ line: index + 1, text }));
  });
}
