/** What the cells of a column show, whatever its heading says: whether it is empty, and how many phone numbers it has. */
import { type CountryCode, readEachNumber } from '../people/phone.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import type { NamedColumn } from './checked.ts';
import { mobileColumn } from './columns.ts';

type Rows = readonly (readonly Cell[])[];

/** Columns in which no row has a value, by index. None if there are no rows at all. */
export function emptyColumns(rows: Rows, { from, width }: { from: number; width: number }): Set<number> {
  const empty = new Set(Array.from({ length: width }, (_, index) => index));
  for (let at = from; at < rows.length && empty.size > 0; at += 1)
    for (const index of empty) if (!isEmptyCell(rows[at]?.[index])) empty.delete(index);
  return empty.size === width ? new Set() : empty;
}

/** Rows searched for phone numbers. Columns are compared by them, and the first ones show which is fuller. */
const searchedRows = 2000;
/** Any text of phone numbers is shorter. */
const longestNumber = 300;

/** Counts the readable phone numbers of columns, each column once. */
export class ReadableNumbers {
  readonly #rows: Rows;
  readonly #of: { from: number; country: CountryCode };
  readonly #counts = new Map<number, number>();

  constructor(rows: Rows, of: { from: number; country: CountryCode }) {
    this.#rows = rows;
    this.#of = of;
  }

  countIn(index: number): number {
    const { from, country } = this.#of;
    const count =
      this.#counts.get(index) ?? countOf(this.#rows.slice(from, from + searchedRows), index, country);
    this.#counts.set(index, count);
    return count;
  }
}

function countOf(rows: Rows, index: number, country: CountryCode): number {
  let count = 0;
  for (const row of rows) {
    const cell = tidy(row[index]);
    const typed = typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
    if (typed === '' || typed.length > longestNumber) continue;
    if (readEachNumber(typed, country).found.length > 0) count += 1;
  }
  return count;
}

/**
 * Of several columns whose headings fit a phone number, every one with readable numbers is proposed. One without any is
 * not, although its heading may fit best.
 */
export function takeNumbers(named: NamedColumn[], readable: ReadableNumbers): NamedColumn[] {
  const isOpen = ({ by, fits }: NamedColumn): boolean =>
    fits === 'number' && (by === 'name' || by === 'none');
  const rivals = named.filter(isOpen);
  if (rivals.length < 2 || rivals.every(({ index }) => readable.countIn(index) === 0)) return named;
  // A person who has chosen one column has decided about the others.
  const isChosen = named.some(
    ({ column, by }) => column === mobileColumn && (by === 'hand' || by === 'memory'),
  );
  if (isChosen) return named;
  return named.map((one) => {
    if (!isOpen(one)) return one;
    const isTaken = readable.countIn(one.index) > 0;
    return { ...one, column: isTaken ? mobileColumn : null, by: isTaken ? 'name' : 'none' };
  });
}
