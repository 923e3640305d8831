/** Marks bills as paid or unpaid, with undo. */
import { partlyPaid } from '#shared/bill-status.ts';
import type { Bill } from '#shared/calls/bills.ts';
import { billWords } from '#shared/words/bills.ts';
import { sentenceOf, toasts } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { markBill, markBills } from './api.ts';

async function orSayWhy<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
    return undefined;
  }
}

const undoBy = (act: () => Promise<unknown>) => ({
  label: commonWords.undo,
  act: () => void orSayWhy(act()),
});

/** An optimistic update, which is reverted if the server refuses it. */
export async function mark(bill: Bill, status: string): Promise<void> {
  const done = await orSayWhy(markBill(bill, status).then((at) => ({ at })));
  // The earlier status may be a word of the school's own.
  if (done)
    toastDone(
      billWords.marked(bill.name, status),
      undoBy(() => markBill(bill, bill.status, done.at)),
    );
}

type MarkedBills = { changed: readonly number[]; partPaid: readonly number[]; since: string };

/** Restores each bill to unpaid or part-paid, as it was before. */
async function putBack(groupID: number, { changed, partPaid, since }: MarkedBills): Promise<void> {
  const unpaid = changed.filter((id) => !partPaid.includes(id));
  if (partPaid.length > 0) await markBills(groupID, partPaid, { status: partlyPaid });
  if (unpaid.length > 0) await markBills(groupID, unpaid, { status: 'unpaid', since });
}

/** Returns whether the server has accepted it. */
export async function markAllPaid(groupID: number, ids: readonly number[]): Promise<boolean> {
  const marked = await orSayWhy(markBills(groupID, ids, { status: 'paid' }));
  if (!marked) return false;
  const { changed, partPaid, at: since } = marked;
  const undo = since === null ? undefined : undoBy(() => putBack(groupID, { changed, partPaid, since }));
  toastDone(billWords.markedPaid(changed.length), undo);
  return true;
}
