/** Marks bills as paid or unpaid. A toast offers to undo the change. */

import type { Bill } from '#shared/calls/bills.ts';
import { partlyPaid } from '#shared/money/bill-status.ts';
import { billWords } from '#shared/words/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { markBill, markBills } from './api.ts';

async function toastIfFailed<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
    return undefined;
  }
}

const undoBy = (act: () => Promise<unknown>) => ({
  label: commonWords.undo,
  act: () => void toastIfFailed(act()),
});

/** Shows the new status immediately, and shows the old status again if the server refuses the change. */
export async function mark(bill: Bill, status: string): Promise<void> {
  const done = await toastIfFailed(markBill(bill, status).then((at) => ({ at })));
  // The undo uses `markBill`, because the earlier status may be one that the school invented.
  if (done)
    toastDone(
      billWords.marked(bill.name, status),
      undoBy(() => markBill(bill, bill.status, done.at)),
    );
}

type MarkedBills = { changed: readonly number[]; partPaid: readonly number[]; since: string };

/** Sets each bill back to its earlier status, unpaid or part-paid. */
async function putBack(groupID: number, { changed, partPaid, since }: MarkedBills): Promise<void> {
  const unpaid = changed.filter((id) => !partPaid.includes(id));
  if (partPaid.length > 0) await markBills(groupID, partPaid, { status: partlyPaid });
  if (unpaid.length > 0) await markBills(groupID, unpaid, { status: 'unpaid', since });
}

/** Returns whether the server accepted the change. */
export async function markAllPaid(groupID: number, ids: readonly number[]): Promise<boolean> {
  const marked = await toastIfFailed(markBills(groupID, ids, { status: 'paid' }));
  if (!marked) return false;
  const { changed, partPaid, at: since } = marked;
  const undo = since === null ? undefined : undoBy(() => putBack(groupID, { changed, partPaid, since }));
  toastDone(billWords.markedPaid(changed.length), undo);
  return true;
}
