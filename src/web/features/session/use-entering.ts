import { type FormEvent, useState } from 'react';

/** The state of a form before sign-in: whether it is busy, and its last error. It stays busy after a success. */
export function useEntryForm(enter: (form: FormData) => Promise<void>) {
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setTrouble(null);
    try {
      await enter(form);
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  };
  return { trouble, isBusy, onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event) };
}
