/** A list of plain phone numbers, line by line: one row for each number, with nothing else in it. */
import { type CountryCode, readEachNumber, readSpaced } from '../phone.ts';
import { plainText } from './cells.ts';

const sampledLines = 100;
/** A line of numbers is shorter; a longer one is some other text. */
const longestLine = 2000;

/** What stands on a line: a number, or something that is none. `line` counts from 1. */
export type ListPart = { line: number; text: string };

type LineRead = { numbers: string[]; unread: string[] };

/** White space separates here too, where it can be told in one way only what belongs together. */
function readLine(line: string, country: CountryCode): LineRead {
  if (line.length > longestLine) return { numbers: [], unread: [line.slice(0, 40)] };
  const { found, unread } = readEachNumber(line, country);
  const read: LineRead = { numbers: found.map(({ typed }) => typed), unread: [] };
  for (const part of unread) {
    const spaced = /\s/.test(part) ? readSpaced(part, country) : [];
    if (spaced.length === 0) read.unread.push(part);
    else read.numbers.push(...spaced.map(({ typed }) => typed));
  }
  return read;
}

/** Numbers and nothing else: a name beside its number belongs to a sheet whose names are missing. */
function isPlainNumbers(line: string, country: CountryCode): boolean {
  if (/\p{L}/u.test(line)) return false;
  const { numbers, unread } = readLine(line, country);
  return numbers.length > 0 && unread.length === 0;
}

/** Whether most of the first lines are plain numbers. */
export function isNumberList(lines: readonly string[], country: CountryCode = 'PK'): boolean {
  const sample = lines
    .slice(0, 10 * sampledLines)
    .map(plainText)
    .filter(Boolean)
    .slice(0, sampledLines);
  return sample.filter((line) => isPlainNumbers(line, country)).length * 2 > sample.length;
}

/** Every number of the lines as it was typed, and every part that is none. */
export function splitNumberList(lines: readonly string[], country: CountryCode): ListPart[] {
  return lines.flatMap((line, index) => {
    const { numbers, unread } = readLine(plainText(line), country);
    return [...numbers, ...unread].map((text) => ({ line: index + 1, text }));
  });
}
