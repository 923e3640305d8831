import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OneTimeLink } from '#shared/calls/people.ts';
import { areSame, noRights } from '#shared/rights.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { peopleWords } from '#shared/words/people.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { useTouched } from '../../lib/use-touched.ts';
import { toastError } from '../../ui/toast.ts';
import { invitePerson } from './api.ts';
import { LinkCard } from './link-card.tsx';
import classes from './people.module.css';
import { RightsFields } from './rights-fields.tsx';
import { isChanged, newForm, rightsIn, withRights } from './rules.ts';

type Props = {
  campuses: readonly { id: number; name: string }[];
  onTouched: (isTouched: boolean) => void;
  onDone: () => void;
};

/** Somebody new: a name, rights, and then the link that gives the account its password. */
export function InviteForm({ campuses, onTouched, onDone }: Props) {
  const { cId } = useSession();
  const [form, setForm] = useState(() => newForm(campuses, cId));
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const issues = troubleByField(trouble);
  const isTouched = !link && (form.userName !== '' || isChanged(form, newForm(campuses, cId)));
  useTouched(isTouched, onTouched);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    const some = form.rights.filter(({ rights }) => !areSame(rights, noRights));
    try {
      // Who may do nothing anywhere is at least of this campus.
      const rights = some.length > 0 ? some : form.rights.filter(({ campusID }) => campusID === cId);
      setLink((await invitePerson({ ...form, rights })).link);
    } catch (error) {
      setTrouble(error);
      if (Object.keys(troubleByField(error)).length === 0) toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  if (link) return <LinkCard name={form.name} link={link} onDone={onDone} />;
  return (
    <form className={classes.part} onSubmit={(event) => void submit(event)} aria-label={peopleWords.newTitle}>
      <h2>{peopleWords.newTitle}</h2>
      <div className={classes.names}>
        <TextInput
          label={peopleWords.name}
          value={form.name}
          maxLength={120}
          autoComplete="off"
          error={issues.name}
          autoFocus
          required
          withAsterisk={false}
          onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
        />
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
      </div>
      {campuses.map(({ id, name }) => (
        <RightsFields
          key={id}
          campus={name}
          rights={rightsIn(form.rights, id)}
          onChange={(rights) => setForm(withRights(form, id, rights))}
        />
      ))}
      <div className={classes.foot}>
        <Button variant="default" onClick={onDone} disabled={isBusy}>
          {settingsWords.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {peopleWords.makeLink}
        </Button>
      </div>
    </form>
  );
}
