import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { schoolWords, settingsWords } from '#shared/words/settings.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { renameSchool } from './api.ts';
import classes from './school.module.css';

type Props = { name: string; mayChange: boolean; onTouched: (isTouched: boolean) => void };

export function SchoolName({ name, mayChange, onTouched }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isTouched = draft !== null && draft.trim() !== name;
  useTouched(isTouched, onTouched);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!isTouched || isBusy) return;
    setBusy(true);
    try {
      await renameSchool(draft.trim());
      setDraft(null);
      toastDone(settingsWords.saved);
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <form className={classes.part} aria-label={schoolWords.school} onSubmit={(event) => void submit(event)}>
      <header>
        <h2>{schoolWords.school}</h2>
        {!mayChange && <p>{schoolWords.onlyOwners}</p>}
      </header>
      <TextInput
        label={schoolWords.name}
        value={draft ?? name}
        maxLength={120}
        autoComplete="organization"
        disabled={!mayChange}
        required
        withAsterisk={false}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      {isTouched && (
        <div className={classes.foot}>
          <Button variant="default" onClick={() => setDraft(null)} disabled={isBusy}>
            {settingsWords.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {settingsWords.save}
          </Button>
        </div>
      )}
    </form>
  );
}
