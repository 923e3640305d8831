import { Button, Checkbox, TextInput } from '@mantine/core';
import { sentenceOf } from '#shared/words/failures.ts';
import { sessionWords } from '#shared/words/screen.ts';
import { messageByField } from '../../lib/message-by-field.ts';
import { setUp } from './api.ts';
import classes from './entrance.module.css';
import { NewPassword } from './new-password.tsx';
import { useEntryForm } from './use-entering.ts';

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
  const { trouble, isBusy, onSubmit } = useEntryForm(async (form) => {
    await setUp(read(form, token));
    onDone();
  });
  const issues = messageByField(trouble);
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
