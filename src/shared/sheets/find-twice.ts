/** Finds duplicate rows. The later row is refused with the number of the earlier one. */
import type { RowRecord } from './read-table.ts';

/** `first`: the earlier row with the same bill, or with another bill that has the same invoice number. */
export type Duplicate = { first: RowRecord; by: 'key' | 'invoice' };

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
    if (same) twice.set(record.id, { first: same, by: 'key' });
    else if (sameInvoice) twice.set(record.id, { first: sameInvoice, by: 'invoice' });
    if (!same) byKey.set(record.key, record);
    if (!sameInvoice && record.invNo !== undefined) byInvoice.set(record.invNo, record);
  }
  return twice;
}
