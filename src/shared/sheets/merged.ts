/** Merged cells: their value is used for every row that they cover, and a fee's heading for its columns. */
import { type Cell, isEmptyCell, type Merged, tidy } from './cells.ts';
import type { Header } from './find-header.ts';
import { Findings, Problem } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';

type Rows = readonly (readonly Cell[])[];

/** `columns`: columns with a value that is used for several rows. */
export type Unmerged = { rows: Rows; titles: readonly string[]; columns: readonly number[] };

function titlesOver({ index, titles }: Header, rows: Rows, merged: readonly Merged[]): string[] {
  const all = [...titles];
  for (const { row, toRow, column, toColumn } of merged) {
    const title = titles[column];
    if (!title || toColumn === column || row > index || toRow < index) continue;
    const isUsed = (at: number): boolean => rows.slice(index + 1).some((cells) => !isEmptyCell(cells[at]));
    for (let at = column + 1; at <= toColumn; at += 1) if (!all[at] && isUsed(at)) all[at] = title;
  }
  return Array.from(all, (title) => title ?? '');
}

const mayBeAmount = (cell: Cell): boolean => !(readHeadAmount(tidy(cell), new Findings()) instanceof Problem);

function withCell(cells: readonly Cell[], column: number, cell: Cell): Cell[] {
  const copy = Array.from({ length: Math.max(cells.length, column + 1) }, (_, to) => cells[to] ?? null);
  copy[column] = cell;
  return copy;
}

/** The rows below the header, with the values of merged cells in all rows that are not empty. */
export function unmerge(rows: Rows, header: Header, merged: readonly Merged[]): Unmerged {
  const { index } = header;
  const columns = new Set<number>();
  if (merged.length === 0 || index < 0) return { rows, titles: header.titles, columns: [] };
  const filled: (readonly Cell[])[] = [...rows];
  // No cell can be merged twice. A file whose ranges cover more cells than exist is an attack on the processor.
  let left = rows.length * Math.max(1, header.titles.length);
  for (const { row, toRow, column } of merged) {
    const value = rows[row]?.[column] ?? null;
    if (row <= index || isEmptyCell(value)) continue;
    for (let at = row + 1; at <= Math.min(toRow, rows.length - 1) && left > 0; at += 1) {
      left -= 1;
      const cells = filled[at] ?? [];
      if (cells.every(isEmptyCell) || !isEmptyCell(cells[column])) continue;
      const isAmount = mayBeAmount(value);
      filled[at] = withCell(
        cells,
        column,
        isAmount ? { kind: 'merged', cell: value, isFirst: false } : value,
      );
      if (isAmount)
        filled[row] = withCell(filled[row] ?? [], column, { kind: 'merged', cell: value, isFirst: true });
      columns.add(column);
    }
  }
  return { rows: filled, titles: titlesOver(header, rows, merged), columns: [...columns] };
}
