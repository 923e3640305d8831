/** The usual number of cells in a row of a sheet. A row with another number may have moved cells. */
import { asciiDigits, type Cell, isEmptyCell, nameOfCell, tidy } from './cells.ts';
import type { ColumnKind } from './columns.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { Findings } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import { mostColumns } from './sheet-limits.ts';

type Rows = readonly (readonly Cell[])[];

export type Shape = {
  /** Cells from this column on have no heading. */
  width: number;
  /** For a text file: its delimiter, and the number of headings, including empty ones. */
  text?: { delimiter: string; declared: number };
  /** The rows were rearranged to the columns of another block. */
  hasBlocks: boolean;
  /** In a text file: the number of cells in rows that cannot contain a split amount. */
  usual?: number;
  /** In a text file: the least number of cells in a row with an amount. */
  least?: number;
  /** Columns without a heading that contain separate numbers, not pieces of amounts. */
  ownNumbers: ReadonlySet<number>;
  /** The median amount of a column in rupees, over the rows without surplus cells. */
  usualAmount: (index: number) => number;
};

const groupStart = /^\D{0,15}[1-9]\d{0,2}$/;
const groupEnd = /^\d{3}(?:\.\d+)?(?!\d)\D{0,15}$/;

const textOf = (cell: Cell | undefined): string => (typeof cell === 'string' ? asciiDigits(cell) : '');
const isGroupStart = (cell: Cell | undefined): boolean =>
  typeof cell === 'number'
    ? Number.isInteger(cell) && cell > 0 && cell < 1000
    : groupStart.test(textOf(cell));
// A workbook has removed leading zeros: 9,000 has become 9 and 0.
const isGroupEnd = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' ? cell >= 0 && cell < 1000 : groupEnd.test(textOf(cell));

/** Whether two neighbouring cells may be one amount that was split at its comma. */
const hasCutAmount = (row: readonly Cell[]): boolean =>
  row.some((cell, at) => at > 0 && isGroupEnd(cell) && isGroupStart(row[at - 1]));

/** The number of cells up to the last filled one. Columns that only the check has do not count. */
export function filledEnd(row: readonly Cell[]): number {
  let end = Math.min(row.length, mostColumns);
  while (end > 0 && isEmptyCell(row[end - 1])) end -= 1;
  return end;
}

/** The number of cells in the row of a text file, including trailing empty ones. */
export const cellCount = (row: readonly Cell[]): number =>
  row.length > mostColumns ? filledEnd(row) : row.length;

/** A quick test whether the cells of the row may have moved. */
export function mayBeShifted(row: readonly Cell[], { width, text, least = 0 }: Shape): boolean {
  const end = filledEnd(row);
  return cellCount(row) < least || (end > width && (end > (text?.declared ?? end) || hasCutAmount(row)));
}

/** The least percentage of rows that must have the same number of cells before it counts as usual. */
const enough = 10;

function usualCount(rows: Rows): number | undefined {
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (hasCutAmount(row)) continue;
    counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  }
  const usual = [...counts].filter(([, count]) => count * 100 >= rows.length * enough);
  return usual.length === 0 ? undefined : Math.max(...usual.map(([length]) => length));
}

const needed: readonly ColumnKind[] = ['amount', 'headAmount', 'day'];

/** The number of cells up to the last column of amounts or days, if three of four rows fill it. */
function leastCount(rows: Rows, mapped: readonly MappedColumn[]): number | undefined {
  const indexes = mapped
    .flatMap(partsOf)
    .flatMap(({ column: { kind }, index }) => (needed.includes(kind) && index < mostColumns ? [index] : []));
  const last = Math.max(-1, ...indexes);
  const filled = rows.filter((row) => !isEmptyCell(row[last])).length;
  return last >= 0 && filled > 1 && filled * 4 >= rows.length * 3 ? last + 1 : undefined;
}

/** In the columns of another block neighbouring cells are no longer neighbours, so only the number itself counts. */
function numbersBeside(rows: Rows, width: number, hasBlocks: boolean): ReadonlySet<number> {
  const own = new Set<number>();
  for (const row of rows) {
    if (row.length <= width || (!hasBlocks && hasCutAmount(row))) continue;
    for (let at = width; at < filledEnd(row); at += 1) {
      const cell = row[at] ?? null;
      const isNumber = !isEmptyCell(cell) && !/\p{L}/u.test(nameOfCell(cell));
      if (isNumber && !(hasBlocks && isGroupEnd(cell))) own.add(at);
    }
  }
  return own;
}

/** A typical monthly fee, used if no row has an amount. */
const anyFee = 3000;

function amountsOf(rows: Rows, width: number): Shape['usualAmount'] {
  const cache = new Map<number, number>();
  return (index) => {
    const before = cache.get(index);
    if (before !== undefined) return before;
    const amounts = rows.flatMap((row) => {
      if (filledEnd(row) > width) return [];
      const read = readHeadAmount(tidy(row[index]), new Findings());
      return typeof read === 'number' && read > 0 ? [read] : [];
    });
    const usual = amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)] ?? anyFee;
    cache.set(index, usual);
    return usual;
  };
}

/** `rows`: the data rows. `text` is absent if the file does not store trailing empty cells. */
export function shapeOf(
  rows: Rows,
  {
    width,
    mapped,
    text,
    hasBlocks,
  }: Pick<Shape, 'width' | 'text' | 'hasBlocks'> & { mapped: readonly MappedColumn[] },
): Shape {
  const all = rows.filter((row) => filledEnd(row) > 0);
  const shape: Shape = {
    width,
    hasBlocks,
    ownNumbers: numbersBeside(all, width, hasBlocks),
    usualAmount: amountsOf(all, width),
    ...(text && { text }),
  };
  // Rows of one length cannot be compared.
  if (!text || hasBlocks || all.every(({ length }) => length === text.declared)) return shape;
  const usual = usualCount(all);
  const least = leastCount(all, mapped);
  return { ...shape, ...(usual !== undefined && { usual }), ...(least !== undefined && { least }) };
}
