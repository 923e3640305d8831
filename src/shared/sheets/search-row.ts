/** Finds a text in the cells of a row, in small or capital letters, and digits however they are spaced. */
import type { Cell } from './cells.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { showCell } from './samples.ts';

const bare = (text: string): string => text.replace(/[\s,.\-()+]/g, '');

/** Whether a row holds the text; every row does where nothing is looked for. */
export function matcherOf(
  search: string,
  mapped: readonly MappedColumn[],
): (cells: readonly Cell[]) => boolean {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return () => true;
  const digits = /^[\d\s,.\-()+]+$/.test(wanted) ? bare(wanted) : '';
  const columns = mapped.flatMap(partsOf);
  return (cells) =>
    columns.some(({ index }) => {
      const cell = cells[index];
      const text = (typeof cell === 'string' ? cell : showCell(cell)).toLowerCase();
      return text.includes(wanted) || (digits !== '' && bare(text).includes(digits));
    });
}
