/** What a row would change of the bill that is there. */
import { isFurther } from '../bill-status.ts';
import { type Bill, billDetails, type NewBill } from '../calls/bills.ts';

/** The fields a file can bring; the picture is not its business. */
export const comparedFields = ['name', 'number', ...Object.keys(billDetails.shape)].filter(
  (field) => field !== 'avatar',
) as (keyof NewBill & keyof Bill)[];

/** A field that the row would change; null where nothing is known. */
export type Change = {
  field: keyof NewBill & keyof Bill;
  before: string | number | null;
  after: string | number;
};

/**
 * The fields in which the row says something else than the bill. What the row leaves empty stays: a sheet is often
 * less complete than what people have added since. With `isSameNumber` the two mean the same phone numbers, however
 * they are typed. A status is changed by a payment only: no file takes one back.
 */
export function compareBill(bill: Bill, row: NewBill, isSameNumber: boolean): Change[] {
  const changes: Change[] = [];
  for (const field of comparedFields) {
    const after = row[field];
    if (after === undefined || after === null || after === '') continue;
    if (after === bill[field] || (field === 'number' && isSameNumber)) continue;
    if (field === 'status' && !isFurther(bill.status, String(after))) continue;
    changes.push({ field, before: bill[field], after });
  }
  return changes;
}
