import { Button } from '@mantine/core';
import { sentenceOf } from '#shared/words/failures.ts';
import { linkWords } from '#shared/words/people.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { joinBy } from './api.ts';
import classes from './entrance.module.css';
import { NewPassword } from './new-password.tsx';
import { useEntering } from './use-entering.ts';

type Props = { token: string; userName: string; onSignedIn: () => void };

/** The password of an account that a one-time link opens. */
export function JoinForm({ token, userName, onSignedIn }: Props) {
  const { trouble, isBusy, onSubmit } = useEntering(async (form) => {
    await joinBy(token, String(form.get('password') ?? ''));
    onSignedIn();
  });
  const issues = troubleByField(trouble);
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      {/* For the browser, which keeps the password by it. */}
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
