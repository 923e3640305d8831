/** One row of cells to one bill or student, and to what is wrong with it or to be looked at, cell by cell. */

import { cutText } from '../cut-text.ts';
import { longestText } from '../limits.ts';
import { formatAmount, toPaisa, toRupees } from '../money.ts';
import { cellProblems, rowProblems, rowWarnings } from '../words/sheets.ts';
import { exampleRegNum } from '../words/workbooks.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import type { NoBill, RowIssue } from './checked.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { lookAtBill } from './look-at-bill.ts';
import { Findings, Problem, type Read } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import { readCell, type SheetContext } from './read-cell.ts';
import { readYearless } from './read-day.ts';
import { longestNumber } from './read-text.ts';
import { sayShifted } from './shifted-cells.ts';

/** What could be read, by field; `numbers` as E.164. With an issue of the level `error` it is no bill. */
export type RowRead = {
  values: Record<string, string | number>;
  issues: readonly RowIssue[];
  numbers: readonly string[];
};

/** A row needs one of these to be somebody's. */
const identifying = ['regNum', 'name', 'number'] as const;
const neededOfStudent = ['regNum', 'name', 'class'] as const;
const totalsWord = /^(?:grand |sub[- ]?|net )?totals?\s*:?$/i;
/** Below this many known columns a single filled cell is all a row can have. */
const fewColumns = 3;

/**
 * What the columns of one field hold together; one that cannot be read is told, and left out. Where none can be, the
 * problem is the first one's, whose title the findings then have.
 */
function readParts(
  parts: readonly MappedColumn[],
  row: readonly Cell[],
  reading: { context: SheetContext; findings: Findings },
): Read<string> {
  const { findings } = reading;
  const problems: { title: string; problem: Problem }[] = [];
  let text = '';
  for (const part of parts) {
    findings.title = part.title;
    const { numbers } = findings;
    let value = readCell(part, row, reading);
    const more = text === '' ? String(value) : `${text}, ${value}`;
    if (typeof value === 'string' && more.length > longestNumber) {
      findings.numbers = numbers;
      value = new Problem(cellProblems.tooLong(longestNumber));
    }
    if (value instanceof Problem) problems.push({ title: part.title, problem: value });
    else if (value !== null) text = more;
  }
  const [first] = problems;
  if (text === '' && first) findings.title = first.title;
  if (text === '') return first?.problem ?? null;
  for (const { title, problem } of problems) {
    findings.title = title;
    findings.ofCell('repaired', rowWarnings.columnLeftOut(problem.sentence));
  }
  return text;
}

type Values = Readonly<Record<string, string | number>>;

/** The word may also be a head's name, so a row with a pupil's name or a number is not taken for totals. */
function isTotals(values: Values, row: readonly Cell[]): boolean {
  const isWord = (cell: unknown): boolean => typeof cell === 'string' && totalsWord.test(cell.trim());
  const isNamed = values.name !== undefined && !isWord(values.name);
  return values.number === undefined && !isNamed && row.some(isWord);
}

/** A row that is none, and of which that need not be said: it belongs to every such sheet. */
export function usualNoRow({ values }: RowRead, row: readonly Cell[]): NoBill | 'example' | undefined {
  if (isTotals(values, row)) return 'totals';
  return isExample(values) ? 'example' : undefined;
}

const isExample = (values: Values): boolean => String(values.regNum).toUpperCase() === exampleRegNum;

/** Why the row is none although its cells can be read. */
function notARow(values: Values, context: SheetContext): string | undefined {
  if (isExample(values)) return rowProblems.example;
  if (!identifying.some((field) => values[field] !== undefined))
    return context.kind === 'bills' ? rowProblems.notABill : rowProblems.notAStudent;
  if (values.number !== undefined || context.mapped.length < fewColumns) return undefined;
  return Object.keys(values).length === 1 ? rowProblems.onlyOneCell : undefined;
}

