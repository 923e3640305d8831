/** A list of plain phone numbers, line by line, to one bill per number with nothing else in it. */
import type { NewBill } from '../calls/bills.ts';
import { readEachNumber } from '../phone.ts';
import { fileFailures, readWarnings, rowProblems } from '../words/sheets.ts';
import { plainText } from './cells.ts';
import { mostRows } from './sheet-limits.ts';
import { type BillsRead, type RefusedRow, SheetFailure } from './sheet-result.ts';

const sampledLines = 100;
/** A line of numbers is shorter; a longer one is some other text. */
const longestLine = 2000;

const readLine = (line: string) =>
  line.length > longestLine ? { found: [], unread: [line.slice(0, 40)] } : readEachNumber(line);

/** Numbers and nothing else: a name beside its number belongs to a sheet whose names are missing. */
function isPlainNumbers(line: string): boolean {
  if (/\p{L}/u.test(line)) return false;
  const { found, unread } = readLine(line);
  return found.length > 0 && unread.length === 0;
}

/** Whether most of the first lines are plain numbers. */
export function isNumberList(lines: readonly string[]): boolean {
  const sample = lines
    .slice(0, 10 * sampledLines)
    .map(plainText)
    .filter(Boolean)
    .slice(0, sampledLines);
  return sample.filter(isPlainNumbers).length * 2 > sample.length;
}

/** Reads the lines; `row` of what is refused is the line. A number that comes again is refused with its first line. */
export function readNumberList(lines: readonly string[]): BillsRead {
  const bills: NewBill[] = [];
  const refused: RefusedRow[] = [];
  const firstLines = new Map<string, number>();
  let landlines = 0;
  lines.forEach((line, index) => {
    const row = index + 1;
    const refuse = (reason: string) => refused.push({ row, reason, issues: [] });
    const { found, unread } = readLine(plainText(line));
    for (const part of unread) refuse(rowProblems.notANumber(part));
    for (const { typed, e164, isLandline } of found) {
      const before = firstLines.get(e164);
      if (before !== undefined) refuse(rowProblems.sameNumber(typed, before));
      else {
        firstLines.set(e164, row);
        bills.push({ number: typed });
        if (isLandline) landlines += 1;
      }
    }
    if (bills.length > mostRows) throw new SheetFailure(fileFailures.tooManyRows(mostRows));
  });
  return { bills, refused, warnings: landlines > 0 ? [readWarnings.landlines(landlines)] : [] };
}
