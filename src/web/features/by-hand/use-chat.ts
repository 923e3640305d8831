import { useState } from 'react';
import type { HandMessage } from '#shared/calls/by-hand.ts';
import { byHandWords } from '#shared/words/by-hand.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { closeMessage, type Outcome, openMessage } from './api.ts';

/** What is done with the message that is shown, one thing at a time. */
export function useChat(message: HandMessage, broadcast: number | undefined) {
  const [isBusy, setBusy] = useState(false);
  /** The browser gave no tab: then she opens the link herself. */
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

  /** The tab is made while she presses, or it would be held back as one that nobody asked for. */
  const open = async (): Promise<void> => {
    if (isBusy) return;
    const tab = window.open('', '_blank');
    // WhatsApp has no business with this page.
    if (tab) tab.opener = null;
    setBlocked(tab === null);
    const isNoted = await doOrToastError(() => openMessage(message.id, broadcast));
    if (isNoted) tab?.location.replace(message.link);
    else tab?.close();
  };

  const close = async (outcome: Outcome): Promise<void> => {
    if (isBusy) return;
    const isDone = await doOrToastError(() => closeMessage(message.id, outcome));
    // Of the others the next chat tells enough: dozens follow one another.
    if (isDone && outcome === 'notSent') toastDone(byHandWords.comesAgain);
  };

  return { open, close, isBusy, isBlocked };
}
