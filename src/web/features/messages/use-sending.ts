import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { sendWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { randomID } from '../../lib/random-id.ts';
import { sentenceOf } from '../../lib/send.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type Plan, type SendAnswer, sendToGroups } from './api.ts';
import { bodyOf, type Draft, pressOf, whyNotSend } from './rules.ts';
import { usePress } from './use-draft.ts';

/** Only where no answer came may the server have the run already. */
const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof Failure) || error.code === 'unavailable' || error.code === 'broken';

/** Sends the draft once per press; the text goes away with success, so that a second press sends nothing. */
export function useSending(draft: Draft, plan: Plan | undefined, onChange: (change: Partial<Draft>) => void) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<SendAnswer | null>(null);
  const [lastPress, setPress] = usePress();

  const sendNow = async (): Promise<void> => {
    const reason = whyNotSend(draft) ?? (plan?.queued === 0 ? sendWords.nobody : undefined);
    if (reason !== undefined) return toastError(toasts.errorTitle, reason);
    const press = pressOf(draft, lastPress, randomID);
    setPress(press);
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer(await sendToGroups({ ...bodyOf(draft), clientID: press.clientID }));
      setPress(null);
      onChange({ message: '', media: '', templateID: null });
      toastDone(toasts.done.beingProcessed);
    } catch (error) {
      if (!mayHaveArrived(error)) setPress(null);
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return { sendNow, isBusy, answer };
}
