import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '#shared/calls/people.ts';
import { peopleWords } from '#shared/words/people.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { useSaving } from '../../lib/use-saving.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { NameText } from '../../ui/name-text.tsx';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { updatePerson } from './api.ts';
import classes from './people.module.css';
import { PersonName } from './person-name.tsx';
import { AllRights } from './rights-fields.tsx';
import { changedRights, type PersonForm as Form, formOf, isChanged } from './rules.ts';

type Props = {
  person: Person;
  campuses: readonly { id: number; name: string }[];
  onTouched: (isTouched: boolean) => void;
};

/** The rights of a person. Until something is changed here the form shows what others save. */
export function PersonForm({ person, campuses, onTouched }: Props) {
  const before = formOf(person, campuses);
  const [draft, setDraft] = useState<Form | null>(null);
  const { issues, isBusy, saveForm } = useSaving();
  const form = draft ?? before;
  const isTouched = draft !== null && isChanged(draft, before);
  useTouched(isTouched, onTouched);
  const submit = saveForm(async () => {
    const changed = changedRights(form, before);
    // The call needs some rights, so a changed name alone is saved with unchanged rights.
    const rights = changed.length > 0 ? changed : before.rights.slice(0, 1);
    await updatePerson(person.id, { name: form.name.trim(), rights });
    setDraft(null);
    toastDone(settingsWords.saved);
  });
  return (
    <Part
      label={peopleWords.rights}
      title={<NameText text={person.name} />}
      foot={isTouched && <SaveButtons isTouched isBusy={isBusy} onDiscard={() => setDraft(null)} />}
      onSubmit={submit}
    >
      <div className={classes.names}>
        <PersonName form={form} error={issues.name} isDisabled={!person.mayManage} onChange={setDraft} />
        <TextInput label={peopleWords.userName} value={form.userName} readOnly variant="filled" />
      </div>
      <AllRights campuses={campuses} form={form} onChange={setDraft} />
    </Part>
  );
}
