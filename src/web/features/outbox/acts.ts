/**
 * The actions of the buttons in the outbox, with their toasts. Cancelling can be undone, so it needs no confirmation.
 */
import type { CopyDecision, Message } from '#shared/calls/outbox.ts';
import type { FailureItem } from '#shared/calls/send-failures.ts';
import { familyWords } from '#shared/words/families.ts';
import { copyWords, fixWords, outboxWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { confirmRetry } from '../../lib/confirm-retry.ts';
import { toastFailure, undoBy } from '../../lib/toast-failure.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError, type Undo } from '../../ui/toast.ts';
import * as api from './api.ts';

/** Shows the sentence `say` if something was changed, or the error `sayNone` if it was too late. */
function toastOutcome(changed: number, say: (count: number) => string, sayNone: string): void {
  if (changed > 0) toastDone(say(changed));
  else toastError(toasts.errorTitle, sayNone);
}

const toastRetried = ({ changed, leftOut }: api.Retried): void =>
  toastOutcome(
    changed,
    (count) => outboxWords.retriedBut(count, leftOut),
    outboxWords.notRetriedFor(leftOut),
  );

const putBack = async (at: string): Promise<void> =>
  toastOutcome(await api.restoreMessages(at), outboxWords.retried, outboxWords.notRestored);

const toastWithUndo = (message: string, at: string): void =>
  toastDone(
    message,
    undoBy(() => putBack(at)),
  );

async function cancelMessages(which: Parameters<typeof api.cancelMessages>[0]): Promise<void> {
  const { changed, at, sent } = await api.cancelMessages(which);
  const isBroadcast = which.broadcastID !== undefined;
  if (changed > 0)
    toastWithUndo(isBroadcast ? outboxWords.cancelledOf(sent, changed) : outboxWords.cancelled(changed), at);
  else toastError(toasts.errorTitle, outboxWords.notCancelled);
}

/** If the message may already have been sent, asks for confirmation first, because a retry cannot be undone. */
async function retryMessage({ id, status }: Message): Promise<void> {
  if (!(await confirmRetry(status))) return;
  toastRetried(await api.retryMessages({ ids: [id] }));
}

async function leaveMessage({ id }: Message): Promise<void> {
  if ((await api.leaveMessages([id])) > 0) toastDone(outboxWords.left);
  else toastError(toasts.errorTitle, outboxWords.notLeft);
}

const undoCorrection = async (correctionID: number): Promise<void> =>
  toastOutcome(await api.undoCorrection(correctionID), () => familyWords.undone, familyWords.tooLate);

/** Formats a number for the user. */
type SayNumber = (number: string) => string;

/** Corrects a number. `say` returns the sentence about the result. `undo` gives the family its old number back. */
async function correct(
  { number }: FailureItem,
  to: string,
): Promise<{ say: (sayNumber: SayNumber) => string; undo: Undo }> {
  const { correctionID, to: stored, moved } = await api.correctNumber({ from: number, to });
  return {
    say: (sayNumber) => familyWords.corrected(sayNumber(stored), moved),
    undo: undoBy(() => undoCorrection(correctionID)),
  };
}

/**
 * Corrects the number for the whole family and then sends the message. Returns whether this succeeded. If it failed,
 * for example because the number cannot be read, the field keeps the typed number.
 */
async function correctAndSend(item: FailureItem, to: string, sayNumber: SayNumber): Promise<boolean> {
  const { id, isCorrected, guess } = item;
  if (isCorrected && to === guess?.number) {
    const retried = await api.retryMessages({ ids: [id] });
    if (item.isPaid && retried.changed === 0) toastDone(fixWords.savedNotSent);
    else toastRetried(retried);
    return item.isPaid || retried.changed > 0;
  }
  const { say, undo } = await correct(item, to);
  // If the bill is paid, the retry sends nothing, but it removes the message from the list. If the retry fails, the
  // toast still says that the number was corrected.
  const sent = await api.retryMessages({ ids: [id] }).catch((error: unknown) => {
    toastDone(say(sayNumber), undo);
    throw error;
  });
  if (sent.changed > 0)
    toastDone(`${say(sayNumber)} ${outboxWords.retriedBut(sent.changed, sent.leftOut)}`, undo);
  else {
    // The number was saved, so the toast is not an error, even though nothing was sent.
    const why = item.isPaid ? fixWords.savedNotSent : outboxWords.notRetriedFor(sent.leftOut);
    toastDone(`${say(sayNumber)} ${why}`, undo);
  }
  return true;
}

const noteToldByPhone = async (id: number, isTold: boolean): Promise<void> => {
  const changed = await api.tellByPhone([id], isTold);
  if (changed === 0) toastError(toasts.errorTitle, fixWords.contactNotNoted);
  else if (isTold)
    toastDone(
      fixWords.contactNoted,
      undoBy(() => noteToldByPhone(id, false)),
    );
};

async function clearOutbox(): Promise<void> {
  const { cleared, at } = await api.clearOutbox();
  if (cleared > 0) toastWithUndo(toasts.done.outboxCleared, at);
  else toastDone(toasts.done.outboxCleared);
}

/**
 * Decides about the waiting messages of a copy. If `count` messages would be sent, asks for confirmation first, because
 * they may have been sent already and sending cannot be undone.
 */
async function decideCopy(waiting: CopyDecision, count: number, runs?: api.CopyRun[]): Promise<void> {
  if (count > 0 && !(await confirm(sendQuestion(count)))) return;
  const { changed, at } = await api.decideCopy(waiting, runs);
  if (at !== null) toastWithUndo(copyWords.takenBack(changed), at);
  else toastDone(copyWords.goesOn);
}

const sendQuestion = (count: number) => ({
  title: copyWords.sure(count),
  text: copyWords.sureText,
  confirm: copyWords.sureSend,
  cancel: commonWords.cancel,
});

/** They reject if the server refuses the action, except `pause` and `resume`, which a person may press at any time. */
export const outboxActions = {
  pause: (broadcast?: number) => void api.switchBroadcast('paused', broadcast).catch(toastFailure),
  resume: (broadcast?: number) => void api.switchBroadcast('running', broadcast).catch(toastFailure),
  retry: retryMessage,
  retryFailed: async (wanted: api.OutboxQuery) => toastRetried(await api.retryFailed(wanted)),
  /** Retries the messages that failed for this reason, in one send or in all sends. */
  retryReason: async (reasonCode: string, broadcast?: number) =>
    toastRetried(await api.retryMessages({ reasonCode, broadcastID: broadcast })),
  retryIDs: async (ids: number[]) => toastRetried(await api.retryMessages({ ids })),
  correctAndSend,
  tellByPhone: ({ id }: FailureItem) => noteToldByPhone(id, true),
  leave: leaveMessage,
  cancel: ({ id }: Message) => cancelMessages({ ids: [id] }),
  cancelBroadcast: (broadcastID: number) => cancelMessages({ broadcastID }),
  clear: clearOutbox,
  putBack,
  decideCopy,
};
