import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dayIn } from '#shared/dates.ts';
import { unknownPlaceholders } from '#shared/placeholders.ts';
import { sentenceOf, toasts } from '#shared/words/failures.ts';
import { scheduleWords, sendWords } from '#shared/words/sending.ts';
import { mayHaveArrived, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useSession } from '../../lib/session.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type PlanBody, planQuery, type SendAnswer } from './api.ts';
import { emptyLetter, type Letter } from './rules.ts';
import { usePress } from './use-draft.ts';
import type { View } from './views.tsx';
import { type Later, nowIn, sayLater, sendAtOf, troubleOf } from './when.ts';

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
function useSending({ body, deliver }: Wish, later: Later | null, onSent: (answer: SendAnswer) => void) {
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

const planDelay = 350;

/**
 * What a send with this body would do; debounced, so that it loads a moment after the last key. `isCurrent`: the plan
 * belongs to the current text, not to an earlier one.
 */
function usePlan(body: PlanBody, again: boolean, isWanted: boolean) {
  const content = JSON.stringify(body);
  const [settled] = useDebouncedValue(content, planDelay);
  const asked = useMemo(() => ({ ...(JSON.parse(settled) as PlanBody), again }), [settled, again]);
  const query = useQuery(planQuery(asked, isWanted));
  const isCurrent = isWanted && settled === content && query.data !== undefined && !query.isPlaceholderData;
  return { query, plan: isWanted ? query.data : undefined, isCurrent, asked };
}

export type Planned = ReturnType<typeof usePlan>;

type Message = {
  letter: Letter;
  onLetter: (change: Partial<Letter>) => void;
  wish: Wish;
  /** Called after the send; the draft is empty by then. */
  onSent: (broadcastID: number) => void;
};

/** The plan of the message at its time, and what is wrong with that time. */
function useTimedPlan({ letter, wish }: Message, again: boolean) {
  const { timeZone } = useSession();
  const isPlanned = wish.isAimed && unknownPlaceholders(letter.message).length === 0;
  const trouble = troubleOf(letter.later, nowIn(timeZone, new Date()));
  const isTimed = letter.later !== null && Object.keys(trouble).length === 0;
  const body = isTimed ? { ...wish.body, sendAt: sendAtOf(letter.later) } : wish.body;
  return { isPlanned, trouble, planned: usePlan(body, again, isPlanned) };
}

/** The state and actions of the message panel. */
export function useMessage(message: Message) {
  const { letter, onLetter, wish, onSent } = message;
  const { timeZone } = useSession();
  const [isTried, setTried] = useState(false);
  /** When the confirmation was opened; null while it is closed. */
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const [again, setAgain] = useState(false);
  const [view, setView] = useState<View>('write');
  const { isPlanned, trouble, planned } = useTimedPlan(message, again);
  const { query, plan, isCurrent } = planned;
  const leave = (): void => {
    setCheckedAt(null);
    setAgain(false);
  };
  const { sendNow, isBusy } = useSending(wish, letter.later, ({ broadcastID }) => {
    leave();
    onLetter(emptyLetter);
    onSent(broadcastID);
  });
  /** Whether sending may continue; otherwise shows the reason. */
  const maySendThis = (): boolean => {
    const isNobody = isCurrent && plan !== undefined && plan.queued + plan.told === 0;
    // The planned time may have passed since the last render.
    const { day, time } = troubleOf(letter.later, nowIn(timeZone, new Date()));
    const reason = wish.whyNot ?? day ?? time ?? (isNobody ? sendWords.nobody : undefined);
    setTried(reason !== undefined);
    if (reason === undefined) return true;
    toastError(toasts.errorTitle, reason);
    setView('write');
    return false;
  };
  const press = (): void => {
    if (checkedAt !== null || !maySendThis()) return;
    setCheckedAt(Date.now());
    void query.refetch();
  };
  const sendChecked = (): void => {
    if (maySendThis()) void sendNow(again);
    else leave();
  };
  // The plan shown in the confirmation must be newer than its opening.
  const checked = { ...planned, isCurrent: isCurrent && query.dataUpdatedAt >= (checkedAt ?? 0) };
  const isOpen = checkedAt !== null;
  return {
    ...{ isTried, isPlanned, trouble, planned, checked, isOpen, isBusy },
    ...{ again, setAgain, view, setView, press, sendChecked, leave },
  };
}
