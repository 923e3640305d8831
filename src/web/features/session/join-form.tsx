import { Button } from '@mantine/core';
import { linkWords } from '#shared/words/people.ts';
import { inForm, textIn, useAction } from '../../lib/use-action.ts';
import { joinBy } from './api.ts';
import classes from './entrance.module.css';
import { NewPassword } from './new-password.tsx';

type Props = { token: string; userName: string; onSignedIn: () => void };

/** The form to set a password with a one-time link. */
export function JoinForm({ token, userName, onSignedIn }: Props) {
  const { problem, issues, isBusy, isDone, runForm } = useAction({ showError: inForm });
  const onSubmit = runForm(async (form) => {
    await joinBy(token, textIn(form, 'password'));
    onSignedIn();
  });
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      {/* The browser stores the password under this user name. */}
      <input type="hidden" name="userName" autoComplete="username" value={userName} />
      <NewPassword error={issues.password} autoFocus />
      {problem !== undefined && !issues.password && (
        <p className={classes.trouble} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" size="md" loading={isBusy || isDone}>
        {linkWords.join}
      </Button>
    </form>
  );
}