/** Rupees in the columns of fees that are none of the bill's heads. */
function sumBeyond(row: readonly Cell[], indexes: readonly number[]): number {
  const amounts = indexes.map((index) => {
    const cell = tidy(row[index]);
    const read = cell === null ? null : readHeadAmount(cell, new Findings());
    return typeof read === 'number' ? toPaisa(read) : 0;
  });
  return toRupees(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** What is outstanding of the total says what was paid of it. */
function settleOutstanding(values: Record<string, string | number>, findings: Findings): void {
  const { outstanding, total, paidAmount: paid } = values;
  delete values.outstanding;
  if (typeof outstanding !== 'number') return;
  if (typeof total !== 'number') {
    // What is asked for is what is left, where nothing else is said.
    const isUnread = findings.issues.some(({ field }) => field === 'total');
    if (!isUnread)
      values.total = toRupees(toPaisa(outstanding) + (typeof paid === 'number' ? toPaisa(paid) : 0));
    return;
  }
  const rest = toPaisa(total) - toPaisa(outstanding);
  const [ofTotal, left] = [formatAmount(total), formatAmount(outstanding)];
  if (typeof paid === 'number' && toPaisa(paid) !== rest)
    findings.ofRow(
      'outstandingDiffers',
      rowProblems.outstandingDiffers(ofTotal, formatAmount(paid), left),
      'outstanding',
    );
  else if (rest < 0)
    findings.ofRow('outstandingDiffers', rowProblems.outstandingAbove(ofTotal, left), 'outstanding');
  else if (rest > 0) values.paidAmount = toRupees(rest);
}

/** What nearly every message names: without it none can be sent. */
export const namedInMessages = ['name', 'total', 'dueDate'] as const;

function lookForMissing(values: Values, { mapped }: SheetContext, findings: Findings): void {
  for (const field of namedInMessages) {
    const title = mapped.find(({ column }) => column.field === field)?.title;
    if (title === undefined || values[field] !== undefined) continue;
    if (findings.issues.some((issue) => issue.field === field)) continue;
    findings.ofRow('missing', rowWarnings.missing(title), field);
  }
}

function lookAtStudent(values: Values, { mapped }: SheetContext, findings: Findings): void {
  for (const field of neededOfStudent) {
    if (values[field] !== undefined || findings.issues.some((issue) => issue.field === field)) continue;
    const heading = mapped.find(({ column }) => column.field === field)?.title;
    findings.ofRow('unread', rowProblems.missing(heading || fieldNames[field]), field);
  }
}
const fieldNames = { regNum: 'RegistrationNumber', name: 'Name', class: 'Class' } as const;

/** Days without a year, now that the voucher's is known; how many of them cannot be read. */
function settleYearless(
  values: Record<string, string | number>,
  context: SheetContext,
  findings: Findings,
): number {
  let unread = 0;
  const { month, year } = values;
  for (const one of findings.yearless) {
    const read = readYearless(one, {
      month: typeof month === 'number' ? month : context.month,
      year: typeof year === 'number' ? year : undefined,
    });
    findings.field = one.field;
    findings.title = one.title;
    if (typeof read === 'string') values[one.field] = read;
    else {
      findings.ofCell('unread', read.sentence);
      unread += 1;
    }
  }
  return unread;
}

/** A row that stands among bills and is none. */
export const noBillRead = ({ values }: RowRead, none: NoBill): RowRead => ({
  values,
  issues: [rowIssue('notARow', none === 'totals' ? rowProblems.totals : rowProblems.note)],
  numbers: [],
});

/** What the columns hold; of a phone number that is none why, and how many other cells cannot be read. */
function readCells(row: readonly Cell[], reading: { context: SheetContext; findings: Findings }) {
  const { context, findings } = reading;
  const values: Record<string, string | number> = {};
  let badNumber: string | undefined;
  let unread = 0;
  for (const mapped of context.mapped) {
    findings.field = mapped.column.field;
    findings.title = mapped.title;
    const value = mapped.also ? readParts(partsOf(mapped), row, reading) : readCell(mapped, row, reading);
    if (value instanceof Problem && mapped.column.kind === 'number')
      badNumber = `${findings.title}: ${value.sentence}`;
    else if (value instanceof Problem) {
      findings.ofCell('unread', value.sentence);
      unread += 1;
    } else if (value !== null) {
      values[mapped.column.field] = value;
      if (mapped.head) values[mapped.head] = cutText(mapped.title, longestText);
    }
  }
  return { values, badNumber, unread };
}

/**
 * Reads a row; undefined where nothing is in any cell. `isBill`: a person says that it is no row of totals; `isRight`:
 * that its cells stand in their columns. Never throws.
 */
export function readRow(
  row: readonly Cell[],
  context: SheetContext,
  { isBill = false, isRight = isBill }: { isBill?: boolean; isRight?: boolean } = {},
): RowRead | undefined {
  if (row.every(isEmptyCell)) return undefined;
  const findings = new Findings();
  const { values, badNumber, ...cells } = readCells(row, { context, findings });
  let unread = cells.unread + settleYearless(values, context, findings);
  // Whoever has no usable number still has a bill; a number alone that is none is nobody's.
  const isSomebody = identifying.some((field) => values[field] !== undefined);
  if (badNumber !== undefined && !isSomebody) {
    findings.ofRow('unread', badNumber, 'number');
    unread += 1;
  }
  const isSum = !isBill && isTotals(values, row);
  const whole = isSum ? rowProblems.totals : notARow(values, context);
  // A row that is none for want of a cell that could not be read is told by that cell.
  if (whole !== undefined && (unread === 0 || whole === rowProblems.totals || whole === rowProblems.example))
    return { values, issues: [rowIssue('notARow', whole)], numbers: [] };
  const shifted = isRight
    ? undefined
    : sayShifted(row, context, {
        hasAmount: holdsAmount(values, context),
        hasUnread: unread > 0 || badNumber !== undefined,
      });
  // What else is wrong with its cells is of other columns.
  if (shifted !== undefined) return { values, issues: [rowIssue('shifted', shifted)], numbers: [] };
  if (context.kind === 'bills') {
    settleOutstanding(values, findings);
    if (isSomebody) lookForMissing(values, context, findings);
    const { feesBeyond = [], month, year } = context;
    const billing = feesBeyond.length > 0 ? { month, year, beyond: sumBeyond(row, feesBeyond) } : context;
    lookAtBill(values, billing, findings);
  } else lookAtStudent(values, context, findings);
  if (values.number === undefined && !findings.issues.some(({ field }) => field === 'number'))
    findings.ofRow(
      'noNumber',
      badNumber === undefined ? rowWarnings.noNumber : rowWarnings.badNumber(badNumber),
      'number',
    );
  return { values, issues: findings.issues, numbers: findings.numbers };
}

const rowIssue = (kind: 'notARow' | 'shifted', sentence: string): RowIssue => ({
  kind,
  level: 'error',
  sentence,
});

const holdsAmount = (values: Values, { mapped }: SheetContext): boolean =>
  mapped.some(
    ({ column: { field, kind } }) =>
      (kind === 'amount' || kind === 'headAmount') && values[field] !== undefined,
  );
