/** What a row of a sheet says was paid of its bill: in all by now, and when it came in. */
import { knownStatuses } from './bill-status.ts';
import type { NewBill } from './calls/bills.ts';

/** Rupees; `on`: null where the sheet does not say. */
export type PaidInSheet = { amount: number; on: string | null };

/**
 * The row as a bill alone, and what it says was paid. An amount says more than a word: where there is one, that the bill
 * is paid or not is left to it; a word of the school's own stands.
 */
export function splitPaid(row: NewBill): { bill: NewBill; paid: PaidInSheet | undefined } {
  if (row.paidAmount === undefined && row.paidOn === undefined) return { bill: row, paid: undefined };
  const { paidAmount, paidOn, ...bill } = row;
  if (!paidAmount) return { bill, paid: undefined };
  if (bill.status && knownStatuses.includes(bill.status)) delete bill.status;
  return { bill, paid: { amount: paidAmount, on: paidOn || null } };
}
