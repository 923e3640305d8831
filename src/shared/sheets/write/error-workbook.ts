/**
 * The clerk's sheet with its problems in a first column and coloured cells, ready to be corrected and imported again.
 */

import { type Cell, isEmptyCell, type RawSheet } from '../cells.ts';
import { plainHeading } from '../columns.ts';
import { errorWords, problemHeading } from '../sheet-words.ts';
import { isLooked, type LookedCell, type SheetCell, writeSheet } from './workbook.ts';

/** `column`: the index of the cell, 0 for A; absent if the issue is about the row. */
export type SheetIssue = { level: 'error' | 'warning'; sentence: string; column?: number };

/** The issues of a row, the texts typed over its cells by column, and whether it was left out. */
export type RowProblems = {
  issues: readonly SheetIssue[];
  edits?: ReadonlyMap<number, string>;
  isLeftOut?: boolean;
};

/**
 * Rows by the sheet's own numbers, 1 for the first; `headerRow` 0: there are no headings. `headings`: headings by
 * column for columns without one, so that the workbook can be read again without mapping by hand.
 */
export type SheetWithProblems = {
  sheet: RawSheet;
  headerRow: number;
  headings: ReadonlyMap<number, string>;
  is1904: boolean;
  problems: ReadonlyMap<number, RowProblems>;
};

const problemWidth = 60;
const usualWidth = 16;
/** More frozen rows would leave no room for the other rows. */
const mostFrozen = 10;

/** Errors first; warnings are marked as such. */
function tellProblems({ issues, isLeftOut }: RowProblems): LookedCell {
  const errors = issues.filter(({ level }) => level === 'error').map(({ sentence }) => sentence);
  const warnings = issues
    .filter(({ level }) => level === 'warning')
    .map(({ sentence }) => errorWords.check(sentence));
  const leftOut = isLeftOut ? [errorWords.leftOut] : [];
  return {
    cell: [...leftOut, ...errors, ...warnings].join(' '),
    look: errors.length > 0 ? 'error' : 'warning',
  };
}

/** The cells with the typed values and colours. A cell with an error and a warning gets the colour of the error. */
function markRow(row: readonly Cell[], { issues, edits }: RowProblems): SheetCell[] {
  const cells: SheetCell[] = Array.from(row, (cell) => cell ?? null);
  for (const [column, text] of edits ?? []) cells[column] = text;
  for (const level of ['warning', 'error'] as const) {
    for (const issue of issues) {
      if (issue.level !== level || issue.column === undefined) continue;
      const cell = cells[issue.column] ?? null;
      cells[issue.column] = { cell: isLooked(cell) ? cell.cell : cell, look: level };
    }
  }
  return Array.from(cells, (cell) => cell ?? null);
}

const isProblemHeading = (cell: Cell | undefined): boolean =>
  typeof cell === 'string' && plainHeading(cell) === plainHeading(problemHeading);

function nameColumns(row: readonly Cell[], headings: ReadonlyMap<number, string>): SheetCell[] {
  const cells: SheetCell[] = [...row];
  for (const [column, heading] of headings) {
    if (isEmptyCell(row[column])) cells[column] = { cell: heading, look: 'heading' };
  }
  return Array.from(cells, (cell) => cell ?? null);
}

function* rowsOf({ sheet, headerRow, headings, problems }: SheetWithProblems): Generator<SheetCell[]> {
  // A workbook that is checked again already has the column. Its old content is replaced.
  const isAgain = isProblemHeading(sheet.rows[headerRow - 1]?.[0]);
  const heading: LookedCell = { cell: problemHeading, look: 'heading' };
  if (headerRow === 0) yield [heading, ...nameColumns([], headings)];
  for (const [index, row] of sheet.rows.entries()) {
    const isHeader = index + 1 === headerRow;
    const found = problems.get(index + 1) ?? { issues: [] };
    const cells = isHeader ? nameColumns(row, headings) : markRow(row, found);
    const problemCell = found.issues.length > 0 || found.isLeftOut ? tellProblems(found) : null;
    yield [isHeader ? heading : problemCell, ...(isAgain ? cells.slice(1) : cells)];
  }
}

/** The workbook as a stream: all rows of the sheet in order, including title rows and empty ones. */
export function writeErrorWorkbook(given: SheetWithProblems): ReadableStream<Uint8Array> {
  const width = given.sheet.rows.reduce((most, row) => Math.max(most, row.length), 1);
  return writeSheet({
    name: given.sheet.name,
    widths: [problemWidth, ...Array.from({ length: width }, () => usualWidth)],
    frozenRows: given.headerRow > mostFrozen ? 0 : Math.max(given.headerRow, 1),
    rows: rowsOf(given),
    is1904: given.is1904,
  });
}
