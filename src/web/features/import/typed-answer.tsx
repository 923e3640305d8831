import { TextInput } from '@mantine/core';
import classes from './typed-answer.module.css';

type Props = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Called on Enter and when the field is left. */
  onGive: () => void;
};

/** A field for an answer that is typed. */
export function TypedAnswer({ label, placeholder, text, onText, onGive }: Props) {
  return (
    <TextInput
      className={classes.field}
      size="xs"
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={50}
      onChange={(event) => onText(event.currentTarget.value)}
      onBlur={onGive}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onGive();
      }}
    />
  );
}
