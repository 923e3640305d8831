import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Person } from '#shared/calls/people.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { peopleWords } from '#shared/words/people.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { NameText } from '../../ui/name-text.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { updatePerson } from './api.ts';
import classes from './people.module.css';
import { RightsFields } from './rights-fields.tsx';
import { changedRights, type PersonForm as Form, formOf, isChanged, rightsIn, withRights } from './rules.ts';

type Props = {
  person: Person;
  campuses: readonly { id: number; name: string }[];
  onTouched: (isTouched: boolean) => void;
};

/** What a person may do; until something is changed here it follows what others save. */
export function PersonForm({ person, campuses, onTouched }: Props) {
  const before = formOf(person, campuses);
  const [draft, setDraft] = useState<Form | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = draft ?? before;
  const isTouched = draft !== null && isChanged(draft, before);
  useTouched(isTouched, onTouched);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (!isTouched || isBusy) return;
    setBusy(true);
    try {
      const changed = changedRights(form, before);
      // A name alone is saved with rights as they are.
      const rights = changed.length > 0 ? changed : before.rights.slice(0, 1);
      await updatePerson(person.id, { name: form.name.trim(), rights });
      setDraft(null);
      toastDone(settingsWords.saved);
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <form className={classes.part} onSubmit={(event) => void submit(event)} aria-label={peopleWords.rights}>
      <h2>
        <NameText text={person.name} />
      </h2>
      <div className={classes.names}>
        <TextInput
          label={peopleWords.name}
          value={form.name}
          maxLength={120}
          autoComplete="off"
          disabled={!person.mayManage}
          required
          withAsterisk={false}
          onChange={(event) => setDraft({ ...form, name: event.currentTarget.value })}
        />
        <TextInput label={peopleWords.userName} value={form.userName} readOnly variant="filled" />
      </div>
      {campuses.map(({ id, name }) => (
        <RightsFields
          key={id}
          campus={name}
          rights={rightsIn(form.rights, id)}
          onChange={(rights) => setDraft(withRights(form, id, rights))}
        />
      ))}
      <div className={classes.foot}>
        {isTouched && (
          <Button variant="default" onClick={() => setDraft(null)} disabled={isBusy}>
            {settingsWords.cancel}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={!isTouched}>
          {settingsWords.save}
        </Button>
      </div>
    </form>
  );
}
