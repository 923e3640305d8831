import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PaceSettings, SenderAnswer } from '#shared/calls/senders.ts';
import { Failure } from '#shared/failures.ts';
import { scheduleWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { senderWords } from '#shared/words/whatsapp-number.ts';
import { SaveBar } from '../../lib/save-bar.tsx';
import { useSession } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { savePace } from './api.ts';
import classes from './pace.module.css';
import { FamiliesPart, QuietPart, SpeedPart } from './pace-fields.tsx';
import {
  changedPace,
  describePace,
  type PaceForm as Form,
  formOf,
  type PaceTrouble,
  paceOf,
  troubleOf,
  unreadIn,
} from './rules.ts';

/** The names of the changed limits in the bar with Undo and Save. */
const paceLabels: Readonly<Record<keyof PaceSettings, string>> = {
  perMinute: senderWords.perMinuteField,
  gap: senderWords.gap,
  rest: senderWords.rest,
  newPerDay: senderWords.newPerDayField,
  pairSeconds: senderWords.pairField,
  quiet: senderWords.quietHours,
  quietDays: senderWords.quietDays,
};

/** Holds the unsaved input. Until the user changes a value, the form shows what other users have saved. */
function useForm({ pace }: SenderAnswer, onTouched: (isTouched: boolean) => void) {
  const [draft, setDraft] = useState<Form | null>(null);
  const form = draft ?? formOf(pace);
  const isTouched = draft !== null && changedPace(draft, pace).length > 0;
  useEffect(() => onTouched(isTouched), [onTouched, isTouched]);
  const change = (part: Partial<Form>): void => setDraft({ ...form, ...part });
  return { form, isTouched, change, discardDraft: () => setDraft(null) };
}

function useSavedPace(form: Form, discardDraft: () => void) {
  const [trouble, setTrouble] = useState<PaceTrouble>({});
  const showError = (error: unknown): void => {
    const found = troubleOf(error instanceof Failure ? error.issues : undefined);
    setTrouble(found);
    if (Object.keys(found).length > 0) toastError(toasts.errorTitle, toasts.errors.form);
    else toastFailure(error);
  };
  const { isBusy, run } = useAction({ showError });
  const save = (): void =>
    void run(async () => {
      const unread = unreadIn(form);
      setTrouble(unread);
      if (Object.keys(unread).length > 0) return toastError(toasts.errorTitle, toasts.errors.form);
      await savePace(paceOf(form));
      discardDraft();
      toastDone(senderWords.saved);
    });
  return { trouble, setTrouble, isBusy, save };
}

/** Describes the effect of the pace in words. Shows nothing while a field cannot be read. */
function PaceEffect({ form }: { form: Form }) {
  if (Object.keys(unreadIn(form)).length > 0) return null;
  return (
    <div className={classes.meaning} data-testid="pace-meaning">
      <Part label={senderWords.meaning} title={senderWords.meaning}>
        {describePace(paceOf(form)).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
      </Part>
    </div>
  );
}

type Props = {
  sender: SenderAnswer;
  /** Reports whether the form has changes that are not saved. */
  onTouched: (isTouched: boolean) => void;
};

/** The form for the speed and the hours of sending. Only an administrator can change it. */
export function PaceForm({ sender, onTouched }: Props) {
  const { timeZone, rights } = useSession();
  const { form, isTouched, change, discardDraft } = useForm(sender, onTouched);
  const { trouble, setTrouble, isBusy, save } = useSavedPace(form, discardDraft);
  const place = useRef<HTMLFormElement>(null);
  // The first field with an error may be far above the pressed button, so it gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new error moves the focus
  useEffect(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [trouble]);
  const fields = { form, trouble, onChange: change };
  const discard = (): void => {
    discardDraft();
    setTrouble({});
  };
  return (
    <form
      ref={place}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isTouched) save();
      }}
    >
      <fieldset className={classes.parts} disabled={!rights.admin} aria-label={senderWords.pace}>
        <SpeedPart {...fields} />
        <FamiliesPart {...fields} newToday={sender.pace.newPerDay === null ? undefined : sender.newToday} />
        <QuietPart {...fields} zone={scheduleWords.zone(timeZone)} />
      </fieldset>
      <PaceEffect form={form} />
      <SaveBar
        changes={changedPace(form, sender.pace).map((field) => paceLabels[field])}
        isBusy={isBusy}
        onUndo={discard}
      />
    </form>
  );
}
