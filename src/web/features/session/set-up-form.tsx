import { Button, Checkbox, TextInput } from '@mantine/core';
import { sessionWords } from '#shared/words/screen.ts';
import { inForm, textIn, useAction } from '../../lib/use-action.ts';
import { setUp } from './api.ts';
import classes from './entrance.module.css';
import { NewPassword } from './new-password.tsx';

const read = (form: FormData, token: string) => ({
  token,
  school: textIn(form, 'school'),
  campus: textIn(form, 'campus'),
  name: textIn(form, 'name'),
  userName: textIn(form, 'userName'),
  password: textIn(form, 'password'),
  demo: form.get('demo') !== null,
});

const fields = [
  { name: 'school', label: sessionWords.school, autoComplete: 'organization' },
  { name: 'campus', label: sessionWords.firstCampus, autoComplete: 'off' },
  { name: 'name', label: sessionWords.yourName, autoComplete: 'name' },
  { name: 'userName', label: sessionWords.userName, autoComplete: 'username', autoCapitalize: 'none' },
];

export function SetUpForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { problem, issues, isBusy, isDone, runForm } = useAction({ showError: inForm });
  const onSubmit = runForm(async (form) => {
    await setUp(read(form, token));
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={onSubmit}>
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
      <NewPassword error={issues.password} />
      <Checkbox name="demo" label={sessionWords.demoSchool} description={sessionWords.demoSchoolHint} />
      {problem !== undefined && (
        <p className={classes.trouble} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" size="md" loading={isBusy || isDone}>
        {sessionWords.setUp}
      </Button>
    </form>
  );
}
