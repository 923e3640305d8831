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
  /** It went; what was written is gone by then. */
  onSent: (broadcastID: number) => void;
};

/** What the message would do at its time, and what is wrong with that time. */
function useTimedPlan({ letter, wish }: Message, again: boolean) {
  const { timeZone } = useSession();
  const isPlanned = wish.isAimed && unknownPlaceholders(letter.message).length === 0;
  const trouble = troubleOf(letter.later, nowIn(timeZone, new Date()));
  const isTimed = letter.later !== null && Object.keys(trouble).length === 0;
  const body = isTimed ? { ...wish.body, sendAt: sendAtOf(letter.later) } : wish.body;
  return { isPlanned, trouble, planned: usePlan(body, again, isPlanned) };
}

/** What is written, planned and pressed. */
export function useMessage(message: Message) {
  const { letter, onLetter, wish, onSent } = message;
  const { timeZone } = useSession();
  const [isTried, setTried] = useState(false);
  /** When the sheet was opened; null: it is closed. */
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
  /** Whether it may go on; otherwise it says why it may not. */
  const maySendThis = (): boolean => {
    const isNobody = isCurrent && plan !== undefined && plan.queued + plan.told === 0;
    // The time may have passed since it was drawn.
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
  // What is looked at now was counted now.
  const checked = { ...planned, isCurrent: isCurrent && query.dataUpdatedAt >= (checkedAt ?? 0) };
  const isOpen = checkedAt !== null;
  return {
    ...{ isTried, isPlanned, trouble, planned, checked, isOpen, isBusy },
    ...{ again, setAgain, view, setView, press, sendChecked, leave },
  };
}
