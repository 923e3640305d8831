/** Pure rules of the table: the widths of its columns, and which columns fit. */
import { type SortColumn, sortColumns } from '#shared/money/bill-sort.ts';

type Width = { least: number; share?: number };

/** Minimum widths in pixels. The remaining width is divided by the shares, as `fr` units of a CSS grid. */
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

/** The width of the checkbox column. */
const boxWidth = 40;
/** In a table narrower than this number of pixels, a row has two lines. */
export const compactBelow = 560;

/** These columns cannot be hidden, because they identify the bill. */
export const alwaysShown: readonly SortColumn[] = ['regNum', 'name'];
/** If there is no room, columns are removed in this order. All other columns are always shown. */
const dropOrder: readonly SortColumn[] = [
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

/** The columns that are not hidden and that fit, in order. */
export function columnsIn(width: number, hidden: readonly SortColumn[]): SortColumn[] {
  let columns = sortColumns.filter((column) => alwaysShown.includes(column) || !hidden.includes(column));
  for (const column of dropOrder) {
    if (widthOf(columns) <= width) break;
    columns = columns.filter((one) => one !== column);
  }
  return columns;
}

/** The value for grid-template-columns. */
export const templateOf = (columns: readonly SortColumn[]): string =>
  [
    `${boxWidth}px`,
    ...columns.map((column) => {
      const { least, share } = widths[column];
      return share === undefined ? `${least}px` : `minmax(${least}px, ${share}fr)`;
    }),
  ].join(' ');
