/** Finds duplicate rows. The later row is refused with the number of the earlier one. */
import type { RowRecord } from './read-table.ts';

/**
 * `first`: the earlier row with the same bill, or with another bill that has the same invoice number. `isEqual`: both
 * have the same content, so one of them can be left out.
 */
export type Duplicate = { first: RowRecord; by: 'key' | 'invoice'; isEqual: boolean };

const plainName = ({ name = '' }: RowRecord): string => name.toLowerCase().replace(/\s+/g, ' ');
/** Rows that differ in one of these may be two children, or two bills of one child. */
const isEqual = (one: RowRecord, other: RowRecord): boolean =>
  plainName(one) === plainName(other) &&
  one.numbers === other.numbers &&
  one.invNo === other.invNo &&
  one.total === other.total;

/**
 * Returns the duplicates by id. Left-out rows are ignored. Unreadable rows count, because a person must decide which of
 * the two rows is right, and leave the other one out.
 */
export function findDuplicates(
  records: readonly RowRecord[],
  isOut: (record: RowRecord) => boolean,
): Map<number, Duplicate> {
  const byKey = new Map<string, RowRecord>();
  const byInvoice = new Map<string, RowRecord>();
  const twice = new Map<number, Duplicate>();
  for (const record of records) {
    if (record.key === '' || isOut(record)) continue;
    const same = byKey.get(record.key);
    const sameInvoice = record.invNo === undefined ? undefined : byInvoice.get(record.invNo);
    const first = same ?? sameInvoice;
    if (first) twice.set(record.id, { first, by: same ? 'key' : 'invoice', isEqual: isEqual(first, record) });
    if (!same) byKey.set(record.key, record);
    if (!sameInvoice && record.invNo !== undefined) byInvoice.set(record.invNo, record);
  }
  return twice;
}
