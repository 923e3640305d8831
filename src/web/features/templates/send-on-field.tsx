import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { longestSendOn } from '#shared/limits.ts';
import { offeredRules, readWhen, reminderWords, templateWords } from '#shared/words/templates.ts';
import { ownDirection } from '../../ui/own-direction.ts';

type Props = {
  /** As it is stored, `due-3` for a rule. */
  value: string;
  error: string | undefined;
  onChange: (sendOn: string) => void;
};

/** When a template goes by itself, in words, or the name of an occasion. */
export function SendOnField({ value, error, onChange }: Props) {
  // While a person types, her text stays as it is, even if it is already a rule.
  const [typed, setTyped] = useState<{ text: string; sendOn: string }>();
  const shown = typed?.sendOn === value ? typed.text : reminderWords.when(value);
  const change = (text: string): void => {
    const sendOn = readWhen(text);
    setTyped({ text, sendOn });
    onChange(sendOn);
  };
  return (
    <Autocomplete
      label={templateWords.sendOn}
      description={templateWords.sendOnText}
      placeholder={templateWords.sendOnHint}
      value={shown}
      attributes={ownDirection(shown)}
      maxLength={longestSendOn}
      data={offeredRules.map(reminderWords.when)}
      // All of them are offered also while the field holds another one.
      filter={({ options }) => options}
      error={error}
      onChange={change}
      onBlur={() => setTyped(undefined)}
    />
  );
}
