import { type FormEvent, useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastError } from '../ui/toast.ts';
import { troubleByField } from './trouble-by-field.ts';

/** One piece of work at a time; what the server has against it stands at its field, or in a toast where it has none. */
export function useSaving() {
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setTrouble(null);
    try {
      await work();
    } catch (error) {
      setTrouble(error);
      if (Object.keys(troubleByField(error)).length === 0) toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  /** Of a form: what it holds is handed to the work. */
  const saveForm =
    (work: (form: FormData, element: HTMLFormElement) => Promise<void>) =>
    (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      const element = event.currentTarget;
      void save(() => work(new FormData(element), element));
    };
  return { issues: troubleByField(trouble), isBusy, save, saveForm, forget: () => setTrouble(null) };
}

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '');
