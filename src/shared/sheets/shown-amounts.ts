/**
 * The question about amounts that Excel shows differently from their stored values, because of their format: 8,999.50 as
 * 9,000. Nobody but a person knows which of them the school means.
 */
import { formatAmount, toPaisa, toRupees } from '../money/money.ts';
import { type Cell, tidy } from './cells.ts';
import type { SheetQuestion } from './checked.ts';
import { amountInText, isOtherAmount } from './files/amount-format.ts';
import type { MappedColumn } from './find-header.ts';
import { Findings } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';

type Both = { shown: number; stored: number; isOther: boolean };

/** The amount of a cell in rupees, as shown and as stored. */
function amountsOf(cell: Cell | undefined): Both {
  if (typeof cell === 'object' && cell?.kind === 'shown' && isOtherAmount(cell.text, cell.value))
    return { shown: amountInText(cell.text) ?? cell.value, stored: cell.value, isOther: true };
  const plain = tidy(cell);
  const read = plain === null ? null : readHeadAmount(plain, new Findings());
  const amount = typeof read === 'number' ? read : 0;
  return { shown: amount, stored: amount, isOther: false };
}

/** One question for all columns, with the sums of the total, or else of the first column. */
export function askOfShown(
  columns: readonly MappedColumn[],
  rows: readonly (readonly Cell[])[],
  answer: 'asShown' | 'asStored' | null,
): SheetQuestion[] {
  const summed = columns.find(({ column }) => column.field === 'total') ?? columns[0];
  if (!summed) return [];
  let [count, shown, stored] = [0, 0, 0];
  let example = '';
  for (const row of rows) {
    const amounts = amountsOf(row[summed.index]);
    shown += toPaisa(amounts.shown);
    stored += toPaisa(amounts.stored);
    const other = columns.map(({ index }) => amountsOf(row[index])).find(({ isOther }) => isOther);
    if (!other) continue;
    count += 1;
    if (example === '') example = `${formatAmount(other.stored)}, shown as ${formatAmount(other.shown)}`;
  }
  const answers = [
    { name: 'asShown' as const, rupees: toRupees(shown) },
    { name: 'asStored' as const, rupees: toRupees(stored) },
  ];
  const heading = columns.map(({ title }) => title).join(', ');
  const fields = columns.map(({ column }) => column.field);
  const { field } = summed.column;
  return [{ key: 'shown amounts', kind: 'shown', field, fields, heading, count, example, answers, answer }];
}
