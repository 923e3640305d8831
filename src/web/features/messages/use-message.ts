import { useState } from 'react';
import { unknownPlaceholders } from '#shared/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { toastError } from '../../ui/toast.ts';
import { emptyLetter, type Letter } from './rules.ts';
import { usePlan } from './use-plan.ts';
import { useSending, type Wish } from './use-sending.ts';
import type { View } from './views.tsx';
import { nowIn, sendAtOf, troubleOf } from './when.ts';

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
