// Reads every .xls, .xlsx and .xlsm file of a folder with our reader and with a second one, each file in its own
// process. Prints every different cell, every refusal and every file that uses too much time or memory.
// sheets/expected-differences.ts lists the differences that are justified. Usage: `node scripts/compare-sheets.ts FOLDER
// [PART-OF-A-NAME]`.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import type { Cell, RawBook } from '#shared/sheets/cells.ts';
import { readRaw } from '#shared/sheets/files/read-raw.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import { mostColumns } from '#shared/sheets/sheet-limits.ts';
import { fileFailures } from '#shared/sheets/sheet-words.ts';
import { expectedDifferences } from './sheets/expected-differences.ts';
import { isBefore97, plainWord, readSecondSheets, type SecondSheet } from './sheets/second-sheets.ts';

/** `refusal` is our error message. `seconds` is CPU time. `megabytes` is the growth of the process. */
type Compared = {
  refusal?: string;
  /**
   * Set if the refusal is correct: the file is older than the formats we read, or the second reader refuses it too.
   */
  isRight?: boolean;
  crash?: string;
  second?: string;
  differences: string[];
  cells: number;
  seconds: number;
  megabytes: number;
};

const mostSeconds = 10;
const mostMegabytes = 300;
/** In milliseconds and megabytes: the limits after which a process is killed. */
const patience = 120_000;
const heapLimit = 2000;

function wordOf(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'string') return plainWord(cell);
  if (typeof cell === 'number') return `number ${cell.toPrecision(14)}`;
  if (typeof cell === 'boolean') return `truth ${cell}`;
  if (cell.kind === 'day') return `day ${cell.day}`;
  return cell.kind === 'error' ? `error ${cell.code}` : 'no value';
}

const inWords = ({ sheets }: RawBook): SecondSheet[] =>
  sheets.map(({ name, rows, hiddenRows }) => ({
    name,
    rows: rows.map((row) => row.map(wordOf)),
    hidden: [...(hiddenRows ?? [])],
  }));

function findDifferences(ours: SecondSheet, second: SecondSheet): { cells: number; found: string[] } {
  const found: string[] = [];
  let cells = 0;
  const say = (row: number, column: number, text: string) =>
    found.push(`${ours.name}!R${row + 1}C${column + 1}: ${text}`);
  for (let row = 0; row < Math.max(ours.rows.length, second.rows.length); row += 1) {
    for (let column = 0; column < mostColumns; column += 1) {
      const our = ours.rows[row]?.[column] ?? null;
      const their = second.rows[row]?.[column] ?? null;
      if (our !== null || their !== null) cells += 1;
      if (our !== their && our !== 'no value') say(row, column, `ours ${our}, second ${their}`);
    }
  }
  const isHidden = new Set(second.hidden);
  const hiddenOurs = new Set(ours.hidden);
  const filled = (at: number) => (ours.rows[at] ?? []).some((word) => word !== null);
  for (const at of new Set([...ours.hidden, ...second.hidden]))
    if (filled(at) && isHidden.has(at) !== hiddenOurs.has(at))
      say(at, 0, `hidden: ours ${hiddenOurs.has(at)}, second ${isHidden.has(at)}`);
  return { cells, found };
}

function compareBooks(ours: readonly SecondSheet[], second: readonly SecondSheet[]) {
  const differences: string[] = [];
  let cells = 0;
  for (const sheet of second) {
    const our = ours.find(({ name }) => name === sheet.name);
    if (!our) {
      if (sheet.rows.some((row) => row.some((word) => word !== null)))
        differences.push(`${sheet.name}: no such sheet is read by us`);
      continue;
    }
    const found = findDifferences(our, sheet);
    cells += found.cells;
    differences.push(...found.found);
  }
  for (const { name, rows } of ours)
    if (rows.length > 0 && !second.some((sheet) => sheet.name === name))
      differences.push(`${name}: only ours`);
  return { differences, cells };
}

