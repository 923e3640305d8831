import { Input, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '#shared/calls/people.ts';
import { peopleWords } from '#shared/words/people.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { NameText } from '../../ui/name-text.tsx';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { readPerson, updatePerson } from './api.ts';
import { PersonName } from './person-name.tsx';
import { AllRights } from './rights-fields.tsx';
import { changedRights, type PersonForm as Form, formOf, isChanged, mergeNewer } from './rules.ts';

type Props = {
  person: Person;
  campuses: readonly { id: number; name: string }[];
  onTouched: (isTouched: boolean) => void;
};

/** The form for the rights of a person. Until the user changes a value, the form shows what other users have saved. */
export function PersonForm({ person, campuses, onTouched }: Props) {
  const [draft, setDraft] = useState<Form | null>(null);
  // The form keeps the person as it was before the first change. A colleague's change must not replace what the user
  // has entered.
  const [opened, setOpened] = useState(person);
  const shown = draft ? opened : person;
  const before = formOf(shown, campuses);
  const onStale = async (): Promise<void> => {
    const newer = await readPerson(person.id);
    if (!newer) return;
    setDraft((draft) => draft && mergeNewer(draft, before, formOf(newer, campuses)));
    setOpened(newer);
  };
  const { issues, isBusy, runForm, clearError } = useAction({ onStale, showError: atFields });
  const change = (next: Form): void => {
    if (!draft) setOpened(person);
    setDraft(next);
  };
  const discard = (): void => {
    setDraft(null);
    clearError();
  };
  const form = draft ?? before;
  const isTouched = draft !== null && isChanged(draft, before);
  useTouched(isTouched, onTouched);
  const submit = runForm(async () => {
    const changed = changedRights(form, before);
    // The call requires rights. If only the name was changed, unchanged rights of one campus are sent.
    const rights = changed.length > 0 ? changed : before.rights.slice(0, 1);
    await updatePerson(person.id, { name: form.name.trim(), rights, version: shown.version });
    setDraft(null);
    toastDone(settingsWords.saved);
  });
  return (
    <Part
      label={peopleWords.rights}
      title={<NameText text={person.name} />}
      foot={isTouched && <SaveButtons isTouched isBusy={isBusy} onDiscard={discard} />}
      onSubmit={submit}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'start' }}>
        <PersonName form={form} error={issues.name} isDisabled={!person.mayManage} onChange={change} />
        <TextInput label={peopleWords.userName} value={form.userName} readOnly variant="filled" />
      </SimpleGrid>
      {issues.rights && <Input.Error role="alert">{issues.rights}</Input.Error>}
      <AllRights campuses={campuses} form={form} onChange={change} />
    </Part>
  );
}
