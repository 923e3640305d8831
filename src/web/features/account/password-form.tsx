import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { longestPassword, shortestPassword } from '#shared/limits.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { accountWords } from '#shared/words/settings.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import classes from './account.module.css';
import { changePassword } from './api.ts';

const common = {
  visibilityToggleButtonProps: { 'aria-label': sessionWords.showPassword },
  maxLength: longestPassword,
  required: true,
  withAsterisk: false,
};

/** One's own password, by whoever knows the present one. */
export function PasswordForm() {
  const { userName } = useSession();
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const issues = troubleByField(trouble);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const textOf = (name: string): string => String(data.get(name) ?? '');
    setBusy(true);
    setTrouble(null);
    try {
      await changePassword({ current: textOf('current'), password: textOf('password') });
      form.reset();
      toastDone(accountWords.passwordChanged);
    } catch (error) {
      setTrouble(error);
      if (Object.keys(troubleByField(error)).length === 0) toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <form
      className={classes.part}
      onSubmit={(event) => void submit(event)}
      aria-label={accountWords.password}
    >
      <header>
        <h2>{accountWords.password}</h2>
        <p>{accountWords.changeHint}</p>
      </header>
      {/* For the browser, which keeps the password by it. */}
      <input type="hidden" name="userName" autoComplete="username" value={userName} />
      <PasswordInput
        {...common}
        name="current"
        label={accountWords.current}
        autoComplete="current-password"
        error={issues.current}
      />
      <PasswordInput
        {...common}
        name="password"
        label={accountWords.next}
        description={sessionWords.passwordHint(shortestPassword)}
        autoComplete="new-password"
        minLength={shortestPassword}
        error={issues.password}
      />
      <div className={classes.foot}>
        <Button type="submit" loading={isBusy}>
          {accountWords.changePassword}
        </Button>
      </div>
    </form>
  );
}
