/**
 * Finds a text in the cells of a row. Upper and lower case are the same. A search for digits ignores spaces and the
 * signs of phone numbers and amounts, such as `-` and `,`.
 */
import type { Cell } from './cells.ts';
import { type MappedColumn, partsOf } from './find-header.ts';
import { showCell } from './samples.ts';

const bare = (text: string): string => text.replace(/[\s,.\-()+]/g, '');

/** Whether a row contains the text; true for every row if the search is empty. */
export function matcherOf(
  search: string,
  mapped: readonly MappedColumn[],
): (cells: readonly Cell[]) => boolean {
  const query = search.trim().toLowerCase();
  if (query === '') return () => true;
  const digits = /^[\d\s,.\-()+]+$/.test(query) ? bare(query) : '';
  const columns = mapped.flatMap(partsOf);
  return (cells) =>
    columns.some(({ index }) => {
      const cell = cells[index];
      const text = (typeof cell === 'string' ? cell : showCell(cell)).toLowerCase();
      return text.includes(query) || (digits !== '' && bare(text).includes(digits));
    });
}
