import { useState } from 'react';
import type { HandMessage } from '#shared/calls/by-hand.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { byHandWords } from '#shared/words/sending.ts';
import { useAction } from '../../lib/use-action.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { closeMessage, type Outcome, openMessage } from './api.ts';

/** The actions on the shown message. Only one action runs at a time. */
export function useChat(message: HandMessage, broadcast: number | undefined) {
  const showError = (error: unknown): void => toastError(byHandWords.title, sentenceOf(error));
  const { isBusy, run } = useAction({ showError });
  /** The browser blocked the new tab, so the clerk must open the link herself. */
  const [isBlocked, setBlocked] = useState(false);

  /** The tab opens during the click, because browsers block a tab that opens after the server's answer. */
  const open = async (): Promise<void> => {
    if (isBusy) return;
    const tab = window.open('', '_blank');
    // The tab with WhatsApp must not have access to this page.
    if (tab) tab.opener = null;
    setBlocked(tab === null);
    const isStored = await run(() => openMessage(message.id, broadcast));
    if (isStored) tab?.location.replace(message.link);
    else tab?.close();
  };

  const close = (outcome: Outcome): void =>
    void run(async () => {
      await closeMessage(message.id, outcome);
      // For the other outcomes, the next message appears and shows that the outcome was stored.
      if (outcome === 'notSent') toastDone(byHandWords.comesAgain);
    });

  return { open, close, isBusy, isBlocked };
}
