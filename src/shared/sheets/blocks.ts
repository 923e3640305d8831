/** Sheets with several rows of headings: a block for each class, or the same headings again on every printed page. */
import { type Cell, isEmptyCell } from './cells.ts';
import { type Column, isOnlyOfStudent, plainHeading } from './columns.ts';
import { type Header, type Naming, nameColumns, titlesOf } from './find-header.ts';

type Rows = readonly (readonly Cell[])[];

/**
 * `others`: indexes of heading rows with another order of columns. The rows below them are rearranged to the first
 * headings. `titleRows`: indexes of the titles above further headings, such as `Class 5-B`.
 */
export type Arranged = {
  rows: Rows;
  titles: readonly string[];
  others: readonly number[];
  titleRows: ReadonlySet<number>;
};

const surelyEnough = 3;
const beginsWithLetter = /^\P{N}*\p{L}/u;

const columnsOf = (titles: readonly string[], naming: Naming): Map<number, Column> =>
  new Map(nameColumns(titles, naming).flatMap(({ index, column }) => (column ? [[index, column]] : [])));

/** A heading row has texts in the columns where bills have numbers and dates. */
function mayBeHeadings(row: readonly Cell[], probes: readonly number[]): boolean {
  for (const index of probes) {
    const cell = row[index];
    if (typeof cell === 'string' && cell !== '' && !beginsWithLetter.test(cell)) return false;
  }
  let filled = 0;
  for (const cell of row) {
    if (isEmptyCell(cell)) continue;
    if (typeof cell !== 'string') return false;
    filled += 1;
  }
  return filled >= surelyEnough;
}

/** The columns of a student do not count: `class` alone may be a word in a row of notes. */
function isOfHeadings(titles: readonly string[], naming: Naming): boolean {
  const columns = [...columnsOf(titles, naming).values()];
  return columns.filter(({ field }) => !isOnlyOfStudent(field)).length >= surelyEnough;
}

/** For each column of a block its column in the first block. New columns are added at the end. */
function layoutOf(block: readonly string[], titles: string[], naming: Naming): number[] {
  const taken = new Set<number>();
  const [existing, own] = [columnsOf(titles, naming), columnsOf(block, naming)];
  const take = (target: number): number => {
    taken.add(target);
    return target;
  };
  const layout = block.map((title, at) => {
    if (title === '') return -1;
    const isSame = (other: string | undefined): boolean =>
      other !== undefined && plainHeading(other) === plainHeading(title);
    const same = isSame(titles[at]) ? at : titles.findIndex((other, to) => isSame(other) && !taken.has(to));
    return same >= 0 && !taken.has(same) ? take(same) : -1;
  });
  return layout.map((target, at) => {
    if (target >= 0) return target;
    const field = own.get(at)?.field;
    const [match] = [...existing].find(([to, one]) => one.field === field && !taken.has(to)) ?? [];
    if (field !== undefined && match !== undefined) return take(match);
    if (block[at] === '' && !titles[at] && !taken.has(at)) return take(at);
    titles.push(block[at] ?? '');
    return take(titles.length - 1);
  });
}

function arrange(row: readonly Cell[], layout: readonly number[], width: number): Cell[] {
  const cells: Cell[] = new Array<Cell>(width).fill(null);
  for (const [at, cell] of row.entries()) {
    // Cells beside the block's headings stay beside those of the first block.
    const target = layout[at] ?? Math.max(width, at);
    while (cells.length <= target) cells.push(null);
    cells[target] = cell;
  }
  return cells;
}

/** Moves cells beside the columns of a block, because a later block may use these positions for new columns. */
function setApart(rows: (readonly Cell[])[], widths: ReadonlyMap<number, number>, width: number): void {
  for (const [at, own] of widths) {
    const row = rows[at] ?? [];
    if (own === width || row.slice(own).every(isEmptyCell)) continue;
    const between = Array.from({ length: width - own }, () => null);
    rows[at] = [...row.slice(0, own), ...between, ...row.slice(own)];
  }
}

/** The index of the title above a heading row: a row with one text. Empty rows may be between. */
function titleAbove(rows: Rows, at: number): number | undefined {
  let above = at - 1;
  while (above >= 0 && rows[above]?.every(isEmptyCell)) above -= 1;
  const filled = (rows[above] ?? []).filter((cell) => !isEmptyCell(cell));
  return filled.length === 1 && typeof filled[0] === 'string' ? above : undefined;
}

/** All rows arranged in the columns of the first headings. Further heading rows become empty. */
export function arrangeBlocks(rows: Rows, { index, titles: first }: Header, naming: Naming): Arranged {
  const titles = [...first];
  const others: number[] = [];
  const titleRows = new Set<number>();
  if (index < 0) return { rows, titles, others, titleRows };
  const isProbe = (column: Column): boolean => column.kind === 'day' || column.kind === 'number';
  const probes = [...columnsOf(titles, naming)].flatMap(([at, column]) => (isProbe(column) ? [at] : []));
  let arranged: (readonly Cell[])[] | undefined;
  let layout: number[] | undefined;
  /** The number of columns known at each row, by index. */
  const widths = new Map<number, number>();
  for (let at = index + 1; at < rows.length; at += 1) {
    const row = rows[at] ?? [];
    const block = mayBeHeadings(row, probes) ? titlesOf(row) : undefined;
    if (block && isOfHeadings(block, naming)) {
      const own = layoutOf(block, titles, naming);
      layout = own.some((target, from) => target !== from) ? own : undefined;
      if (layout) others.push(at);
      const title = titleAbove(rows, at);
      if (title !== undefined && title > index) titleRows.add(title);
      arranged ??= [...rows];
      arranged[at] = [];
    } else if (layout && arranged && row.length > 0) arranged[at] = arrange(row, layout, titles.length);
    widths.set(at, titles.length);
  }
  if (arranged) setApart(arranged, widths, titles.length);
  return { rows: arranged ?? rows, titles, others, titleRows };
}
