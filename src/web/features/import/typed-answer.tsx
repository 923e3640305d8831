import { TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './typed-answer.module.css';

type Props = { label: string; placeholder: string; typed: string; onType: (text: string) => void };

/** A field for an answer that is typed. Enter and leaving the field give the answer. */
export function TypedAnswer({ label, placeholder, typed, onType }: Props) {
  const [text, setText] = useState(typed);
  const give = (): void => {
    if (text.trim() !== typed) onType(text.trim());
  };
  return (
    <TextInput
      className={classes.field}
      size="xs"
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={50}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={give}
      onKeyDown={(event) => {
        if (event.key === 'Enter') give();
      }}
    />
  );
}
