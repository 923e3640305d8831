/** Stores the cells of a sheet by position, within limits. Missing rows and trailing empty cells take no memory. */

import type { Cell, Merged, RawSheet } from '../cells.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { largestArea, mostColumns } from '../sheet-limits.ts';
import { fileFailures } from '../sheet-words.ts';
import type { Room } from './unzip.ts';

const lastRow = 1_048_575;
/** Bytes of memory for a cell position, a row, a hidden row, a text, a fractional number and a `shown` cell. */
const placeTakes = 12;
const rowTakes = 64;
const hiddenTakes = 100;
const textTakes = 32;
const numberTakes = 16;
const shownTakes = 64;

const none: Cell[] = [];

/** Throws `SheetFailure` if the memory limit is exceeded. */
function takeRoom(room: Room, bytes: number): void {
  room.left -= bytes;
  if (room.left < 0) throw new SheetFailure(fileFailures.tooMuchInside);
}

/** Copies a text and counts its memory. Without the copy, a slice would keep the whole original text in memory. */
export function keepText(text: string, room: Room): string {
  takeRoom(room, textTakes + text.length);
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

export class Grid {
  readonly #rows: Cell[][] = [];
  /** Indexes of rows that a filter or a person has hidden. */
  readonly #hiddenRows = new Set<number>();
  readonly #merged: Merged[] = [];
  readonly #room: Room;
  #width = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /**
   * Ignores cells beyond the last allowed column, except the first of them, so that the excess can be reported. Throws
   * `SheetFailure`.
   */
  put(row: number, column: number, cell: Cell): void {
    if (cell === null || cell === '') return;
    if (!(row >= 0 && row <= lastRow && column >= 0 && column <= mostColumns)) return;
    const cells = this.#rowAt(row);
    if (column >= cells.length) {
      takeRoom(this.#room, (column + 1 - cells.length) * placeTakes);
      while (cells.length < column) cells.push(null);
      if (column >= this.#width) this.#width = column + 1;
    }
    if (typeof cell === 'number' && !Number.isSafeInteger(cell)) takeRoom(this.#room, numberTakes);
    if (typeof cell === 'object' && cell.kind === 'shown')
      takeRoom(this.#room, shownTakes + cell.text.length);
    cells[column] = cell;
  }

  #rowAt(row: number): Cell[] {
    const rows = this.#rows;
    if (row >= rows.length) takeRoom(this.#room, (row + 1 - rows.length) * placeTakes);
    while (rows.length <= row) rows.push(none);
    let cells = rows[row] ?? none;
    if (cells === none) {
      takeRoom(this.#room, rowTakes);
      cells = [];
      rows[row] = cells;
    }
    return cells;
  }

  /** Marks a row as hidden. Throws `SheetFailure`. */
  hide(row: number): void {
    if (!(row >= 0 && row <= lastRow) || this.#hiddenRows.has(row)) return;
    takeRoom(this.#room, hiddenTakes);
    this.#hiddenRows.add(row);
  }

  /** Throws `SheetFailure`. */
  merge(merged: Merged): void {
    takeRoom(this.#room, hiddenTakes);
    if (merged.toColumn <= mostColumns) this.#merged.push(merged);
  }

  /** The sheet. Throws `SheetFailure` if a cell is so far below or beside the others that it cannot belong to them. */
  sheet(name: string): RawSheet {
    const rows = this.#rows;
    if (rows.length * this.#width > largestArea) throw new SheetFailure(fileFailures.tooFar);
    const hiddenRows = this.#hiddenRows;
    for (const row of hiddenRows) if ((rows[row] ?? none) === none) hiddenRows.delete(row);
    return { name, rows, hiddenRows, ...(this.#merged.length > 0 && { merged: this.#merged }) };
  }
}
