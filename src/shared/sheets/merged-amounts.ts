/** Columns with an amount merged over several rows: either each child owes it, or all of them together. */
import { toPaisa, toRupees } from '../money/money.ts';
import type { CountryCode } from '../people/phone.ts';
import { type Cell, nameOfCell, tidy } from './cells.ts';
import type { SheetQuestion } from './checked.ts';
import type { MappedColumn } from './find-header.ts';
import { Findings } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import type { MergedMeaning } from './read-cell.ts';

const isMerged = (cell: Cell | undefined): cell is Extract<Cell, { kind: 'merged' }> =>
  typeof cell === 'object' && cell?.kind === 'merged';

/** The question with the sum of the column for each answer; empty if no amount is merged. */
export function askOfMerged(
  { column: { field }, title }: MappedColumn,
  cells: readonly (Cell | undefined)[],
  { country, answer }: { country: CountryCode; answer: MergedMeaning | null },
): SheetQuestion[] {
  const first = cells.filter((cell) => isMerged(cell) && cell.isFirst);
  if (!cells.some(isMerged)) return [];
  const sums = { each: 0, once: 0 };
  for (const cell of cells) {
    const read = readHeadAmount(tidy(cell), new Findings(), { country });
    if (typeof read !== 'number') continue;
    sums.each += toPaisa(read);
    if (!isMerged(cell) || cell.isFirst) sums.once += toPaisa(read);
  }
  const answers = (['each', 'once'] as const).map((name) => ({ name, rupees: toRupees(sums[name]) }));
  const example = nameOfCell(first[0] ?? null);
  return [
    {
      key: `merged ${field}`,
      kind: 'merged',
      field,
      heading: title,
      count: first.length,
      example,
      answers,
      answer,
    },
  ];
}
