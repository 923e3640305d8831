/**
 * Finds rows that are not bills: totals, counts, signatures, notes. They are recognised by missing fields and by an
 * amount that is the sum of rows above. Words such as "total" are used only if a sum was typed wrong.
 */

import { amountKeys } from '../money/bill-heads.ts';
import { toPaisa } from '../money/money.ts';
import { asciiDigits, type Cell, isEmptyCell, nameOfCell } from './cells.ts';
import type { NoBill } from './checked.ts';
import type { RowRead } from './read-row.ts';

const sumWords =
  /(?<![\p{L}\p{M}])(?:(?:sub|grand|g|net|class|section)[-. ]*)?(?:totals?|sum|count|subtotal|jumla|kul|majmua|majmooa|mizan|meezan|میزان|کل|ٹوٹل|مجموعہ|مجموعی|جملہ|المجموع|الإجمالي|إجمالي|کل تعداد)(?![\p{L}\p{M}])/iu;

export const isSumWord = (cell: Cell | undefined): boolean => typeof cell === 'string' && sumWords.test(cell);
const isNumbered = (code: unknown): boolean => typeof code === 'string' && /\p{N}/u.test(code);

/** `GR-201` as `a-0`. */
const patternOf = (code: unknown): string =>
  String(code ?? '')
    .replace(/\p{N}+/gu, '0')
    .replace(/\p{L}+/gu, 'a');

type Values = RowRead['values'];
type Sum = { rows: number; paisa: number };

const noBill: Looked = { paisa: 0, isOpen: false, hasDue: false, hasWord: false, isNote: false };

function add(sum: Sum, { paisa }: Looked): void {
  if (paisa === 0) return;
  sum.rows += 1;
  sum.paisa += paisa;
}

function amountOf({ values, stated }: RowRead): number | undefined {
  if (stated !== undefined) return toPaisa(stated);
  if (typeof values.total === 'number') return toPaisa(values.total);
  const amounts = amountKeys.flatMap((key) =>
    typeof values[key] === 'number' ? [toPaisa(values[key])] : [],
  );
  return amounts.length === 0 ? undefined : amounts.reduce((sum, one) => sum + one, 0);
}

/** The numbers of the columns below their headings, as on forms: `1 2 3 4` or `(1) (2) (3) (4)`. */
function isOfColumnNumbers(row: readonly Cell[]): boolean {
  let [filled, last] = [0, Number.NaN];
  for (const cell of row) {
    if (isEmptyCell(cell)) continue;
    const [, digits] = /^\(?(\d{1,2})\)?$/.exec(asciiDigits(nameOfCell(cell))) ?? [];
    if (digits === undefined || (filled > 0 && Number(digits) !== last + 1)) return false;
    last = Number(digits);
    filled += 1;
  }
  return filled > 2;
}

/** Whether a row has only words that no column can read, such as units below the headings: `(Rs.)`, `(dd/mm/yyyy)`. */
const isOfWords = ({ values }: RowRead, row: readonly Cell[]): boolean =>
  Object.keys(values).length === 0 && !row.some((cell) => /\p{N}/u.test(nameOfCell(cell)));

/** A row that was looked at. `isOpen`: it lacks what a bill has, and its amount is not yet known to be a sum. */
type Looked = {
  paisa: number;
  isOpen: boolean;
  hasDue: boolean;
  hasWord: boolean;
  isNote: boolean;
  none?: NoBill;
};

/** Decides for each row whether it is not a bill. `look` must get the rows in the order of the sheet. */
export class NoBillFinder {
  readonly #looked: Looked[] = [];
  /** Count and sum of the rows since the last total, and of all rows. */
  #section = { rows: 0, paisa: 0 };
  #all = { rows: 0, paisa: 0 };
  /** The number of bills with a number or registration, and with a due date, which a total lacks. */
  #numbered = 0;
  #due = 0;
  /** How the registrations of the bills are written. */
  readonly #patterns = new Set<string>();

