/** Sheets with several rows of headings: a block for each class, or the same headings again on every printed page. */
import { type Cell, isEmptyCell } from './cells.ts';
import { type Column, plainHeading } from './columns.ts';
import { type Header, type Naming, nameColumns, titlesOf } from './find-header.ts';

type Rows = readonly (readonly Cell[])[];

/** `others`: places of rows of headings with another order of columns, whose rows stand as those of the first. */
export type Arranged = { rows: Rows; titles: readonly string[]; others: readonly number[] };

const surelyEnough = 3;
const beginsWithLetter = /^\P{N}*\p{L}/u;

const columnsOf = (titles: readonly string[], naming: Naming): Map<number, Column> =>
  new Map(nameColumns(titles, naming).flatMap(({ index, column }) => (column ? [[index, column]] : [])));

/** Names hold no true numbers and dates, and stand where bills have their numbers and days. */
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

/** Where each column of a block stands in the first block; what is in none of its columns gets one behind them. */
function layoutOf(block: readonly string[], titles: string[], naming: Naming): number[] {
  const taken = new Set<number>();
  const [known, own] = [columnsOf(titles, naming), columnsOf(block, naming)];
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
    const [match] = [...known].find(([to, one]) => one.field === field && !taken.has(to)) ?? [];
    if (field !== undefined && match !== undefined) return take(match);
    if (block[at] === '' && !titles[at] && !taken.has(at)) return take(at);
    titles.push(block[at] ?? '');
    return take(titles.length - 1);
  });
}

function arrange(row: readonly Cell[], layout: readonly number[], width: number): Cell[] {
  const cells: Cell[] = new Array<Cell>(width).fill(null);
  for (const [at, cell] of row.entries()) {
    // What stands beside the block's headings stays beside those of the first.
    const target = layout[at] ?? Math.max(width, at);
    while (cells.length <= target) cells.push(null);
    cells[target] = cell;
  }
  return cells;
}

/** What stands beside the columns of its own block is in none of those that a later block has more. */
function setApart(rows: (readonly Cell[])[], widths: ReadonlyMap<number, number>, width: number): void {
  for (const [at, own] of widths) {
    const row = rows[at] ?? [];
    if (own === width || row.slice(own).every(isEmptyCell)) continue;
    const between = Array.from({ length: width - own }, () => null);
    rows[at] = [...row.slice(0, own), ...between, ...row.slice(own)];
  }
}

/** Each row in the columns of the first headings; further rows of headings are empty. */
export function arrangeBlocks(rows: Rows, { index, titles: first }: Header, naming: Naming): Arranged {
  const titles = [...first];
  const others: number[] = [];
  if (index < 0) return { rows, titles, others };
  const isProbe = (column: Column): boolean => column.kind === 'day' || column.kind === 'number';
  const probes = [...columnsOf(titles, naming)].flatMap(([at, column]) => (isProbe(column) ? [at] : []));
  let arranged: (readonly Cell[])[] | undefined;
  let layout: number[] | undefined;
  /** How many columns were known where a row stands, by place. */
  const widths = new Map<number, number>();
  for (let at = index + 1; at < rows.length; at += 1) {
    const row = rows[at] ?? [];
    const block = mayBeHeadings(row, probes) ? titlesOf(row) : undefined;
    if (block && columnsOf(block, naming).size >= surelyEnough) {
      const own = layoutOf(block, titles, naming);
      layout = own.some((target, from) => target !== from) ? own : undefined;
      if (layout) others.push(at);
      arranged ??= [...rows];
      arranged[at] = [];
    } else if (layout && arranged && row.length > 0) arranged[at] = arrange(row, layout, titles.length);
    widths.set(at, titles.length);
  }
  if (arranged) setApart(arranged, widths, titles.length);
  return { rows: arranged ?? rows, titles, others };
}
