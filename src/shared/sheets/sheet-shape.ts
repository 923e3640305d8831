/** How many cells the rows of a sheet have: it tells that the cells of a row have moved. */
import { asciiDigits, type Cell, isEmptyCell, nameOfCell, tidy } from './cells.ts';
import type { ColumnKind } from './columns.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { Findings } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import { mostColumns } from './sheet-limits.ts';

type Rows = readonly (readonly Cell[])[];

export type Shape = {
  /** Cells from here on stand below no heading. */
  width: number;
  /** Of a text file: what divides its cells, and how many the row of headings has, empty ones too. */
  text?: { delimiter: string; declared: number };
  /** Rows stand in the columns of another block, and not as they were written. */
  hasBlocks: boolean;
  /** In a text file: how many cells those rows have in which no amount can stand in two of them. */
  usual?: number;
  /** In a text file: how many cells a row with an amount has at least. */
  least?: number;
  /** Columns below no heading that hold numbers of their own. */
  ownNumbers: ReadonlySet<number>;
  /** Rupees that half of the rows have less of in a column, of those that have no cell too many. */
  usualAmount: (index: number) => number;
};

const groupStart = /^\D{0,15}[1-9]\d{0,2}$/;
const groupEnd = /^\d{3}(?:\.\d+)?(?!\d)\D{0,15}$/;

const textOf = (cell: Cell | undefined): string => (typeof cell === 'string' ? asciiDigits(cell) : '');
const isGroupStart = (cell: Cell | undefined): boolean =>
  typeof cell === 'number'
    ? Number.isInteger(cell) && cell > 0 && cell < 1000
    : groupStart.test(textOf(cell));
// A workbook has taken the zeros away: 9,000 has become 9 and 0.
const isGroupEnd = (cell: Cell | undefined): boolean =>
  typeof cell === 'number' ? cell >= 0 && cell < 1000 : groupEnd.test(textOf(cell));

/** Whether two neighbours may be one amount that was cut at its comma. */
const hasCutAmount = (row: readonly Cell[]): boolean =>
  row.some((cell, at) => at > 0 && isGroupEnd(cell) && isGroupStart(row[at - 1]));

/** Behind the last cell with anything in it; cells that only the check has do not count. */
export function filledEnd(row: readonly Cell[]): number {
  let end = Math.min(row.length, mostColumns);
  while (end > 0 && isEmptyCell(row[end - 1])) end -= 1;
  return end;
}

/** How many cells the row has in its text file, empty ones at the end too. */
export const cellCount = (row: readonly Cell[]): number =>
  row.length > mostColumns ? filledEnd(row) : row.length;

/** Whether the cells of the row may have moved, before anybody has looked at what stands in them. */
export function mayBeShifted(row: readonly Cell[], { width, text, least = 0 }: Shape): boolean {
  const end = filledEnd(row);
  return cellCount(row) < least || (end > width && (end > (text?.declared ?? end) || hasCutAmount(row)));
}

/** Of so many rows in a hundred the others' count of cells is believed. */
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

/** To the last column of amounts or days that three rows of four fill. */
function leastCount(rows: Rows, mapped: readonly MappedColumn[]): number | undefined {
  const indexes = mapped
    .flatMap(partsOf)
    .flatMap(({ column: { kind }, index }) => (needed.includes(kind) && index < mostColumns ? [index] : []));
  const last = Math.max(-1, ...indexes);
  const filled = rows.filter((row) => !isEmptyCell(row[last])).length;
  return last >= 0 && filled > 1 && filled * 4 >= rows.length * 3 ? last + 1 : undefined;
}

/** In the columns of another block neighbours are no neighbours any more: there only the number itself tells. */
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

/** A month's fee where no row tells it. */
const anyFee = 3000;

function amountsOf(rows: Rows, width: number): Shape['usualAmount'] {
  const known = new Map<number, number>();
  return (index) => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const amounts = rows.flatMap((row) => {
      if (filledEnd(row) > width) return [];
      const read = readHeadAmount(tidy(row[index]), new Findings());
      return typeof read === 'number' && read > 0 ? [read] : [];
    });
    const usual = amounts.toSorted((one, other) => one - other)[Math.floor(amounts.length / 2)] ?? anyFee;
    known.set(index, usual);
    return usual;
  };
}

/** `rows` are those of the data; `text` is absent where a row's empty cells at the end are not known. */
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
  // Rows of one length tell nothing of each other.
  if (!text || hasBlocks || all.every(({ length }) => length === text.declared)) return shape;
  const usual = usualCount(all);
  const least = leastCount(all, mapped);
  return { ...shape, ...(usual !== undefined && { usual }), ...(least !== undefined && { least }) };
}
