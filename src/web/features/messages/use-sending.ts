import { useState } from 'react';
import { Failure } from '#shared/failures.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { randomID } from '../../lib/random-id.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import type { PlanBody, SendAnswer } from './api.ts';
import { pressOf } from './rules.ts';
import { usePress } from './use-draft.ts';

/** What is to be sent, and how. */
export type Wish = {
  /** As a plan takes it. */
  body: PlanBody;
  /** Somebody was chosen. */
  isAimed: boolean;
  /** The spec's checks, as the sentence to show; undefined when it may go. */
  whyNot: string | undefined;
  deliver: (press: { clientID: string; again: boolean }) => Promise<SendAnswer>;
};

/** Only where no answer came may the server have the run already. */
const mayHaveArrived = (error: unknown): boolean =>
  !(error instanceof Failure) || error.code === 'unavailable' || error.code === 'broken';

/** Sends once per press, however often it is tried; `onSent` empties the page, so that a second press sends nothing. */
export function useSending({ body, deliver }: Wish, onSent: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<SendAnswer | null>(null);
  const [lastPress, setPress] = usePress();

  const sendNow = async (again: boolean): Promise<void> => {
    const press = pressOf(JSON.stringify({ ...body, again }), lastPress, randomID);
    setPress(press);
    setBusy(true);
    setAnswer(null);
    try {
      setAnswer(await deliver({ clientID: press.clientID, again }));
      setPress(null);
      onSent();
      toastDone(toasts.done.beingProcessed);
    } catch (error) {
      if (!mayHaveArrived(error)) setPress(null);
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return { sendNow, isBusy, answer };
}
