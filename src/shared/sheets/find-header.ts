/** Finds the row of column names and says which column of the sheet feeds which field of a bill. */
import { type Cell, isEmptyCell } from './cells.ts';
import { type Column, recognise } from './columns.ts';

/** `index` is the place in the sheet, 0 for A; `title` the heading as typed. */
export type MappedColumn = { column: Column; index: number; title: string };

export type Header = {
  /** The row's place in the sheet, 0 for row 1. */
  index: number;
  mapped: MappedColumn[];
  /** Headings that name no column of a bill. */
  unused: string[];
  /** Headings whose column was there before. */
  repeated: string[];
};

/** Title rows, addresses and notes above the names; a header further down than this is none. */
const searchedRows = 60;
const surelyEnough = 3;

function readHeader(row: readonly Cell[], index: number): Header {
  const header: Header = { index, mapped: [], unused: [], repeated: [] };
  const seen = new Set<Column>();
  row.forEach((cell, place) => {
    if (isEmptyCell(cell)) return;
    const title = typeof cell === 'string' ? cell.trim() : '';
    const column = recognise(cell);
    if (!column) header.unused.push(title || '?');
    else if (seen.has(column)) header.repeated.push(title);
    else {
      seen.add(column);
      header.mapped.push({ column, index: place, title });
    }
  });
  return header;
}

/**
 * The first row with three known columns, else the first with two, else the first whose only headings are known:
 * in that order, so that a title `Branch` above the names is not taken for them.
 */
export function findHeader(rows: readonly (readonly Cell[])[]): Header | undefined {
  const headers: Header[] = [];
  for (let index = 0; index < rows.length && headers.length < searchedRows; index += 1) {
    const row = rows[index] ?? [];
    if (!row.every(isEmptyCell)) headers.push(readHeader(row, index));
  }
  return (
    headers.find(({ mapped }) => mapped.length >= surelyEnough) ??
    headers.find(({ mapped }) => mapped.length === 2) ??
    headers.find(({ mapped, unused }) => mapped.length === 1 && unused.length === 0)
  );
}
