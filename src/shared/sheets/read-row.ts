/** One row of cells to one bill, or to what is wrong with it, cell by cell. */
import type { NewBill } from '../calls/bills.ts';
import { cellProblems, rowProblems } from '../words/sheets.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import type { ColumnKind } from './columns.ts';
import type { MappedColumn } from './find-header.ts';
import { type Notes, Problem, type Read } from './problem.ts';
import { readAmount, readHeadAmount } from './read-amount.ts';
import { readDay, readMonth, readYear } from './read-day.ts';
import { readCode, readPhone, readText } from './read-text.ts';

/** What holds for the whole sheet. */
export type SheetContext = { mapped: readonly MappedColumn[]; is1904: boolean; notes: Notes };

/** A cell that refuses its row: its place (0 for A), the heading as typed, and a sentence. */
export type CellIssue = { column: number; heading: string; sentence: string };

/** `empty` where nothing is in any cell; `issues` may be empty when the row as a whole is no bill. */
export type RowRead =
  | { kind: 'empty' }
  | { kind: 'bill'; bill: NewBill }
  | { kind: 'refused'; reason: string; issues: CellIssue[] };

type Reader = (cell: Cell, context: SheetContext) => Read<string | number>;

const readers: Record<ColumnKind, Reader> = {
  code: readCode,
  text: readText,
  amount: (cell, { notes }) => readAmount(cell, notes),
  headAmount: (cell, { notes }) => readHeadAmount(cell, notes),
  day: (cell, { notes, is1904 }) => readDay(cell, notes, is1904),
  month: (cell, { notes, is1904 }) => readMonth(cell, notes, is1904),
  year: readYear,
  number: (cell, { notes }) => readPhone(cell, notes),
};

/** A row needs one of these to be somebody's bill. */
const identifying = ['regNum', 'invNo', 'name', 'number'] as const;
const totalsWord = /^(?:grand |sub[- ]?|net )?totals?\s*:?$/i;
/** Below this many known columns a single filled cell is all a row can have. */
const fewColumns = 3;
/** More would not be read. */
const reasonsTold = 3;

function readCell(mapped: MappedColumn, row: readonly Cell[], context: SheetContext): Read<string | number> {
  const cell = tidy(row[mapped.index]);
  if (cell === null) return null;
  if (typeof cell === 'object' && cell.kind === 'error') return new Problem(cellProblems.error(cell.code));
  if (typeof cell === 'object' && cell.kind === 'noValue') return new Problem(cellProblems.noValue);
  return readers[mapped.column.kind](cell, context);
}

const refused = (reason: string, issues: CellIssue[] = []): RowRead => ({ kind: 'refused', reason, issues });

const explain = (issues: readonly CellIssue[]): string =>
  issues
    .slice(0, reasonsTold)
    .map(({ heading, sentence }) => `${heading}: ${sentence}`)
    .join(' ');

/** The word may also be a head's name, so a row with a pupil's name or a number is not taken for totals. */
function isTotals(bill: Record<string, unknown>, row: readonly Cell[]): boolean {
  const isWord = (cell: unknown): boolean => typeof cell === 'string' && totalsWord.test(cell.trim());
  const isNamed = bill.name !== undefined && !isWord(bill.name);
  return bill.number === undefined && !isNamed && row.some(isWord);
}

/** Why the row is no bill although its cells can be read. */
function notABill(
  bill: Record<string, unknown>,
  row: readonly Cell[],
  context: SheetContext,
): string | undefined {
  if (isTotals(bill, row)) return rowProblems.totals;
  if (!identifying.some((field) => bill[field] !== undefined)) return rowProblems.notABill;
  if (bill.number !== undefined || context.mapped.length < fewColumns) return undefined;
  return Object.keys(bill).length === 1 ? rowProblems.onlyOneCell : undefined;
}

/** Reads a row. Notes are counted for bills only: what is refused is told by itself. */
export function readRow(row: readonly Cell[], context: SheetContext): RowRead {
  if (row.every(isEmptyCell)) return { kind: 'empty' };
  const notes = { ...context.notes };
  const ofRow = { ...context, notes };
  const bill: Record<string, string | number> = {};
  const issues: CellIssue[] = [];
  for (const mapped of context.mapped) {
    const value = readCell(mapped, row, ofRow);
    if (value instanceof Problem) {
      issues.push({ column: mapped.index, heading: mapped.title, sentence: value.sentence });
    } else if (value !== null) bill[mapped.column.field] = value;
  }
  const whole = notABill(bill, row, context);
  if (whole !== undefined && (issues.length === 0 || whole === rowProblems.totals)) return refused(whole);
  if (issues.length > 0) return refused(explain(issues), issues);
  if (bill.number === undefined) notes.noMobile += 1;
  Object.assign(context.notes, notes);
  return { kind: 'bill', bill: bill as NewBill };
}