async function compareOne(path: string): Promise<Compared> {
  const bytes = new Uint8Array(readFileSync(path));
  const compared: Compared = { differences: [], cells: 0, seconds: 0, megabytes: 0 };
  const before = process.resourceUsage();
  let book: RawBook | undefined;
  try {
    book = (await readRaw(bytes)).book;
  } catch (failure) {
    if (failure instanceof SheetFailure) {
      compared.refusal = failure.message;
      compared.isRight = failure.message === fileFailures.oldExcel && isBefore97(bytes);
    } else compared.crash = String(failure instanceof Error ? failure.stack : failure);
  }
  const after = process.resourceUsage();
  compared.megabytes = Math.round((after.maxRSS - before.maxRSS) / 1024);
  compared.seconds =
    (after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6;
  // Prints our result already, in case the second reader never ends.
  console.log(JSON.stringify({ ...compared, isRight: true, second: 'it did not end' }));
  let second: SecondSheet[];
  try {
    second = readSecondSheets(bytes);
  } catch (failure) {
    return { ...compared, isRight: true, second: String(failure).slice(0, 200) };
  }
  return book ? { ...compared, ...compareBooks(inWords(book), second) } : compared;
}

function compareApart(path: string): Promise<Compared> {
  const nothing = { differences: [], cells: 0, seconds: 0, megabytes: 0 };
  const words = [`--max-old-space-size=${heapLimit}`, import.meta.filename, '--one', path];
  return new Promise((settle) =>
    execFile(process.execPath, words, { timeout: patience, maxBuffer: 2 ** 30 }, (error, output) => {
      const line = output.split('\n').findLast((one) => one.startsWith('{'));
      if (line) settle(JSON.parse(line));
      else settle({ ...nothing, crash: `ended: ${String(error?.signal ?? error?.message).slice(0, 300)}` });
    }),
  );
}

const shown = 12;

/** Returns the complaints about a file. The list is empty if there is nothing to report. */
function complaintsOf(compared: Compared): string[] {
  const { refusal, isRight, crash, second, differences, seconds, megabytes } = compared;
  const complaints: string[] = [];
  if (crash) complaints.push(`ours fails: ${crash}`);
  if (refusal && !isRight) complaints.push(`refused: ${refusal}`);
  if (second && !refusal) complaints.push(`the second reader fails: ${second}`);
  if (differences.length > 0) {
    complaints.push(...differences.slice(0, shown));
    if (differences.length > shown) complaints.push(`… ${differences.length} in all`);
  }
  if (seconds > mostSeconds) complaints.push(`${seconds.toFixed(1)} s of the processor`);
  if (megabytes > mostMegabytes) complaints.push(`${megabytes} MB`);
  return complaints;
}

const isSheet = /\.xls[xm]?$/i;

async function compareAll(folder: string, part: string): Promise<number> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => isSheet.test(path) && path.includes(part))
    .sort();
  const tally = { files: 0, refused: 0, cells: 0, expected: 0, toCheck: 0, seconds: 0, megabytes: 0 };
  const work = paths.values();
  const lane = async () => {
    for (const path of work) {
      const compared = await compareApart(join(folder, path));
      tally.files += 1;
      tally.cells += compared.cells;
      tally.seconds = Math.max(tally.seconds, compared.seconds);
      tally.megabytes = Math.max(tally.megabytes, compared.megabytes);
      if (compared.refusal && compared.isRight) {
        tally.refused += 1;
        const by = compared.second ? `, and by the second: ${compared.second}` : '';
        console.log(`${path}\n  rightly refused: ${compared.refusal.split('.')[0]}${by}`);
      }
      const complaints = complaintsOf(compared);
      const reason = expectedDifferences.get(path.split('/').at(-1) ?? '');
      if (complaints.length === 0) {
        if (reason) console.log(`${path}\n  is listed as a known difference but does not differ: ${reason}`);
        continue;
      }
      if (reason) tally.expected += 1;
      else tally.toCheck += 1;
      const words = reason ? [`known: ${reason}`, ...(part ? complaints : [])] : complaints;
      if (!reason || part) console.log([relative('.', path), ...words.map((word) => `  ${word}`)].join('\n'));
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  console.log(
    `${tally.files} files, ${tally.cells} cells; ${tally.refused} rightly refused, ${tally.toCheck} files to check, ${tally.expected} known; at most ${tally.seconds.toFixed(1)} s and ${tally.megabytes} MB`,
  );
  return tally.toCheck;
}

const [first = '', second = ''] = process.argv.slice(2);
if (first === '--one') console.log(JSON.stringify(await compareOne(second)));
else process.exitCode = (await compareAll(first, second)) > 0 ? 1 : 0;
