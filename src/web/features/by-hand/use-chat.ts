import { useState } from 'react';
import type { HandMessage } from '#shared/calls/by-hand.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { byHandWords } from '#shared/words/sending.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { closeMessage, type Outcome, openMessage } from './api.ts';

/** The actions on the shown message, one at a time. */
export function useChat(message: HandMessage, broadcast: number | undefined) {
  const [isBusy, setBusy] = useState(false);
  /** The browser blocked the tab, so the clerk opens the link herself. */
  const [isBlocked, setBlocked] = useState(false);

  const doOrToastError = async (job: () => Promise<void>): Promise<boolean> => {
    setBusy(true);
    try {
      await job();
      return true;
    } catch (error) {
      toastError(byHandWords.title, sentenceOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** The tab is opened during the click, because browsers block later pop-ups. */
  const open = async (): Promise<void> => {
    if (isBusy) return;
    const tab = window.open('', '_blank');
    // WhatsApp must get no access to this page.
    if (tab) tab.opener = null;
    setBlocked(tab === null);
    const isNoted = await doOrToastError(() => openMessage(message.id, broadcast));
    if (isNoted) tab?.location.replace(message.link);
    else tab?.close();
  };

  const close = async (outcome: Outcome): Promise<void> => {
    if (isBusy) return;
    const isDone = await doOrToastError(() => closeMessage(message.id, outcome));
    // For the other outcomes the next message is enough of a sign, because dozens follow.
    if (isDone && outcome === 'notSent') toastDone(byHandWords.comesAgain);
  };

  return { open, close, isBusy, isBlocked };
}
