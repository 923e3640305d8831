import { Button } from '@mantine/core';
import { sentenceOf } from '#shared/words/failures.ts';
import { linkWords } from '#shared/words/people.ts';
import { messageByField } from '../../lib/message-by-field.ts';
import { joinBy } from './api.ts';
import classes from './entrance.module.css';
import { NewPassword } from './new-password.tsx';
import { useEntryForm } from './use-entering.ts';

type Props = { token: string; userName: string; onSignedIn: () => void };

/** The form to set a password with a one-time link. */
export function JoinForm({ token, userName, onSignedIn }: Props) {
  const { trouble, isBusy, onSubmit } = useEntryForm(async (form) => {
    await joinBy(token, String(form.get('password') ?? ''));
    onSignedIn();
  });
  const issues = messageByField(trouble);
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      {/* The browser stores the password under this user name. */}
      <input type="hidden" name="userName" autoComplete="username" value={userName} />
      <NewPassword error={issues.password} autoFocus />
      {trouble !== null && !issues.password && (
        <p className={classes.trouble} role="alert">
          {sentenceOf(trouble)}
        </p>
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {linkWords.join}
      </Button>
    </form>
  );
}
