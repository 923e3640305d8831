/**
 * Finds rows that are no bills: totals, counts, signatures, notes. They are recognised by missing fields and by an
 * amount that is the sum of rows above. Words only help if a sum was typed wrong.
 */

import { amountKeys } from '../calls/bills.ts';
import { toPaisa } from '../money.ts';
import type { Cell } from './cells.ts';
import type { NoBill } from './checked.ts';
import type { RowRead } from './read-row.ts';

const sumWords =
  /(?<![\p{L}\p{M}])(?:(?:sub|grand|g|net|class|section)[-. ]*)?(?:totals?|sum|count|subtotal|jumla|kul|majmua|majmooa|mizan|meezan|میزان|کل|ٹوٹل|مجموعہ|مجموعی|جملہ|المجموع|الإجمالي|إجمالي|کل تعداد)(?![\p{L}\p{M}])/iu;

export const isSumWord = (cell: Cell | undefined): boolean => typeof cell === 'string' && sumWords.test(cell);
const isNumbered = (code: unknown): boolean => typeof code === 'string' && /\p{N}/u.test(code);

type Values = RowRead['values'];

function amountOf(values: Values): number | undefined {
  if (typeof values.total === 'number') return toPaisa(values.total);
  const amounts = amountKeys.flatMap((key) =>
    typeof values[key] === 'number' ? [toPaisa(values[key])] : [],
  );
  return amounts.length === 0 ? undefined : amounts.reduce((sum, one) => sum + one, 0);
}

/** Takes the rows of a sheet in their order. */
export class NoBillFinder {
  /** The rows since the last total, and all rows. */
  #section = { rows: 0, paisa: 0 };
  #all = { rows: 0, paisa: 0 };
  /** The number of bills with fields that a total lacks. */
  #numbered = 0;
  #due = 0;

  look(read: RowRead, row: readonly Cell[]): NoBill | undefined {
    const { values, issues } = read;
    const hasWord = (): boolean => row.some(isSumWord);
    const isBare =
      values.number === undefined &&
      values.invNo === undefined &&
      (values.dueDate === undefined || this.#due === 0 || (hasWord() && this.#isSum(amountOf(values)))) &&
      (!isNumbered(values.regNum) || isSumWord(values.regNum));
    // If most bills have neither number nor registration, a row without them is not unusual.
    const isUnlike = this.#numbered > 0 && this.#numbered * 2 > this.#all.rows;
    const amount = amountOf(values);
    const none = isBare && isUnlike ? this.#judge(amount, hasWord) : undefined;
    if (none === 'totals') this.#section = { rows: 0, paisa: 0 };
    // A row that is already marked as no bill keeps its sentence, unless it is a total.
    if (issues.some(({ kind }) => kind === 'notARow')) return none === 'totals' ? none : undefined;
    if (none === undefined) this.#count(values, amount ?? 0);
    return none;
  }

  #count(values: Values, paisa: number): void {
    for (const sum of [this.#section, this.#all]) {
      sum.rows += 1;
      sum.paisa += paisa;
    }
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
