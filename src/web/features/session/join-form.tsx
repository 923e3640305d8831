import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { longestPassword, shortestPassword } from '#shared/limits.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { linkWords } from '#shared/words/people.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { joinBy } from './api.ts';
import classes from './entrance.module.css';

type Props = { token: string; userName: string; onSignedIn: () => void };

/** The password of an account that a one-time link opens. */
export function JoinForm({ token, userName, onSignedIn }: Props) {
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const issues = troubleByField(trouble);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    setBusy(true);
    setTrouble(null);
    try {
      await joinBy(token, password);
      onSignedIn();
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      {/* For the browser, which keeps the password by it. */}
      <input type="hidden" name="userName" autoComplete="username" value={userName} />
      <PasswordInput
        name="password"
        label={sessionWords.password}
        description={sessionWords.passwordHint(shortestPassword)}
        visibilityToggleButtonProps={{ 'aria-label': sessionWords.showPassword }}
        autoComplete="new-password"
        minLength={shortestPassword}
        maxLength={longestPassword}
        error={issues.password}
        size="md"
        autoFocus
        required
        withAsterisk={false}
      />
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
