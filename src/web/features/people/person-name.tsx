import { TextInput } from '@mantine/core';
import { peopleWords } from '#shared/words/people.ts';
import type { PersonForm } from './rules.ts';

type Props = {
  form: PersonForm;
  error: string | undefined;
  isDisabled?: boolean;
  isFirst?: boolean;
  onChange: (form: PersonForm) => void;
};

/** The field for the name that other users see. */
export function PersonName({ form, error, isDisabled = false, isFirst = false, onChange }: Props) {
  return (
    <TextInput
      label={peopleWords.name}
      value={form.name}
      maxLength={120}
      autoComplete="off"
      error={error}
      disabled={isDisabled}
      autoFocus={isFirst}
      required
      withAsterisk={false}
      onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
    />
  );
}
