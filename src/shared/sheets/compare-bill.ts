/** What a row would change in the stored bill. */

import { amountKeys, headKeys } from '../money/bill-heads.ts';
import { isFurther } from '../money/bill-status.ts';
import { isPaidByNobody } from '../money/payable.ts';
import type { BillRow, StoredBill } from './sheet-rows.ts';

/** The fields that a file can change: all except the picture. */
export const comparedFields = [
  'name',
  'number',
  'regNum',
  'invNo',
  'total',
  'amountAfterDueDate',
  'issueDate',
  'dueDate',
  'expiryDate',
  'status',
  'month',
  'year',
  'email',
  'branch',
  ...headKeys,
  ...amountKeys,
] as const satisfies (keyof BillRow & keyof StoredBill)[];

/** A field that the row would change; null if the value is unknown. */
export type Change = {
  field: (typeof comparedFields)[number];
  before: string | number | null;
  after: string | number;
};

/**
 * The fields in which the row differs from the bill. Empty cells change nothing, because people often add values that
 * the sheet does not have. With `isSameNumber` both have the same phone numbers in different spellings. A file changes
 * a status only to report a payment, and never takes a payment back.
 */
export function compareBill(bill: StoredBill, row: BillRow, isSameNumber: boolean): Change[] {
  const changes: Change[] = [];
  // A bill of 0 counts as paid. If the file gives it an amount, the amount is owed.
  const status = isPaidByNobody(bill) && row.total ? 'unpaid' : bill.status;
  for (const field of comparedFields) {
    const after = row[field];
    if (after === undefined || after === null || after === '') continue;
    const before = field === 'status' ? status : bill[field];
    if (after === before || (field === 'number' && isSameNumber)) continue;
    if (field === 'status' && !isFurther(status, String(after))) continue;
    changes.push({ field, before, after });
  }
  return changes;
}
