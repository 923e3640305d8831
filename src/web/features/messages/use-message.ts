import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { unknownPlaceholders } from '#shared/messages/placeholders.ts';
import { dayIn } from '#shared/time/dates.ts';
import { scheduleWords, sendWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { mayHaveArrived, pressOf } from '../../lib/idempotency.ts';
import { randomID } from '../../lib/random-id.ts';
import { useSession } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { type PlanBody, planQuery, type SendAnswer } from './api.ts';
import { emptyContent, type MessageContent } from './rules.ts';
import { usePress } from './use-draft.ts';
import type { View } from './views.tsx';
import { type Later, nowIn, sayLater, sendAtOf, troubleOf } from './when.ts';

/** How to send. `sendAt` has the format of the calls, and undefined means now. */
type Delivery = { clientID: string; again: boolean; sendAt: string | undefined };

/** The message to send, and the function that sends it. */
export type MessageToSend = {
  /** The body of the call that loads the preview. */
  body: PlanBody;
  /** Whether recipients are chosen. */
  hasRecipients: boolean;
  /** The first error of the spec's checks, or undefined. */
  whyNot: string | undefined;
  deliver: (press: Delivery) => Promise<SendAnswer>;
};

/**
 * Sends the message once per press, even if the request is repeated. `onSent` empties the draft, so a second press
 * sends nothing.
 */
function useSending(
  { body, deliver }: MessageToSend,
  later: Later | null,
  onSent: (answer: SendAnswer) => void,
) {
  const { timeZone } = useSession();
  const [lastPress, setPress] = usePress();
  const showError = (error: unknown): void => {
    if (!mayHaveArrived(error)) setPress(null);
    toastFailure(error);
  };
  const { isBusy, run } = useAction({ showError });

  const sendNow = (again: boolean): void =>
    void run(async () => {
      const sendAt = sendAtOf(later);
      const press = pressOf(JSON.stringify({ ...body, again, sendAt }), lastPress, randomID);
      setPress(press);
      const answer = await deliver({ clientID: press.clientID, again, sendAt });
      const begins = later && sayLater(later, dayIn(timeZone, new Date()));
      setPress(null);
      onSent(answer);
      toastDone(begins === null ? toasts.done.beingProcessed : scheduleWords.scheduled(begins));
    });
  return { sendNow, isBusy };
}

const planDelay = 350;

/**
 * Loads the preview of a send. The request is debounced, so it is sent shortly after the last key. `isCurrent` means
 * that the preview belongs to the current text, not to an earlier text.
 */
function usePlan(body: PlanBody, again: boolean, isWanted: boolean) {
  const content = JSON.stringify(body);
  const [settled] = useDebouncedValue(content, planDelay);
  const plannedBody = useMemo(() => ({ ...(JSON.parse(settled) as PlanBody), again }), [settled, again]);
  const query = useQuery(planQuery(plannedBody, isWanted));
  const isCurrent = isWanted && settled === content && query.data !== undefined && !query.isPlaceholderData;
  return { query, plan: isWanted ? query.data : undefined, isCurrent, plannedBody };
}

export type Planned = ReturnType<typeof usePlan>;

type Message = {
  content: MessageContent;
  onContent: (change: Partial<MessageContent>) => void;
  toSend: MessageToSend;
  /** Called after the send, when the draft is already empty. */
  onSent: (broadcastID: number) => void;
};

/** Loads the preview for the planned time, and returns the errors of this time. */
function useTimedPlan({ content, toSend }: Message, again: boolean) {
  const { timeZone } = useSession();
  const isPlanned = toSend.hasRecipients && unknownPlaceholders(content.message).length === 0;
  const trouble = troubleOf(content.later, nowIn(timeZone, new Date()));
  const isTimed = content.later !== null && Object.keys(trouble).length === 0;
  const body = isTimed ? { ...toSend.body, sendAt: sendAtOf(content.later) } : toSend.body;
  return { isPlanned, trouble, planned: usePlan(body, again, isPlanned) };
}

/** The state and actions of the message panel. */
export function useMessage(message: Message) {
  const { content, onContent, toSend, onSent } = message;
  const { timeZone } = useSession();
  const [isTried, setTried] = useState(false);
  /** The time at which the confirmation was opened, in milliseconds. It is null while the confirmation is closed. */
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  /** The message whose earlier recipients get it again. Another text or other recipients need a new decision. */
  const [repeated, setRepeated] = useState<string>();
  const asked = JSON.stringify(toSend.body);
  const again = repeated === asked;
  const setAgain = (isAgain: boolean): void => setRepeated(isAgain ? asked : undefined);
  const [view, setView] = useState<View>('write');
  const { isPlanned, trouble, planned } = useTimedPlan(message, again);
  const { query, plan, isCurrent } = planned;
  const closeConfirmation = (): void => setCheckedAt(null);
  const { sendNow, isBusy } = useSending(toSend, content.later, ({ broadcastID }) => {
    closeConfirmation();
    setAgain(false);
    onContent(emptyContent);
    onSent(broadcastID);
  });
  /** Returns whether the message may be sent. If not, shows the reason. */
  const maySendThis = (): boolean => {
    const isNobody = isCurrent && plan !== undefined && plan.queued + plan.alreadySent === 0;
    // The planned time may have passed since the last render.
    const { day, time } = troubleOf(content.later, nowIn(timeZone, new Date()));
    const reason = toSend.whyNot ?? day ?? time ?? (isNobody ? sendWords.nobody : undefined);
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
    if (maySendThis()) sendNow(again);
    else closeConfirmation();
  };
  // The confirmation counts as current only if the preview was loaded after the confirmation was opened.
  const checked = { ...planned, isCurrent: isCurrent && query.dataUpdatedAt >= (checkedAt ?? 0) };
  const isOpen = checkedAt !== null;
  return {
    ...{ isTried, isPlanned, trouble, planned, checked, isOpen, isBusy },
    ...{ again, setAgain, view, setView, press, sendChecked, closeConfirmation },
  };
}
