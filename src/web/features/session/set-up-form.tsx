import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { shortestPassword } from '#shared/limits.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { setUp } from './api.ts';
import classes from './entrance.module.css';

const read = (form: FormData, token: string) => {
  const textOf = (name: string): string => String(form.get(name) ?? '');
  return {
    token,
    school: textOf('school'),
    campus: textOf('campus'),
    name: textOf('name'),
    userName: textOf('userName'),
    password: textOf('password'),
    demo: form.get('demo') !== null,
  };
};

const fields = [
  { name: 'school', label: sessionWords.school, autoComplete: 'organization' },
  { name: 'campus', label: sessionWords.firstCampus, autoComplete: 'off' },
  { name: 'name', label: sessionWords.yourName, autoComplete: 'name' },
  { name: 'userName', label: sessionWords.userName, autoComplete: 'username', autoCapitalize: 'none' },
];

export function SetUpForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [trouble, setTrouble] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const issues = troubleByField(trouble);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    try {
      await setUp(read(new FormData(event.currentTarget), token));
      onDone();
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      {fields.map((field, index) => (
        <TextInput
          key={field.name}
          {...field}
          error={issues[field.name]}
          autoFocus={index === 0}
          required
          withAsterisk={false}
        />
      ))}
      <PasswordInput
        name="password"
        label={sessionWords.password}
        description={sessionWords.passwordHint(shortestPassword)}
        visibilityToggleButtonProps={{ 'aria-label': sessionWords.showPassword }}
        autoComplete="new-password"
        minLength={shortestPassword}
        error={issues.password}
        required
        withAsterisk={false}
      />
      <Checkbox name="demo" label={sessionWords.demoSchool} description={sessionWords.demoSchoolHint} />
      {trouble !== null && (
        <p className={classes.trouble} role="alert">
          {sentenceOf(trouble)}
        </p>
      )}
      <Button type="submit" size="md" loading={isBusy}>
        {sessionWords.setUp}
      </Button>
    </form>
  );
}
