/**
 * Proposes numbers for rows without one: the number of a child whose father has the same name. An equal name may be
 * another family, so a person must choose it.
 */
import { formatTypedNumbers } from '../text/say-number.ts';
import type { CheckRows } from './check-rows.ts';
import type { RowRecord } from './read-table.ts';
import { showIn } from './show-row.ts';

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s.]+/g, ' ');

/** By the id of the row. Fathers whose children have several numbers are left out. */
export function findFatherNumbers(rows: CheckRows, without: readonly RowRecord[]): Map<number, string> {
  const column = rows.columnOf('fatherName');
  if (!column) return new Map();
  const fatherOf = (record: RowRecord): string => plain(showIn(column, rows.cellsOf(record)));
  const missing = without.map((record) => ({ id: record.id, father: fatherOf(record) }));
  const fathers = new Set(missing.map(({ father }) => father).filter(Boolean));
  const found = new Map<string, RowRecord | 'several'>();
  for (const record of rows.records) {
    if (record.numbers === '') continue;
    const father = fatherOf(record);
    if (!fathers.has(father)) continue;
    const other = found.get(father);
    const isOther = other === 'several' || (other && other.numbers !== record.numbers);
    found.set(father, isOther ? 'several' : record);
  }
  return new Map(
    missing.flatMap(({ id, father }) => {
      const record = found.get(father);
      return record === undefined || record === 'several'
        ? []
        : [[id, formatTypedNumbers(record.number ?? record.numbers, rows.country)] as const];
    }),
  );
}
