/** Marks bills as paid or unpaid. A toast offers to undo the change. */

import type { Bill } from '#shared/calls/bills.ts';
import { partlyPaid } from '#shared/money/bill-status.ts';
import { billWords } from '#shared/words/bills.ts';
import { toastFailure, undoBy } from '../../lib/toast-failure.ts';
import { toastDone } from '../../ui/toast.ts';
import { markBill, markBills } from './api.ts';

/** Shows the new status immediately, and shows the old status again if the server refuses the change. */
export async function mark(bill: Bill, status: string): Promise<void> {
  try {
    const at = await markBill(bill, status);
    // The undo uses `markBill`, because the earlier status may be one that the school invented.
    const undo = undoBy(() => markBill(bill, bill.status, at));
    toastDone(billWords.marked(bill.name, status), undo);
  } catch (error) {
    toastFailure(error);
  }
}

type MarkedBills = { changed: readonly number[]; partPaid: readonly number[]; since: string };

/** Sets each bill back to its earlier status, unpaid or part-paid. */
async function putBack({ changed, partPaid, since }: MarkedBills): Promise<void> {
  const unpaid = changed.filter((id) => !partPaid.includes(id));
  if (partPaid.length > 0) await markBills(partPaid, { status: partlyPaid });
  if (unpaid.length > 0) await markBills(unpaid, { status: 'unpaid', since });
}

/** Rejects if the server refuses the change. */
export async function markAllPaid(ids: readonly number[]): Promise<void> {
  const { changed, partPaid, at: since } = await markBills(ids, { status: 'paid' });
  const undo = since === null ? undefined : undoBy(() => putBack({ changed, partPaid, since }));
  toastDone(billWords.markedPaid(changed.length), undo);
}
