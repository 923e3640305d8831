import { type FormEvent, useState } from 'react';
import { isStale, sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastError } from '../ui/toast.ts';
import { messageByField } from './message-by-field.ts';

/**
 * Runs one save at a time. An issue from the server is shown at its field, or in a toast if it names no field.
 * `onStale`: called if somebody else has changed the record. It must load the record again, so that the next save
 * works.
 */
export function useSaving(onStale?: () => Promise<void>) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (isStale(error) || Object.keys(messageByField(error)).length === 0)
        toastError(toasts.errorTitle, sentenceOf(error));
      if (isStale(error)) await onStale?.();
      setFailure(error);
    }
    setBusy(false);
  };
  /** For a form: passes its data to the work. */
  const saveForm =
    (work: (form: FormData, element: HTMLFormElement) => Promise<void>) =>
    (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      const element = event.currentTarget;
      void save(() => work(new FormData(element), element));
    };
  return { issues: messageByField(failure), isBusy, save, saveForm, forget: () => setFailure(null) };
}

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '');
