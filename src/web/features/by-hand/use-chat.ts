import { useState } from 'react';
import type { HandMessage } from '#shared/calls/by-hand.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { byHandWords } from '#shared/words/sending.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { closeMessage, type Outcome, openMessage } from './api.ts';

/** The actions on the shown message. Only one action runs at a time. */
export function useChat(message: HandMessage, broadcast: number | undefined) {
  const [isBusy, setBusy] = useState(false);
  /** The browser blocked the new tab, so the clerk must open the link herself. */
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

  /** The tab opens during the click, because browsers block a tab that opens after the server's answer. */
  const open = async (): Promise<void> => {
    if (isBusy) return;
    const tab = window.open('', '_blank');
    // The tab with WhatsApp must not have access to this page.
    if (tab) tab.opener = null;
    setBlocked(tab === null);
    const isStored = await doOrToastError(() => openMessage(message.id, broadcast));
    if (isStored) tab?.location.replace(message.link);
    else tab?.close();
  };

  const close = async (outcome: Outcome): Promise<void> => {
    if (isBusy) return;
    const isDone = await doOrToastError(() => closeMessage(message.id, outcome));
    // For the other outcomes, the next message appears and shows that the outcome was stored.
    if (isDone && outcome === 'notSent') toastDone(byHandWords.comesAgain);
  };

  return { open, close, isBusy, isBlocked };
}
