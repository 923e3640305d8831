import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { signIn } from './api.ts';
import classes from './entrance.module.css';

const textOf = (form: FormData, name: string): string => String(form.get(name) ?? '');

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const [trouble, setTrouble] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setTrouble('');
    try {
      const code = textOf(form, 'code');
      const user = { userName: textOf(form, 'userName'), password: textOf(form, 'password') };
      await signIn(code ? { ...user, code } : user);
      onSignedIn();
    } catch (error) {
      const isOfCode = troubleByField(error).code !== undefined;
      // That a code is needed is said by its field.
      setTrouble(isOfCode && !needsCode ? '' : sentenceOf(error));
      setNeedsCode(isOfCode);
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        name="userName"
        label={sessionWords.userName}
        autoComplete="username"
        autoCapitalize="none"
        size="md"
        autoFocus
        required
        withAsterisk={false}
      />
      <PasswordInput
        name="password"
        label={sessionWords.password}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': sessionWords.showPassword }}
        size="md"
        required
        withAsterisk={false}
      />
      {needsCode && (
        <TextInput
          name="code"
          label={sessionWords.code}
          description={sessionWords.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={40}
          size="md"
          autoFocus
          required
          withAsterisk={false}
        />
      )}
      {trouble && (
        <p className={classes.trouble} role="alert">
          {trouble}
        </p>
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {sessionWords.signIn}
      </Button>
    </form>
  );
}
