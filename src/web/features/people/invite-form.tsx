import { SimpleGrid, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OneTimeLink } from '#shared/calls/people.ts';
import { areSame, noRights } from '#shared/people/rights.ts';
import { installationWords } from '#shared/words/installation.ts';
import { linkWords, peopleWords } from '#shared/words/people.ts';
import { SaveButtons } from '../../lib/save-buttons.tsx';
import { useSession } from '../../lib/session.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { Part } from '../../ui/part.tsx';
import { invitePerson } from './api.ts';
import { LinkCard } from './link-card.tsx';
import classes from './people.module.css';
import { PersonName } from './person-name.tsx';
import { AllRights } from './rights-fields.tsx';
import { isChanged, newForm } from './rules.ts';
import { useOnlyHere } from './use-shareable-link.ts';

type Props = {
  campuses: readonly { id: number; name: string }[];
  onTouched: (isTouched: boolean) => void;
  onDone: () => void;
};

/** The form to invite a person, with name and rights. After the save it shows the link with which to set a password. */
export function InviteForm({ campuses, onTouched, onDone }: Props) {
  const { cId } = useSession();
  const [form, setForm] = useState(() => newForm(campuses, cId));
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const { issues, isBusy, runForm } = useAction({ showError: atFields });
  const onlyHere = useOnlyHere();
  const isTouched = !link && (form.userName !== '' || isChanged(form, newForm(campuses, cId)));
  useTouched(isTouched, onTouched);
  const submit = runForm(async () => {
    const some = form.rights.filter(({ rights }) => !areSame(rights, noRights));
    // A person without any rights must still belong to a campus, so the empty rights of this campus are sent.
    const rights = some.length > 0 ? some : form.rights.filter(({ campusID }) => campusID === cId);
    setLink((await invitePerson({ ...form, rights })).link);
  });
  if (link) return <LinkCard name={form.name} link={link} onDone={onDone} />;
  const foot = <SaveButtons isTouched isBusy={isBusy} onDiscard={onDone} label={peopleWords.makeLink} />;
  return (
    <Part label={peopleWords.newTitle} title={peopleWords.newTitle} foot={foot} onSubmit={submit}>
      {onlyHere === 'settings' && (
        <p className={classes.warning}>
          {linkWords.onlyHereFirst} <Link to="/settings/computer">{installationWords.lan}</Link>
        </p>
      )}
      {onlyHere === 'operator' && <p className={classes.warning}>{linkWords.onlyHereOperator}</p>}
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={{ alignItems: 'start' }}>
        <PersonName form={form} error={issues.name} isFirst onChange={setForm} />
        <TextInput
          label={peopleWords.userName}
          description={peopleWords.userNameHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.userName}
          minLength={3}
          maxLength={60}
          pattern="[A-Za-z0-9._]+"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={issues.userName}
          required
          withAsterisk={false}
          onChange={(event) => setForm({ ...form, userName: event.currentTarget.value })}
        />
      </SimpleGrid>
      <AllRights campuses={campuses} form={form} onChange={setForm} />
    </Part>
  );
}
