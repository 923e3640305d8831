/** What a row of a sheet says about the payment of its bill: the amount so far, and the day it came in. */

import { builtInStatuses } from './bill-status.ts';

/** Rupees. `on` is null if the sheet gives no day. */
export type PaidInSheet = { amount: number; on: string | null };

type RowWithPaid = {
  paidAmount?: number | null | undefined;
  paidOn?: string | null | undefined;
  status?: string | null | undefined;
};

/**
 * Splits a row into the bill and its payment. An amount counts more than a status: with an amount, the statuses that
 * Qasid knows are left out, and only a word of the school's own stays.
 */
export function splitPaid<Row extends RowWithPaid>(
  row: Row,
): { bill: Omit<Row, 'paidAmount' | 'paidOn'>; paid: PaidInSheet | undefined } {
  if (row.paidAmount === undefined && row.paidOn === undefined) return { bill: row, paid: undefined };
  const { paidAmount, paidOn, ...bill } = row;
  if (!paidAmount) return { bill, paid: undefined };
  if (bill.status && builtInStatuses.includes(bill.status)) delete bill.status;
  return { bill, paid: { amount: paidAmount, on: paidOn || null } };
}
