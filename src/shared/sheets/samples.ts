/** The values of a column as a person sees them in the sheet. */
import { cutText } from '../text/cut-text.ts';
import { formatDay } from '../time/dates.ts';
import { type Cell, isEmptyCell, plainText } from './cells.ts';

const samplesShown = 3;
/** Rows searched for values. A column without a value in these rows is shown as empty. */
const searchedRows = 2000;
const longestSample = 60;

/** The text of a cell: days with the month in letters, errors by their code, nothing for a formula without a value. */
export function showCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'object') return typeof cell === 'string' ? plainText(cell) : String(cell);
  if (cell.kind === 'day') return formatDay(cell.day);
  if (cell.kind === 'merged') return showCell(cell.cell);
  if (cell.kind === 'shown') return plainText(cell.text);
  return cell.kind === 'error' ? cell.code : '';
}

type Rows = readonly (readonly Cell[])[];

/** Up to three different texts of the column, searched from the row `from` on. */
export function samplesOf(rows: Rows, index: number, from: number): string[] {
  const samples = new Set<string>();
  const end = Math.min(rows.length, from + searchedRows);
  for (let at = from; at < end && samples.size < samplesShown; at += 1) {
    const text = cutText(showCell(rows[at]?.[index]), longestSample);
    if (text !== '') samples.add(text);
  }
  return [...samples];
}

/** How many cells of the column have a value, and how many of the values differ, from the row `from` on. */
export function countCells(rows: Rows, index: number, from: number): { filled: number; different: number } {
  const different = new Set<string>();
  const end = Math.min(rows.length, from + searchedRows);
  let filled = 0;
  for (let at = from; at < end; at += 1) {
    const text = showCell(rows[at]?.[index]);
    if (text === '') continue;
    filled += 1;
    different.add(text);
  }
  return { filled, different: different.size };
}

/** The number of columns in the first rows, without trailing empty cells. */
export function widthOf(rows: Rows): number {
  let width = 0;
  for (const row of rows.slice(0, searchedRows)) {
    for (let at = row.length - 1; at >= width; at -= 1) {
      if (isEmptyCell(row[at])) continue;
      width = at + 1;
      break;
    }
  }
  return width;
}