  look(read: RowRead, row: readonly Cell[]): NoBill | undefined {
    const none = isOfColumnNumbers(row) || isOfWords(read, row) ? 'note' : this.#lookAt(read, row);
    if (none !== undefined) this.#looked.push({ ...noBill, none });
    return none;
  }

  #lookAt(read: RowRead, row: readonly Cell[]): NoBill | undefined {
    const { values, issues } = read;
    const hasWord = (): boolean => row.some(isSumWord);
    const isBare =
      values.number === undefined &&
      values.invNo === undefined &&
      (values.dueDate === undefined || this.#due === 0 || (hasWord() && this.#isSum(amountOf(read)))) &&
      (!isNumbered(values.regNum) || isSumWord(values.regNum) || this.#isOfClass(values));
    // If most bills have neither a number nor a registration, a row without them is normal.
    const isUnlike = this.#numbered > 0 && this.#numbered * 2 > this.#all.rows;
    const amount = amountOf(read);
    const none = isBare && isUnlike ? this.#judge(amount, hasWord) : undefined;
    if (none === 'totals') this.#section = { rows: 0, paisa: 0 };
    const isNone = issues.some(({ kind }) => kind === 'notARow');
    if (none === undefined && !isNone) this.#count(values, amount ?? 0);
    if (none === undefined)
      this.#looked.push({
        paisa: amount ?? 0,
        isOpen: isBare,
        hasDue: values.dueDate !== undefined,
        hasWord: isBare && hasWord(),
        isNote: amount === undefined,
      });
    return none;
  }

  /** Rows below the last total, such as what was received and what is left, belong to it. */
  #tail(isOpen: (one: Looked) => boolean): number {
    const lastBill = this.#looked.findLastIndex((one) => !one.none && !isOpen(one));
    const total = this.#looked.findIndex(({ none }, at) => at > lastBill && none === 'totals');
    return total < 0 ? this.#looked.length : total;
  }

  /** What only the rows below can tell: sums above their rows. By the index of the row among those looked at. */
  late(): Map<number, NoBill> {
    const found = new Map<number, NoBill>();
    if (this.#numbered * 2 <= this.#all.rows) return found;
    const isOpen = ({ isOpen: isBare, hasDue }: Looked): boolean => isBare && (!hasDue || this.#due === 0);
    const tail = this.#tail(isOpen);
    const all = { rows: 0, paisa: 0 };
    for (const one of this.#looked) if (!isOpen(one)) add(all, one);
    let below = { rows: 0, paisa: 0 };
    for (const [at, one] of [...this.#looked.entries()].toReversed()) {
      if (!isOpen(one)) {
        add(below, one);
        continue;
      }
      const isSum = [below, all].some(({ rows, paisa }) => rows > 1 && paisa === one.paisa);
      if (isSum || one.hasWord || (at > tail && !one.isNote)) found.set(at, 'totals');
      else if (one.isNote) found.set(at, 'note');
      below = { rows: 0, paisa: 0 };
    }
    return found;
  }

  /** A class in the column of the registrations, beside the sum of its rows. */
  #isOfClass({ regNum, name, total }: Values): boolean {
    const isUnlikeOthers = name === undefined && !this.#patterns.has(patternOf(regNum));
    return isUnlikeOthers && typeof total === 'number' && this.#isSum(toPaisa(total));
  }

  #count(values: Values, paisa: number): void {
    for (const sum of [this.#section, this.#all]) {
      sum.rows += 1;
      sum.paisa += paisa;
    }
    this.#patterns.add(patternOf(values.regNum));
    if (values.number !== undefined || isNumbered(values.regNum)) this.#numbered += 1;
    if (values.dueDate !== undefined) this.#due += 1;
  }

  #judge(amount: number | undefined, hasWord: () => boolean): NoBill | undefined {
    if (amount === undefined) return hasWord() ? 'totals' : 'note';
    return this.#isSum(amount) || hasWord() ? 'totals' : undefined;
  }

  #isSum(amount: number | undefined): boolean {
    const sums = [this.#section, this.#all].filter(({ rows }) => rows > 1);
    return sums.some(({ rows, paisa }) => amount === paisa || amount === toPaisa(rows));
  }
}
