/** The columns of the table of bills: how wide each is, and which there is room for. Pure. */
import { type SortColumn, sortColumns } from '#shared/bill-sort.ts';

type Width = { least: number; share?: number };

/** Pixels; a column with a share takes what is left, by its share. */
const widths: Record<SortColumn, Width> = {
  regNum: { least: 72 },
  name: { least: 176, share: 1.7 },
  class: { least: 96, share: 0.4 },
  father: { least: 104, share: 1 },
  number: { least: 122 },
  status: { least: 90 },
  payable: { least: 116 },
  total: { least: 104 },
  dueDate: { least: 92 },
  expiryDate: { least: 92 },
  message: { least: 134 },
};

/** The box to choose a row. */
export const boxWidth = 40;
/** Narrower than this a row has two lines. */
export const compactBelow = 560;

/** A table without these would be of nobody. */
export const constant: readonly SortColumn[] = ['regNum', 'name'];
/** What gives way first where there is no room; without these it would not be the table. */
const dropped: readonly SortColumn[] = [
  'expiryDate',
  'number',
  'father',
  'total',
  'dueDate',
  'class',
  'status',
];

const widthOf = (columns: readonly SortColumn[]): number =>
  columns.reduce((sum, column) => sum + widths[column].least, boxWidth);

/** Those that are not hidden and that there is room for, in their order. */
export function columnsIn(width: number, hidden: readonly SortColumn[]): SortColumn[] {
  let columns = sortColumns.filter((column) => constant.includes(column) || !hidden.includes(column));
  for (const column of dropped) {
    if (widthOf(columns) <= width) break;
    columns = columns.filter((one) => one !== column);
  }
  return columns;
}

/** As the grid of a row has them. */
export const templateOf = (columns: readonly SortColumn[]): string =>
  [
    `${boxWidth}px`,
    ...columns.map((column) => {
      const { least, share } = widths[column];
      return share === undefined ? `${least}px` : `minmax(${least}px, ${share}fr)`;
    }),
  ].join(' ');
