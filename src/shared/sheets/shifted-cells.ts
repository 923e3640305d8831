/**
 * Rows whose cells have moved. An unquoted thousands comma splits one cell into two, and a lost comma joins two cells.
 */
import { amountKeys } from '../money/bill-heads.ts';
import { toPaisa } from '../money/money.ts';
import { asciiDigits, type Cell, isEmptyCell, nameOfCell, tidy } from './cells.ts';
import type { ColumnKind } from './columns.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { Findings, Problem } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import { readCell, type SheetContext } from './read-cell.ts';
import { readDay } from './read-day.ts';
import { cellCount, filledEnd, type Shape } from './sheet-shape.ts';
import { rowProblems } from './sheet-words.ts';

/** The row with its amounts joined again, and those amounts as text. */
export type Joined = { cells: readonly Cell[]; texts: readonly string[] };

/** The most pieces into which commas can split an amount: 1,00,00,000 (a crore) has four. */
const mostPieces = 4;
/** A row with more surplus cells than this is not joined. */
const mostSurplus = 12;
const mostFound = 8;
const amount = /^\D{0,15}[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?\D{0,15}$/;
const digits = /^\d{1,3}(?:\.\d+)?$/;

/** Joins the pieces of an amount. `isLossy`: a spreadsheet has removed leading zeros. */
function joinPieces(pieces: readonly Cell[], isLossy: boolean): string | undefined {
  const [first, ...others] = pieces.map((piece) => asciiDigits(nameOfCell(piece)));
  const whole = others.map((piece, at) => {
    if (!isLossy || !digits.test(piece)) return piece;
    const [front = '', ...decimals] = piece.split('.');
    // For a piece in the middle, it is unknown whether 12 was 12 or 012.
    if (at < others.length - 1 && front.length < 3) return undefined;
    return [front.padStart(3, '0'), ...decimals].join('.');
  });
  const text = [first, ...whole].join(',');
  const isOne = !whole.includes(undefined) && amount.test(text);
  return isOne && !(readHeadAmount(text, new Findings()) instanceof Problem) ? text : undefined;
}

/** The number of cells in the row, and how many of them are surplus. */
function countsOf(row: readonly Cell[], { width, usual }: Shape): { cells: number; surplus: number } {
  const end = filledEnd(row);
  const cells = cellCount(row);
  const above = end - width;
  const more = usual === undefined ? 0 : cells - usual;
  return more > above ? { cells, surplus: more } : { cells: end, surplus: above };
}

type Found = Joined & { columns: readonly number[] };

const isAmountKind = (kind: ColumnKind | undefined): boolean => kind === 'amount' || kind === 'headAmount';

/** Finds every way to join neighbouring cells to amounts, so that each cell fits its column. */
class Joining {
  readonly #row: readonly Cell[];
  readonly #count: number;
  readonly #context: SheetContext;
  readonly #columns: ReadonlyMap<number, MappedColumn>;
  readonly #isLossy: boolean;
  /** Positions from which no way was found, with the number of surplus cells left. */
  readonly #dead = new Set<string>();

  constructor(row: readonly Cell[], count: number, context: SheetContext) {
    this.#row = row;
    this.#count = count;
    this.#context = { ...context, doubted: new Set(), dots: undefined };
    this.#columns = new Map(context.mapped.flatMap(partsOf).map((one) => [one.index, one]));
    const { text } = context.shape ?? {};
    this.#isLossy = !text || count <= text.declared;
  }

  #fits(at: number, cell: Cell): boolean {
    const column = this.#columns.get(at);
    if (!column || isEmptyCell(cell)) return true;
    const reading = { context: this.#context, findings: findingsOf(column) };
    return !(readCell({ ...column, index: 0 }, [cell], reading) instanceof Problem);
  }

  /** The value of the column made from these cells; undefined if they do not fit the column. */
  #wholeOf(pieces: readonly Cell[], { cells, texts }: Joined): Cell | undefined {
    const at = cells.length;
    const [cell = null] = pieces;
    if (pieces.length === 1) {
      // Before the first joined amount, every cell is in its original column.
      return texts.length === 0 || this.#fits(at, cell) ? cell : undefined;
    }
    const kind = this.#columns.get(at)?.column.kind;
    const whole = kind === undefined || isAmountKind(kind) ? joinPieces(pieces, this.#isLossy) : undefined;
    return whole !== undefined && this.#fits(at, whole) ? whole : undefined;
  }

  *ways(
    surplus: number,
    source = 0,
    before: Found = { cells: [], texts: [], columns: [] },
  ): Generator<Found> {
    const key = `${source} ${surplus}`;
    if (this.#dead.has(key)) return;
    if (source === this.#count) {
      if (surplus === 0) yield before;
      return;
    }
    let isAny = false;
    for (let size = 1; size <= Math.min(mostPieces, surplus + 1, this.#count - source); size += 1) {
      const whole = this.#wholeOf(this.#row.slice(source, source + size), before);
      if (whole === undefined) continue;
      const { cells, texts, columns } = before;
      const next =
        size === 1
          ? { ...before, cells: [...cells, whole] }
          : {
              cells: [...cells, whole],
              texts: [...texts, String(whole)],
              columns: [...columns, cells.length],
            };
      for (const found of this.ways(surplus - size + 1, source + size, next)) {
        isAny = true;
        yield found;
      }
    }
    if (!isAny) this.#dead.add(key);
  }
}

function findingsOf({ column, title }: MappedColumn): Findings {
  const findings = new Findings();
  findings.field = column.field;
  findings.title = title;
  return findings;
}

/** Whether the heads of the row add up to its total. */
function addsUp({ cells }: Joined, context: SheetContext): boolean {
  const amountIn = (field: string): number => {
    const index = context.mapped.find(({ column }) => column.field === field)?.index ?? -1;
    const read = isEmptyCell(cells[index]) ? 0 : readHeadAmount(tidy(cells[index]), new Findings());
    return typeof read === 'number' ? toPaisa(read) : 0;
  };
  const sum = amountKeys.reduce((all, key) => all + amountIn(key), 0);
  return sum > 0 && sum === amountIn('total');
}

/** The row with its split amounts joined, if there is exactly one way to join them. */
export function joinCells(row: readonly Cell[], context: SheetContext): Joined | undefined {
  const { shape } = context;
  if (!shape || (shape.text && shape.text.delimiter !== ',')) return undefined;
  const counts = countsOf(row, shape);
  if (counts.surplus < 1 || counts.surplus > mostSurplus) return undefined;
  let found: Found[] = [];
  for (const way of new Joining(row, counts.cells, context).ways(counts.surplus)) {
    found.push(way);
    if (found.length === mostFound) break;
  }
  const isMapped = (at: number): boolean => context.mapped.some(({ index }) => index === at);
  for (const isBetter of [
    ({ columns }: Found) => columns.every(isMapped),
    (way: Found) => addsUp(way, context),
  ]) {
    const better = found.filter(isBetter);
    if (better.length > 0) found = better;
  }
  const [way] = found;
  if (!way || found.length > 1) return undefined;
  // In a text file, more cells than headings are enough evidence.
  const isLikely = isSurelyMore(row, shape) || (way.columns.every(isMapped) && isNearer(way, row, shape));
  return isLikely ? way : undefined;
}

const rupeesIn = (cell: Cell | undefined): number => {
  const read = readHeadAmount(tidy(cell), new Findings());
  return typeof read === 'number' ? Math.abs(read) : 0;
};

/** Whether the joined amounts are closer to the other amounts of their columns than their first pieces. */
function isNearer({ cells, columns }: Found, row: readonly Cell[], shape: Shape): boolean {
  let [whole, piece] = [0, 0];
  let moved = 0;
  for (const at of columns) {
    const usual = Math.log(shape.usualAmount(at));
    whole += Math.abs(Math.log(rupeesIn(cells[at]) || 1) - usual);
    piece += Math.abs(Math.log(rupeesIn(row[at + moved]) || 1) - usual);
    moved += String(cells[at]).split(/[,\u060c]/).length - 1;
  }
  return whole < piece;
}

/** In a text file, a cell after all headings, including empty ones, is surplus. */
const isSurelyMore = (row: readonly Cell[], { text }: Shape): boolean =>
  text !== undefined && filledEnd(row) > text.declared;

/** Whether the cell is a remark beside the row and not a value of a column. */
function isRemark(cell: Cell | undefined, context: SheetContext): boolean {
  if (typeof cell !== 'string' || !/\p{L}/u.test(cell)) return isEmptyCell(cell);
  const cannotBe = [readHeadAmount(cell, new Findings()), readDay(cell, new Findings(), context)];
  return cannotBe.every((read) => read instanceof Problem);
}

function isBesideNumbers(row: readonly Cell[], { width, ownNumbers }: Shape): boolean {
  return row.slice(width).every((cell, at) => isEmptyCell(cell) || ownNumbers.has(width + at));
}

/**
 * Why the cells of a row are in the wrong columns; undefined if there is no sign of that. `hasAmount`, `hasUnread`:
 * whether the unchanged row has an amount, or an unreadable cell.
 */
export function sayShifted(
  row: readonly Cell[],
  context: SheetContext,
  { hasAmount, hasUnread }: { hasAmount: boolean; hasUnread: boolean },
): string | undefined {
  const { shape } = context;
  if (!shape) return undefined;
  const { cells, surplus } = countsOf(row, shape);
  const { width, least = 0 } = shape;
  if (surplus < 1) {
    const count = cellCount(row);
    const isShort = count < least && (hasAmount || hasUnread);
    return isShort ? rowProblems.tooFewCells(count, least) : undefined;
  }
  const end = filledEnd(row);
  const isMore = isSurelyMore(row, shape);
  if (!isMore && end > width && isBesideNumbers(row, shape)) return undefined;
  const joined = joinCells(row, context);
  if (joined) {
    const others = cells - surplus;
    return rowProblems.cutAmounts({ cells, others, isOfHeadings: others === width, texts: joined.texts });
  }
  const isRemarks = row.slice(shape.width, end).every((cell) => isRemark(cell, context));
  const mayBeMore = end > shape.width && (hasUnread || shape.hasBlocks) && !isRemarks;
  return isMore || mayBeMore ? rowProblems.tooManyCells(cells, width) : undefined;
}
