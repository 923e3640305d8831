/** Finds duplicate rows. The second is refused with the number of the first. */
import type { RowRecord } from './read-table.ts';

/** `first`: the row with the same bill, or with another bill that has the same invoice number. */
export type Twice = { first: RowRecord; by: 'key' | 'invoice' };

/**
 * By id. Left-out rows do not count. Unreadable rows do, because a person must decide which of the two is right, by
 * leaving one out.
 */
export function findTwice(
  records: readonly RowRecord[],
  isOut: (record: RowRecord) => boolean,
): Map<number, Twice> {
  const byKey = new Map<string, RowRecord>();
  const byInvoice = new Map<string, RowRecord>();
  const twice = new Map<number, Twice>();
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
