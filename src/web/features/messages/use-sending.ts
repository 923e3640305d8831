import { useState } from 'react';
import { dayIn } from '#shared/dates.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { scheduleWords } from '#shared/words/scheduling.ts';
import { toasts } from '#shared/words/toasts.ts';
import { mayHaveArrived, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useSession } from '../../lib/session.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import type { PlanBody, SendAnswer } from './api.ts';
import { usePress } from './use-draft.ts';
import { type Later, sayLater, sendAtOf } from './when.ts';

/** `sendAt` as the calls expect it; undefined for at once. */
type Delivery = { clientID: string; again: boolean; sendAt: string | undefined };

/** The message to send and how to send it. */
export type Wish = {
  /** The body for a plan. */
  body: PlanBody;
  /** Recipients are chosen. */
  isAimed: boolean;
  /** The error of the spec's checks, or undefined. */
  whyNot: string | undefined;
  deliver: (press: Delivery) => Promise<SendAnswer>;
};

/** Sends once per press, however often it is retried. `onSent` empties the draft, so a second press sends nothing. */
export function useSending(
  { body, deliver }: Wish,
  later: Later | null,
  onSent: (answer: SendAnswer) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const { timeZone } = useSession();
  const [lastPress, setPress] = usePress();

  const sendNow = async (again: boolean): Promise<void> => {
    const sendAt = sendAtOf(later);
    const press = pressOf(JSON.stringify({ ...body, again, sendAt }), lastPress, randomID);
    setPress(press);
    setBusy(true);
    try {
      const answer = await deliver({ clientID: press.clientID, again, sendAt });
      const begins = later && sayLater(later, dayIn(timeZone, new Date()));
      setPress(null);
      onSent(answer);
      toastDone(begins === null ? toasts.done.beingProcessed : scheduleWords.scheduled(begins));
    } catch (error) {
      if (!mayHaveArrived(error)) setPress(null);
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return { sendNow, isBusy };
}
