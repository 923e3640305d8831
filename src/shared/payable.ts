/** What is to be paid for a bill today. Pure. */
import { isOpen } from './bill-status.ts';

/** Amounts in one unit, whichever; days as `2026-11-10`. */
export type Payable = {
  status: string;
  total: number | null;
  amountAfterDueDate: number | null;
  dueDate: string | null;
};

/** After the due date the amount that holds then. Of a bill of which a part is paid nobody knows how much: the whole. */
export function payableOn(day: string, bill: Payable): number {
  if (!isOpen(bill)) return 0;
  const isLate = bill.dueDate !== null && bill.dueDate < day;
  return (isLate ? bill.amountAfterDueDate : null) ?? bill.total ?? 0;
}
