/** Marks bills as paid or not, with a way to take it back. */
import type { Bill } from '#shared/calls/bills.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { billWords, commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
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

/** Shown at once, and taken back where the server does not take it. */
export async function mark(bill: Bill, status: string): Promise<void> {
  const done = await orSayWhy(markBill(bill, status).then((at) => ({ at })));
  // What it was before may be a word of the school's own.
  if (done)
    toastDone(
      billWords.marked(bill.name, status),
      undoBy(() => markBill(bill, bill.status, done.at)),
    );
}

/** Answers whether the server has taken it. */
export async function markAllPaid(groupID: number, ids: readonly number[]): Promise<boolean> {
  const marked = await orSayWhy(markBills(groupID, ids, { status: 'paid' }));
  if (!marked) return false;
  const { changed, at: since } = marked;
  const undo =
    since === null ? undefined : undoBy(() => markBills(groupID, changed, { status: 'unpaid', since }));
  toastDone(billWords.markedPaid(changed.length), undo);
  return true;
}
