/** The actions of the outbox's buttons, with their toasts. Cancelling can be undone, so it asks no question first. */
import { useState } from 'react';
import type { MendItem } from '#shared/calls/mending.ts';
import type { CopyDecision, Message } from '#shared/calls/outbox.ts';
import { sentenceOf, toasts } from '#shared/words/failures.ts';
import { familyWords } from '#shared/words/families.ts';
import { copyWords, mendWords, outboxWords } from '#shared/words/outbox.ts';
import { commonWords } from '#shared/words/screen.ts';
import { confirmRetry } from '../../lib/confirm-retry.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toastDone, toastError, type Undo } from '../../ui/toast.ts';
import * as api from './api.ts';

async function orToastError(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => toastError(toasts.errorTitle, sentenceOf(error)));
}

/** `say` if something changed, `sayNone` if it was too late. */
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

const putBack = (at: string): Promise<void> =>
  orToastError(
    api
      .restoreMessages(at)
      .then((changed) => toastOutcome(changed, outboxWords.retried, outboxWords.notRestored)),
  );

const toastWithUndo = (message: string, at: string): void =>
  toastDone(message, { label: commonWords.undo, act: () => void putBack(at) });

async function cancelMessages(which: Parameters<typeof api.cancelMessages>[0]): Promise<void> {
  const { changed, at, sent } = await api.cancelMessages(which);
  const isBroadcast = which.broadcastID !== undefined;
  if (changed > 0)
    toastWithUndo(isBroadcast ? outboxWords.cancelledOf(sent, changed) : outboxWords.cancelled(changed), at);
  else toastError(toasts.errorTitle, outboxWords.notCancelled);
}

/** A message that may have been sent already needs a confirmation, because a retry cannot be undone. */
async function retryMessage({ id, status }: Message): Promise<void> {
  if (!(await confirmRetry(status))) return;
  toastRetried(await api.retryMessages({ ids: [id] }));
}

async function leaveMessage({ id }: Message): Promise<void> {
  if ((await api.leaveMessages([id])) > 0) toastDone(outboxWords.left);
  else toastError(toasts.errorTitle, outboxWords.notLeft);
}

const undoCorrection = (correctionID: number): Promise<void> =>
  orToastError(
    api
      .undoCorrection(correctionID)
      .then((changed) => toastOutcome(changed, () => familyWords.undone, familyWords.tooLate)),
  );

/** How a number is shown to this clerk. */
type SayNumber = (number: string) => string;

/** `said`: what the correction did. Its Undo gives the family back the number that it had. */
async function correct(
  { number }: MendItem,
  to: string,
): Promise<{ said: (say: SayNumber) => string; undo: Undo }> {
  const { correctionID, to: became, moved } = await api.correctNumber({ from: number, to });
  return {
    said: (say) => familyWords.corrected(say(became), moved),
    undo: { label: commonWords.undo, act: () => void undoCorrection(correctionID) },
  };
}

/**
 * Corrects the number for the whole family and sends the message, in one step. Returns whether it was done; an
 * unreadable number stays in the field.
 */
async function correctAndSend(item: MendItem, to: string, say: SayNumber): Promise<boolean> {
  const { id, isCorrected, guess } = item;
  if (isCorrected && to === guess?.number) {
    const retried = await api.retryMessages({ ids: [id] });
    if (item.isPaid && retried.changed === 0) toastDone(mendWords.savedNotSent);
    else toastRetried(retried);
    return item.isPaid || retried.changed > 0;
  }
  const { said, undo } = await correct(item, to);
  // Whatever becomes of the message, the family has another number now. A retry takes a paid one off the list.
  const sent = await api.retryMessages({ ids: [id] }).catch((error: unknown) => {
    toastDone(said(say), undo);
    throw error;
  });
  if (sent.changed > 0) toastDone(`${said(say)} ${outboxWords.retriedBut(sent.changed, sent.leftOut)}`, undo);
  else {
    // The number was saved, so this is no error, and the message is off the list.
    const why = item.isPaid ? mendWords.savedNotSent : outboxWords.notRetriedFor(sent.leftOut);
    toastDone(`${said(say)} ${why}`, undo);
  }
  return true;
}

const noteTold = async (id: number, isTold: boolean): Promise<void> => {
  const changed = await api.tellByPhone([id], isTold);
  if (changed === 0) toastError(toasts.errorTitle, mendWords.notTold);
  else if (isTold)
    toastDone(mendWords.toldDone, {
      label: commonWords.undo,
      act: () => void orToastError(noteTold(id, false)),
    });
};

async function clearOutbox(): Promise<void> {
  const { cleared, at } = await api.clearOutbox();
  if (cleared > 0) toastWithUndo(toasts.done.outboxCleared, at);
  else toastDone(toasts.done.outboxCleared);
}

/** Sending messages that were already sent cannot be undone, so it asks first. `count`: how many would be sent. */
async function decideCopy(waiting: CopyDecision, count: number, runs?: api.CopyRun[]): Promise<void> {
  if (count > 0 && !(await confirm(sureToSend(count)))) return;
  const { changed, at } = await api.decideCopy(waiting, runs);
  if (at !== null) toastWithUndo(copyWords.takenBack(changed), at);
  else toastDone(copyWords.goesOn);
}

const sureToSend = (count: number) => ({
  title: copyWords.sure(count),
  text: copyWords.sureText,
  confirm: copyWords.sureSend,
  cancel: commonWords.cancel,
});

export const acts = {
  pause: (broadcast?: number) => orToastError(api.switchBroadcast('paused', broadcast)),
  resume: (broadcast?: number) => orToastError(api.switchBroadcast('running', broadcast)),
  retry: (message: Message) => orToastError(retryMessage(message)),
  retryFailed: (wanted: api.OutboxWanted) => orToastError(api.retryFailed(wanted).then(toastRetried)),
  /** Retries what failed for this reason, in one send or in all. */
  retryReason: (reasonCode: string, broadcast?: number) =>
    orToastError(api.retryMessages({ reasonCode, broadcastID: broadcast }).then(toastRetried)),
  retryIDs: (ids: number[]) => orToastError(api.retryMessages({ ids }).then(toastRetried)),
  correctAndSend: (item: MendItem, to: string, say: SayNumber): Promise<boolean> =>
    correctAndSend(item, to, say).catch((error: unknown) => {
      toastError(toasts.errorTitle, sentenceOf(error));
      return false;
    }),
  tellByPhone: ({ id }: MendItem) => orToastError(noteTold(id, true)),
  leave: (message: Message) => orToastError(leaveMessage(message)),
  cancel: ({ id }: Message) => orToastError(cancelMessages({ ids: [id] })),
  cancelBroadcast: (broadcastID: number) => orToastError(cancelMessages({ broadcastID })),
  clear: () => orToastError(clearOutbox()),
  putBack,
  decideCopy: (waiting: CopyDecision, count: number, runs?: api.CopyRun[]) =>
    orToastError(decideCopy(waiting, count, runs)),
};

/** Runs one action at a time. A second press meanwhile does nothing. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const act = (work: () => Promise<unknown>): void => {
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  return { isBusy, act };
}
